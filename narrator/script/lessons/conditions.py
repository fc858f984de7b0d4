"""When a lesson first matters, judged from one fact and the table before and after it.

Each condition returns whom the lesson concerns: the whole table, some seats, or nobody. It looks only at what everyone
may see.
"""

from collections.abc import Callable, Sequence
from typing import Any

from narrator.core.play.development import playable_cards
from narrator.core.play.placement import is_placement
from narrator.core.play.production import short_resources
from narrator.core.play.robber import seats_at_hex, seats_touching
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN
from narrator.core.table import phase as phases
from narrator.core.table.events import CardStolen, DiceRolled, RobberMoved, SettlementBuilt
from narrator.core.table.state import GameState, points

Concerned = Sequence[int | None]  # seats; None is everyone
LessonCondition = Callable[[GameState, GameState, Any], Concerned]

EVERYONE: Concerned = (None,)
NOBODY: Concerned = ()
ACTIONS = (phases.Acting, phases.Trading, phases.BuildingOnly)


def always(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE


def seats_that(state: GameState, is_so: Callable[[int], bool]) -> Concerned:
    return [seat for seat in range(len(state.seats)) if not state.seats[seat].has_left and is_so(seat)]


# The placement.


def after_placement(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if is_placement(before) else NOBODY


def second_placement_round(before: GameState, after: GameState, fact: Any) -> Concerned:
    """The second round of the placement begins."""
    phase = after.phase
    return EVERYONE if isinstance(phase, phases.PlacingSettlement) and phase.round == 2 else NOBODY


def first_cards(before: GameState, after: GameState, fact: SettlementBuilt) -> Concerned:
    return EVERYONE if is_placement(before) and after.bank != before.bank else NOBODY


# The turn.


def first_turn(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if isinstance(after.phase, phases.Rolling) else NOBODY


def first_actions(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if isinstance(after.phase, ACTIONS) else NOBODY


def second_actions(before: GameState, after: GameState, fact: Any) -> Concerned:
    """The second player acts: by then there are enough cards to trade."""
    is_theirs = isinstance(after.phase, ACTIONS) and after.turn != after.first_seat
    return EVERYONE if is_theirs and after.rules.domestic_trade == "on" else NOBODY


def second_round(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if after.round >= 2 else NOBODY


def after_income(before: GameState, after: GameState, fact: DiceRolled) -> Concerned:
    return EVERYONE if after.bank != before.bank else NOBODY


def short_bank(before: GameState, after: GameState, fact: DiceRolled) -> Concerned:
    is_short = before.rules.bank_shortage == "official" and fact.sum != 7 and short_resources(before, fact.sum)
    return EVERYONE if is_short else NOBODY


# The seven.


def seven(before: GameState, after: GameState, fact: DiceRolled) -> Concerned:
    rules = after.rules
    as_in_the_box = rules.robber == rules.discards == "on"
    return EVERYONE if as_in_the_box and isinstance(after.phase, phases.Discarding | phases.MovingRobber) else NOBODY


def must_discard(before: GameState, after: GameState, fact: Any) -> Concerned:
    return list(after.phase.owed) if isinstance(after.phase, phases.Discarding) else NOBODY


def owners_at_robber(before: GameState, after: GameState, fact: RobberMoved) -> Concerned:
    """The owners of buildings at the robber's new hex."""
    there = seats_touching(after, after.blocked_hex) if after.robber is None else seats_at_hex(after, after.robber)
    return sorted(there - {fact.seat})


def after_theft(before: GameState, after: GameState, fact: CardStolen) -> Concerned:
    return NOBODY if fact.victim is None else EVERYONE


def full_hand(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A hand is over the limit: everyone learns about it before a seven is rolled."""
    if after.rules.discards == "off" or isinstance(after.phase, phases.Discarding):
        return NOBODY
    too_many = seats_that(after, lambda seat: after.seats[seat].hand_size > after.rules.discard_limit)
    return EVERYONE if too_many else NOBODY


# Building and cards.


def after_paid_build(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A piece was paid for, not placed."""
    return NOBODY if is_placement(before) or isinstance(before.phase, phases.PlacingFreeRoads) else EVERYONE


def new_harbour(before: GameState, after: GameState, fact: SettlementBuilt) -> Concerned:
    if after.rules.harbours == "off" or fact.seat >= len(before.seats):
        return NOBODY
    return (fact.seat,) if after.seats[fact.seat].harbours != before.seats[fact.seat].harbours else NOBODY


def bank_trade_with_harbours(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if after.rules.harbours == "on" else NOBODY


def knight_with_robber(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if after.rules.robber == "on" else NOBODY


def can_play_card(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A card can be played after the roll; before it, house rules differ."""
    is_time = isinstance(after.phase, ACTIONS) and after.rules.dev_per_turn == 1
    return (after.turn,) if is_time and playable_cards(after, after.turn) else NOBODY


def out_of_pieces(before: GameState, after: GameState, fact: Any) -> Concerned:
    return seats_that(after, lambda seat: _none_left(after, seat))


def _none_left(state: GameState, number: int) -> bool:
    seat = state.seats[number]
    return not (seat.roads_left and seat.settlements_left and seat.cities_left)


# Titles and points.


def near_longest_road(before: GameState, after: GameState, fact: Any) -> Concerned:
    if after.longest_road is not None:
        return NOBODY
    return seats_that(after, lambda seat: after.seats[seat].road_length == LONGEST_ROAD_MIN - 1)


def near_largest_army(before: GameState, after: GameState, fact: Any) -> Concerned:
    if after.largest_army is not None:
        return NOBODY
    return seats_that(after, lambda seat: after.seats[seat].knights == LARGEST_ARMY_MIN - 1)


def longest_road_taken(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if after.longest_road not in (None, before.longest_road) else NOBODY


def largest_army_taken(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if after.largest_army not in (None, before.largest_army) else NOBODY


def road_tie(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A player has drawn level with the holder of Longest Road."""
    holder = after.longest_road
    if holder is None or holder != before.longest_road or holder >= len(after.seats) or after.seats == before.seats:
        return NOBODY
    length = after.seats[holder].road_length
    caught_up = seats_that(after, lambda seat: seat != holder and after.seats[seat].road_length == length)
    return EVERYONE if caught_up else NOBODY


def road_cut(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A road has become shorter."""
    pairs = zip(before.seats, after.seats, strict=False)
    return EVERYONE if any(new.road_length < old.road_length for old, new in pairs) else NOBODY


def title_aside(before: GameState, after: GameState, fact: Any) -> Concerned:
    return EVERYONE if before.longest_road is not None and after.longest_road is None else NOBODY


def match_point(before: GameState, after: GameState, fact: Any) -> Concerned:
    near = seats_that(after, lambda seat: points(after, seat) >= after.rules.target_vp - 1)
    return EVERYONE if near and not isinstance(after.phase, phases.Over) else NOBODY
