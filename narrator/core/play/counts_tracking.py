"""Tables without a board (`counts` tracking): income and road lengths that only the host can report."""

from collections.abc import Iterator
from typing import get_args

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.card_moves import bank_can_pay, missing_resources, take_from_bank
from narrator.core.play.titles import LONGEST_ROAD_MIN, settle_longest_road
from narrator.core.table.cards import NO_CARDS, cards
from narrator.core.table.events import AnyFact, CardsGained, RoadReported
from narrator.core.table.state import GameState, owner, owners, with_owner


def _fields_among(*names: str) -> dict[type, tuple[str, ...]]:
    return {kind: tuple(name for name in names if name in kind.__struct_fields__) for kind in get_args(AnyFact)}


PLACE_FIELDS = _fields_among("at", "to")
DESCRIPTION_FIELDS = _fields_among("touches", "harbour", "settlement", "blocks", "tokens")


def place_field_refusals(state: GameState, event: AnyFact) -> list[Refusal]:
    """Refuse places without a board, and descriptions of places with one."""
    has_board = state.game.has_board
    misplaced, code = (DESCRIPTION_FIELDS, "place.has_board") if has_board else (PLACE_FIELDS, "place.no_board")
    return [impossible(code, field=field) for field in misplaced[type(event)] if getattr(event, field) is not None]


def mark_road_longer(state: GameState, number: int) -> GameState:
    """After a new road: the length is at least what it was."""
    return settle_if_measured(with_owner(state, number, road_measured=False))


def mark_roads_maybe_cut(state: GameState, builder: int) -> GameState:
    """After a new settlement, which may have cut any other road in two: only half of each length is certain."""
    for number in owners(state):
        if number != builder and owner(state, number).roads >= 2:
            left = (shortest_possible(state, number) + 1) // 2
            state = with_owner(state, number, road_measured=False, road_at_least=left)
    return settle_if_measured(state)


def shortest_possible(state: GameState, number: int) -> int:
    whose = owner(state, number)
    return whose.road_length if whose.road_measured else whose.road_at_least


def roads_to_measure(state: GameState) -> tuple[int, ...]:
    """Return whose roads must be measured to decide the title, its holder first."""
    if state.game.tracking != "counts":
        return ()
    numbers = owners(state)
    low = [shortest_possible(state, number) for number in numbers]
    whose = [owner(state, number) for number in numbers]
    high = [one.road_length if one.road_measured else one.roads for one in whose]
    holder = None if state.longest_road is None else numbers.index(state.longest_road)
    if len(possible_holders(holder, low, high)) == 1:
        return ()
    leads = max(LONGEST_ROAD_MIN, *low)
    unmeasured = [(n, most) for n, most in zip(numbers, high, strict=True) if not owner(state, n).road_measured]
    asked = tuple(number for number, most in unmeasured if most >= leads)
    return (state.longest_road,) if state.longest_road in asked else asked


def possible_holders(holder: int | None, low: list[int], high: list[int]) -> set[int | None]:
    """Return everybody who may hold the title once all roads are measured, None included."""
    found: set[int | None] = set()
    for seat, most in enumerate(high):
        others = max((low[other] for other in range(len(low)) if other != seat), default=0)
        if most >= max(LONGEST_ROAD_MIN, others if seat == holder else others + 1):
            found.add(seat)
    least = max(LONGEST_ROAD_MIN, *low, 0 if holder is None else low[holder] + 1)
    may_tie = sum(most >= least for seat, most in enumerate(high) if seat != holder) > 1
    if max(low) < LONGEST_ROAD_MIN or may_tie:
        found.add(None)
    return found


def settle_if_measured(state: GameState) -> GameState:
    return state if roads_to_measure(state) else settle_longest_road(state)


def refuse_road_report(state: GameState, event: RoadReported) -> Iterator[Refusal]:
    if state.game.has_board:
        yield impossible("tracking.computed", event=event.type)
    elif event.length > state.seats[event.seat].roads:
        yield irregular("road.longer_than_roads", seat=event.seat, roads=state.seats[event.seat].roads)


def apply_road_report(state: GameState, event: RoadReported) -> GameState:
    return set_road_length(state, event.seat, event.length)


def set_road_length(state: GameState, number: int, length: int) -> GameState:
    return settle_if_measured(with_owner(state, number, road_length=length, road_at_least=length, road_measured=True))


def refuse_gains(state: GameState, event: CardsGained) -> Iterator[Refusal]:
    if state.game.has_board:
        yield impossible("tracking.computed", event=event.type)
        return
    if any(seat >= len(state.seats) for seat in event.gains):
        yield impossible("seat.unknown", seat=max(event.gains))
        return
    wanted = NO_CARDS
    for gain in event.gains.values():
        wanted = wanted.plus(cards(gain))
    if not bank_can_pay(state, wanted):
        yield irregular("bank.short", resources=missing_resources(state, wanted))


def apply_gains(state: GameState, event: CardsGained) -> GameState:
    for seat, gain in sorted(event.gains.items()):
        state = take_from_bank(state, seat, cards(gain))
    return state
