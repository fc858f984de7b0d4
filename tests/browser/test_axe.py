"""axe reports nothing on any screen of the host's; each language looks at a quarter of them."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.table.events import (
    AnyEvent,
    DiceRolled,
    FirstPlayerChosen,
    PlayersTraded,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TouchedHex,
    VictoryDeclared,
)
from narrator.core.table.setup import Setup
from narrator.script.steps.setup import needed_checklist
from tests.browser.conftest import Devices
from tests.support.browser.axe import LANGUAGES, problems
from tests.support.browser.host import Host
from tests.support.browser.server import Game, Server
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.core_evening import entry, evening
from tests.support.games import ANA, BORIS, CHAI, hexagon, new_game, spot

LAID = tuple(StepDone(step=step) for step in needed_checklist(new_game(3)))
RICH = (*ROLLED, *holding({ANA: 9, BORIS: 8, CHAI: 3}, development_cards=3))
UNTOLD = PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={}, waived=True)
SEVEN = DiceRolled(seat=ANA, total=7)
EIGHT, ROAD = entry("Boris rolls an eight"), entry("Boris's road")

BOTS = replace(trio(), players=[replace(player, bot="player") for player in trio().players])

GAMES: dict[str, tuple[Setup, tuple[AnyEvent, ...]]] = {
    "new": (trio(), ()),
    "tiles": (trio(), (StepDone(step="frame"),)),
    "first": (trio(), LAID),
    "placing": (trio(), PLACED[:3]),
    "hinted": (trio(hints="on_request"), PLACED[:3]),
    "rolling": (trio(), (*PLACED, *holding({}, development_cards=2))),
    "acting": (trio(), (*RICH, UNTOLD)),
    "seven": (trio(), (*PLACED, *holding({ANA: 9, CHAI: 8}), SEVEN)),
    "robber": (trio(), (*PLACED, SEVEN)),
    "robbing": (trio(), (*PLACED, SEVEN, RobberMoved(seat=ANA, to=hexagon("D2")))),
    "long": (trio(), tuple(evening("Chai rolls a four"))),
    "over": (trio(), (*ROLLED, VictoryDeclared(seat=ANA, waived=True))),
    "counting": (trio("counts"), (*LAID, FirstPlayerChosen(seat=ANA))),
    "counted": (trio("counts"), (SettlementBuilt(seat=ANA, touches=[TouchedHex("ore", 8)]),)),
    "told": (trio("script"), ()),
    "bots": (BOTS, (*LAID, FirstPlayerChosen(seat=ANA))),
}

STAGES = (
    "new stage",
    "tiles stage?row=2",
    "first stage",
    "placing stage",
    "placing stage?any=1",
    "hinted stage?hint=1",
    "rolling stage",
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
    "over stage",
    "counting stage?t=ore-8",
    "counted stage",
    "bots stage",
    "told stage",
)
"""Everything that the stage shows, below the score that stands over it all."""
SCREENS = (
    "long history",
    "long history?seat=1",
    "long evening",
    "long replay?at=40",
    "long carry",
    "over carry",
    "long codes",
    "bots bots",
    "acting club",
    "bots programs",
    "long explain?number=hand.1",
    f"long amend?entry={EIGHT}",
    f"long amend?entry={ROAD}",
    f"long amend?entry={EIGHT}&remove=1",
)
PAGES = (
    *("/", "/carry", "/new?players=6&bot5=master", "/new?layout=manual&roll=start&brush=number-8"),
    *("/library", "/library/card.seven", "/library?q=7", "/nothing-here"),
    *("/club", "/club?closed=1", "/print", "/print/cards", "/print/script", "/print/rules", "/print/score"),
    "/guide",
)

SWAP = "path => htmx.ajax('GET', path, { target: '#content', swap: 'outerHTML' })"
PARTS = [".entry", ".prompt", ".card", ".bank"]


@pytest.fixture(scope="module")
def games(server: Server) -> dict[str, Game]:
    return {name: server.begin(setup, *events) for name, (setup, events) in GAMES.items()}


class Looking:
    """A host of all these games who looks at one screen after the other."""

    def __init__(self, devices: Devices, server: Server, games: dict[str, Game], language: str) -> None:
        self.server, self.games = server, games
        self.quarter = LANGUAGES.index(language)
        self.page = devices.new(language)
        self.page.add_init_script("delete window.EventSource")  # or the page would fetch its own game again
        cookies: list[Any] = [
            {"name": f"host_{game.id}", "value": game.secret, "url": server.address} for game in games.values()
        ]
        self.page.context.add_cookies(cookies)
        self.found: list[str] = []

    def path(self, screen: str) -> str:
        name, place = screen.split(" ")
        return f"/g/{self.games[name].id}/{place}"

    def load(self, path: str) -> None:
        self.page.goto(f"{self.server.address}{path}")
        self.look(path)

    def swap(self, screen: str) -> None:
        """Another stage in the place of this one, as a tap would bring it."""
        self.page.evaluate(SWAP, self.path(screen))
        assert self.page.get_attribute("#content", "data-game") == self.games[screen.split(" ")[0]].id
        self.look(screen, PARTS)

    def look(self, screen: str, parts: list[str] | None = None) -> None:
        self.found += problems(self.page, screen, parts)


@pytest.fixture(params=["en", "th", *(pytest.param(one, marks=pytest.mark.thorough) for one in ("ru", "es"))])
def looking(
    devices: Devices, server: Server, games: dict[str, Game], request: pytest.FixtureRequest
) -> Iterator[Looking]:
    looked = Looking(devices, server, games, request.param)
    yield looked
    assert looked.page.get_attribute("html", "lang") == request.param


def test_axe_finds_nothing_on_the_stage(looking: Looking) -> None:
    looking.load(looking.path("acting stage"))
    for screen in STAGES[looking.quarter :: 4]:
        looking.swap(screen)
    assert looking.found == []


def test_axe_finds_nothing_on_the_other_pages(looking: Looking, devices: Devices) -> None:
    devices.expected.append("404")
    for path in (*map(looking.path, SCREENS), *PAGES)[looking.quarter :: 4]:
        looking.load(path)
    assert looking.found == []


@pytest.mark.parametrize("looking", ["ru"], indirect=True)
def test_axe_finds_nothing_where_a_tap_was_refused(looking: Looking) -> None:
    host = Host(looking.page, looking.server, looking.games["acting"])
    host.open("stage?do=build&piece=settlement&any=1")
    host.enter(at=spot("A3 NE"))
    assert host.reasons()
    looking.look("refused")
    assert looking.found == []
