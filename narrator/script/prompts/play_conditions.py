"""When a scenario prompt applies: small questions about what the table may see.

Each answers with the sentences that say it of this very moment (none are needed), or None where it does not apply.
"""

from narrator.core.message import Msg, msg
from narrator.core.play.building import placeable_roads
from narrator.core.play.card_moves import LOW_STACK
from narrator.core.play.development import can_exist, playable_cards
from narrator.core.play.dice import is_repeated, is_spared_seven
from narrator.core.play.placement import is_placement
from narrator.core.play.production import doubtful_resources, short_resources
from narrator.core.play.robber import chooses_desert, friendly_leaves_nothing, is_plain_desert, is_protected
from narrator.core.play.trade import is_untold
from narrator.core.reading.public_view import Moment, View
from narrator.core.record.rules import refusals
from narrator.core.table import events
from narrator.core.table.cards import RESOURCES
from narrator.core.table.phase import (
    Discarding,
    MovingRobber,
    Part,
    PartnerActing,
    PlacingFreeRoads,
    PlacingNeutral,
    Rolling,
    SettingUp,
    SpecialBuilding,
    Stealing,
)
from narrator.core.table.setup import board_warnings
from narrator.core.table.state import acting_seat, active_seats, first_active, is_neutral, points, shown_bank

Answer = tuple[Msg, ...] | None
YES: tuple[Msg, ...] = ()


def only_called(view: View) -> Answer:
    """Nothing that is entered shows it: the host calls it."""
    return None


def red_numbers(view: View) -> Answer:
    """While the table is laid: red numbers that touch, where that is only warned about."""
    state = view.state
    board = state.game.board
    if board is None or not isinstance(state.phase, SettingUp):
        return None
    return YES if board_warnings(board, state.rules) else None


# Bank and production.


def short_bank(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.DiceRolled) or last.fact.sum == 7:
        return None
    return YES if short_resources(last.before, last.fact.sum) else None


def low_bank(view: View) -> Answer:
    """A stack has just fallen to where a shortage is near."""
    last = view.last
    if last is None or view.state.rules.bank_limit == "unlimited":
        return None
    fallen = [
        msg("prompt.low_bank.line", resource=resource, n=shown_bank(last.after).of(resource))
        for resource in RESOURCES
        if last.after.bank.of(resource) <= LOW_STACK < last.before.bank.of(resource)
    ]
    return tuple(fallen) or None


def forgotten_income(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.CardsGained):
        return None
    return YES if last.fact.late or (isinstance(last.before.phase, Rolling) and not last.before.rolls) else None


def plenty_short(view: View) -> Answer:
    """The card was played while a stack was empty or nearly so."""
    last = view.last
    if (
        last is None
        or not isinstance(last.fact, events.YearOfPlentyPlayed)
        or last.before.rules.bank_limit == "unlimited"
    ):
        return None
    return YES if min(last.before.bank) < 2 else None


# The seven and the robber.


def nobody_over_limit(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.DiceRolled) or last.fact.sum != 7:
        return None
    return YES if isinstance(view.state.phase, MovingRobber) and view.state.rules.discards == "on" else None


def tell_hand_sizes(view: View) -> Answer:
    return YES if isinstance(view.state.phase, Discarding) else None


def no_seven(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.DiceRolled) or last.fact.late:
        return None
    # The first roll of all begins its own round.
    return YES if is_spared_seven(last.after, last.fact.sum) else None


def robber_must_move(view: View) -> Answer:
    """The first time that the robber moves at this table."""
    state = view.state
    board = state.game.board
    first = board is not None and state.robber == board.robber
    if not isinstance(state.phase, MovingRobber) or friendly_leaves_nothing(state, acting_seat(state)):
        return None
    return YES if first else None


def robber_to_desert(view: View) -> Answer:
    last, state = view.last, view.state
    if state.robber is None:
        return None
    if last is not None and isinstance(last.fact, events.RobberMoved) and not chooses_desert(last.before):
        free = not friendly_leaves_nothing(last.before, last.fact.seat)
        return YES if is_plain_desert(state, state.robber) and free else None
    if not isinstance(state.phase, MovingRobber) or friendly_leaves_nothing(state, acting_seat(state)):
        return None
    forbidden = state.rules.robber_to_desert == "forbidden" and not is_plain_desert(state, state.robber)
    return YES if forbidden else None


def friendly_no_hex(view: View) -> Answer:
    state = view.state
    return YES if isinstance(state.phase, MovingRobber) and friendly_leaves_nothing(state, acting_seat(state)) else None


def friendly_robber(view: View) -> Answer:
    state = view.state
    if not isinstance(state.phase, MovingRobber) or friendly_leaves_nothing(state, acting_seat(state)):
        return None
    return YES if any(is_protected(state, seat) for seat in active_seats(state) if seat != acting_seat(state)) else None


def nobody_to_rob(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.RobberMoved) or last.fact.late or chooses_desert(last.before):
        return None
    return None if isinstance(view.state.phase, Stealing) else YES


def empty_victim(view: View) -> Answer:
    """Somebody without cards stands there to be chosen, or has just been chosen."""
    last, phase = view.last, view.state.phase
    if isinstance(phase, Stealing) and any(view.state.seats[seat].hand == 0 for seat in phase.victims):
        return YES
    if last is None or not isinstance(last.fact, events.CardStolen) or last.fact.victim is None:
        return None
    return YES if last.before.seats[last.fact.victim].hand == 0 else None


def steal_optional(view: View) -> Answer:
    return YES if isinstance(view.state.phase, Stealing) and view.state.rules.steal_optional else None


# Development cards.


