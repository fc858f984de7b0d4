"""Panels of actions and development cards: what is offered, and what is not because it can not be."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards
from narrator.core.table.events import (
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    StepDone,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.hands import Hands
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, DANA, given, new_game
from tests.support.web import EIGHT, HALF, acting, entering, kinds_offered, links, offers, panel_at, stage_at, tap

HOLDS_ONE = {ANA: {"development_cards": 1}}


# Actions, cards, the end


def test_a_plain_turn_offers_building_buying_trading_and_its_end() -> None:
    panel = panel_at(acting())
    assert list(links(panel)) == ["Build", "Trade with the supply", "Trade with players"]
    assert offers(panel) == [(DevelopmentBought(seat=ANA),)]
    pad = stage_at(acting()).dice_pad
    assert pad is not None
    assert pad.end_button is not None
    assert pad.end_button.events == (TurnEnded(seat=ANA),)


def test_without_cards_to_buy_or_others_to_trade_with_that_is_not_offered() -> None:
    assert DevelopmentBought not in kinds_offered(acting(deck=0))
    alone = acting(seats={n: {"has_left": True} for n in (BORIS, CHAI, DANA)})
    assert "Trade with players" not in links(panel_at(alone))
    assert panel_at(alone, "?do=trade").rows == ()


def test_trading_first_leads_on_to_building() -> None:
    state = given(new_game(turn_phases="separate"), step="trade", hands=EIGHT, bank=HALF)
    assert (StepDone(step="trade"),) in offers(panel_at(state))
    assert "Build" not in links(panel_at(state))
    state = given(new_game(turn_phases="separate"), step="build", hands=EIGHT, bank=HALF)
    assert "Trade with the supply" not in links(panel_at(state))
    assert "Build" in links(panel_at(state))


def holding(step: str = "actions", **rules: Any) -> GameState:
    cards = {"development_cards": 2, "bought_this_turn": 0}
    base = new_game(**rules)
    return given(base, step=step, hands=EIGHT, bank=HALF, seats={ANA: cards}, settlements={ANA: ["B2-B3-C3"]})


def test_a_card_that_is_held_can_be_played_in_any_of_its_four_ways() -> None:
    panel = panel_at(holding())
    assert {KnightPlayed, RoadBuildingPlayed} <= kinds_offered(holding())
    assert {"Invention", "Monopoly"} <= set(links(panel))


def test_before_the_roll_cards_are_offered_as_the_table_allows() -> None:
    both = {KnightPlayed, RoadBuildingPlayed}
    assert kinds_offered(holding("roll")) & both == both
    assert kinds_offered(holding("roll", dev_before_roll="knight_only")) & both == {KnightPlayed}
    assert kinds_offered(holding("roll", dev_before_roll="none")) & both == set()


@pytest.mark.parametrize(
    "change", [{"cards_played": 1}, {"seats": {ANA: {"development_cards": 1, "bought_this_turn": 1}}}]
)
def test_a_second_card_and_a_new_one_are_not_offered(change: dict[str, Any]) -> None:
    state = acting(settlements={ANA: ["B2-B3-C3"]}, **{"seats": {ANA: {"development_cards": 2}}, **change})
    assert kinds_offered(state) & {KnightPlayed, RoadBuildingPlayed} == set()
    assert not {"Invention", "Monopoly"} & set(links(panel_at(state)))


def test_of_a_kind_that_lies_open_as_a_whole_no_card_is_offered() -> None:
    state = given(
        holding(),
        hands=EIGHT,
        seats={ANA: {"development_cards": 2}},
        progress_played={"monopoly": 2, "year_of_plenty": 2},
    )
    assert not {"Invention", "Monopoly"} & set(links(panel_at(state)))


def test_road_building_is_offered_only_where_a_road_can_lie() -> None:
    nowhere = acting(seats=HOLDS_ONE)
    assert RoadBuildingPlayed not in kinds_offered(nowhere)
    assert KnightPlayed in kinds_offered(nowhere)


def test_points_are_shown_only_to_win_unless_the_table_says_otherwise() -> None:
    held = {ANA: {"development_cards": 3}}
    assert "Show points" not in links(panel_at(acting(seats=held)))
    any_time = given(new_game(vp_cards="any_time_own_turn"), seats=held)
    assert offers(panel_at(any_time, "?do=points")) == [(PointsRevealed(seat=ANA, count=n),) for n in (1, 2, 3)]
    near = acting(seats={ANA: {"development_cards": 3, "revealed_points": 0, "settlements": 5, "cities": 2}})
    assert offers(panel_at(near, "?do=points")) == [(PointsRevealed(seat=ANA, count=n),) for n in (1, 2, 3)]
    assert "Show points" in links(panel_at(near))


def test_who_has_the_points_may_say_so() -> None:
    state = given(new_game(auto_win="claim"), seats={ANA: {"settlements": 4, "cities": 3}})
    assert (VictoryDeclared(seat=ANA),) in offers(panel_at(state))
    assert (VictoryDeclared(seat=ANA),) not in offers(panel_at(given(new_game(auto_win="claim"))))


def test_when_it_is_over_nothing_is_left_to_tap() -> None:
    stage = stage_at(acting(step=Over(ANA)))
    assert (stage.is_over, stage.dice_pad, offers(stage.panel), links(stage.panel)) == (True, None, [], {})


# Year of plenty and monopoly


def test_two_cards_from_the_bank_are_two_taps() -> None:
    assert offers(panel_at(holding(), "?do=plenty")) == []
    taken = [offer[0] for offer in offers(tap(holding(), "ore", query="?do=plenty"))]
    assert taken == [
        YearOfPlentyPlayed(seat=ANA, cards={"ore": 2} if r == "ore" else {r: 1, "ore": 1}) for r in RESOURCES
    ]


def test_the_bank_gives_only_what_it_has() -> None:
    short = given(holding(), hands=EIGHT, bank=Cards(brick=1, ore=1), seats=HOLDS_ONE)
    assert list(links(panel_at(short, "?do=plenty"))) == ["brick", "ore"]
    assert offers(tap(short, "ore", query="?do=plenty")) == [
        (YearOfPlentyPlayed(seat=ANA, cards={"brick": 1, "ore": 1}),)
    ]


def test_the_banks_last_card_is_one_tap() -> None:
    last = given(holding(), hands=EIGHT, bank=Cards(wool=1), seats=HOLDS_ONE)
    assert offers(panel_at(last, "?do=plenty")) == [(YearOfPlentyPlayed(seat=ANA, cards={"wool": 1}),)]


def monopoly(state: GameState, query: str) -> MonopolyPlayed:
    (played,) = entering(MonopolyPlayed, panel_at(state, f"?do=monopoly&{query}"))
    return played


def test_monopoly_asks_the_kind_first_and_proposes_nothing_that_a_hand_hides() -> None:
    known = Hands((NO_CARDS, Cards(ore=2, wool=1), Cards(ore=1), NO_CARDS)).with_unknown_hand(DANA, 3)
    state = replace(acting(hands={BORIS: 3, CHAI: 1, DANA: 3}, seats=HOLDS_ONE), hands=known)
    first = panel_at(state, "?do=monopoly")
    assert (offers(first), len(first.rows)) == ([], 1)
    rows = [panel_at(state, f"?do=monopoly&kind={kind}").rows[1:-1] for kind in ("ore", "grain")]
    seen = [[(row.title, [button.label for button in row.buttons]) for row in found] for found in rows]
    assert seen[0] == seen[1], "what it shows does not depend on who holds what"
    assert monopoly(state, "kind=ore").taken == {}


def test_monopoly_counts_are_one_tap_a_player_and_may_be_more_than_the_record_knows() -> None:
    state = acting(hands={BORIS: 3, CHAI: 1, DANA: 9}, seats=HOLDS_ONE)
    assert monopoly(state, "kind=ore&n1=2&n3=4") == MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 2, DANA: 4})
    assert monopoly(state, "kind=ore&n1=0&n2=x").taken == {}
    numbers = [[button.label for button in row.buttons] for row in panel_at(state, "?do=monopoly&kind=ore").rows[1:-1]]
    assert numbers == [["0", "1", "2", "3", "+"], ["0", "1", "+"], ["0", "1", "2", "3", "4", "5", "+"]]
    assert monopoly(state, "kind=ore&n2=2").taken == {CHAI: 2}
    assert monopoly(state, "kind=ore&n2=99").taken == {CHAI: 19}


def test_cards_to_play_have_a_row_of_their_own_each_named_as_the_card() -> None:
    for step in ("roll", "actions"):
        rows = {row.look: [button.label for button in row.buttons] for row in panel_at(holding(step)).rows}
        assert rows["held"][:4] == ["Knight", "Road Building", "Invention", "Monopoly"]
        assert not set(rows["held"]) & set(rows.get("grid", ()))
