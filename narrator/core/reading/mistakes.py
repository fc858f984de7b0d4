"""Mistakes in the record: the likely wrong entry, the consequences of amending it, and the cards to move."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.play.roll_and_discard import payout_of
from narrator.core.reading.explain import TITLES, number_names, number_value
from narrator.core.record.event_specs import spec_of
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.cards import NO_CARDS, PRICES, Cards, Resource, cards, cards_of
from narrator.core.table.state import GameState


class HandMistake(Struct, frozen=True):
    seat: int
    entry: int  # the entry that does not add up
    missing: tuple[Resource, ...]  # what the hand can't have held
    suspects: tuple[int, ...]  # entries that may be wrong instead, the likeliest first


def find_hand_mistake(head: Snapshot, seat: int, max_suspects: int = 3) -> HandMistake | None:
    """Return the mistake that made a hand unsure, if something did not add up."""
    since = head.state.unsure.get(f"hand.{seat}")
    history = head.history()
    index = next((i for i, snapshot in enumerate(history) if snapshot.number == since), None)
    if index is None:
        return None
    shown = history[index]
    given = cards_given(shown.fact, seat)
    hands = shown.previous_state.hands
    high = hands.bounds(seat).high if hands is not None else NO_CARDS
    missing = tuple(resource for resource in given.resources() if given.count_of(resource) > high.count_of(resource))
    weighed = [
        (_suspicion(snapshot, shown, seat, missing), snapshot.number)
        for snapshot in history[:index]
        if snapshot.before is not None and seat < len(snapshot.previous_state.seats)  # the player may have joined later
    ]
    ranked = sorted(((weight, entry) for weight, entry in weighed if weight), reverse=True)
    return HandMistake(seat, shown.number, missing, (shown.number, *(entry for _, entry in ranked[: max_suspects - 1])))


def cards_given(fact: events.AnyFact | None, seat: int) -> Cards:
    if isinstance(fact, events.MonopolyPlayed):
        return cards_of(fact.resource, fact.taken.get(seat, 0))
    if isinstance(fact, events.PlayersTraded):
        return cards(fact.give if fact.seat == seat else fact.receive if fact.partner == seat else {})
    if isinstance(fact, events.TokensSpent):
        return cards((fact.given if fact.seat == seat else fact.taken) or {})
    if isinstance(fact, events.CardStolen) and fact.victim == seat and fact.resource is not None:
        return cards_of(fact.resource)
    if getattr(fact, "seat", None) != seat:
        return NO_CARDS
    if isinstance(fact, events.BankTraded):
        return cards(fact.give)
    if isinstance(fact, events.CardsDiscarded):
        return cards(fact.cards or {})
    cost = spec_of(fact).purchase if fact is not None else None
    return NO_CARDS if cost is None else PRICES[cost]


def _suspicion(snapshot: Snapshot, shown: Snapshot, seat: int, missing: tuple[Resource, ...]) -> int:
    """Rate how well a mistake in this entry would explain the missing cards; of equals, the later entry ranks first."""
    fact = snapshot.fact
    if fact == shown.fact:
        return 5  # entered twice
    if isinstance(fact, events.DiceRolled):
        return _roll_suspicion(snapshot, fact, seat, missing)
    # A trade names its cards by hand, so it may have brought or cost something else; a build implies them.
    if isinstance(fact, events.PlayersTraded | events.BankTraded) and seat in (
        fact.seat,
        getattr(fact, "partner", None),
    ):
        return 2
    changed = snapshot.state.seats[seat].hand_size - snapshot.previous_state.seats[seat].hand_size
    paid = cards_given(fact, seat) if changed < 0 else NO_CARDS
    took = isinstance(fact, events.CardStolen) and fact.victim == seat
    brought = isinstance(fact, events.SettlementBuilt) and fact.seat == seat and changed > 0
    return 1 if took or brought or any(paid.count_of(resource) for resource in missing) else 0


def _roll_suspicion(snapshot: Snapshot, fact: events.DiceRolled, seat: int, missing: tuple[Resource, ...]) -> int:
    """Suspect a roll if a neighboring number on the pad would have paid what is missing."""
    for total in (fact.sum - 1, fact.sum + 1):
        if 2 <= total <= 12 and total != 7:
            gain = payout_of(snapshot.previous_state, replace(fact, total=total, dice=None))[seat]
            if any(gain.count_of(resource) for resource in missing):
                return 3
    return 0


PurchaseEvent = events.RoadBuilt | events.SettlementBuilt | events.CityBuilt | events.DevelopmentBought


class Repayment(Struct, frozen=True):
    """Cards that one player has to return to or take from the bank."""

    seat: int
    to_return: Cards
    to_take: Cards


def repayments(old: Snapshot, new: Snapshot, *, with_purchases: bool = False) -> list[Repayment]:
    """Return the cards to move after the record changed from one history to another: income from rolls and, if wanted,
    prices paid. A purchase that is undone right away needs no reminder of its price."""
    old_ids = {id(snapshot) for snapshot in _walk_back(old)}
    shared = next((snapshot for snapshot in _walk_back(new) if id(snapshot) in old_ids), None)
    wrong, right = _net_payments(old, shared, with_purchases), _net_payments(new, shared, with_purchases)
    seats = range(max(len(old.state.seats), len(new.state.seats)))
    found = []
    for seat in seats:
        net = right.get(seat, NO_CARDS).minus(wrong.get(seat, NO_CARDS))
        if net != NO_CARDS:
            to_return, to_take = Cards(*(max(0, -count) for count in net)), Cards(*(max(0, count) for count in net))
            found.append(Repayment(seat, to_return, to_take))
    return found


def _walk_back(head: Snapshot, until: Snapshot | None = None) -> Iterator[Snapshot]:
    snapshot: Snapshot | None = head
    while snapshot is not None and snapshot is not until:
        yield snapshot
        snapshot = snapshot.before


def _net_payments(head: Snapshot, since: Snapshot | None, with_purchases: bool) -> dict[int, Cards]:
    """Return what each seat has received for rolls since then, minus what it paid for purchases."""
    found: dict[int, Cards] = {}
    for snapshot in _walk_back(head, until=since):
        fact, before = snapshot.fact, snapshot.before
        if isinstance(fact, events.DiceRolled) and before is not None and not snapshot.left_out:
            for seat, gain in enumerate(payout_of(before.state, fact)):
                found[seat] = found.get(seat, NO_CARDS).plus(gain)
        elif with_purchases and (cost := price_paid(snapshot)) != NO_CARDS:
            assert isinstance(fact, PurchaseEvent)
            found[fact.seat] = found.get(fact.seat, NO_CARDS).minus(cost)
    return found


def price_paid(snapshot: Snapshot) -> Cards:
    """Return the price paid for a purchase; none for a free piece, or if the recorded hand did not cover it."""
    fact, before = snapshot.fact, snapshot.before
    if not isinstance(fact, PurchaseEvent) or before is None or snapshot.left_out:
        return NO_CARDS
    cost = PRICES[spec_of(fact).purchase or "road"]
    gone = before.state.seats[fact.seat].hand_size - snapshot.state.seats[fact.seat].hand_size
    return cost if gone == cost.total() else NO_CARDS


def consequences(record: Record, event: events.Amended) -> tuple[Msg, ...]:
    """Return what an amendment changes, as messages: numbers, titles, turn, winner, and entries that no longer fit."""
    preview = record.preview_amendment(event)
    before, after = record.state, preview.head.state
    irregular_already = {snapshot.number for snapshot in _irregulars(record.head)}
    titles = ((title, holder(before), holder(after)) for title, holder in TITLES.items())
    return (
        *(msg(f"consequence.{title}", giver=old, taker=new) for title, old, new in titles if old != new),
        *_numbers(before, after),
        *_turn_and_doubts(before, after),
        *(
            msg("consequence.irregular", entry=entry, reasons=[reason.code for reason in reasons])
            for entry, reasons in preview.irregular.items()
            if entry not in irregular_already
        ),
        *(msg("consequence.left_out", entry=entry) for entry in preview.left_out),
    )


def _irregulars(head: Snapshot) -> Iterator[Snapshot]:
    """Yield entries that were waived, or became irregular by an earlier amendment."""
    for snapshot in head.history():
        assert snapshot.fact is not None
        if refusals(snapshot.previous_state, snapshot.fact):
            yield snapshot


def _numbers(before: GameState, after: GameState) -> Iterator[Msg]:
    for name in number_names(max(before, after, key=lambda state: len(state.seats))):
        old, new = number_value(before, name), number_value(after, name)
        if old != new:
            what, _, whose = name.partition(".")
            key = "resource" if what == "bank" else "seat"
            about = {key: whose if what == "bank" else int(whose)} if whose else {}
            yield msg(f"consequence.{what}", **about, old=old, new=new)


def _turn_and_doubts(before: GameState, after: GameState) -> Iterator[Msg]:
    if before.turn != after.turn:
        yield msg("consequence.turn", old=before.turn, new=after.turn)
    if before.phase.step != after.phase.step:
        yield msg("consequence.step", old=before.phase.step, new=after.phase.step)
    for name in sorted(set(after.unsure) - set(before.unsure)):
        yield msg("consequence.unsure", count=name)
    for name in sorted(set(before.unsure) - set(after.unsure)):
        yield msg("consequence.sure", count=name)
