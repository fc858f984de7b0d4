"""Taps are counted: what happens often takes few."""

import pytest

from tests.browser.conftest import Devices, Hosting
from tests.browser.server import Game, Server
from tests.browser.situations import PLACED, ROLLED, holding, trio
from tests.kit import ANA, BORIS, CHAI, hexagon, path, spot


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


def test_a_build_takes_two_taps_and_the_spot_says_what_it_is(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 12}))
    host.build(path("B2|C3"))
    assert host.taps == 2
    assert host.log[-1] == {"type": "road_built", "seat": ANA, "at": path("B2|C3")}
    host.build(spot("D3-D4-E3"))
    assert host.taps == 4
    assert host.log[-1]["type"] == "city_built"
    assert host.seats()[ANA]["points"] == host.state["seats"][ANA]["points"] == 3


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


def test_a_trade_between_players_takes_five_taps_and_one_that_nobody_told_two(hosting: Hosting) -> None:
    host = hosting(trio(), *ROLLED, *holding({ANA: 4, CHAI: 4}))
    host.trade(CHAI, ["wool"], ["ore"])
    assert host.taps == 5
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


@pytest.mark.parametrize("free", [False, True])
def test_the_first_settlement_stands_four_taps_from_home(devices: Devices, server: Server, free: bool) -> None:
    page = devices.new()
    page.goto(server.address)
    page.locator(".door.main .numbers a", has_text="3").click()
    page.wait_for_url("**players=3**")
    page.locator("#new .start button").first.click()
    page.wait_for_url("**/stage")
    assert page.get_attribute("#stage", "data-seq") == "0"
    page.locator("button[name=events][value*=first_player_chosen]").nth(1).click()
    spots = page.locator(".spot.settlement.marked" if not free else ".spot.settlement:not(.marked)")
    spots.nth(0 if not free else 20).click()
    page.wait_for_selector(".spot.road")
    assert page.locator(".refused").count() == 0
    game = page.get_attribute("#stage", "data-game") or ""
    assert server.state(Game(game, ""))["seats"][1]["settlements_left"] == 4
