"""When a prompt about winning, pieces, roads and titles applies. Answers as `conditions` does."""

from narrator.core.message import msg
from narrator.core.play.titles import LONGEST_ROAD_MIN
from narrator.core.play.turns import first_part, has_target, may_win
from narrator.core.reading.public_view import View
from narrator.core.table.events import RoadBuilt, SettlementBuilt, TurnEnded
from narrator.core.table.phase import Over, PartnerActing, SpecialBuilding, between_turns
from narrator.core.table.state import GameState, acting_seat, active_seats, owner, points
from narrator.script.prompts.play_conditions import YES, Answer

# Winning.


def target_reached(view: View) -> Answer:
    """Enough points on one's own turn; where the game ends at once it is over by now."""
    state, rules = view.state, view.state.rules
    if rules.final_round == "on":
        return None
    if state.phase.phase == "over":
        return YES if _just_won(view) in _at_their_part(view) else None
    if rules.win_timing == "immediate" or rules.auto_win == "claim":
        return None
    if state.phase.phase != "turn" or not has_target(state, acting_seat(state)) or is_window(state):
        return None
    return (msg("prompt.target_reached.line", seat=acting_seat(state), n=points(state, acting_seat(state))),)


def _just_won(view: View) -> int | None:
    """Who has won with the last entry."""
    last, phase = view.last, view.state.phase
    if last is None or not isinstance(phase, Over) or last.before.phase.phase != "turn":
        return None
    return phase.winner


def _at_their_part(view: View) -> set[int]:
    """Whose turn or part it is or was: a pass that begins a part may end the game in it."""
    last = view.last
    if last is None:
        return {view.state.turn, acting_seat(view.state)}
    part = first_part(last.before) if isinstance(last.fact, TurnEnded) else None
    return {view.state.turn, acting_seat(last.before), *([part.seat] if isinstance(part, PartnerActing) else [])}


def is_window(state: GameState) -> bool:
    """Special building, in which nobody wins."""
    return isinstance(between_turns(state.phase), SpecialBuilding)


def target_elsewhere(view: View) -> Answer:
    state = view.state
    if state.rules.final_round == "on":
        return None
    if state.rules.win_on_whose_turn == "any":
        winner = _just_won(view)
        return YES if winner is not None and winner not in _at_their_part(view) else None
    if state.phase.phase != "turn":
        return None
    winning = may_win(state)
    there = [seat for seat in active_seats(state) if seat not in winning and has_target(state, seat)]
    return tuple(msg("prompt.target_elsewhere.line", seat=seat, n=points(state, seat)) for seat in there) or None


def claim_win(view: View) -> Answer:
    state = view.state
    claims = state.phase.phase == "turn" and state.rules.auto_win == "claim"
    return YES if claims and has_target(state, acting_seat(state)) and not is_window(state) else None


# Pieces, roads and titles.


def last_road(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, RoadBuilt):
        return None
    return YES if last.after.seats[last.fact.seat].roads_left == 0 else None


def last_settlement(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, SettlementBuilt):
        return None
    return YES if last.after.seats[last.fact.seat].settlements_left == 0 else None


def road_cut(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, SettlementBuilt):
        return None
    shorter = [
        number
        for number, (old, new) in enumerate(zip(last.before.seats, last.after.seats, strict=True))
        if new.road_length < old.road_length
    ]
    return YES if shorter else None


def title_aside(view: View) -> Answer:
    last = view.last
    return (
        YES if last is not None and last.before.longest_road is not None and last.after.longest_road is None else None
    )


def title_returned(view: View) -> Answer:
    """It lay aside although somebody had five, and now one player alone leads."""
    last = view.last
    if last is None or last.before.longest_road is not None or last.after.longest_road is None:
        return None
    leaders = [seat for seat in last.before.seats if seat.road_length >= LONGEST_ROAD_MIN]
    return YES if len(leaders) > 1 else None


def tie_keeps(view: View) -> Answer:
    """Somebody has just drawn level with the holder."""
    last = view.last
    if last is None:
        return None
    return (
        YES
        if _draws_level(last.before, last.after, "road_length", last.after.longest_road)
        or _draws_level(last.before, last.after, "knights", last.after.largest_army)
        else None
    )


def _draws_level(before: GameState, after: GameState, count: str, holder: int | None) -> bool:
    if holder is None or len(before.seats) != len(after.seats):
        return False
    best = getattr(owner(after, holder), count)
    return any(
        getattr(after.seats[seat], count) == best > getattr(before.seats[seat], count)
        for seat in range(len(after.seats))
        if seat != holder
    )


def gap_of_one(view: View) -> Answer:
    """A settlement between two buildings, with one empty corner on either side."""
    last = view.last
    board = view.state.game.board
    if last is None or board is None or not isinstance(last.fact, SettlementBuilt) or last.fact.at is None:
        return None
    at = last.fact.at
    beyond = {far for near in board.island.next_to[at] for far in board.island.next_to[near] if far != at}
    near_by = [far for far in beyond if far in view.state.buildings]
    too_close = any(near in last.before.buildings for near in board.island.next_to[at])
    return YES if len(near_by) > 1 and not too_close else None


def foreign_building(view: View) -> Answer:
    """A road has just been built up to somebody else's building."""
    last = view.last
    board = view.state.game.board
    if last is None or board is None or not isinstance(last.fact, RoadBuilt) or last.fact.at is None:
        return None
    there = [view.state.buildings.get(end) for end in board.island.ends_of[last.fact.at]]
    return YES if any(building is not None and building.seat != last.fact.seat for building in there) else None
