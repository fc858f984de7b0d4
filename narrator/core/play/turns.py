"""Turns: who begins, passing the dice, interludes between turns, optional sub-flows, winning."""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.play.development import make_cards_playable
from narrator.core.play.placement import advance_placement, is_placement
from narrator.core.play.trade import mark_unentered_trades
from narrator.core.play.unseen_cards import settle_unseen
from narrator.core.table import events
from narrator.core.table import phase as phases
from narrator.core.table.state import (
    GameState,
    acting_seat,
    active_seats,
    first_active_seat,
    mode_of,
    next_seat,
    passes_first_player,
    points,
)


def begin_turn(state: GameState, seat: int) -> GameState:
    """Begin a turn of this seat, and a new round if the turn passes the first player."""
    rounds = max(state.round, 1)
    if state.phase.part_of_game == "turn" and passes_first_player(state, seat):
        rounds += 1
    state = _reset_card_limits(state)
    return replace(state, turn=seat, round=rounds, phase=phases.Rolling(), rolls=(), knight_given_up=False)


def begin_interlude(state: GameState, interlude: phases.Interlude) -> GameState:
    return replace(_reset_card_limits(state), phase=interlude)


def _reset_card_limits(state: GameState) -> GameState:
    seats = [replace(seat, bought_this_turn=0) if seat.bought_this_turn else seat for seat in state.seats]
    state = replace(state, seats=tuple(seats), cards_played=0)
    return make_cards_playable(state) if state.held_cards else state


def pass_turn(state: GameState, to: int) -> GameState:
    """End the turn, which may win the game; otherwise begin the next one."""
    state = end_last_round(end_if_won_at_turn_end(settle_unseen(mark_unentered_trades(state))), to)
    return state if isinstance(state.phase, phases.Over) else begin_turn(state, to)


def end_turn_or_interlude(state: GameState) -> GameState:
    """End the turn or interlude of the acting seat. With five or six players, interludes follow a turn."""
    interlude = phases.interlude_of(state.phase)
    following = first_interlude(state) if interlude is None else next_interlude(state, interlude)
    if following is None:
        return pass_turn(state, next_seat(state, state.turn))
    state = end_if_won_at_turn_end(mark_unentered_trades(state) if interlude is None else state)
    return state if isinstance(state.phase, phases.Over) else begin_interlude(state, following)


def apply_turn_ended(state: GameState, event: events.TurnEnded) -> GameState:
    if event.seat == acting_seat(state):
        return end_turn_or_interlude(state)
    return pass_turn(state, next_seat(state, event.seat))  # waived by the host, so theirs was the last turn


def phase_after_roll(state: GameState) -> phases.Phase:
    """Return the phase after the roll; in Catan for Two the first roll is followed by a second."""
    if mode_of(state).second_roll and len(state.rolls) < 2:
        return phases.Rolling()
    return phases.Trading() if state.rules.turn_phases == "separate" else phases.Acting()


FIRST_PLAYER = "first_player"  # in `GameState.finished_steps`, like a line of the checklist


def refuse_first_player(state: GameState, event: events.FirstPlayerChosen) -> Iterator[Refusal]:
    rolls = event.rolls or {}
    if any(seat >= len(state.seats) for seat in rolls):
        yield impossible("seat.unknown", seat=max(rolls))
        return
    if not rolls or state.rules.first_player != "highest_roll":
        return
    best = max(rolls.values())
    leaders = sorted(seat for seat, total in rolls.items() if total == best)
    if len(leaders) > 1:
        yield irregular("first_player.tie", seats=leaders, total=best)
    elif event.seat not in leaders:
        yield irregular("first_player.not_highest", seat=event.seat, highest=leaders[0], total=best)


def apply_first_player(state: GameState, event: events.FirstPlayerChosen) -> GameState:
    ticked = (*(step for step in state.finished_steps if step != FIRST_PLAYER), FIRST_PLAYER)
    state = replace(state, first_seat=event.seat, finished_steps=ticked)
    if not is_placement(state):
        return state
    if isinstance(state.phase, phases.SettingUp) or state.game.tracking == "script":
        return replace(state, turn=first_active_seat(state))
    return advance_placement(state)  # chosen after the first settlement: the snake begins elsewhere


def refuse_victory(state: GameState, event: events.VictoryDeclared) -> Iterator[Refusal]:
    if state.game.tracking != "script" and not has_target(state, event.seat):
        have = points(state, event.seat)
        yield irregular("victory.too_few_points", seat=event.seat, have=have, need=state.rules.target_vp)


