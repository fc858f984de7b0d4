"""When a prompt about winning, pieces, roads and titles applies."""

from narrator.core.message import msg
from narrator.core.play.titles import LONGEST_ROAD_MIN
from narrator.core.play.turns import first_interlude, has_target, possible_winners
from narrator.core.reading.public_view import PublicView, Transition
from narrator.core.table import events, phase
from narrator.core.table.state import GameState, acting_seat, active_seats, owner, points
from narrator.script.prompts.conditions import ConditionResult, after_event

# Winning.


def target_reached(view: PublicView) -> ConditionResult:
    """A player has enough points on their own turn; if the game ends at once, it is already over."""
    state, rules = view.state, view.state.rules
    if rules.final_round == "on":
        return False
    if state.phase.part_of_game == "over":
        return _just_won(view) in _seats_on_turn(view)
    if rules.win_timing == "immediate" or rules.auto_win == "claim":
        return False
    seat = acting_seat(state)
    if state.phase.part_of_game != "turn" or not has_target(state, seat) or _is_special_building(state):
        return False
    return (msg("prompt.target_reached.line", seat=seat, n=points(state, seat)),)


def _just_won(view: PublicView) -> int | None:
    last, now = view.last_transition, view.state.phase
    if last is None or not isinstance(now, phase.Over) or last.before.phase.part_of_game != "turn":
        return None
    return now.winner


def _seats_on_turn(view: PublicView) -> set[int]:
    """Return whose turn or part it is or was: the end of a turn may begin a part and end the game in it."""
    last = view.last_transition
    if last is None:
        return {view.state.turn, acting_seat(view.state)}
    part = first_interlude(last.before) if isinstance(last.fact, events.TurnEnded) else None
    partners = [part.seat] if isinstance(part, phase.PartnerActing) else []
    return {view.state.turn, acting_seat(last.before), *partners}


def _is_special_building(state: GameState) -> bool:
    """Return whether it is a part in which nobody can win."""
    return isinstance(phase.interlude_of(state.phase), phase.SpecialBuilding)


def target_elsewhere(view: PublicView) -> ConditionResult:
    state = view.state
    if state.rules.final_round == "on":
        return False
    if state.rules.win_on_whose_turn == "any":
        winner = _just_won(view)
        return winner is not None and winner not in _seats_on_turn(view)
    if state.phase.part_of_game != "turn":
        return False
    winning = possible_winners(state)
    there = [seat for seat in active_seats(state) if seat not in winning and has_target(state, seat)]
    return tuple(msg("prompt.target_elsewhere.line", seat=seat, n=points(state, seat)) for seat in there)


def claim_win(view: PublicView) -> ConditionResult:
    state = view.state
    claims = state.phase.part_of_game == "turn" and state.rules.auto_win == "claim"
    return claims and has_target(state, acting_seat(state)) and not _is_special_building(state)


# Pieces, roads and titles.


@after_event(events.RoadBuilt)
def last_road(fact: events.RoadBuilt, last: Transition, state: GameState) -> ConditionResult:
    return last.after.seats[fact.seat].roads_left == 0


@after_event(events.SettlementBuilt)
def last_settlement(fact: events.SettlementBuilt, last: Transition, state: GameState) -> ConditionResult:
    return last.after.seats[fact.seat].settlements_left == 0


@after_event(events.SettlementBuilt)
def road_cut(fact: events.SettlementBuilt, last: Transition, state: GameState) -> ConditionResult:
    pairs = zip(last.before.seats, last.after.seats, strict=True)
    return any(new.road_length < old.road_length for old, new in pairs)


def title_aside(view: PublicView) -> ConditionResult:
    last = view.last_transition
    return last is not None and last.before.longest_road is not None and last.after.longest_road is None


def title_returned(view: PublicView) -> ConditionResult:
    """Longest Road was set aside because of a tie, and now one player alone leads."""
    last = view.last_transition
    if last is None or last.before.longest_road is not None or last.after.longest_road is None:
        return False
    return sum(seat.road_length >= LONGEST_ROAD_MIN for seat in last.before.seats) > 1


def tie_keeps(view: PublicView) -> ConditionResult:
    """A player has just drawn level with the holder of a title."""
    last = view.last_transition
    return last is not None and (
        _draws_level(last.before, last.after, "road_length", last.after.longest_road)
        or _draws_level(last.before, last.after, "knights", last.after.largest_army)
    )


def _draws_level(before: GameState, after: GameState, count: str, holder: int | None) -> bool:
    if holder is None or len(before.seats) != len(after.seats):
        return False
    best = getattr(owner(after, holder), count)
    pairs = [(getattr(old, count), getattr(new, count)) for old, new in zip(before.seats, after.seats, strict=True)]
    return any(new == best > old for seat, (old, new) in enumerate(pairs) if seat != holder)


@after_event(events.SettlementBuilt)
def gap_of_one(fact: events.SettlementBuilt, last: Transition, state: GameState) -> ConditionResult:
    """A settlement was built between two buildings, with one empty corner on either side."""
    if fact.at is None:
        return False
    next_to = state.game.board.island.next_to
    neighbours = next_to[fact.at]
    beyond = {far for near in neighbours for far in next_to[near] if far != fact.at}
    too_close = any(near in last.before.buildings for near in neighbours)
    return sum(far in state.buildings for far in beyond) > 1 and not too_close


@after_event(events.RoadBuilt)
def foreign_building(fact: events.RoadBuilt, last: Transition, state: GameState) -> ConditionResult:
    """A road was built up to another player's building."""
    if fact.at is None:
        return False
    there = [state.buildings.get(end) for end in state.game.board.island.ends_of[fact.at]]
    return any(building is not None and building.seat != fact.seat for building in there)