def knight_before_roll(view: View) -> Answer:
    state = view.state
    if not isinstance(state.phase, Rolling) or state.rules.development_cards == "off":
        return None
    return YES if playable_cards(state, state.turn) else None


def second_card(view: View) -> Answer:
    """One card was just played, and another old one is still held."""
    last, state = view.last, view.state
    cards = events.KnightPlayed | events.RoadBuildingPlayed | events.YearOfPlentyPlayed | events.MonopolyPlayed
    if last is None or not isinstance(last.fact, cards) or last.fact.late or state.phase.phase != "turn":
        return None
    seat = state.seats[last.fact.seat]
    return YES if seat.development_cards > seat.bought_this_turn else None


def bought_this_turn(view: View) -> Answer:
    last = view.last
    return YES if last is not None and isinstance(last.fact, events.DevelopmentBought) and not last.fact.late else None


def deck_empty(view: View) -> Answer:
    last = view.last
    return YES if last is not None and last.after.deck == 0 < last.before.deck else None


def road_building_short(view: View) -> Answer:
    """Only one road can be placed: the card was just played, or will not be worth two."""
    last = view.last
    if last is None or not isinstance(last.fact, events.RoadBuildingPlayed):
        return None
    phase = view.state.phase
    return YES if isinstance(phase, PlacingFreeRoads) and phase.left == 1 else None


def road_building_zero(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.RoadBuildingPlayed):
        return None
    return YES if placeable_roads(last.before, last.fact.seat) == 0 and not last.fact.late else None


def points_card_wins(view: View) -> Answer:
    """A card was just bought that might be the missing point."""
    last, state = view.last, view.state
    if last is None or not isinstance(last.fact, events.DevelopmentBought):
        return None
    have = points(state, last.fact.seat)
    hidden = min(state.seats[last.fact.seat].development_cards, can_exist(state, "points"))
    return YES if have < state.rules.target_vp <= have + hidden and state.phase.phase == "turn" else None


# Trade.


def harbour_this_turn(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.SettlementBuilt) or is_placement(last.before) or last.fact.late:
        return None
    before, after = last.before.seats[last.fact.seat], last.after.seats[last.fact.seat]
    return YES if after.harbours != before.harbours and view.state.rules.harbours == "on" else None


def gift(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.PlayersTraded):
        return None
    empty = not any(last.fact.give.values()) or not any(last.fact.receive.values())
    return YES if empty and not is_untold(last.fact) else None


def same_kind(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.PlayersTraded):
        return None
    given = {resource for resource, count in last.fact.give.items() if count}
    return YES if given & {resource for resource, count in last.fact.receive.items() if count} else None


def trade_out_of_turn(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.PlayersTraded):
        return None
    return YES if "turn.not_yours" in [reason.code for reason in refusals(last.before, last.fact)] else None


# The table.


def first_player_tie(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.FirstPlayerChosen) or not last.fact.rolls:
        return None
    if view.state.rules.first_player != "highest_roll":
        return None
    totals = list(last.fact.rolls.values())
    return YES if totals.count(max(totals)) > 1 else None


def unsure(view: View) -> Answer:
    """Something has just become unsure; it is said once and never nags. Cards that nobody looked at contradict
    nothing: their counts have a mark, and can be counted where they lie."""
    last = view.last
    if last is None or _is_unseen(last.fact) or _is_asked(last):
        return None
    new = set(last.after.unsure) - set(last.before.unsure)
    lines = [msg("prompt.unsure.line", seat=int(name[5:])) for name in sorted(new) if name.startswith("hand.")]
    if any(name.startswith("bank.") for name in new):
        lines.append(msg("prompt.unsure.line_bank"))
    return tuple(lines) if new else None


def _is_unseen(fact: events.AnyFact) -> bool:
    """Discards that nobody looked at, and trades without details: both are offered, so neither is a slip."""
    if isinstance(fact, events.CardsDiscarded):
        return fact.cards is None
    return isinstance(fact, events.PlayersTraded) and is_untold(fact)


def _is_asked(last: Moment) -> bool:
    """A roll that was paid from a stack in doubt: the host is asked about the stack, and the hand hangs on it."""
    return isinstance(last.fact, events.DiceRolled) and bool(doubtful_resources(last.before, last.fact.sum))


# Two.


def second_roll_same(view: View) -> Answer:
    last = view.last
    if last is None or not isinstance(last.fact, events.DiceRolled) or last.fact.late:
        return None
    again = is_repeated(last.before, last.fact.sum) and isinstance(view.state.phase, Rolling)
    return YES if again and last.before.turn == view.state.turn else None


def neutral_road_instead(view: View) -> Answer:
    """A player has built a settlement, and no neutral one fits."""
    last, phase = view.last, view.state.phase
    if last is None or not isinstance(last.fact, events.SettlementBuilt) or not isinstance(phase, PlacingNeutral):
        return None
    return YES if phase.piece == "road" else None


def neutral_longest_road(view: View) -> Answer:
    """A neutral colour has just taken the title."""
    last = view.last
    if last is None or last.after.longest_road == last.before.longest_road:
        return None
    return YES if last.after.longest_road is not None and is_neutral(last.after.longest_road) else None


# Five and six.


def partner_part(view: View) -> Answer:
    return YES if _first_begins(view, PartnerActing) else None


def special_building(view: View) -> Answer:
    return YES if _first_begins(view, SpecialBuilding) else None


def _first_begins(view: View, kind: type[Part]) -> bool:
    """Whether the very first part between two turns has just begun."""
    last, state = view.last, view.state
    begins = last is not None and isinstance(last.fact, events.TurnEnded) and not isinstance(last.before.phase, Part)
    return begins and isinstance(state.phase, kind) and state.round == 1 and state.turn == first_active(state)
