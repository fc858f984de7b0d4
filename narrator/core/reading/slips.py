"""Where a hand stopped adding up, and which entries are most likely to be the slip."""

from msgspec import Struct

from narrator.core.play.production import income
from narrator.core.record.facts import traits_of
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import NONE, Cards, Resource, cards, some
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    DiceRolled,
    MonopolyPlayed,
    PlayersTraded,
    SettlementBuilt,
    TokensSpent,
)
from narrator.core.table.prices import PRICES


class Slip(Struct, frozen=True):
    """A hand that did not hold what it gave."""

    seat: int
    entry: int
    """The entry at which it showed."""
    missing: tuple[Resource, ...]
    """What the hand can't have held."""
    suspects: tuple[int, ...]
    """Entries that would explain it if they were wrong, the likeliest first."""


def find_slip(head: Snapshot, seat: int, most: int = 3) -> Slip | None:
    """What is behind an unsure hand, if it is unsure because something did not add up."""
    since = head.state.unsure.get(f"hand.{seat}")
    history = head.history()
    index = next((i for i, snapshot in enumerate(history) if snapshot.number == since), None)
    if index is None:
        return None
    shown = history[index]
    assert shown.before is not None
    given = given_by(shown.fact, seat)
    hands = shown.before.state.hands
    high = hands.bounds(seat).high if hands is not None else NONE
    missing = tuple(resource for resource in given.kinds() if given.of(resource) > high.of(resource))
    weighed = [
        (_suspicion(snapshot, shown, seat, missing), snapshot.number)
        for snapshot in history[:index]
        if snapshot.before is not None
        and seat < len(snapshot.before.state.seats)  # who joins later has done nothing before
    ]
    ranked = sorted(((weight, entry) for weight, entry in weighed if weight), reverse=True)
    return Slip(seat, shown.number, missing, (shown.number, *(entry for _, entry in ranked[: most - 1])))


def given_by(fact: AnyFact | None, seat: int) -> Cards:
    """The known cards that an event takes from a hand."""
    if isinstance(fact, MonopolyPlayed):
        return some(fact.resource, fact.taken.get(seat, 0))
    if isinstance(fact, PlayersTraded):
        return cards(fact.give if fact.seat == seat else fact.receive if fact.partner == seat else {})
    if isinstance(fact, TokensSpent):
        return cards((fact.given if fact.seat == seat else fact.taken) or {})
    if isinstance(fact, CardStolen) and fact.victim == seat and fact.resource is not None:
        return some(fact.resource)
    if getattr(fact, "seat", None) != seat:
        return NONE
    if isinstance(fact, BankTraded):
        return cards(fact.give)
    if isinstance(fact, CardsDiscarded):
        return cards(fact.cards or {})
    cost = traits_of(fact).cost if fact is not None else None
    return NONE if cost is None else PRICES[cost]


def _suspicion(snapshot: Snapshot, shown: Snapshot, seat: int, missing: tuple[Resource, ...]) -> int:
    """How well a mistake in this entry would explain the missing cards; the same weight goes to the later entry."""
    fact = snapshot.fact
    assert snapshot.before is not None
    if fact == shown.fact:
        return 5  # entered twice
    if isinstance(fact, DiceRolled):
        return _roll_suspicion(snapshot, fact, seat, missing)
    # A trade names its cards by hand, so it may have brought or cost something else; a build implies them.
    if isinstance(fact, PlayersTraded | BankTraded) and seat in (fact.seat, getattr(fact, "partner", None)):
        return 2
    changed = snapshot.state.seats[seat].hand - snapshot.before.state.seats[seat].hand
    paid = given_by(fact, seat) if changed < 0 else NONE
    took = isinstance(fact, CardStolen) and fact.victim == seat
    brought = isinstance(fact, SettlementBuilt) and fact.seat == seat and changed > 0
    return 1 if took or brought or any(paid.of(resource) for resource in missing) else 0


def _roll_suspicion(snapshot: Snapshot, fact: DiceRolled, seat: int, missing: tuple[Resource, ...]) -> int:
    """A neighbouring number on the pad would have paid what is missing."""
    assert snapshot.before is not None
    for total in (fact.sum - 1, fact.sum + 1):
        if 2 <= total <= 12 and total != 7:
            gain = income(snapshot.before.state, total)[seat]
            if any(gain.of(resource) for resource in missing):
                return 3
    return 0
