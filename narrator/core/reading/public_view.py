"""What players may see of a record. The only place that decides it."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import memo
from narrator.core.play.development import are_cards_revealed
from narrator.core.play.for_two import tokens_left
from narrator.core.play.seeded_draws import certain_hand
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.cards import RESOURCES, Cards
from narrator.core.table.phase import Discarding, Over, interlude_of
from narrator.core.table.state import (
    GameState,
    HeldCard,
    longest_road_seat,
    mode_of,
    neutral_number,
    points,
    shown_bank,
)


class Transition(Struct, frozen=True, dict=True):
    """A fact with the public state before and after it."""

    entry: int
    fact: events.AnyFact
    before: GameState
    after: GameState


class OwnCards(Struct, frozen=True):
    """A seat's own cards, if the app deals."""

    hand: Cards
    development: tuple[HeldCard, ...] = ()  # oldest first


class PublicView(Struct, frozen=True):
    """Public state and the last transitions, oldest first."""

    state: GameState
    transitions: tuple[Transition, ...]
    own_cards: OwnCards | None = None  # private to the seat that the view is for

    @property
    def last_transition(self) -> Transition | None:
        return self.transitions[-1] if self.transitions else None


def public_view(head: Snapshot, max_transitions: int = 4, seat: int | None = None) -> PublicView:
    """Return what the table may see: no hands, no stolen cards. If the app deals, a seat also sees its own cards and
    the thefts it took part in."""
    if not head.state.game.is_dealt:
        seat = None
    is_revealed = are_cards_revealed(head.state)
    found: list[Transition] = []
    snapshot = head
    while snapshot.before is not None and snapshot.fact is not None and len(found) < max_transitions:
        is_agreement = isinstance(snapshot.fact, events.RulesAgreed)  # everybody enters one, on their phones
        if not snapshot.left_out and not is_agreement:
            found.append(_transition(snapshot, seat, is_revealed))
        snapshot = snapshot.before
    return PublicView(_without_hands(head.state), tuple(reversed(found)), own_cards(head.state, seat))


@memo
def _transition(snapshot: Snapshot, seat: int | None, is_revealed: bool) -> Transition:
    assert snapshot.fact is not None
    fact = public_fact(snapshot.fact, seat, is_revealed)
    return Transition(snapshot.number, fact, _without_hands(snapshot.previous_state), _without_hands(snapshot.state))


def _without_hands(state: GameState) -> GameState:
    return replace(state, hands=None, held_cards={})


def own_cards(state: GameState, seat: int | None) -> OwnCards | None:
    if seat is None or not state.game.is_dealt or seat >= len(state.seats):
        return None
    return OwnCards(certain_hand(state, seat), state.held_cards.get(seat, ()))


def public_fact(fact: events.AnyFact, seat: int | None = None, is_revealed: bool = False) -> events.AnyFact:
    """Hide stolen, forced-traded and drawn cards, even if the host saw them. A `seat` sees its own draws and thefts. If
    the app has revealed the cards at the end, everybody sees everything."""
    if is_revealed:
        return fact
    if isinstance(fact, events.TokensSpent):
        return fact if fact.seat == seat else replace(fact, taken=None, given=None)
    if isinstance(fact, events.DevelopmentBought):
        return fact if fact.seat == seat else replace(fact, card=None)
    if isinstance(fact, events.CardStolen):
        return fact if seat is not None and seat in (fact.seat, fact.victim) else replace(fact, resource=None)
    return fact


def public_event(event: events.AnyEvent, seat: int | None = None) -> events.AnyEvent:
    """Return an entry as everybody, or one seat, may read it, including the fact inside an amendment."""
    if isinstance(event, events.TakenBack):
        return event
    if isinstance(event, events.Amended):
        return event if event.event is None else replace(event, event=public_fact(event.event, seat))
    return public_fact(event, seat)


def state_for_api(state: GameState, seat: int | None = None) -> dict[str, Any]:
    """Return the state in the form of the API; if the app deals, with the seat's own cards."""
    phase, interlude = state.phase, interlude_of(state.phase)
    owed = sorted(phase.owed.items()) if isinstance(phase, Discarding) else ()
    return {
        "seq": state.last_entry,
        "phase": phase.part_of_game,
        "step": phase.step,
        "seat": state.turn,
        **({} if interlude is None else {"acting": interlude.seat}),
        "round": state.round,
        "owed": {str(number): count for number, count in owed},
        "bank": dict(zip(RESOURCES, shown_bank(state), strict=True)),
        "development_deck": state.deck,
        "seats": [_public_seat(state, number) for number in range(len(state.seats))],
        "longest_road": longest_road_seat(state),
        "largest_army": state.largest_army,
        "robber": state.robber,
        "winner": phase.winner if isinstance(phase, Over) else None,
        "unsure": sorted(state.unsure),
        **(_catan_for_two_data(state) if mode_of(state).neutrals else {}),
        **_own_cards_data(state, seat),
    }


def _own_cards_data(state: GameState, seat: int | None) -> dict[str, Any]:
    own = own_cards(state, seat)
    if own is None:
        return {}
    cards = [{"kind": card.kind, "playable": not card.bought_this_turn} for card in own.development]
    return {"own": {"seat": seat, "hand": own.hand.counts(), "development_cards": cards}}


def _catan_for_two_data(state: GameState) -> dict[str, Any]:
    return {
        "neutrals": [
            {
                "colour": neutral.colour,
                "road_length": neutral.road_length,
                "roads_left": neutral.roads_left,
                "settlements_left": neutral.settlements_left,
                "longest_road": state.longest_road == neutral_number(state, neutral.colour),
            }
            for neutral in state.neutrals
        ],
        "tokens_left": tokens_left(state),
    }


def _public_seat(state: GameState, number: int) -> dict[str, Any]:
    seat = state.seats[number]
    return {
        "name": seat.name,
        "colour": seat.colour,
        "hand": seat.hand_size,
        "points": points(state, number),
        "road_length": seat.road_length,
        "knights": seat.knights,
        "development_cards": seat.development_cards,
        "roads_left": seat.roads_left,
        "settlements_left": seat.settlements_left,
        "cities_left": seat.cities_left,
        **({"tokens": seat.tokens} if mode_of(state).tokens else {}),
    }
