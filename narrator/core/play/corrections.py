"""Corrections: set a number of the record to what the table counted. A counted number is certain again."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from narrator.core.message import Refusal, impossible
from narrator.core.play.building import placeable_roads
from narrator.core.play.placement import advance, is_placement
from narrator.core.play.robber import phase_of_theft
from narrator.core.play.roll_and_discard import begin_seven, reopen_seven
from narrator.core.play.titles import settle_largest_army
from narrator.core.play.turns import after_roll, begin_part, begin_turn, first_part
from narrator.core.play.unseen_cards import left_unseen, settle_unseen
from narrator.core.table.cards import INDEX, RESOURCES, Cards
from narrator.core.table.events import Corrected, Touch
from narrator.core.table.phase import (
    Acting,
    BuildingOnly,
    MovingRobber,
    Over,
    Phase,
    PlacingFreeRoads,
    PlacingSettlement,
    Rolling,
    SettingUp,
    Stealing,
    Trading,
)
from narrator.core.table.state import GameState, acting_seat, mode_of, neutral_of, with_seat, with_sure

NEEDS_SEAT = ("hand", "knights", "development_cards", "revealed_points", "tokens")
NEEDS_RESOURCE = ("bank",)
# the app deals these: nobody has to count them, and trial corrections would reveal hands
DEALT = ("hand", "bank", "deck", "knights", "development_cards", "revealed_points")
STEPS = (
    *("settlement", "road", "roll", "discard", "robber", "steal", "free_roads"),
    *("actions", "trade", "build", "partner", "special_build", "over"),
)


def refuse_correction(state: GameState, event: Corrected) -> Iterator[Refusal]:
    if event.what not in CORRECTIONS:
        yield impossible("corrected.unknown", what=event.what)
        return
    if event.what in NEEDS_SEAT and event.seat is None:
        yield impossible("corrected.needs_seat", what=event.what)
    if event.what in NEEDS_RESOURCE and event.resource is None:
        yield impossible("corrected.needs_resource", what=event.what)
    if state.game.cards == "app" and event.what in DEALT:
        yield impossible("corrected.dealt", what=event.what)
    if not _fits(state, event):
        yield impossible("corrected.value", what=event.what, value=event.value)


def _fits(state: GameState, event: Corrected) -> bool:
    """Return whether the value is possible for this count."""
    value, what, box = event.value, event.what, state.game.box
    if what == "turn":
        return _is_number(value, len(state.seats) - 1) and not state.seats[value].left
    if what in ("longest_road", "largest_army"):
        neutral = what == "longest_road" and isinstance(value, str) and neutral_of(state, value) is not None
        return value is None or neutral or _is_number(value, len(state.seats) - 1)
    if what == "step":
        return isinstance(value, str) and value in STEPS and _is_open_step(state, value)
    if what == "robber" and state.game.board is not None:
        return isinstance(value, str) and value in state.game.board.terrain
    if what == "robber":
        return value is None or _touch(value) is not None
    most: dict[str, int] = {
        "hand": box.bank().total(),
        "bank": box.of_each_resource,
        "deck": box.deck(),
        "knights": box.development["knight"],
        "development_cards": box.deck(),
        "revealed_points": box.development["points"],
        "tokens": mode_of(state).tokens or -1,
    }
    return _is_number(value, most[what])


def _is_open_step(state: GameState, step: str) -> bool:
    """Allow placement only while something is left to place, and only this table's parts between turns."""
    if step in ("partner", "special_build"):
        part = first_part(state)
        return part is not None and part.step == step
    return step not in ("settlement", "road") or is_placement(_placing(state))


def _placing(state: GameState) -> GameState:
    return advance(replace(state, phase=PlacingSettlement(1), round=0))


