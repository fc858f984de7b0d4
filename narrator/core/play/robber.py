"""The robber: where he may move, whom he may rob, and the stolen card."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.building import unknown_place
from narrator.core.play.card_moves import take_seen_card, take_unseen_card
from narrator.core.table.box import PRODUCES
from narrator.core.table.coordinates import Hex
from narrator.core.table.events import CardStolen, RobberMoved, TouchedHex
from narrator.core.table.phase import MovingRobber, Phase, SettingUp, Stealing
from narrator.core.table.state import GameState, is_neutral, points


def seats_at_hex(state: GameState, at: Hex) -> set[int]:
    corners = state.game.board.island.corners_of[at]
    there = {state.buildings[corner].seat for corner in corners if corner in state.buildings}
    return {number for number in there if not is_neutral(number)}


def seats_touching(state: GameState, at: TouchedHex | None) -> set[int]:
    """Without a board: return the seats with a building on a hex, as far as the host entered them."""
    return {number for number, seat in enumerate(state.seats) if any(at in (site.touches or ()) for site in seat.sites)}


def seats_at_robber(state: GameState) -> set[int]:
    """Return the seats that certainly have a building on the robber's hex."""
    return seats_at_hex(state, state.robber) if state.robber is not None else seats_touching(state, state.blocked_hex)


def hex_under_robber(state: GameState) -> TouchedHex | None:
    """Return the hex that the robber keeps from paying, if it is known and produces something."""
    at, board = state.robber, state.game.board
    if at is None:
        return state.blocked_hex
    return TouchedHex(PRODUCES[board.terrain[at]], board.numbers[at]) if at in board.numbers else None


def is_protected(state: GameState, number: int) -> bool:
    """Return whether the friendly robber spares a seat because it has few points."""
    return state.rules.friendly_robber == "on" and points(state, number) <= state.rules.friendly_robber_vp


def protected_seats(state: GameState, mover: int, at: Hex) -> list[int]:
    if state.rules.friendly_robber == "off":
        return []
    return sorted(seat for seat in seats_at_hex(state, at) if seat != mover and is_protected(state, seat))


def is_desert(state: GameState, at: Hex) -> bool:
    return state.game.board.terrain[at] == "desert"


def must_move_to_desert(state: GameState, mover: int) -> bool:
    """Return whether protected seats leave the friendly robber only the desert, where he may also stay."""
    if not state.game.has_board or state.rules.friendly_robber == "off":
        return False
    return not any(_can_move_to(state, mover, at) for at in state.game.board.island.hexes)


def _can_move_to(state: GameState, mover: int, at: Hex) -> bool:
    if at == state.robber or (state.rules.robber_to_desert == "forbidden" and is_desert(state, at)):
        return False
    return not protected_seats(state, mover, at)


def robber_spots(state: GameState, mover: int) -> list[Hex]:
    board = state.game.board
    if must_move_to_desert(state, mover):
        return board.deserts()
    return [at for at in board.island.hexes if _can_move_to(state, mover, at)]


def is_choosing_desert(state: GameState) -> bool:
    may_choose = state.rules.robber == "on" and state.rules.robber_start_desert == "choose"
    return isinstance(state.phase, SettingUp) and may_choose and len(state.game.board.deserts()) > 1


def refuse_robber(state: GameState, event: RobberMoved) -> Iterator[Refusal]:
    if not state.game.has_board:
        if event.blocks is not None and event.blocks == state.blocked_hex:
            yield irregular("robber.must_move")
        for seat in sorted(seats_touching(state, event.blocks) - {event.seat}):
            if is_protected(state, seat):
                yield irregular("robber.friendly", seat=seat, points=state.rules.friendly_robber_vp)
        return
    if event.to is None or event.to not in state.game.board.terrain:
        yield unknown_place(event.to)
        return
    if is_choosing_desert(state):
        if not is_desert(state, event.to):
            yield irregular("robber.starts_elsewhere", hex=event.to)
        return
    if must_move_to_desert(state, event.seat):
        if not is_desert(state, event.to):
            yield irregular("robber.only_desert", hex=event.to)
        return
    if event.to == state.robber:
        yield irregular("robber.must_move", hex=event.to)
    if state.rules.robber_to_desert == "forbidden" and is_desert(state, event.to):
        yield irregular("robber.not_desert", hex=event.to)
    for seat in protected_seats(state, event.seat, event.to):
        yield irregular("robber.friendly", hex=event.to, seat=seat, points=state.rules.friendly_robber_vp)


def apply_robber(state: GameState, event: RobberMoved) -> GameState:
    if is_choosing_desert(state):
        ticked = (*(step for step in state.finished_steps if step != "robber"), "robber")
        return replace(state, robber=event.to, finished_steps=ticked)
    state = replace(state, robber=event.to, blocked_hex=event.blocks)
    return_to = state.phase.return_to if isinstance(state.phase, MovingRobber) else state.phase
    return replace(state, phase=theft_phase(state, event.seat, return_to))


def theft_phase(state: GameState, thief: int, return_to: Phase) -> Phase:
    """Return the theft after the robber's move or, if nobody can be robbed, the phase to return to."""
    victims = possible_victims(state, thief)
    if not victims:
        return return_to
    return Stealing(victims, return_to, is_optional=seats_at_robber(state).isdisjoint(victims))


def possible_victims(state: GameState, thief: int) -> tuple[int, ...]:
    victims = {seat for seat in _seats_maybe_at_robber(state) if seat != thief and not is_protected(state, seat)}
    with_cards = {seat for seat in victims if state.seats[seat].hand_size}
    return tuple(sorted(with_cards if state.rules.empty_victim == "skipped" or not with_cards else victims))


def _seats_maybe_at_robber(state: GameState) -> set[int]:
    """Return the seats with a building on the robber's hex; without a board, also those that may have one."""
    if not state.game.has_board and state.blocked_hex is None:
        return set(range(len(state.seats)))
    unknown = {n for n, seat in enumerate(state.seats) if any(site.touches is None for site in seat.sites)}
    return seats_at_robber(state) | unknown


def refuse_theft(state: GameState, event: CardStolen) -> Iterator[Refusal]:
    if event.victim is None:
        is_optional = isinstance(state.phase, Stealing) and state.phase.is_optional
        if not state.rules.steal_optional and not is_optional:
            yield irregular("theft.not_optional", seat=event.seat)
        if event.resource is not None:
            yield impossible("theft.nothing_taken")
        return
    if event.victim == event.seat:
        yield impossible("theft.from_oneself", seat=event.seat)
    if isinstance(state.phase, Stealing) and not event.late and event.victim not in state.phase.victims:
        yield irregular("theft.not_there", seat=event.victim)
    if event.resource is not None and state.seats[event.victim].hand_size == 0:
        yield irregular("hand.too_few", seat=event.victim, need=1, have=0)


def apply_theft(state: GameState, event: CardStolen) -> GameState:
    phase: Phase = state.phase.return_to if isinstance(state.phase, Stealing) else state.phase
    if event.victim is not None:
        if event.resource is None:
            state = take_unseen_card(state, event.victim, event.seat)
        else:
            state = take_seen_card(state, event.victim, event.seat, event.resource)
    return replace(state, phase=phase)