def apply_victory(state: GameState, event: events.VictoryDeclared) -> GameState:
    return win(state, event.seat)


def partner_of(state: GameState, seat: int) -> int:
    for _ in range(3):
        seat = next_seat(state, seat)
    return seat


def first_interlude(state: GameState) -> phases.Interlude | None:
    rule = mode_of(state).interlude
    if rule == "paired":
        return phases.PartnerActing(partner_of(state, state.turn))
    if rule == "special_build":
        count = len(state.seats)
        return _special_building(state, tuple((state.turn + step) % count for step in range(1, count)))
    return None


def next_interlude(state: GameState, interlude: phases.Interlude) -> phases.Interlude | None:
    return _special_building(state, interlude.waiting) if isinstance(interlude, phases.SpecialBuilding) else None


def _special_building(state: GameState, seats: tuple[int, ...]) -> phases.Interlude | None:
    active = [seat for seat in seats if not state.seats[seat].has_left]
    return phases.SpecialBuilding(active[0], tuple(active[1:])) if active else None


def has_target(state: GameState, seat: int) -> bool:
    return points(state, seat) >= state.rules.target_vp


def end_if_won(state: GameState) -> GameState:
    if state.phase.part_of_game != "turn" or state.rules.auto_win != "on" or state.rules.win_timing != "immediate":
        return state
    return _end_if_target_reached(state)


def end_if_won_at_turn_end(state: GameState) -> GameState:
    """End the game at the end of a turn or interlude, for the rule `win_timing: end_of_turn`."""
    wins_at_end = state.rules.auto_win == "on" and state.rules.win_timing == "end_of_turn"
    return _end_if_target_reached(state) if wins_at_end else state


def _end_if_target_reached(state: GameState) -> GameState:
    for seat in possible_winners(state):
        if has_target(state, seat):
            return win(state, seat)
    return state


def possible_winners(state: GameState) -> list[int]:
    """Return the seats that win with enough points now, in order of precedence."""
    acting = _acting_seats(state)
    return acting + active_seats(state) if state.rules.win_on_whose_turn == "any" else acting


def _acting_seats(state: GameState) -> list[int]:
    interlude = phases.interlude_of(state.phase)
    if interlude is None:
        return [state.turn]
    if isinstance(interlude, phases.SpecialBuilding):
        return []
    partner = interlude.seat
    if state.rules.paired_tie == "player_one" and has_target(state, partner) and not state.seats[state.turn].has_left:
        return [state.turn, partner]  # if both of the pair have the points, the seat on turn wins
    return [partner]


def end_last_round(state: GameState, to: int) -> GameState:
    if state.final_round is not None and passes_first_player(state, to):
        return replace(state, phase=phases.Over(leader(state)))
    return state


def win(state: GameState, seat: int) -> GameState:
    """End the game or, if the table plays one, begin its last round."""
    if state.rules.final_round == "on":
        return state if state.final_round is not None else replace(state, final_round=seat)
    return replace(state, phase=phases.Over(seat))


def leader(state: GameState) -> int:
    """Return the seat with most points after the last round; a tie goes to the seat that triggered it."""
    return max(active_seats(state), key=lambda seat: (points(state, seat), seat == state.final_round))


# sub-flows that may end unfinished: any other event skips them
OPTIONAL_FLOWS = (phases.PlacingFreeRoads, phases.PlacingNeutral, phases.Stealing)


def step_for(state: GameState, kind: type[events.Event]) -> str:
    return phase_for(state, kind).step


def phase_for(state: GameState, kind: type[events.Event]) -> phases.Phase:
    """Return the phase in which an event of this kind happens, after skipping optional sub-flows."""
    phase = state.phase
    while (return_to := getattr(phase, "return_to", None)) is not None and _skips_flow(state, phase, kind):
        phase = return_to
    return phase


def _skips_flow(state: GameState, phase: phases.Phase, kind: type[events.Event]) -> bool:
    if isinstance(phase, phases.PlacingFreeRoads):
        return kind is not events.RoadBuilt and state.rules.road_building_partial == "allowed"
    if isinstance(phase, phases.PlacingNeutral):
        return phase.is_optional and kind not in (events.NeutralRoadBuilt, events.NeutralSettlementBuilt)
    return isinstance(phase, phases.Stealing) and phase.is_optional and kind is not events.CardStolen