def _is_number(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _touch(value: Any) -> Touch | None:
    try:
        return msgspec.convert(value, Touch)
    except msgspec.ValidationError:
        return None


def apply_correction(state: GameState, event: Corrected) -> GameState:
    return CORRECTIONS[event.what](state, event)


def _turn(state: GameState, event: Corrected) -> GameState:
    if isinstance(state.phase, SettingUp):
        return replace(state, turn=event.value, first=event.value)
    if is_placement(state):
        return replace(state, turn=event.value)
    rounds = max(state.round, 1)
    if isinstance(state.phase, Over):
        state = replace(state, phase=Rolling())
    return replace(begin_turn(state, event.value), round=rounds)


def _step(state: GameState, event: Corrected) -> GameState:
    if event.value == "over":  # the table stops, and nobody has won
        return replace(state, phase=Over(None))
    if event.value in ("settlement", "road"):
        return _placing(state)
    state = replace(state, round=max(state.round, 1))
    if event.value == "roll":
        return replace(state, phase=Rolling(), rolls=())
    if event.value == "discard":
        return begin_seven(state)
    part = first_part(state)
    if part is not None and event.value == part.step:
        return begin_part(state, part)
    back, roads = after_roll(state), placeable_roads(state, state.turn)
    phases: Mapping[str, Callable[[], Phase]] = {
        "robber": lambda: MovingRobber(back),
        "steal": lambda: phase_of_theft(state, state.turn, back),
        "free_roads": lambda: PlacingFreeRoads(roads, back) if roads else back,
        "actions": Acting,
        "trade": Trading,
        "build": BuildingOnly,
    }
    return replace(state, phase=phases[event.value]())


def _hand(state: GameState, event: Corrected) -> GameState:
    number = event.seat or 0
    if state.hands is not None:
        hands = state.hands.recounted(number, state.seats[number].hand, event.value)
        state = replace(state, hands=hands)
    fewer = max(0, state.seats[number].hand - event.value)
    state = left_unseen(with_seat(state, number, hand=event.value), number, fewer)
    state = settle_unseen(with_sure(state, f"hand.{number}"))
    if isinstance(state.phase, Stealing):
        return replace(state, phase=phase_of_theft(state, acting_seat(state), state.phase.back))
    return reopen_seven(state)


def _bank(state: GameState, event: Corrected) -> GameState:
    resource = event.resource or RESOURCES[0]
    stacks = list(state.bank)
    owed = min(0, stacks[INDEX[resource]])  # an empty stack that is owed cards is still owed them
    stacks[INDEX[resource]] = event.value or owed
    return settle_unseen(with_sure(replace(state, bank=Cards(*stacks)), f"bank.{resource}"))


def _development_cards(state: GameState, event: Corrected) -> GameState:
    number = event.seat or 0
    bought = min(state.seats[number].bought_this_turn, event.value)
    state = with_seat(state, number, development_cards=event.value, bought_this_turn=bought)
    return with_sure(state, f"development_cards.{number}")


def _longest_road(state: GameState, event: Corrected) -> GameState:
    """A neutral colour is given by its name."""
    holder = neutral_of(state, event.value) if isinstance(event.value, str) else event.value
    return replace(state, longest_road=holder)


def _robber(state: GameState, event: Corrected) -> GameState:
    if state.game.board is not None:
        state = replace(state, robber=event.value)
    else:
        state = replace(state, blocks=_touch(event.value))
    if isinstance(state.phase, Stealing):
        return replace(state, phase=phase_of_theft(state, acting_seat(state), state.phase.back))
    return state


CORRECTIONS: dict[str, Callable[[GameState, Corrected], GameState]] = {
    "turn": _turn,
    "step": _step,
    "hand": _hand,
    "bank": _bank,
    "deck": lambda state, event: with_sure(replace(state, deck=event.value), "deck"),
    "knights": lambda state, event: settle_largest_army(with_seat(state, event.seat or 0, knights=event.value)),
    "development_cards": _development_cards,
    "revealed_points": lambda state, event: with_seat(state, event.seat or 0, revealed_points=event.value),
    "longest_road": _longest_road,
    "largest_army": lambda state, event: replace(state, largest_army=event.value),
    "robber": _robber,
    "tokens": lambda state, event: with_seat(state, event.seat or 0, tokens=event.value),
}
