"""What others may see of a record. The only place that decides it: nothing hidden passes here."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.play.trade_tokens import tokens_left
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import RESOURCES
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
from narrator.core.table.mode import mode_of
from narrator.core.table.owners import neutral_of, road_holder
from narrator.core.table.phase import Discarding, Over, Phase, between_turns
from narrator.core.table.state import GameState, points


class Moment(Struct, frozen=True):
    """Something that happened: the table before it and after."""

    entry: int
    fact: AnyFact
    before: GameState
    after: GameState


class View(Struct, frozen=True):
    """What the table may know: where it stands, and the last things that happened, oldest first."""

    state: GameState
    past: tuple[Moment, ...]

    @property
    def last(self) -> Moment | None:
        return self.past[-1] if self.past else None


def view_for(head: Snapshot, moments: int = 4) -> View:
    """The record as everybody at the table may see it: no hand's contents, no stolen card."""
    found: list[Moment] = []
    snapshot = head
    while snapshot.before is not None and snapshot.fact is not None and len(found) < moments:
        if not snapshot.left_out and not isinstance(snapshot.fact, RulesAgreed):  # said on phones, one after the other
            before, after = _public(snapshot.before.state), _public(snapshot.state)
            found.append(Moment(snapshot.number, public_fact(snapshot.fact), before, after))
        snapshot = snapshot.before
    return View(_public(head.state), tuple(reversed(found)))


def _public(state: GameState) -> GameState:
    return replace(state, hands=None)


def public_fact(fact: AnyFact) -> AnyFact:
    """Which card was stolen or traded by force is known to two people only, which was drawn to one, even where the host
    happened to see it."""
    if isinstance(fact, TokensSpent):
        return replace(fact, taken=None, given=None)
    if isinstance(fact, DevelopmentBought):
        return replace(fact, card=None)
    return replace(fact, resource=None) if isinstance(fact, CardStolen) else fact


def public_event(event: AnyEvent) -> AnyEvent:
    """An entry as everybody may read it, the fact inside an amendment included."""
    if isinstance(event, TakenBack):
        return event
    if isinstance(event, Amended):
        return event if event.event is None else replace(event, event=public_fact(event.event))
    return public_fact(event)


def public_state(state: GameState) -> dict[str, Any]:
    """The state as the contract writes it down."""
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
        "bank": dict(zip(RESOURCES, state.bank, strict=True)),
        "development_deck": state.deck,
        "seats": [_public_seat(state, number) for number in range(len(state.seats))],
        "longest_road": road_holder(state),
        "largest_army": state.largest_army,
        "robber": state.robber,
        "winner": phase.winner if isinstance(phase, Over) else None,
        "unsure": sorted(state.unsure),
        **(_for_two(state) if mode_of(state).neutrals else {}),
    }


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
