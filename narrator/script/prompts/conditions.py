"""When a scenario prompt applies: small questions about what the table may see, grouped by subject."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from narrator.core.message import Msg, msg
from narrator.core.play.building import placeable_roads
from narrator.core.play.card_moves import LOW_STACK
from narrator.core.play.development import playable_cards, remaining_count
from narrator.core.play.placement import is_placement
from narrator.core.play.production import doubtful_resources, short_resources
from narrator.core.play.robber import is_choosing_desert, is_desert, is_protected, must_move_to_desert
from narrator.core.play.roll_and_discard import is_ignored_seven, is_repeated_roll, state_at_roll
from narrator.core.play.titles import LONGEST_ROAD_MIN
from narrator.core.play.trade import is_unspecified
from narrator.core.play.turns import first_interlude, has_target, possible_winners
from narrator.core.reading.public_view import PublicView, Transition
from narrator.core.record.judging import refusals
from narrator.core.table import events, phase
from narrator.core.table.cards import RESOURCES
from narrator.core.table.setup import board_warnings
from narrator.core.table.state import (
    GameState,
    acting_seat,
    active_seats,
    first_active_seat,
    is_neutral,
    owner,
    points,
)

ConditionResult = bool | tuple[Msg, ...]  # whether it applies, or the sentences that say it about this very moment
Condition = Callable[[PublicView], ConditionResult]
CARDS_PLAYED = (events.KnightPlayed, events.RoadBuildingPlayed, events.YearOfPlentyPlayed, events.MonopolyPlayed)


def after_event(
    *kinds: type[events.Event],
) -> Callable[[Callable[[Any, Transition, GameState], ConditionResult]], Condition]:
    """Limit a condition to the moment after facts of these kinds, and pass it the fact, the moment and the state."""

    def decorate(condition: Callable[[Any, Transition, GameState], ConditionResult]) -> Condition:
        @wraps(condition)
        def check(view: PublicView) -> ConditionResult:
            last = view.last_transition
            return last is not None and isinstance(last.fact, kinds) and condition(last.fact, last, view.state)

        return check

    return decorate


def never(view: PublicView) -> ConditionResult:
    """Never applies by itself: the host calls it."""
    return False


def red_numbers(view: PublicView) -> ConditionResult:
    """During set-up: red numbers touch, and the house rule only warns about that."""
    state = view.state
    return isinstance(state.phase, phase.SettingUp) and bool(board_warnings(state.game.board, state.rules))


# Bank and production.


@after_event(events.DiceRolled)
def short_bank(fact: events.DiceRolled, last: Transition, state: GameState) -> ConditionResult:
    return fact.sum != 7 and bool(short_resources(state_at_roll(last.before, fact), fact.sum))


def low_bank(view: PublicView) -> ConditionResult:
    """A stack has just become so small that a shortage is near."""
    last = view.last_transition
    if last is None or view.state.rules.bank_limit == "unlimited":
        return False
    stacks = zip(RESOURCES, last.before.bank, last.after.bank, strict=True)
    low = [(resource, new) for resource, old, new in stacks if new <= LOW_STACK < old]
    return tuple(msg("prompt.low_bank.line", resource=resource, n=max(0, left)) for resource, left in low)


@after_event(events.CardsGained)
def forgotten_income(fact: events.CardsGained, last: Transition, state: GameState) -> ConditionResult:
    return fact.late or (isinstance(last.before.phase, phase.Rolling) and not last.before.rolls)


@after_event(events.YearOfPlentyPlayed)
def plenty_short(fact: events.YearOfPlentyPlayed, last: Transition, state: GameState) -> ConditionResult:
    return last.before.rules.bank_limit != "unlimited" and min(last.before.bank) < 2


# The seven and the robber.


def _chooses_hex(state: GameState) -> bool:
    """Return whether a player moves the robber and the friendly robber leaves them a choice."""
    return isinstance(state.phase, phase.MovingRobber) and not must_move_to_desert(state, acting_seat(state))


@after_event(events.DiceRolled)
def nobody_over_limit(fact: events.DiceRolled, last: Transition, state: GameState) -> ConditionResult:
    return fact.sum == 7 and isinstance(state.phase, phase.MovingRobber) and state.rules.discards == "on"


def tell_hand_sizes(view: PublicView) -> ConditionResult:
    return isinstance(view.state.phase, phase.Discarding)


@after_event(events.DiceRolled)
def ignored_seven(fact: events.DiceRolled, last: Transition, state: GameState) -> ConditionResult:
    return not fact.late and is_ignored_seven(last.after, fact.sum)  # after: the first roll begins its own round


def robber_must_move(view: PublicView) -> ConditionResult:
    state = view.state
    return state.robber == state.game.board.robber and _chooses_hex(state)


def robber_to_desert(view: PublicView) -> ConditionResult:
    last, state = view.last_transition, view.state
    if state.robber is None:
        return False
    if last is not None and isinstance(last.fact, events.RobberMoved) and not is_choosing_desert(last.before):
        return is_desert(state, state.robber) and not must_move_to_desert(last.before, last.fact.seat)
    is_forbidden = state.rules.robber_to_desert == "forbidden" and not is_desert(state, state.robber)
    return _chooses_hex(state) and is_forbidden


def friendly_no_hex(view: PublicView) -> ConditionResult:
    state = view.state
    return isinstance(state.phase, phase.MovingRobber) and must_move_to_desert(state, acting_seat(state))


def friendly_robber(view: PublicView) -> ConditionResult:
    state = view.state
    others = (seat for seat in active_seats(state) if seat != acting_seat(state))
    return _chooses_hex(state) and any(is_protected(state, seat) for seat in others)


@after_event(events.RobberMoved)
def nobody_to_rob(fact: events.RobberMoved, last: Transition, state: GameState) -> ConditionResult:
    return not fact.late and not is_choosing_desert(last.before) and not isinstance(state.phase, phase.Stealing)


def empty_victim(view: PublicView) -> ConditionResult:
    """A player without cards can be chosen as the victim, or has just been chosen."""
    last, now = view.last_transition, view.state.phase
    if isinstance(now, phase.Stealing) and any(view.state.seats[seat].hand_size == 0 for seat in now.victims):
        return True
    if last is None or not isinstance(last.fact, events.CardStolen) or last.fact.victim is None:
        return False
    return last.before.seats[last.fact.victim].hand_size == 0


def steal_optional(view: PublicView) -> ConditionResult:
    return isinstance(view.state.phase, phase.Stealing) and view.state.rules.steal_optional


# Development cards.


def knight_before_roll(view: PublicView) -> ConditionResult:
    state = view.state
    is_time = isinstance(state.phase, phase.Rolling) and state.rules.development_cards != "off"
    return is_time and bool(playable_cards(state, state.turn))


@after_event(*CARDS_PLAYED)
def second_card(fact: Any, last: Transition, state: GameState) -> ConditionResult:
    """A card was just played, and the player still holds another one from an earlier turn."""
    seat = state.seats[fact.seat]
    return not fact.late and state.phase.part_of_game == "turn" and seat.development_cards > seat.bought_this_turn


@after_event(events.DevelopmentBought)
def bought_this_turn(fact: events.DevelopmentBought, last: Transition, state: GameState) -> ConditionResult:
    return not fact.late


def deck_empty(view: PublicView) -> ConditionResult:
    last = view.last_transition
    return last is not None and last.after.deck == 0 < last.before.deck


@after_event(events.RoadBuildingPlayed)
def road_building_short(fact: events.RoadBuildingPlayed, last: Transition, state: GameState) -> ConditionResult:
    """Only one road can be placed."""
    return isinstance(state.phase, phase.PlacingFreeRoads) and state.phase.left == 1


@after_event(events.RoadBuildingPlayed)
def road_building_zero(fact: events.RoadBuildingPlayed, last: Transition, state: GameState) -> ConditionResult:
    return not fact.late and placeable_roads(last.before, fact.seat) == 0


@after_event(events.DevelopmentBought)
def points_card_wins(fact: events.DevelopmentBought, last: Transition, state: GameState) -> ConditionResult:
    """The card just bought might be the missing point."""
    have = points(state, fact.seat)
    hidden = min(state.seats[fact.seat].development_cards, remaining_count(state, "points"))
    return have < state.rules.target_vp <= have + hidden and state.phase.part_of_game == "turn"


# Trade.


@after_event(events.SettlementBuilt)
def harbour_this_turn(fact: events.SettlementBuilt, last: Transition, state: GameState) -> ConditionResult:
    if is_placement(last.before) or fact.late or state.rules.harbours != "on":
        return False
    return last.after.seats[fact.seat].harbours != last.before.seats[fact.seat].harbours


@after_event(events.PlayersTraded)
def gift(fact: events.PlayersTraded, last: Transition, state: GameState) -> ConditionResult:
    return not (any(fact.give.values()) and any(fact.receive.values())) and not is_unspecified(fact)


@after_event(events.PlayersTraded)
def same_kind(fact: events.PlayersTraded, last: Transition, state: GameState) -> ConditionResult:
    return any(count and fact.receive.get(resource) for resource, count in fact.give.items())


@after_event(events.PlayersTraded)
def trade_out_of_turn(fact: events.PlayersTraded, last: Transition, state: GameState) -> ConditionResult:
    return any(reason.code == "turn.not_yours" for reason in refusals(last.before, fact))


# The table.


@after_event(events.FirstPlayerChosen)
def first_player_tie(fact: events.FirstPlayerChosen, last: Transition, state: GameState) -> ConditionResult:
    if not fact.rolls or state.rules.first_player != "highest_roll":
        return False
    totals = list(fact.rolls.values())
    return totals.count(max(totals)) > 1


def unsure(view: PublicView) -> ConditionResult:
    """A count has just become unsure. It is said once, and not if the host meant to leave cards unrecorded."""
    last = view.last_transition
    if last is None or _is_unrecorded(last.fact):
        return False
    if isinstance(last.fact, events.DiceRolled):
        at_roll = state_at_roll(last.before, last.fact)
        if doubtful_resources(at_roll, last.fact.sum):
            return False  # the host is asked about the stack instead
    new = set(last.after.unsure) - set(last.before.unsure)
    lines = [msg("prompt.unsure.line", seat=int(name[5:])) for name in sorted(new) if name.startswith("hand.")]
    if any(name.startswith("bank.") for name in new):
        lines.append(msg("prompt.unsure.line_bank"))
    return tuple(lines) or bool(new)


def _is_unrecorded(fact: events.AnyFact) -> bool:
    """Return whether the cards of a discard or a trade were not entered, which the app offers."""
    if isinstance(fact, events.CardsDiscarded):
        return fact.cards is None
    return isinstance(fact, events.PlayersTraded) and is_unspecified(fact)


# Two, five or six players.


@after_event(events.DiceRolled)
def second_roll_same(fact: events.DiceRolled, last: Transition, state: GameState) -> ConditionResult:
    is_again = is_repeated_roll(state_at_roll(last.before, fact), fact.sum)
    return is_again and not fact.late and isinstance(state.phase, phase.Rolling)


@after_event(events.SettlementBuilt)
def neutral_road_instead(fact: events.SettlementBuilt, last: Transition, state: GameState) -> ConditionResult:
    """A player has built a settlement, and no neutral one fits."""
    return isinstance(state.phase, phase.PlacingNeutral) and state.phase.piece == "road"


def neutral_longest_road(view: PublicView) -> ConditionResult:
    last = view.last_transition
    if last is None or last.after.longest_road in (None, last.before.longest_road):
        return False
    return last.after.longest_road is not None and is_neutral(last.after.longest_road)


@after_event(events.TurnEnded)
def partner_part(fact: events.TurnEnded, last: Transition, state: GameState) -> ConditionResult:
    return isinstance(state.phase, phase.PartnerActing) and _is_first_between_turns(last, state)


@after_event(events.TurnEnded)
def special_building(fact: events.TurnEnded, last: Transition, state: GameState) -> ConditionResult:
    return isinstance(state.phase, phase.SpecialBuilding) and _is_first_between_turns(last, state)


def _is_first_between_turns(last: Transition, state: GameState) -> bool:
    """Return whether the first part between two turns of the whole game has just begun."""
    is_first_turn = state.round == 1 and state.turn == first_active_seat(state)
    return is_first_turn and not isinstance(last.before.phase, phase.Interlude)


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
