"""What others may see of a record. The only place that decides it: nothing hidden passes here."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import memo
from narrator.core.play.dealing import hand_of
from narrator.core.play.development import are_shown
from narrator.core.play.for_two import tokens_left
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    AnyFact,
    CardStolen,
    DevelopmentBought,
    RulesAgreed,
    TakenBack,
    TokensSpent,
)
from narrator.core.table.phase import Discarding, Over, Phase, between_turns
from narrator.core.table.state import GameState, Held, mode_of, neutral_of, points, road_holder, shown_bank


class Moment(Struct, frozen=True, dict=True):
    """Something that happened: the table before it and after."""

    entry: int
    fact: AnyFact
    before: GameState
    after: GameState


class Own(Struct, frozen=True):
    """A seat's own cards, where the app deals them."""

    hand: Cards
    development: tuple[Held, ...] = ()
    """In the order in which they were bought."""


class View(Struct, frozen=True):
    """What the table may know: where it stands, and the last things that happened, oldest first."""

    state: GameState
    past: tuple[Moment, ...]
    own: Own | None = None
    """And what only the seat may know that it is made for."""

    @property
    def last(self) -> Moment | None:
        return self.past[-1] if self.past else None


def view_for(head: Snapshot, moments: int = 4, seat: int | None = None) -> View:
    """The record as everybody at the table may see it: no hand's contents, no stolen card. Where the app deals, a seat
    also sees its own cards and the thefts that it took part in."""
    if head.state.game.cards != "app":
        seat = None
    shown = are_shown(head.state)
    found: list[Moment] = []
    snapshot = head
    while snapshot.before is not None and snapshot.fact is not None and len(found) < moments:
        if not snapshot.left_out and not isinstance(snapshot.fact, RulesAgreed):  # said on phones, one after the other
            found.append(_moment(snapshot, seat, shown))
        snapshot = snapshot.before
    return View(_public(head.state), tuple(reversed(found)), own_cards(head.state, seat))


@memo
def _moment(snapshot: Snapshot, seat: int | None, shown: bool) -> Moment:
    assert snapshot.before is not None
    assert snapshot.fact is not None
    fact = public_fact(snapshot.fact, seat, shown)
    return Moment(snapshot.number, fact, _public(snapshot.before.state), _public(snapshot.state))


def _public(state: GameState) -> GameState:
    return replace(state, hands=None, held={})


def own_cards(state: GameState, seat: int | None) -> Own | None:
    """What a seat holds where the app deals; nobody knows it where the cards lie on the table."""
    if seat is None or state.game.cards != "app" or seat >= len(state.seats):
        return None
    return Own(hand_of(state, seat), state.held.get(seat, ()))


def public_fact(fact: AnyFact, seat: int | None = None, shown: bool = False) -> AnyFact:
    """Which card was stolen or traded by force is known to two people only, which was drawn to one, even where the host
    happened to see it. A `seat` saw what it drew itself and the thefts that it took part in; where everything is
    `shown` at the end, everybody sees it."""
    if shown:
        return fact
    if isinstance(fact, TokensSpent):
        return fact if fact.seat == seat else replace(fact, taken=None, given=None)
    if isinstance(fact, DevelopmentBought):
        return fact if fact.seat == seat else replace(fact, card=None)
    if isinstance(fact, CardStolen):
        return fact if seat is not None and seat in (fact.seat, fact.victim) else replace(fact, resource=None)
    return fact


def public_event(event: AnyEvent, seat: int | None = None) -> AnyEvent:
    """An entry as everybody may read it, or one seat, the fact inside an amendment included."""
    if isinstance(event, TakenBack):
        return event
    if isinstance(event, Amended):
        return event if event.event is None else replace(event, event=public_fact(event.event, seat))
    return public_fact(event, seat)


def public_state(state: GameState, seat: int | None = None) -> dict[str, Any]:
    """The state as the contract writes it down; for a seat where the app deals, with its own cards."""
    phase = state.phase
    return {
        "seq": state.seq,
        "phase": phase.phase,
        "step": phase.step,
        "seat": state.turn,
        **_between(phase),
        "round": state.round,
        "owed": {str(seat): count for seat, count in sorted(phase.owed.items())}
        if isinstance(phase, Discarding)
        else {},
        "bank": dict(zip(RESOURCES, shown_bank(state), strict=True)),
        "development_deck": state.deck,
        "seats": [_public_seat(state, number) for number in range(len(state.seats))],
        "longest_road": road_holder(state),
        "largest_army": state.largest_army,
        "robber": state.robber,
        "winner": phase.winner if isinstance(phase, Over) else None,
        "unsure": sorted(state.unsure),
        **(_for_two(state) if mode_of(state).neutrals else {}),
        **_own(state, seat),
    }


def _own(state: GameState, seat: int | None) -> dict[str, Any]:
    own = own_cards(state, seat)
    if own is None:
        return {}
    cards = [{"kind": card.kind, "playable": not card.fresh} for card in own.development]
    return {"own": {"seat": seat, "hand": own.hand.counts(), "development_cards": cards}}


def _for_two(state: GameState) -> dict[str, Any]:
    """Catan for Two: the colours that nobody plays, and the tokens beside the board."""
    return {
        "neutrals": [
            {
                "colour": neutral.colour,
                "road_length": neutral.road_length,
                "roads_left": neutral.roads_left,
                "settlements_left": neutral.settlements_left,
                "longest_road": state.longest_road == neutral_of(state, neutral.colour),
            }
            for neutral in state.neutrals
        ],
        "tokens_left": tokens_left(state),
    }


def _between(phase: Phase) -> dict[str, int]:
    """Who acts, only where that is not the turn's owner: `acting`, between two turns of five or six."""
    part = between_turns(phase)
    return {} if part is None else {"acting": part.seat}


def _public_seat(state: GameState, number: int) -> dict[str, Any]:
    seat = state.seats[number]
    return {
        "name": seat.name,
        "colour": seat.colour,
        "hand": seat.hand,
        "points": points(state, number),
        "road_length": seat.road_length,
        "knights": seat.knights,
        "development_cards": seat.development_cards,
        "roads_left": seat.roads_left,
        "settlements_left": seat.settlements_left,
        "cities_left": seat.cities_left,
        **({"tokens": seat.tokens} if mode_of(state).tokens else {}),
    }
