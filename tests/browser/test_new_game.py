"""A new game from its page, in full."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from narrator.text.word_breaks import strip_marks
from tests.browser.conftest import Devices
from tests.support.browser.server import Game, Server
from tests.support.games import hexagon


def choose(page: Page, name: str, value: str) -> None:
    label = page.locator(f"label.small-button:has(input[name={name}][value='{value}'])")
    if not label.is_visible():
        page.locator("#settings summary").click()
    label.click()
    page.wait_for_url(f"**{name}={value}*")


def paint(page: Page, brush: str, at: str) -> None:
    """A brush, then a place on the board."""
    choose(page, "brush", brush)
    with page.expect_response("**/new?**"):
        page.locator(f".spot[value='{at}']").click()
    page.wait_for_selector("#new:not(.htmx-request)")


def begun(page: Page, server: Server) -> dict[str, Any]:
    """The last tap; the game's set-up as its file has it."""
    page.locator("#new .start button").first.click()
    page.wait_for_url("**/stage")
    game = page.get_attribute("#content", "data-game") or ""
    secret = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == f"host_{game}")
    setup: dict[str, Any] = json.loads(server.file(Game(game, secret)))["setup"]
    return setup


def test_a_board_is_laid_by_hand_from_the_booklet_with_two_numbers_swapped(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new")
    choose(page, "layout", "manual")
    page.locator("button[value=start]").click()
    page.wait_for_selector(".board text:has-text('11')")
    paint(page, "number-3", hexagon("A3"))
    expect(page.locator("label:has(input[value='number-3'])")).to_contain_text("×-1")
    page.locator("#new .start button").first.click()
    page.wait_for_selector(".refused")  # three of a number that the box has twice
    assert page.locator(".refused p").all_inner_texts()
    paint(page, "number-11", hexagon("B2"))
    board = begun(page, server)["board"]
    numbers = {tile["at"]: tile["number"] for tile in board["hexes"]}
    assert (numbers[hexagon("A3")], numbers[hexagon("B2")]) == (3, 11)
    assert len(board["harbours"]) == 9
    assert page.locator(".board").count() == 1


def test_players_names_colours_and_house_rules_are_chosen_on_the_page(devices: Devices, server: Server) -> None:
    page = devices.new("es")
    page.goto(f"{server.address}/new")
    choose(page, "players", "3")
    for number, name in enumerate(("สมชาย", "Аня", "Zoë <b>")):
        page.fill(f"input[name=name{number}]", name)
    page.select_option("select[name=colour1]", "green")
    page.wait_for_url("**colour1=green*")
    choose(page, "preset", "family")
    assert page.locator(".columns ul li").count() >= 3
    setup = begun(page, server)
    assert [player["name"] for player in setup["players"]] == ["สมชาย", "Аня", "Zoë <b>"]
    assert setup["players"][1]["colour"] == "green"
    assert setup["rules"]["preset"] == "family"
    assert [strip_marks(name) for name in page.locator(".seat .name").all_inner_texts()] == ["สมชาย", "Аня", "Zoë <b>"]


def test_another_random_board_is_a_tap_away(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new")
    choose(page, "layout", "random_tokens")
    numbers = page.locator(".board text")
    seed, drawn = page.input_value("input[name=seed]"), numbers.all_text_contents()
    with page.expect_response("**/new?**"):
        page.locator("button[name=roll][value=seed]").click()
    page.wait_for_function("old => document.querySelector('input[name=seed]').value !== old", arg=seed)
    drawn_anew = numbers.all_text_contents()
    assert drawn_anew != drawn
    begun(page, server)
    assert numbers.all_text_contents() == drawn_anew


def test_the_sample_game_stands_in_the_middle_of_a_turn(devices: Devices, server: Server) -> None:
    page = devices.new("th")
    page.goto(server.address)
    page.locator("form[action='/sample'] button").click()
    page.wait_for_url("**/stage")
    assert page.locator(".dice button").count() == 11
    page.goto(server.address)
    page.locator("a.start-card[href*='/stage']").click()
    page.wait_for_url("**/stage")
    assert int(page.get_attribute("#content", "data-seq") or 0) > 100


def test_what_was_typed_and_chosen_stays_when_the_language_changes(devices: Devices, server: Server) -> None:
    page = devices.new("en")
    page.goto(f"{server.address}/new")
    choose(page, "players", "6")
    page.fill("input[name=name0]", "Zoë & Co")
    page.click("button[name=lang][value=es]")
    page.wait_for_selector("html[lang=es]")
    assert page.input_value("input[name=name0]") == "Zoë & Co"
    assert page.locator("[name=players][value='6']").is_checked()
    page.goto(f"{server.address}/new/rules?players=3")
    page.locator("#rule-friendly_robber .option", has=page.locator("[value=on]")).first.click()
    page.click("button[name=lang][value=ru]")
    page.wait_for_selector("html[lang=ru]")
    assert page.locator("#rule-friendly_robber [value=on]").is_checked()
    page.click("header button[form=rules]")
    page.wait_for_url("**/new?**")
    assert begun(page, server)["rules"]["friendly_robber"] == "on"


def test_names_go_to_the_house_rules_and_come_back(devices: Devices, server: Server) -> None:
    page = devices.new("en")
    page.goto(f"{server.address}/new?players=6")
    names = ["Ana", "Boris", "Chai", "Dana", "Eva", "Zoë & Co"]
    for number, name in enumerate(names):
        page.fill(f"input[name=name{number}]", name)
    page.locator("#settings summary").click()
    page.locator("#all-rules").click()
    page.wait_for_url("**/new/rules?**")
    page.locator("#winning summary").click()
    page.locator("label.option:has(#r-target_vp-8)").click()
    page.wait_for_selector("#counted:has-text('1 rule')")
    page.locator(".standing .button.main").click()
    page.wait_for_url("**/new?**")
    assert [page.input_value(f"input[name=name{number}]") for number in range(6)] == names
    assert "eight points" in page.inner_text("#settings summary")
    page.fill("input[name=name0]", "Pia")
    page.press("input[name=name0]", "Tab")
    page.reload()
    assert page.input_value("input[name=name0]") == "Pia", "a reload keeps it"


@pytest.mark.parametrize(("width", "height"), [(1180, 820), (820, 1180), (390, 844), (1920, 1080)])
def test_start_is_in_reach_at_every_size_and_scroll(devices: Devices, server: Server, width: int, height: int) -> None:
    page = devices.new("es", viewport={"width": width, "height": height})
    page.goto(f"{server.address}/new?players=6")
    for unfolded in (False, True):
        if unfolded:
            page.locator("#settings summary").click()
        for far in (0, 700, 100_000):
            page.evaluate("far => scrollTo(0, far)", far)
            for box in (button.bounding_box() for button in page.locator("#new .start button").all()):
                assert box is not None
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height
                assert box["height"] >= 72
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_rule_is_counted_at_once_and_the_page_stays_where_it_was(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new/rules?players=4")
    page.locator("#bank summary").click()
    page.locator("#winning summary").click()
    seen = 0
    for count, (key, value) in enumerate((("gifts", "allowed"), ("target_vp", "12"), ("win_timing", "end_of_turn")), 1):
        option = page.locator(f"label.option:has(#r-{key}-{value})")
        option.scroll_into_view_if_needed()
        seen = page.evaluate("scrollY")
        option.click()
        page.wait_for_function(
            "n => document.querySelector('.standing > span').textContent.includes(n)",
            arg=str(count),
        )
        assert page.evaluate("scrollY") == seen
        assert page.locator("#winning").get_attribute("open") is not None
        assert page.locator(f"#r-{key}-{value}").is_checked()
    assert seen > 0


def test_a_choice_against_another_is_told_beside_done_and_can_be_mended(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new/rules?players=4")
    page.locator("label.option:has(#r-friendly_robber-on)").click()
    page.locator("#robber summary").click()
    page.locator("label.option:has(#r-robber-off)").click()
    page.wait_for_selector("#trouble .refused")
    assert page.locator("#r-friendly_robber-on").is_checked(), "what was chosen stays"
    page.locator("label.option:has(#r-friendly_robber-off)").click()
    page.wait_for_selector("#trouble .refused", state="detached")
    assert page.locator("#r-robber-off").is_checked()


def test_a_rule_changed_in_a_game_leaves_the_page_where_it_was(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new?players=4")
    page.locator("#new .start button").first.click()
    page.wait_for_url("**/stage")
    page.goto(page.url.replace("/stage", "/rules"))
    page.locator("#winning summary").click()
    page.locator("#r-win_timing-end_of_turn").scroll_into_view_if_needed()
    seen = page.evaluate("scrollY")
    page.locator("#r-win_timing-end_of_turn").click()
    page.wait_for_selector("#r-win_timing-end_of_turn.picked")
    assert page.evaluate("scrollY") == seen > 0
    assert page.url.endswith("/rules")


SLOW = {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1}


def test_a_name_typed_while_the_form_is_on_its_way_stays_and_so_does_the_focus(
    devices: Devices, server: Server
) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new?players=3")
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    page.select_option("select[name=colour0]", "blue")
    page.locator("input[name=name1]").click()
    page.keyboard.type("Olga", delay=20)
    page.wait_for_url("**colour0=blue*")
    page.wait_for_selector("#new:not(.htmx-request)")
    page.keyboard.type(" Ivanova")
    assert page.input_value("input[name=name1]") == "Olga Ivanova"
    assert page.locator("input[name=name1]").evaluate("input => input === document.activeElement")
    assert page.locator(".seat-row").first.get_attribute("class") == "seat-row p-blue"
    assert page.input_value("select[name=colour1]") == "red", "who had that color takes the free one"
    page.locator("label.small-button:has(input[name=players][value='5'])").click()
    page.locator("input[name=name2]").click()
    page.keyboard.type("Pedro", delay=20)
    page.select_option("select[name=language2]", "es")
    page.wait_for_selector("input[name=name4]")
    page.wait_for_url("**language2=es*")
    page.wait_for_selector("#new:not(.htmx-request)")
    assert "name2=Pedro" in page.url, "a reload keeps it"
    setup = begun(page, server)
    assert [player["name"] for player in setup["players"][:3]] == ["Player 1", "Olga Ivanova", "Pedro"]
    assert setup["players"][2]["language"] == "es"
    assert len(setup["players"]) == 5


def test_a_tap_shuffles_the_seats_and_a_reload_keeps_their_order(devices: Devices, server: Server) -> None:
    page = devices.new()
    page.goto(f"{server.address}/new?players=4")
    names = ["Ana", "Boris", "Chai", "Dana"]
    for number, name in enumerate(names):
        page.fill(f"input[name=name{number}]", name)

    def order() -> list[str]:
        return [page.input_value(f"input[name=name{number}]") for number in range(4)]

    while order() == names:
        with page.expect_response("**/new?**"):
            page.locator("button[name=roll][value=seats]").click()
        page.wait_for_selector("#new:not(.htmx-request)")
    shuffled = order()
    assert sorted(shuffled) == names
    page.reload()
    assert order() == shuffled
