"""Helper cards: short explanations, adapted to the house rules.

Each card names its lines (`card.<id>.<line>`); if a house rule decides a line, its value is part of the name. Every id
exists under any rules, so that a step can always point to it; only `two_players` and `five_six` depend on the number
of players.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Literal

from narrator.core.message import Msg, msg, rule_message
from narrator.core.play.roll_and_discard import cards_to_discard
from narrator.core.table.box import BASE_BOX, LARGE_BOX, Box
from narrator.core.table.cards import PRICES, PURCHASES
from narrator.core.table.house_rules import HouseRules, differences, merge_friendly_robber
from narrator.core.table.state import GameState, mode_for
from narrator.script.model import HelperCard

Line = str | Msg | Literal[False]  # the name of a line, a whole message where it has parameters, or nothing

LARGEST_HAND = 20  # how far the table of discards goes
PROGRESS = ("road_building", "year_of_plenty", "monopoly")
DEVELOPMENT = ("development_cards", "knight", *PROGRESS, "points_card", "largest_army")


def helper_cards(state: GameState) -> dict[str, HelperCard]:
    return _cards(state.rules, len(state.seats), state.game.box.hexes)


@lru_cache(maxsize=256)
def _cards(rules: HouseRules, players: int, hexes: int) -> dict[str, HelperCard]:
    box = BASE_BOX if hexes == BASE_BOX.hexes else LARGE_BOX
    cards = (
        *_building_cards(rules),
        *_turn_cards(rules, players, box),
        *_seven_cards(rules),
        *_trade_cards(rules),
        *_development_cards(rules, players),
        *_title_cards(rules),
        *_advice_cards(rules),
        *_table_cards(rules, players, box),
        house_rules_card(rules),
    )
    return {card.id: card for card in cards}


def house_rules_card(rules: HouseRules) -> HelperCard:
    """Return the house rules that differ from the official ones, one line for each."""
    found = [rule_message(key, value) for key, value in merge_friendly_robber(differences(rules), rules).items()]
    return _card("house_rules", *(["1", *found] if found else ["none"]))


def _card(id: str, *lines: Line, drawing: str | None = None) -> HelperCard:
    messages = (msg(f"card.{id}.{line}") if isinstance(line, str) else line for line in lines if line)
    return HelperCard(id, msg(f"card.{id}.title"), tuple(messages), drawing)


def _building_cards(rules: HouseRules) -> Iterator[HelperCard]:
    yield _costs_card(rules)
    yield _card("building", *"123456", drawing="distance")
    yield _card("pieces", *"1234")
    price = msg("card.cities.2", price=PRICES["city"].counts())
    yield _card("cities", "1", price, *"345", drawing="city_on_settlement")


def _costs_card(rules: HouseRules) -> HelperCard:
    bought = [purchase for purchase in PURCHASES if purchase != "development" or rules.development_cards == "on"]
    prices = [msg(f"card.costs.{purchase}", price=PRICES[purchase].counts()) for purchase in bought]
    return _card("costs", *prices, "bank", drawing="costs")


def _turn_cards(rules: HouseRules, players: int, box: Box) -> Iterator[HelperCard]:
    mode, with_cards = mode_for(rules, players, players), rules.development_cards == "on"
    limit = "one" if rules.dev_per_turn == 1 else "unlimited"
    yield _card(
        "turn",
        f"1.{rules.dev_before_roll}" if with_cards else "1.none",
        "2.two_rolls" if mode.second_roll else f"2.{rules.dice_mode}",
        f"3.robber_{rules.robber}_discards_{rules.discards}",
        f"4.{rules.turn_phases}",
        with_cards and f"5.{limit}",
        "6" if mode.interlude == "none" else f"6.{mode.interlude}",
        drawing="turn",
    )
    yield _card("odds", *"12345", rules.dice_mode == "deck36" and "6.deck36", drawing="odds")
    yield _card("production", *"12345", rules.robber == "on" and "6", drawing="production")
    yield _bank_card(rules, box)


def _bank_card(rules: HouseRules, box: Box) -> HelperCard:
    late = f"6.{rules.late_income}"
    if rules.bank_limit == "unlimited":
        return _card("bank", "1.unlimited", late)
    full = msg("card.bank.1.limited", n=box.cards_per_resource)
    return _card("bank", full, f"2.{rules.bank_shortage}", "3", "4", "5", late)


def _seven_cards(rules: HouseRules) -> Iterator[HelperCard]:
    discarding = rules.discards == "on" and msg(f"card.seven.2.{rules.discard_choice}", limit=rules.discard_limit)
    robbing: tuple[Line, ...] = ("3", _steal(rules)) if rules.robber == "on" else ()
    after = "5" if rules.robber == rules.discards == "off" else "4"
    ignored = rules.no_seven_rounds > 0 and msg(f"card.seven.6.{rules.no_seven_mode}", n=rules.no_seven_rounds)
    yield _card("seven", "1", discarding, *robbing, after, ignored, drawing="seven")
    yield _discards_card(rules)
    yield _robber_card(rules)


def _discards_card(rules: HouseRules) -> HelperCard:
    if rules.discards == "off":
        return _card("discards", "1.off", "2.off")
    limit = rules.discard_limit
    rows = tuple(_discard_rows(rules))
    safe_hand = len(rows) < 5 and msg("card.discards.safe", limit=limit)
    rule = msg(f"card.discards.1.{rules.discard_round}", limit=limit)
    return _card("discards", rule, *rows, safe_hand, drawing="discard_table")


def _discard_rows(rules: HouseRules) -> Iterator[Msg]:
    """Yield the lines of the discard table. A line has one or two hand sizes that discard the same number of cards, or
    two such pairs."""
    sizes = range(rules.discard_limit + 1, LARGEST_HAND + 1)
    groups = [(n, list(hands)) for n, hands in groupby(sizes, key=lambda size: cards_to_discard(size, rules))]
    while groups:
        n, (a, *others) = groups.pop(0)
        if not others:
            yield msg("card.discards.hand", a=a, n=n)
        elif groups and len(groups[0][1]) == 2:
            m, (c, d) = groups.pop(0)
            yield msg("card.discards.pairs", a=a, b=others[0], n=n, c=c, d=d, m=m)
        else:
            yield msg("card.discards.pair", a=a, b=others[0], n=n)


def _robber_card(rules: HouseRules) -> HelperCard:
    if rules.robber == "off":
        return _card("robber", "1.off", "2.off")
    first = "1" if rules.development_cards == "on" else "1.no_knights"
    desert, victim = f"3.desert_{rules.robber_to_desert}", f"5.{rules.empty_victim}"
    return _card("robber", first, "2", desert, _steal(rules), victim, _friendly(rules), drawing="robber")


def _steal(rules: HouseRules) -> Msg:
    return msg("card.robber.4.may_steal" if rules.steal_optional else "card.robber.4.must_steal")


def _friendly(rules: HouseRules) -> Line:
    on = rules.robber == "on" and rules.friendly_robber == "on"
    return on and msg("card.robber.6.friendly", points=rules.friendly_robber_vp)


def _trade_cards(rules: HouseRules) -> Iterator[HelperCard]:
    if rules.harbours == "on":
        yield _card("harbours", *"1234", f"5.{rules.turn_phases}", "6", drawing="harbour")
    else:
        yield _card("harbours", "1.off", "2.off", "3.off", drawing="bank_trade")
    if rules.domestic_trade == "off":
        yield _card("trades", "1.off", "2.off", drawing="bank_trade")
        return
    gifts, same = f"3.gifts_{rules.gifts}", f"4.same_{rules.same_resource_trade}"
    yield _card("trades", "1", "2", gifts, same, "5", f"6.promises_{rules.promises}", drawing="trade")


def _development_cards(rules: HouseRules, players: int) -> Iterator[HelperCard]:
    if rules.development_cards == "off":
        off = msg("card.development_cards.1.off"), msg("card.development_cards.2.off")
        yield from (_card(id, *off) for id in DEVELOPMENT)
        return
    limit = "2.one" if rules.dev_per_turn == 1 else "2.unlimited"
    yield _card("development_cards", "1", limit, f"3.{rules.dev_before_roll}", f"4.{rules.vp_cards}", "5", "6")
    when = "3.after" if rules.dev_before_roll == "none" else "3.before"
    moves: tuple[Line, ...] = ("1", _steal(rules)) if rules.robber == "on" else ("1.no_robber",)
    yield _card(
        "knight", *moves, rules.discards == "on" and "2", when, "4", drawing="knight" if rules.robber == "on" else None
    )
    yield _road_building_card(rules)
    yield _card(
        "year_of_plenty",
        "1",
        "2",
        rules.bank_limit == "limited" and f"3.{rules.plenty_short}",
        drawing="year_of_plenty",
    )
    yield _card("monopoly", *"123", drawing="monopoly")
    beside = rules.dev_per_turn == 1 and rules.vp_cards != "counts_as_play" and "4"
    yield _card(
        "points_card",
        "1",
        f"2.{rules.vp_cards}",
        f"3.{rules.vp_cards}",
        beside,
        f"5.{rules.reveal_at_end}",
        drawing="victory_point",
    )
    yield _card("largest_army", *"123", not mode_for(rules, players, players).tokens and "4", drawing="largest_army")


def _road_building_card(rules: HouseRules) -> HelperCard:
    short = rules.road_building_short
    none = short == "as_many_as_possible" and f"3.{rules.road_building_zero}"
    return _card("road_building", "1", f"2.{short}", none, f"4.{rules.road_building_partial}", drawing="road_building")


def _title_cards(rules: HouseRules) -> Iterator[HelperCard]:
    yield _card("longest_road", *"1234", drawing="longest_road")
    yield _card("road_rings", *"12345", drawing="road_ring")
    yield _card("road_cut", *"123456", drawing="road_cut")
    yield _goal_card(rules)
    yield _winning_card(rules)


def _goal_card(rules: HouseRules) -> HelperCard:
    need, worth = msg("card.goal.1", target=rules.target_vp), msg("card.winning.1")
    titles = msg("card.winning.2.cards" if rules.development_cards == "on" else "card.winning.2.no_cards")
    return _card("goal", need, worth, titles, "2", "3")


def _winning_card(rules: HouseRules) -> HelperCard:
    with_cards = rules.development_cards == "on"
    whose = "own" if rules.win_on_whose_turn == "own_only" else "any"
    how = "final_round" if rules.final_round == "on" else f"{whose}_{rules.win_timing}"
    points = "2.cards" if with_cards else "2.no_cards"
    reach = msg(f"card.winning.3.{how}", target=rules.target_vp)
    wait = how == "own_immediate" and "4.wait"
    tie = how == "final_round" and msg("card.winning.4.tie", target=rules.target_vp)
    return _card("winning", "1", points, reach, wait, tie, with_cards and "5", f"6.{rules.auto_win}", drawing="points")


def _advice_cards(rules: HouseRules) -> Iterator[HelperCard]:
    with_cards, with_robber = rules.development_cards == "on", rules.robber == "on"
    spend = rules.discards == "on" and msg("card.early_game.4", limit=rules.discard_limit)
    way = msg("card.late_game.3", target=rules.target_vp)
    yield _who_starts_card(rules)
    yield _card("placement", *"123456", drawing="placement_order")
    yield _card("where_to_place", *"1234", rules.harbours == "on" and "5", "6", drawing="odds")
    yield _card("early_game", *"123", spend)
    yield _card("middle_game", "1", "2", with_cards and "3", "4", with_robber and "5")
    yield _card("late_game", "1", with_cards and "2", way, rules.domestic_trade == "on" and "4", "5", "6")
    yield _card("mistakes", *"1234", with_cards and rules.discards == "on" and "5", "6")
    yield _card("before_acting", *"123456")


def _who_starts_card(rules: HouseRules) -> HelperCard:
    tie = rules.first_player == "highest_roll" and rule_message("first_player_tie", rules.first_player_tie)
    return _card("who_starts", rule_message("first_player", rules.first_player), tie, "1", "2")


def _table_cards(rules: HouseRules, players: int, box: Box) -> Iterator[HelperCard]:
    yield _card("secrets", *"123", rules.robber == "on" and "4", rules.development_cards == "on" and "5")
    size = "base" if box.hexes < 30 else "large"
    yield _card("box", *(f"{line}.{size}" for line in (1, 2, 3, 4)), "5", "6")
    if players == 2:
        yield _two_players_card(rules)
    if players > 4:
        yield _five_six_card(rules)


def _two_players_card(rules: HouseRules) -> HelperCard:
    mode = rules.two_player_mode
    if mode == "plain":
        return _card("two_players", "1.plain", "2.order")
    if mode == "duel":
        race = msg("card.two_players.1.duel", target=rules.target_vp)
        safe = rules.discards == "on" and msg("card.two_players.3.safe_hand", limit=rules.discard_limit)
        return _card("two_players", race, "2.order", safe, _friendly(rules))
    tokens = "4.robber" if rules.robber == "on" else "4.no_robber"
    knights = rules.development_cards == "on" and "6"
    return _card("two_players", *(f"{line}.{mode}" for line in (1, 2, 3)), tokens, "5", knights)


def _five_six_card(rules: HouseRules) -> HelperCard:
    mode, with_cards = rules.five_six_turns, rules.development_cards == "on" and "3"
    lines: tuple[Line, ...] = ("1", "2")
    if mode == "paired":
        lines = ("1", "2", with_cards, rules.domestic_trade == "on" and "4", "5", "6")
    elif mode == "special_build":
        lines = ("1", "2", with_cards, rules.win_on_whose_turn == "own_only" and "4")
    return _card("five_six", *(f"{line}.{mode}" for line in lines if line))
