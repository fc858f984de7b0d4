"""Taps are counted: what happens often takes few."""

import json

import pytest
from msgspec.structs import replace

from narrator.core.table.events import Corrected, RoadBuilt, SettlementBuilt, TouchedHex
from tests.browser.conftest import Devices, Hosting
from tests.support.browser.server import Game, Server
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS, CHAI, hexagon, path, spot

ON_TURN = (Corrected(what="turn", value=ANA), Corrected(what="step", value="actions"))
"""Ana's turn after her roll, wherever the table was."""


def test_a_quiet_turn_takes_one_tap(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED)
    host.roll(8)
    assert host.taps == 1
    assert [entry["type"] for entry in host.log[-2:]] == ["turn_ended", "dice_rolled"]
    assert (host.state["seat"], host.state["step"], host.state["round"]) == (BORIS, "actions", 1)


def test_a_first_roll_takes_one_tap_and_two_dice_take_two(hosting: Hosting) -> None:
    host = hosting(trio(), *PLACED)
    host.roll(5)
    assert host.taps == 1
    host.follow(".dice-kind button")
    host.taps = 0
    host.roll_dice(3, 6)
    assert host.taps == 2
    assert host.log[-1] == {"type": "dice_rolled", "seat": BORIS, "dice": [3, 6], "group": len(host.log) - 1}


def test_a_road_a_settlement_and_a_city_take_one_tap_each_and_undo_another(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 15}))
    for place, kind in ((path("B2|C3"), "road"), (path("B2|B3"), "road"), (spot("D3-D4-E3"), "city")):
        host.taps = 0
        host.build(place)
        assert host.taps == 1
        assert host.log[-1] == {"type": f"{kind}_built", "seat": ANA, "at": place}
    corner = host.page.locator(".spot.settlement").first
    assert corner.count() == 1
    place = json.loads(corner.get_attribute("value") or "")[0]["at"]
    host.taps = 0
    host.build(place)
    assert (host.taps, host.log[-1]["type"]) == (1, "settlement_built")
    assert host.seats()[ANA]["points"] == host.state["seats"][ANA]["points"] == 4
    host.undo()
    assert host.taps == 2
    assert host.seats()[ANA]["points"] == 3


def test_what_can_not_be_paid_is_asked_about_at_its_spot_and_takes_a_second_tap(
    hosting: Hosting,
) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 3}))
    before = host.seq
    host.build(spot("D3-D4-E3"))
    assert host.seq == before
    assert "two cards short" in host.page.inner_text(".ask-here")
    asked, island = (host.page.locator(one).bounding_box() for one in (".ask-here", ".board-area"))
    assert asked
    assert island
    assert island["x"] <= asked["x"]
    assert asked["x"] + asked["width"] <= island["x"] + island["width"]
    assert island["y"] <= asked["y"]
    assert asked["y"] + asked["height"] <= island["y"] + island["height"]
    host.pick(".ask-here a")
    assert host.page.locator(".ask-here").count() == 0
    host.taps = 0
    host.build(spot("D3-D4-E3"))
    host.pick(".ask-here button")
    assert host.taps == 2
    assert host.log[-1] == {"type": "city_built", "waived": True, "seat": ANA, "at": spot("D3-D4-E3")}
    assert "two cards short" in (host.page.text_content("#content") or "")


def test_without_a_board_a_road_and_a_city_take_one_tap_each(hosting: Hosting) -> None:
    placed = [SettlementBuilt(seat=ANA, touches=[TouchedHex("ore", 8)]), RoadBuilt(seat=ANA)]
    host = hosting(trio("counts"), *(replace(event, late=True) for event in placed), *ON_TURN, *holding({ANA: 9}))
    host.road()
    host.city(1)
    assert host.taps == 2
    assert [entry["type"] for entry in host.log[-2:]] == ["road_built", "city_built"]


def test_a_bank_trade_takes_three_taps_and_once_more_only_one(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 9}))
    host.bank_trade("wool", "ore")
    assert host.taps == 3
    host.bank_trade_again()
    assert host.taps == 4
    assert (
        host.log[-2] == host.log[-1] == {"type": "bank_traded", "seat": ANA, "give": {"wool": 4}, "receive": {"ore": 1}}
    )
    assert host.seats()[ANA]["hand"] == 3


def test_a_trade_between_players_takes_four_taps_and_one_that_nobody_told_three(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 4, CHAI: 4}))
    host.trade(CHAI, ["wool"], ["ore"])
    assert host.taps == 4
    assert host.log[-1] == {
        "type": "players_traded",
        "seat": ANA,
        "partner": CHAI,
        "give": {"wool": 1},
        "receive": {"ore": 1},
    }
    host.trade_untold(BORIS)
    assert host.taps == 7
    assert host.log[-1]["partner"] == BORIS
    assert [seat["unsure"] for seat in host.seats()] == [True, True, False]


