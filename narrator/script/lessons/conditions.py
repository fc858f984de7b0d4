"""When a lesson first matters, judged from one fact and the table before and after it.

Each condition returns whom the lesson concerns: True for the whole table, or a list of seats. It looks only at what
everyone may see.
"""

from collections.abc import Callable, Sequence
from typing import Any

from narrator.core.play.development import playable_cards
from narrator.core.play.placement import is_placement
from narrator.core.play.production import short_resources
from narrator.core.play.robber import seats_at_robber
from narrator.core.play.roll_and_discard import state_at_roll
from narrator.core.play.titles import LARGEST_ARMY_MIN, LONGEST_ROAD_MIN
from narrator.core.table import phase as phases
from narrator.core.table.events import DiceRolled, RobberMoved, SettlementBuilt
from narrator.core.table.state import GameState, points

Concerned = bool | Sequence[int]
LessonCondition = Callable[[GameState, GameState, Any], Concerned]

ACTIONS = (phases.Acting, phases.Trading, phases.BuildingOnly)


def always(before: GameState, after: GameState, fact: Any) -> Concerned:
    return True


def seats_that(state: GameState, is_so: Callable[[int], bool]) -> list[int]:
    return [seat for seat in range(len(state.seats)) if not state.seats[seat].has_left and is_so(seat)]


# The placement.


def second_placement_round(before: GameState, after: GameState, fact: Any) -> Concerned:
    phase = after.phase
    return isinstance(phase, phases.PlacingSettlement) and phase.round == 2


def first_cards(before: GameState, after: GameState, fact: SettlementBuilt) -> Concerned:
    return is_placement(before) and after.bank != before.bank


# The turn.


def second_actions(before: GameState, after: GameState, fact: Any) -> Concerned:
    """The second player acts: by then there are enough cards to trade."""
    is_theirs = isinstance(after.phase, ACTIONS) and after.turn != after.first_seat
    return is_theirs and after.rules.domestic_trade == "on"


def short_bank(before: GameState, after: GameState, fact: DiceRolled) -> Concerned:
    can_be_short = before.rules.bank_shortage == "official" and fact.sum != 7
    return can_be_short and bool(short_resources(state_at_roll(before, fact), fact.sum))


# The seven.


def seven(before: GameState, after: GameState, fact: DiceRolled) -> Concerned:
    rules = after.rules
    as_in_the_box = rules.robber == rules.discards == "on"
    return as_in_the_box and isinstance(after.phase, phases.Discarding | phases.MovingRobber)


def must_discard(before: GameState, after: GameState, fact: Any) -> Concerned:
    return list(after.phase.owed) if isinstance(after.phase, phases.Discarding) else ()


def owners_at_robber(before: GameState, after: GameState, fact: RobberMoved) -> Concerned:
    there = seats_at_robber(after)
    return sorted(there - {fact.seat})


def full_hand(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A hand is over the limit: everyone learns about it before a seven is rolled."""
    if after.rules.discards == "off" or isinstance(after.phase, phases.Discarding):
        return False
    return bool(seats_that(after, lambda seat: after.seats[seat].hand_size > after.rules.discard_limit))


# Building and cards.


def after_paid_build(before: GameState, after: GameState, fact: Any) -> Concerned:
    return not is_placement(before) and not isinstance(before.phase, phases.PlacingFreeRoads)


def new_harbour(before: GameState, after: GameState, fact: SettlementBuilt) -> Concerned:
    if after.rules.harbours == "off" or fact.seat >= len(before.seats):
        return ()
    return (fact.seat,) if after.seats[fact.seat].harbours != before.seats[fact.seat].harbours else ()


def can_play_card(before: GameState, after: GameState, fact: Any) -> Concerned:
    """A card can be played after the roll; before it, house rules differ."""
    is_time = isinstance(after.phase, ACTIONS) and after.rules.dev_per_turn == 1
    return (after.turn,) if is_time and playable_cards(after, after.turn) else ()


def out_of_pieces(before: GameState, after: GameState, fact: Any) -> Concerned:
    left = [(seat.roads_left, seat.settlements_left, seat.cities_left) for seat in after.seats]
    return seats_that(after, lambda seat: not all(left[seat]))


# Titles and points.


def near_longest_road(before: GameState, after: GameState, fact: Any) -> Concerned:
    if after.longest_road is not None:
        return ()
    return seats_that(after, lambda seat: after.seats[seat].road_length == LONGEST_ROAD_MIN - 1)


def near_largest_army(before: GameState, after: GameState, fact: Any) -> Concerned:
    if after.largest_army is not None:
        return ()
    return seats_that(after, lambda seat: after.seats[seat].knights == LARGEST_ARMY_MIN - 1)


def longest_road_taken(before: GameState, after: GameState, fact: Any) -> Concerned:
    return after.longest_road not in (None, before.longest_road)


def largest_army_taken(before: GameState, after: GameState, fact: Any) -> Concerned:
    return after.largest_army not in (None, before.largest_army)


def road_tie(before: GameState, after: GameState, fact: Any) -> Concerned:
    holder = after.longest_road
    if holder is None or holder != before.longest_road or holder >= len(after.seats) or after.seats == before.seats:
        return False
    length = after.seats[holder].road_length
    return bool(seats_that(after, lambda seat: seat != holder and after.seats[seat].road_length == length))


def road_cut(before: GameState, after: GameState, fact: Any) -> Concerned:
    pairs = zip(before.seats, after.seats, strict=False)
    return any(new.road_length < old.road_length for old, new in pairs)


def title_aside(before: GameState, after: GameState, fact: Any) -> Concerned:
    return before.longest_road is not None and after.longest_road is None


def match_point(before: GameState, after: GameState, fact: Any) -> Concerned:
    near = seats_that(after, lambda seat: points(after, seat) >= after.rules.target_vp - 1)
    return bool(near) and not isinstance(after.phase, phases.Over)
