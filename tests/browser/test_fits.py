"""A sample of `make fits`: whatever happens at whatever table, all of it fits on the screen."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser

from narrator.text.languages import LANGUAGES
from narrator.text.word_breaks import THAI
from tools.layout_fit.games import all_games
from tools.layout_fit.moment_server import MomentServer
from tools.layout_fit.moments import Moment, some_moments
from tools.layout_fit.screens import DETAILS, SCREENS, Finding, Screen, load, look

TRIED = 2
"""Moments on each screen in each language."""
SOME = 7
"""Of so many moments one is read in Thai."""
TABLETS = [screen for screen in SCREENS if screen.page != "phone"]
NARROW = [screen for screen in SCREENS if screen.name in ("small", "portrait", "phone")]
PANELS = ("do=menu", "do=forgotten", "do=seat&seat=1", "do=trade", "do=bank", "card=costs")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MomentServer]:
    server = MomentServer(tmp_path_factory.mktemp("server"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def shown() -> list[Moment]:
    """Half of them with long names."""
    found = list(some_moments())
    acting = next(one for one in found if one.game.name == "road_cut" and one.number > 100)
    found += [replace(acting, query=query) for query in PANELS]
    return [one.recast() if place % 2 else one for place, one in enumerate(found)]


@pytest.mark.parametrize("screen", TABLETS, ids=lambda screen: screen.name)
def test_whatever_is_on_stage_fits(server: MomentServer, shown: list[Moment], browser: Browser, screen: Screen) -> None:
    luck = Random(screen.name)
    page = load(server, browser, screen, shown[0])
    found: list[Finding] = []
    for language in LANGUAGES:
        detail = luck.choice(DETAILS)
        some = luck.sample([one for one in shown if screen.page == "stage" or not one.query], TRIED)
        pages = [(str(moment), server.page(moment, screen.page, language, detail)) for moment in some]
        found += look(page, screen, pages, language, detail)
    page.close()
    assert not found, "\n".join(f"{one} ({one.moment})" for one in found)


@pytest.mark.thorough
@pytest.mark.parametrize("screen", NARROW, ids=lambda screen: screen.name)
def test_no_thai_word_is_broken(server: MomentServer, shown: list[Moment], browser: Browser, screen: Screen) -> None:
    """Nor a number torn from what it counts."""
    page = load(server, browser, screen, shown[0])
    told = [one for one in shown if screen.page == "stage" or not one.query][::SOME]
    pages = [(str(one), server.page(one, screen.page, "th", "first_game")) for one in told]
    found = look(page, screen, pages, "th", "first_game", ("normal",))
    page.close()
    torn = [one for one in found if one.what == "broken word" and THAI.search(one.words)]
    assert not torn, "\n".join(f"{one} ({one.moment})" for one in torn)


def test_a_thai_word_that_is_broken_is_found(server: MomentServer, shown: list[Moment], browser: Browser) -> None:
    page = load(server, browser, TABLETS[0], shown[0])
    page.add_style_tag(content=".hero h1 { max-width: 1.2em; overflow-wrap: anywhere }")
    html = server.page(shown[1], "stage", "th", "first_game")
    kinds = {one.what for one in look(page, TABLETS[0], [("", html)], "th", "first_game")}
    page.close()
    assert "broken word" in kinds


def test_what_does_not_fit_is_found(server: MomentServer, shown: list[Moment], browser: Browser) -> None:
    screen = TABLETS[0]
    page = load(server, browser, screen, shown[0])
    page.add_style_tag(content=".news { max-height: 60px } .bar .button { min-height: 40px !important; height: 40px }")
    html = server.page(shown[0], "stage", "en", "first_game")
    kinds = {one.what for one in look(page, screen, [("", html)], "en", "first_game")}
    page.close()
    assert {"cut or scrolling inside", "control under 44"} <= kinds


def test_a_fit_is_found_in_few_tries(server: MomentServer, shown: list[Moment], browser: Browser) -> None:
    page = load(server, browser, TABLETS[0], shown[0])
    html = server.page(shown[20], "stage", "ru", "first_game")
    look(page, TABLETS[0], [("", html)], "ru", "first_game")
    tries = page.evaluate(COUNTED)
    page.close()
    assert 1 <= tries <= MOST_TRIES


MOST_TRIES = 16
"""Each lays the words out anew, before anything is painted."""
COUNTED = """async () => {
  const script = [...document.querySelectorAll("link[rel=modulepreload]")].find(link => /fit_text\\b/.test(link.href));
  const { TextRoom } = await import(script.href), { fits } = TextRoom.prototype;
  let tries = 0;
  TextRoom.prototype.fits = function (state) { tries += 1; return fits.call(this, state); };
  window.fitNow(document.getElementById("content"));
  return tries;
}"""


def test_upright_the_board_keeps_its_size_from_tap_to_tap(server: MomentServer, browser: Browser) -> None:
    """A placement, rolls, a payout, a theft, the partner's part, what is opened for the bank and for Monopoly."""
    six = next(game for game in all_games() if game.name == "six_partner_wins")
    opened = ("", "do=bank_trade", "do=monopoly", "do=build")
    tapped = [*(Moment(six, number) for number in (12, 30, 46, 50, 126)), *(Moment(six, 62, query) for query in opened)]
    screen = next(screen for screen in SCREENS if screen.name == "portrait")
    page = load(server, browser, screen, tapped[0])
    heights = set()
    for moment in tapped:
        look(page, screen, [(str(moment), server.page(moment, "stage", "es"))], "es", "normal", ("normal",))
        heights.add(round(page.locator(".side").bounding_box()["height"]))  # type: ignore[index]
    page.close()
    assert len(heights) == 1
    assert heights.pop() >= screen.height * 0.45
