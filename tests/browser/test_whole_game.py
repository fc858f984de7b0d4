"""A whole game by tapping, as a host runs it: from the new game's page to the winner."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page

from narrator.core.reading.public_view import state_for_api
from narrator.core.record.judging import apply
from narrator.core.table.events import FirstPlayerChosen, StepDone
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.script.steps.setup import needed_checklist
from narrator.storage.files.game_file import read_game
from tests.browser.conftest import Devices
from tests.support.browser.evening import EAGER, Counted, LuckyTable, enter, happenings
from tests.support.browser.games import start_game
from tests.support.browser.host import Host
from tests.support.browser.server import Server
from tests.support.games import BORIS, new_game


def choose(page: Page, name: str, value: str) -> None:
    label = page.locator(f"label.small-button:has(input[name={name}][value='{value}'])")
    if not label.is_visible():
        page.locator("#settings summary").click()
    label.click()
    page.wait_for_url(f"**{name}={value}**")


def lay_table(host: Host, state: GameState) -> GameState:
    """Everything is laid, and Boris begins."""
    for step in needed_checklist(state):
        state = apply(state, StepDone(step=step))
    host.lay()
    host.starts(BORIS)
    return apply(state, FirstPlayerChosen(seat=BORIS))


def shown(host: Host) -> dict[str, Any]:
    """Score, titles and bank as they can be read from the page."""
    seats = host.seats()
    bank = host.bank()
    titles = {
        title: next((number for number, seat in enumerate(seats) if seat[title]), None)
        for title in ("longest_road", "largest_army")
    }
    return {
        "points": [seat["points"] for seat in seats],
        "hands": [seat["hand"] for seat in seats],
        **titles,
        "development_deck": bank.pop("development"),
        "bank": bank,
    }


def known(state: dict[str, Any]) -> dict[str, Any]:
    """The same of a state as the contract writes it."""
    return {
        "points": [seat["points"] for seat in state["seats"]],
        "hands": [seat["hand"] for seat in state["seats"]],
        **{name: state[name] for name in ("longest_road", "largest_army", "development_deck", "bank")},
    }


def ends_well(host: Host, true: dict[str, Any]) -> None:
    """Page, server and the true table agree, and the page says who won."""
    at_server = host.state
    assert at_server["phase"] == "over"
    assert at_server["unsure"] == []
    assert shown(host) == known(at_server) == known(true)
    assert at_server["winner"] == true["winner"]
    assert true["seats"][true["winner"]]["name"] in host.line
    assert true["longest_road"] is not None


@pytest.fixture
def new_page(server: Server) -> str:
    return f"{server.address}/new?players=3&preset=short"


@pytest.mark.thorough
def test_a_whole_game_on_the_drawn_island_is_tapped_to_its_end_in_russian(
    devices: Devices, server: Server, new_page: str
) -> None:
    page = devices.new("ru")
    page.goto(new_page)
    choose(page, "layout", "random_tokens")
    page.fill("input[name=seed]", "7")
    page.press("input[name=seed]", "Tab")
    page.wait_for_url("**seed=7**")
    host = start_game(page, server)
    table = LuckyTable(lay_table(host, initial_state(read_game(server.file(host.game)).setup)), seed=466, policy=EAGER)
    for happened in happenings(table):
        enter(host, happened)
    ends_well(host, state_for_api(table.state))
    assert page.get_attribute("html", "lang") == "ru"


class WithoutBoard:
    """A table of which only the counts are kept, beside one whose board is known."""

    def __init__(self, devices: Devices, server: Server, new_page: str) -> None:
        page = devices.new("th")
        page.goto(new_page)
        choose(page, "tracking", "counts")
        self.host = start_game(page, server)
        true = new_game(3, preset="short")
        self.counted = Counted(true, lay_table(self.host, initial_state(read_game(server.file(self.host.game)).setup)))
        self.table = LuckyTable(apply(true, FirstPlayerChosen(seat=BORIS)), seed=29, policy=EAGER)

    def play(self, rounds: int | None = None) -> dict[str, Any]:
        """So many rounds, or to the end. Returns what is true, as who keeps counts can know it."""
        for happened in happenings(self.table):
            self.counted.enter(self.host, happened, self.table.state)
            if rounds is not None and self.table.state.round > rounds:
                break
        assert self.host.page.get_attribute("html", "lang") == "th"
        counted, true = state_for_api(self.counted.state), state_for_api(self.table.state)
        assert known(counted) == known(true)
        return {**true, "seats": counted["seats"]}


def test_the_first_rounds_without_a_board_are_counted_as_they_are_in_thai(
    devices: Devices, server: Server, new_page: str
) -> None:
    counting = WithoutBoard(devices, server, new_page)
    true = counting.play(rounds=2)
    assert shown(counting.host) == known(counting.host.state) == known(true)


@pytest.mark.skipif(not os.environ.get("WHOLE"), reason="takes long: `make evenings`")
def test_a_whole_game_without_a_board_is_counted_to_the_same_end_in_thai(
    devices: Devices, server: Server, new_page: str
) -> None:
    counting = WithoutBoard(devices, server, new_page)
    ends_well(counting.host, counting.play())
