"""Tables without a drawn board: income and road lengths that the host reports because nothing can compute them."""

from collections.abc import Iterator

from msgspec.structs import replace

from .bank import bank_gives, draw, missing
from .cards import NONE, cards
from .events import AnyFact, CardsGained, RoadReported
from .message import Refusal, impossible, irregular
from .rules import LONGEST_ROAD_MIN
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


# Roads: their lengths are known when somebody measures, and asked for only when the title could move.


def road_grew(state: GameState, number: int) -> GameState:
    """A road more: the length is at least what it was."""
    return settle_if_measured(with_seat(state, number, road_measured=False))


def roads_maybe_cut(state: GameState, builder: int) -> GameState:
    """A settlement somewhere: it may have cut the road of anybody else."""
    seats = tuple(
        seat if number == builder or seat.roads < 2 else replace(seat, road_measured=False, road_at_least=0)
        for number, seat in enumerate(state.seats)
    )
    return settle_if_measured(replace(state, seats=seats))


def longest_possible(state: GameState, number: int) -> int:
    seat = state.seats[number]
    return seat.road_length if seat.road_measured else seat.roads


def shortest_possible(state: GameState, number: int) -> int:
    seat = state.seats[number]
    return seat.road_length if seat.road_measured else seat.road_at_least


def to_measure(state: GameState) -> tuple[int, ...]:
    """Whose road must be measured now: those on whom it depends who holds the title. The holder comes first."""
    if state.game.tracking != "counts":
        return ()
    holder = state.longest_road
    rivals = [n for n in range(len(state.seats)) if n != holder and longest_possible(state, n) >= LONGEST_ROAD_MIN]
    if holder is None:
        best = max((shortest_possible(state, n) for n in rivals), default=0)
        return tuple(n for n in rivals if longest_possible(state, n) >= best and not state.seats[n].road_measured)
    floor = shortest_possible(state, holder)
    rivals = [n for n in rivals if longest_possible(state, n) > floor]
    if floor >= LONGEST_ROAD_MIN and not rivals:
        return ()
    if not state.seats[holder].road_measured:
        return (holder,)
    return tuple(n for n in rivals if not state.seats[n].road_measured)


def settle_if_measured(state: GameState) -> GameState:
    """The title stays where it is until everything it depends on was measured."""
    return state if to_measure(state) else settle_longest_road(state)


def refuse_report(state: GameState, event: RoadReported) -> Iterator[Refusal]:
    if state.game.board is not None:
        yield impossible("tracking.computed", event=event.type)
    elif event.length > state.seats[event.seat].roads:
        yield irregular("road.longer_than_roads", seat=event.seat, roads=state.seats[event.seat].roads)


def apply_report(state: GameState, event: RoadReported) -> GameState:
    measured = with_seat(state, event.seat, road_length=event.length, road_at_least=event.length, road_measured=True)
    return settle_if_measured(measured)


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
