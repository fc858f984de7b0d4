"""Corrections: set a number of the record to what the table counted. A counted number is certain again."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from narrator.core.message import Refusal, impossible
from narrator.core.play.building import placeable_roads
from narrator.core.play.placement import advance_placement, is_placement
from narrator.core.play.robber import theft_phase
from narrator.core.play.roll_and_discard import begin_seven, recompute_discards
from narrator.core.play.titles import settle_largest_army
from narrator.core.play.turns import begin_interlude, begin_turn, first_interlude, phase_after_roll
from narrator.core.play.unseen_cards import record_unseen_loss, settle_unseen
from narrator.core.table import phase as phases
from narrator.core.table.cards import RESOURCE_INDEX, RESOURCES, Cards
from narrator.core.table.events import Corrected, TouchedHex
from narrator.core.table.state import GameState, acting_seat, mark_sure, mode_of, neutral_number, with_seat

NEEDS_SEAT = ("hand", "knights", "development_cards", "revealed_points", "tokens")
# if the app deals, nobody has to count these, and trying out corrections would reveal hands
DEALT_COUNTS = ("hand", "bank", "deck", "knights", "development_cards", "revealed_points")
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
    if event.what == "bank" and event.resource is None:
        yield impossible("corrected.needs_resource", what=event.what)
    if state.game.is_dealt and event.what in DEALT_COUNTS:
        yield impossible("corrected.dealt", what=event.what)
    if not _is_possible_value(state, event):
        yield impossible("corrected.value", what=event.what, value=event.value)


def _is_possible_value(state: GameState, event: Corrected) -> bool:
    value, what, box = event.value, event.what, state.game.box
    if what == "turn":
        return _is_number(value, len(state.seats) - 1) and not state.seats[value].has_left
    if what in ("longest_road", "largest_army"):
        neutral = what == "longest_road" and isinstance(value, str) and neutral_number(state, value) is not None
        return value is None or neutral or _is_number(value, len(state.seats) - 1)
    if what == "step":
        return isinstance(value, str) and value in STEPS and _is_open_step(state, value)
    if what == "robber" and state.game.has_board:
        return isinstance(value, str) and value in state.game.board.terrain
    if what == "robber":
        return value is None or _touch(value) is not None
    most: dict[str, int] = {
        "hand": box.bank().total(),
        "bank": box.cards_per_resource,
        "deck": box.deck(),
        "knights": box.development["knight"],
        "development_cards": box.deck(),
        "revealed_points": box.development["points"],
        "tokens": mode_of(state).tokens or -1,
    }
    return _is_number(value, most[what])


def _is_open_step(state: GameState, step: str) -> bool:
    """Allow placement only while something is left to place, and only this table's interludes."""
    if step in ("partner", "special_build"):
        interlude = first_interlude(state)
        return interlude is not None and interlude.step == step
    return step not in ("settlement", "road") or is_placement(_at_placement(state))


def _at_placement(state: GameState) -> GameState:
    return advance_placement(replace(state, phase=phases.PlacingSettlement(1), round=0))


def _is_number(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _touch(value: Any) -> TouchedHex | None:
    try:
        return msgspec.convert(value, TouchedHex)
    except msgspec.ValidationError:
        return None


def _correct_turn(state: GameState, event: Corrected) -> GameState:
    if isinstance(state.phase, phases.SettingUp):
        return replace(state, turn=event.value, first_seat=event.value)
    if is_placement(state):
        return replace(state, turn=event.value)
    rounds = max(state.round, 1)
    if isinstance(state.phase, phases.Over):
        state = replace(state, phase=phases.Rolling())
    return replace(begin_turn(state, event.value), round=rounds)


def _correct_step(state: GameState, event: Corrected) -> GameState:
    if event.value == "over":  # the table stops, and nobody has won
        return replace(state, phase=phases.Over(None))
    if event.value in ("settlement", "road"):
        return _at_placement(state)
    state = replace(state, round=max(state.round, 1))
    if event.value == "roll":
        return replace(state, phase=phases.Rolling(), rolls=())
    if event.value == "discard":
        return begin_seven(state)
    interlude = first_interlude(state)
    if interlude is not None and event.value == interlude.step:
        return begin_interlude(state, interlude)
    return_to, roads = phase_after_roll(state), placeable_roads(state, state.turn)
    make_phase: Mapping[str, Callable[[], phases.Phase]] = {
        "robber": lambda: phases.MovingRobber(return_to),
        "steal": lambda: theft_phase(state, state.turn, return_to),
        "free_roads": lambda: phases.PlacingFreeRoads(roads, return_to) if roads else return_to,
        "actions": phases.Acting,
        "trade": phases.Trading,
        "build": phases.BuildingOnly,
    }
    return replace(state, phase=make_phase[event.value]())


def _correct_hand(state: GameState, event: Corrected) -> GameState:
    number = event.seat or 0
    if state.hands is not None:
        hands = state.hands.with_recount(number, state.seats[number].hand_size, event.value)
        state = replace(state, hands=hands)
    fewer = max(0, state.seats[number].hand_size - event.value)
    state = record_unseen_loss(with_seat(state, number, hand_size=event.value), number, fewer)
    state = settle_unseen(mark_sure(state, f"hand.{number}"))
    return recompute_discards(_find_victims_again(state))


def _correct_bank(state: GameState, event: Corrected) -> GameState:
    resource = event.resource or RESOURCES[0]
    stacks = list(state.bank)
    owed = min(0, stacks[RESOURCE_INDEX[resource]])  # an empty stack that is owed cards is still owed them
    stacks[RESOURCE_INDEX[resource]] = event.value or owed
    return settle_unseen(mark_sure(replace(state, bank=Cards(*stacks)), f"bank.{resource}"))


def _correct_development_cards(state: GameState, event: Corrected) -> GameState:
    number = event.seat or 0
    bought = min(state.seats[number].bought_this_turn, event.value)
    state = with_seat(state, number, development_cards=event.value, bought_this_turn=bought)
    return mark_sure(state, f"development_cards.{number}")


def _correct_longest_road(state: GameState, event: Corrected) -> GameState:
    is_neutral = isinstance(event.value, str)
    return replace(state, longest_road=neutral_number(state, event.value) if is_neutral else event.value)


def _correct_robber(state: GameState, event: Corrected) -> GameState:
    if state.game.has_board:
        return _find_victims_again(replace(state, robber=event.value))
    return _find_victims_again(replace(state, blocked_hex=_touch(event.value)))


def _find_victims_again(state: GameState) -> GameState:
    if isinstance(state.phase, phases.Stealing):
        return replace(state, phase=theft_phase(state, acting_seat(state), state.phase.return_to))
    return state


CORRECTIONS: dict[str, Callable[[GameState, Corrected], GameState]] = {
    "turn": _correct_turn,
    "step": _correct_step,
    "hand": _correct_hand,
    "bank": _correct_bank,
    "deck": lambda state, event: mark_sure(replace(state, deck=event.value), "deck"),
    "knights": lambda state, event: settle_largest_army(with_seat(state, event.seat or 0, knights=event.value)),
    "development_cards": _correct_development_cards,
    "revealed_points": lambda state, event: with_seat(state, event.seat or 0, revealed_points=event.value),
    "longest_road": _correct_longest_road,
    "largest_army": lambda state, event: replace(state, largest_army=event.value),
    "robber": _correct_robber,
    "tokens": lambda state, event: with_seat(state, event.seat or 0, tokens=event.value),
}
