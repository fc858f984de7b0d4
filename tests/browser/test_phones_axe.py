"""axe reports nothing on what everybody else at the table sees, nor in the lobby."""

import json
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from narrator.core.table.events import Corrected, DiceRolled, RuleChanged
from tests.browser.conftest import Devices
from tests.support.browser.axe import problems
from tests.support.browser.phone import SMALL
from tests.support.browser.server import Game, Server
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS, CHAI

pytestmark = pytest.mark.thorough

HANDS = tuple(holding({ANA: 9, BORIS: 4, CHAI: 8}))
PHONES = (
    "phone",
    "phone?do=so_far",
    "phone?do=build",
    "phone?do=bank_trade&give=wool",
    "phone?do=offer&give=ore&want=wool",
)
"""In mid-turn, of the one whose turn it is."""


class Looking:
    """A phone in one language that looks at one page after the other."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page, self.server = page, server
        page.add_init_script("delete window.EventSource")
        self.found: list[str] = []

    def look(self, path: str) -> None:
        self.page.goto(f"{self.server.address}{path}")
        self.found += problems(self.page, path)

    def host(self, game: Game) -> str:
        """The device becomes the host's, to find the code that lets it join."""
        self.page.context.add_cookies([{"name": f"host_{game.id}", "value": game.secret, "url": self.server.address}])
        lobby = self.page.request.get(f"{self.server.address}/g/{game.id}/lobby").text()
        first, last = re.findall(r"</span>(\w{3}) (\w{3})</p>", lobby)[0]
        return f"{first}{last}"

    def sit(self, game: Game, seat: int | str) -> None:
        self.post(f"/j/{self.host(game)}", seat=str(seat))

    def post(self, path: str, **form: str) -> None:
        answer = self.page.request.post(f"{self.server.address}{path}", form={**form})
        assert answer.ok, answer.status


@pytest.fixture
def looking(devices: Devices, server: Server, language: str) -> Iterator[Looking]:
    looked = Looking(devices.new(language, **SMALL), server)
    yield looked
    assert looked.page.get_attribute("html", "lang") == language


@pytest.mark.parametrize("language", ["th"])
def test_axe_finds_nothing_before_the_game(looking: Looking) -> None:
    game = looking.server.begin(trio(dev_per_turn="unlimited"))
    code = looking.host(game)
    looking.look("/join")
    looking.look(f"/j/{code}")
    looking.sit(game, BORIS)
    looking.look(f"/g/{game.id}/phone")
    looking.look(f"/g/{game.id}/lobby")
    shown = looking.page.request.post(f"{looking.server.address}/g/{game.id}/handover").text()
    looking.page.context.clear_cookies()
    looking.look(re.findall(rf"/g/{game.id}/host/\w+", shown)[0])
    assert looking.found == []


@pytest.mark.parametrize("language", ["ru"])
def test_axe_finds_nothing_in_mid_turn(looking: Looking) -> None:
    game = looking.server.begin(trio(), *ROLLED, *HANDS)
    looking.sit(game, ANA)
    for path in PHONES:
        looking.look(f"/g/{game.id}/{path}")
    bought = json.dumps([{"type": "development_bought", "seat": ANA}])
    looking.post(f"/g/{game.id}/propose", seen=str(len(ROLLED)), events=bought)
    looking.look(f"/g/{game.id}/phone")
    looking.look(f"/g/{game.id}/table")
    assert looking.found == []


@pytest.mark.parametrize("language", ["es"])
def test_axe_finds_nothing_with_an_offer(looking: Looking) -> None:
    """One device in several chairs, one after the other."""
    game = looking.server.begin(trio(), *ROLLED, *HANDS)
    looking.sit(game, ANA)
    looking.post(f"/g/{game.id}/offer", give="ore.ore", want="wool")
    looking.look(f"/g/{game.id}/phone")
    looking.look(f"/g/{game.id}/phone?do=pass&to={CHAI}")
    looking.sit(game, BORIS)
    looking.post(f"/g/{game.id}/say", phrase="wait")
    looking.look(f"/g/{game.id}/phone")
    looking.look(f"/g/{game.id}/phone?do=counter&give=wool&want=ore.ore")
    assert looking.found == []


@pytest.mark.parametrize("language", ["en"])
def test_axe_finds_nothing_after_a_seven(looking: Looking) -> None:
    game = looking.server.begin(trio(), *PLACED, *HANDS, DiceRolled(seat=ANA, total=7))
    looking.sit(game, CHAI)
    looking.look(f"/g/{game.id}/phone?d2=ore.wool")
    looking.sit(game, "watch")
    looking.look(f"/g/{game.id}/phone")
    assert looking.found == []


@pytest.mark.parametrize("language", ["ru"])
def test_axe_finds_nothing_with_a_vote_a_changed_rule_and_a_title_that_moves(looking: Looking) -> None:
    moves = [Corrected(what="longest_road", value=seat) for seat in (ANA, BORIS)]
    game = looking.server.begin(trio(), *ROLLED, RuleChanged(key="gifts", value="allowed"), *moves)
    looking.sit(game, ANA)
    looking.post(f"/g/{game.id}/vote/ask", case="prompt.gift", seen="1")
    looking.post(f"/g/{game.id}/vote", note="1", way="allowed")
    for look in ("light", "dark"):
        looking.page.emulate_media(color_scheme=look)
        looking.look(f"/g/{game.id}/phone")
    looking.look(f"/g/{game.id}/dispute")
    assert looking.found == []


@pytest.mark.parametrize("language", ["th"])
def test_axe_finds_nothing_on_a_newcomers_phone(looking: Looking) -> None:
    first = replace(trio(hints="on_request"), detail="first_game")
    acting, placing = looking.server.begin(first, *ROLLED, *HANDS), looking.server.begin(first, *PLACED[:3])
    looking.sit(acting, ANA)
    for look in ("light", "dark"):
        looking.page.emulate_media(color_scheme=look)
        looking.look(f"/g/{acting.id}/phone")
    looking.sit(placing, BORIS)
    looking.look(f"/g/{placing.id}/phone?hint=1")
    assert looking.found == []