def test_a_knight_takes_three_taps_and_two_where_one_alone_can_be_robbed(hosting: Hosting) -> None:
    host = hosting(trio(dev_per_turn="unlimited"), *ROLLED, *holding({BORIS: 3, CHAI: 3}, development_cards=2))
    host.knight(hexagon("D2"), CHAI)
    assert host.taps == 3
    assert [entry["type"] for entry in host.log[-3:]] == ["knight_played", "robber_moved", "card_stolen"]
    assert host.log[-1]["victim"] == CHAI
    host.knight(hexagon("C5"), BORIS)
    assert host.taps == 5
    assert host.log[-1]["victim"] == BORIS
    assert [seat["hand"] for seat in host.seats()] == [seat["hand"] for seat in host.state["seats"]]


def test_a_seven_takes_a_tap_one_for_each_discarded_card_and_two_for_the_robber(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 9, BORIS: 4, CHAI: 8}))
    host.roll(7)
    assert host.state["owed"] == {"0": 4, "2": 4}
    host.discard(CHAI, ["ore", "ore", "wool", "grain"])
    host.discard(ANA, ["brick", "brick", "brick", "lumber"])
    host.robber(hexagon("D3"), ANA)
    assert host.taps == 1 + 4 + 4 + 2
    assert host.log[-4] == {"type": "cards_discarded", "seat": CHAI, "cards": {"ore": 2, "wool": 1, "grain": 1}}
    assert [seat["hand"] for seat in host.seats()] == [4, 5, 4]
    host.roll(7)
    host.robber(hexagon("C5"), BORIS)
    assert host.taps == 11 + 2


def test_a_seven_with_two_who_discard_unseen_takes_four_taps(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 9, BORIS: 4, CHAI: 8}))
    host.roll(7)
    host.pick("#entry button.main:has(use[href='#i-check'])")
    host.robber(hexagon("D3"), ANA)
    assert host.taps == 4
    assert [entry["type"] for entry in host.log[-4:]] == [
        "cards_discarded",
        "cards_discarded",
        "robber_moved",
        "card_stolen",
    ]
    host.undo()
    host.undo()
    host.undo()
    assert host.state["owed"] == {"0": 4, "2": 4}, "what was one tap is one to undo"


def test_a_seven_one_by_one_unseen_takes_five_taps(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 9, BORIS: 4, CHAI: 8}))
    host.roll(7)
    for _ in (ANA, CHAI):
        host.pick("#entry .of-hand button[value*=count]")
    host.robber(hexagon("D3"), ANA)
    assert host.taps == 5


def test_done_stays_under_the_finger_through_the_set_up_and_two_quick_taps_choose_nobody(hosting: Hosting) -> None:
    host = hosting(replace(trio(), detail="first_game"))
    host.pick("button[name=page]:not(.main)")
    done = host.page.locator("#entry .row:last-child .button").first
    box = done.bounding_box()
    assert box is not None
    place = box["x"] + 60, box["y"] + box["height"] / 2
    for _ in range(12):
        host.page.mouse.dblclick(*place)
        host.page.wait_for_timeout(400)
        assert host.page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('#entry .row') !== null", place)
        if host.page.locator("#entry .whose").count():
            break
    assert host.page.locator("#entry .whose").count() == 3
    host.page.mouse.dblclick(*place)
    host.page.wait_for_timeout(400)
    assert host.page.locator("#entry .whose").count() == 3, "who starts is still to be said"


@pytest.mark.parametrize("free", [False, True])
def test_the_first_settlement_stands_four_taps_from_home(devices: Devices, server: Server, free: bool) -> None:
    page = devices.new()
    page.goto(server.address)
    page.locator(".start-card.main .numbers a", has_text="3").click()
    page.wait_for_url("**players=3**")
    page.locator("#new .start button").first.click()
    page.wait_for_url("**/stage")
    assert page.get_attribute("#content", "data-seq") == "0"
    page.locator("button[name=events][value*=first_player_chosen]").nth(1).click()
    spots = page.locator(".spot.settlement.marked" if not free else ".spot.settlement:not(.marked)")
    spots.nth(0 if not free else 20).click()
    page.wait_for_selector(".spot.road")
    assert page.locator(".refused").count() == 0
    game = page.get_attribute("#content", "data-game") or ""
    assert server.state(Game(game, ""))["seats"][1]["settlements_left"] == 4
