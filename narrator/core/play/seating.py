"""Joining before the first settlement, and leaving in mid-game."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.checklist import is_script_only, left_while_placing
from narrator.core.play.for_two import without_neutral_piece
from narrator.core.play.placement import advance, is_placement
from narrator.core.play.roll_and_discard import mark_discarded
from narrator.core.play.titles import measure_roads, settle_longest_road
from narrator.core.play.turns import end_part, pass_turn
from narrator.core.table.box import BASE_BOX, COLOURS
from narrator.core.table.cards import NONE
from narrator.core.table.events import PlayerLeft, SeatJoined
from narrator.core.table.phase import Over, SettingUp, between_turns
from narrator.core.table.player_names import is_printable
from narrator.core.table.state import (
    GameState,
    Seat,
    acting_seat,
    active_seats,
    first_active,
    is_neutral,
    next_seat,
    road_holder,
    with_seat,
)


def max_seats(state: GameState) -> int:
    """Return how many can play on this board."""
    return 4 if state.game.box is BASE_BOX else len(COLOURS)


def refuse_joined(state: GameState, event: SeatJoined) -> Iterator[Refusal]:
    if not is_printable(event.name):
        yield impossible("seat.name")
    if event.seat > len(state.seats) or event.seat >= max_seats(state):
        yield impossible("seat.no_chair", seat=event.seat, chairs=max_seats(state))
    others = {seat.colour for number, seat in enumerate(state.seats) if number != event.seat}
    if event.seat < len(state.seats):  # a third player takes the neutral colours off the board
        others |= {neutral.colour for neutral in state.neutrals}
    if event.colour in others:
        yield impossible("seat.colour_taken", colour=event.colour)


def apply_joined(state: GameState, event: SeatJoined) -> GameState:
    if event.seat == len(state.seats):
        hands = state.hands.joined() if state.hands is not None else None
        seats = (*state.seats, Seat(event.name, event.colour, event.language))
        unseen = replace(state.unseen, known=(*state.unseen.known, NONE)) if state.unseen is not None else None
        return _without_neutrals(replace(state, seats=seats, hands=hands, unseen=unseen))
    joined = with_seat(state, event.seat, name=event.name, colour=event.colour, language=event.language, left=False)
    # It was the previous player of this seat who agreed to the rules.
    joined = replace(joined, agreed=joined.agreed - {event.seat})
    return _about_to_begin(joined)


def _without_neutrals(state: GameState) -> GameState:
    """Remove the neutral colours when a third player joins."""
    if not state.neutrals:
        return state
    state = replace(
        state,
        neutrals=(),
        buildings={at: piece for at, piece in state.buildings.items() if not is_neutral(piece.seat)},
        roads={at: number for at, number in state.roads.items() if not is_neutral(number)},
        longest_road=road_holder(state),
    )
    return settle_longest_road(measure_roads(without_neutral_piece(state), range(len(state.seats))))


def refuse_left(state: GameState, event: PlayerLeft) -> Iterator[Refusal]:
    if state.seats[event.seat].left:
        yield irregular("seat.already_left", seat=event.seat)
    elif len(active_seats(state)) == 1:
        yield impossible("seat.last_one", seat=event.seat)


def apply_left(state: GameState, event: PlayerLeft) -> GameState:
    """Mark a player as gone: the pieces stay and can still block, but there is no turn and no income any more."""
    if state.rules.leaver == "pause":
        return state
    if state.rules.leaver == "end":
        return replace(state, phase=Over(None))
    if is_script_only(state) and is_placement(state):
        state = left_while_placing(state, event.seat)
    state = mark_discarded(with_seat(state, event.seat, left=True), event.seat)
    if isinstance(state.phase, SettingUp | Over):
        return _about_to_begin(state)
    if is_placement(state):
        return state if is_script_only(state) else advance(state)
    if between_turns(state.phase) is not None:
        return end_part(state) if event.seat == acting_seat(state) else state
    return pass_turn(state, next_seat(state, event.seat)) if event.seat == state.turn else state


def _about_to_begin(state: GameState) -> GameState:
    """Before the first settlement, give the turn to the seat that will begin."""
    return replace(state, turn=first_active(state)) if isinstance(state.phase, SettingUp) else state
