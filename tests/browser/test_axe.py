"""axe reports nothing: every screen, in four languages, light and dark."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from narrator.core.events import (
    AnyEvent,
    DiceRolled,
    FirstPlayerChosen,
    PlayersTraded,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    Touch,
    VictoryDeclared,
)
from narrator.core.setup import Setup
from narrator.script.setup_steps import checklist
from tests.core.evening import entry, evening
from tests.kit import ANA, BORIS, CHAI, hexagon, new_game, spot

from .conftest import Devices
from .host import Host
from .server import Game, Server
from .situations import PLACED, ROLLED, holding, trio

LAID = tuple(StepDone(step=step) for step in checklist(new_game(3)))
RICH = (*ROLLED, *holding({ANA: 9, BORIS: 8, CHAI: 3}, development_cards=3))
UNTOLD = PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={}, waived=True)
SEVEN = DiceRolled(seat=ANA, total=7)
EIGHT, ROAD = entry("Boris rolls an eight"), entry("Boris's road")

GAMES: dict[str, tuple[Setup, tuple[AnyEvent, ...]]] = {
    "new": (trio(), ()),
    "tiles": (trio(), (StepDone(step="frame"),)),
    "first": (trio(), LAID),
    "placing": (trio(), PLACED[:3]),
    "rolling": (trio(), (*PLACED, *holding({}, development_cards=2))),
    "acting": (trio(), (*RICH, UNTOLD)),
    "seven": (trio(), (*PLACED, *holding({ANA: 9, CHAI: 8}), SEVEN)),
    "robber": (trio(), (*PLACED, SEVEN)),
    "robbing": (trio(), (*PLACED, SEVEN, RobberMoved(seat=ANA, to=hexagon("D2")))),
    "long": (trio(), tuple(evening("Chai rolls a four"))),
    "over": (trio(), (*ROLLED, VictoryDeclared(seat=ANA, waived=True))),
    "counting": (trio("counts"), (*LAID, FirstPlayerChosen(seat=ANA))),
    "counted": (trio("counts"), (SettlementBuilt(seat=ANA, touches=[Touch("ore", 8)]),)),
    "told": (trio("script"), ()),
}

SCREENS = (
    "new stage",
    "tiles stage?row=2",
    "first stage",
    "placing stage",
    "placing stage?any=1",
    "rolling stage",
    "acting stage",
    "acting stage?card=costs",
    "acting stage?do=menu",
    "acting stage?do=build",
    "acting stage?do=bank_trade&give=wool",
    "acting stage?do=trade",
    "acting stage?do=trade&partner=1&give=ore&take=wool",
    "acting stage?do=plenty&first=ore",
    "acting stage?do=monopoly&kind=ore",
    "acting stage?do=points",
    "acting stage?do=seat&seat=1",
    "acting stage?do=recount&seat=1",
    "acting stage?do=correct&seat=1",
    "acting stage?do=bank&stack=ore",
    "acting stage?do=forgotten&late=1&seat=1",
    "acting stage?do=step",
    "seven stage?d0=ore",
    "robber stage",
    "robbing stage",
    "long history",
    "long history?seat=1",
    "long explain?number=hand.1",
    f"long amend?entry={EIGHT}",
    f"long amend?entry={ROAD}",
    f"long amend?entry={EIGHT}&remove=1",
    "over stage",
    "counting stage?t=ore-8",
    "counted stage",
    "told stage",
)
PAGES = ("", "new?players=6", "new?layout=manual&roll=start&brush=number-8", "library?q=7", "nothing-here")

RUN = """async only => {
  const options = { resultTypes: ["violations"], preload: false, ...(only && { runOnly: only }) };
  const { violations } = await axe.run(document, options);
  const tell = ({ id, nodes }) => `${id}: ${nodes.length} × ${nodes[0].target.join(" ")} ${nodes[0].failureSummary}`;
  return violations.map(tell);
}"""
STRIP = "() => document.querySelectorAll('svg').forEach(picture => picture.replaceChildren())"
"""Pictures have a name or are hidden, and what is in them is read by nobody; without it axe takes half the time."""


@pytest.fixture(scope="module")
def games(server: Server) -> dict[str, Game]:
    return {name: server.begin(setup, *events) for name, (setup, events) in GAMES.items()}


@pytest.fixture
def look_at(devices: Devices) -> Iterator[Callable[[Page, str], None]]:
    """`look_at(page, screen)`: what axe finds there by day, and of contrast by night."""
    devices.expected.append("404")
    found: list[str] = []

    def look(page: Page, screen: str) -> None:
        page.evaluate(AXE_SCRIPT)
        page.evaluate(STRIP)
        found.extend(f"{screen} {told}" for told in page.evaluate(RUN))
        page.emulate_media(color_scheme="dark")
        found.extend(f"{screen} by night {told}" for told in page.evaluate(RUN, ["color-contrast"]))
        page.emulate_media(color_scheme="light")

    yield look
    assert found == [], "\n".join(found)


def host_of_all(devices: Devices, server: Server, games: dict[str, Game], language: str) -> Page:
    page = devices.new(language, color_scheme="light")
    cookies: list[Any] = [
        {"name": f"host_{game.id}", "value": game.secret, "url": server.address} for game in games.values()
    ]
    page.context.add_cookies(cookies)
    return page


@pytest.mark.parametrize("part", range(3))
@pytest.mark.parametrize("language", ["en", "ru", "th", "es"])
def test_axe_finds_nothing_on_a_screen_of_a_game(
    devices: Devices, server: Server, games: dict[str, Game], look_at: Any, language: str, part: int
) -> None:
    page = host_of_all(devices, server, games, language)
    for screen in SCREENS[part::3]:
        name, place = screen.split(" ")
        page.goto(f"{server.address}/g/{games[name].id}/{place}")
        assert page.get_attribute("html", "lang") == language
        look_at(page, screen)


@pytest.mark.parametrize("language", ["en", "ru", "th", "es"])
def test_axe_finds_nothing_on_the_other_pages(
    devices: Devices, server: Server, games: dict[str, Game], look_at: Any, language: str
) -> None:
    page = host_of_all(devices, server, games, language)
    for place in PAGES:
        page.goto(f"{server.address}/{place}")
        look_at(page, place)
    host = Host(page, server, games["acting"])
    host.open("stage?do=build&any=1")
    host.enter(at=spot("A3 NE"))
    assert host.reasons()
    look_at(page, "refused")
