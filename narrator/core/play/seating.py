"""Joining before the first settlement, and leaving in mid-game."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.checklist import is_script_only, skip_placements_of
from narrator.core.play.for_two import without_neutral_piece
from narrator.core.play.placement import advance_placement, is_placement
from narrator.core.play.roll_and_discard import mark_discarded
from narrator.core.play.titles import measure_roads, settle_longest_road
from narrator.core.play.turns import end_turn_or_interlude, pass_turn
from narrator.core.table.box import BASE_BOX, COLOURS
from narrator.core.table.cards import NO_CARDS
from narrator.core.table.events import PlayerLeft, SeatJoined
from narrator.core.table.phase import Over, SettingUp, interlude_of
from narrator.core.table.player_names import is_printable
from narrator.core.table.state import (
    GameState,
    Seat,
    acting_seat,
    active_seats,
    first_active_seat,
    is_neutral,
    longest_road_seat,
    next_seat,
    with_seat,
)


def max_seats(state: GameState) -> int:
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
        hands = state.hands.with_new_hand() if state.hands is not None else None
        seats = (*state.seats, Seat(event.name, event.colour, event.language))
        unseen = replace(state.unseen, known=(*state.unseen.known, NO_CARDS)) if state.unseen is not None else None
        return _without_neutrals(replace(state, seats=seats, hands=hands, unseen=unseen))
    joined = with_seat(state, event.seat, name=event.name, colour=event.colour, language=event.language, has_left=False)
    # It was the previous player of this seat who agreed to the rules.
    joined = replace(joined, agreed_seats=joined.agreed_seats - {event.seat})
    return _give_turn_to_first(joined)


def _without_neutrals(state: GameState) -> GameState:
    if not state.neutrals:
        return state
    state = replace(
        state,
        neutrals=(),
        buildings={at: piece for at, piece in state.buildings.items() if not is_neutral(piece.seat)},
        roads={at: number for at, number in state.roads.items() if not is_neutral(number)},
        longest_road=longest_road_seat(state),
    )
    return settle_longest_road(measure_roads(without_neutral_piece(state), range(len(state.seats))))


def refuse_left(state: GameState, event: PlayerLeft) -> Iterator[Refusal]:
    if state.seats[event.seat].has_left:
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
        state = skip_placements_of(state, event.seat)
    state = mark_discarded(with_seat(state, event.seat, has_left=True), event.seat)
    if isinstance(state.phase, SettingUp | Over):
        return _give_turn_to_first(state)
    if is_placement(state):
        return state if is_script_only(state) else advance_placement(state)
    if interlude_of(state.phase) is not None:
        return end_turn_or_interlude(state) if event.seat == acting_seat(state) else state
    return pass_turn(state, next_seat(state, event.seat)) if event.seat == state.turn else state


def _give_turn_to_first(state: GameState) -> GameState:
    """Before the first settlement, give the turn to the seat that will begin."""
    return replace(state, turn=first_active_seat(state)) if isinstance(state.phase, SettingUp) else state
