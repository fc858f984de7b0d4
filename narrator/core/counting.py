"""Tables without a drawn board: income and road lengths that the host reports because nothing can compute them."""

from collections.abc import Iterator

from .bank import bank_gives, draw, missing
from .cards import NONE, cards
from .events import AnyFact, CardsGained, RoadReported
from .message import Refusal, impossible, irregular
from .scoring import settle_longest_road
from .state import GameState, with_seat

PLACES = ("at", "to")
DESCRIPTIONS = ("touches", "harbour", "settlement", "blocks")


def field_refusals(state: GameState, event: AnyFact) -> Iterator[Refusal]:
    """With a board pieces are placed, without one they are described: not the one for the other."""
    misplaced = PLACES if state.game.board is None else DESCRIPTIONS
    for field in misplaced:
        if getattr(event, field, None) is not None:
            yield impossible("place.no_board" if field in PLACES else "place.has_board", field=field)


def refuse_report(state: GameState, event: RoadReported) -> Iterator[Refusal]:
    if state.game.board is not None:
        yield impossible("tracking.computed", event=event.type)
    elif event.length > state.seats[event.seat].roads:
        yield irregular("road.longer_than_roads", seat=event.seat, roads=state.seats[event.seat].roads)


def apply_report(state: GameState, event: RoadReported) -> GameState:
    return settle_longest_road(with_seat(state, event.seat, road_length=event.length))


def refuse_gains(state: GameState, event: CardsGained) -> Iterator[Refusal]:
    if state.game.board is not None:
        yield impossible("tracking.computed", event=event.type)
        return
    if any(seat >= len(state.seats) for seat in event.gains):
        yield impossible("seat.unknown", seat=max(event.gains))
        return
    wanted = NONE
    for gain in event.gains.values():
        wanted = wanted.plus(cards(gain))
    if not bank_gives(state, wanted):
        yield irregular("bank.short", resources=missing(state, wanted))


def apply_gains(state: GameState, event: CardsGained) -> GameState:
    for seat, gain in sorted(event.gains.items()):
        state = draw(state, seat, cards(gain))
    return state
