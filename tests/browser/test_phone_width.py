"""A phone is never scrolled sideways: whatever happens at whatever table, its page is as wide as its screen."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from narrator.text.languages import LANGUAGES
from tools.layout_fit.moment_server import MomentServer
from tools.layout_fit.moments import Moment, some_moments
from tools.layout_fit.screens import DETAILS, Screen, load

pytestmark = pytest.mark.thorough

TRIED = 24
TEXTS = ("normal", "huge")
WIDE = """([html, language, text]) => {
  swapIn(html, language, text);
  const { scrollWidth, clientWidth } = document.documentElement;
  return [scrollWidth, clientWidth];
}"""
COLUMNS = """() => [...document.querySelectorAll(".podium li")].map(column => {
  const { left, right, bottom } = column.getBoundingClientRect();
  const name = column.querySelector(".who [aria-hidden]").getBoundingClientRect();
  return { left, right, bottom, isCut: name.left < left - 2 || name.right > right + 2 };
}).sort((one, other) => one.left - other.left)"""
BELOW = "document.querySelector('.podium').nextElementSibling.getBoundingClientRect().top"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MomentServer]:
    server = MomentServer(tmp_path_factory.mktemp("phones"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def shown() -> list[Moment]:
    """Half of them with long names."""
    return [one.recast() if place % 2 else one for place, one in enumerate(some_moments())]


@pytest.fixture(params=[360, 390])
def phone(
    server: MomentServer, shown: list[Moment], browser: Browser, request: pytest.FixtureRequest
) -> Iterator[Page]:
    page = load(server, browser, Screen("phone", request.param, 800, "phone"), shown[0])
    yield page
    page.close()


def swap(page: Page, html: str, language: str, text: str) -> list[Any]:
    widths: list[Any] = page.evaluate(WIDE, [html, language, text])
    return widths


def test_a_phones_page_is_as_wide_as_its_screen(server: MomentServer, shown: list[Moment], phone: Page) -> None:
    luck = Random(7)
    for moment in luck.sample(shown, TRIED):
        language, detail = luck.choice(LANGUAGES), luck.choice(DETAILS)
        html = server.page(moment, "phone", language, detail)
        for text in TEXTS:
            wide, screen = swap(phone, html, language, text)
            assert wide == screen, (str(moment), language, detail, text)


def test_a_page_that_is_wider_is_found(server: MomentServer, shown: list[Moment], phone: Page) -> None:
    phone.add_style_tag(content="#content { width: 420px }")
    wide, screen = swap(phone, server.page(shown[-1], "phone", "en"), "en", "normal")
    assert wide > screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_is_a_podium_in_columns_above_all_else(
    server: MomentServer, shown: list[Moment], phone: Page, language: str
) -> None:
    six = next(one for one in shown if one.game.name.startswith("six")).game
    for game in (six, six.recast()):
        swap(phone, server.page(Moment(game, len(game.events)), "phone", language), language, "normal")
        columns = phone.evaluate(COLUMNS)
        assert len(columns) == 6
        assert all(one["right"] <= other["left"] for one, other in pairwise(columns))
        assert not any(column["isCut"] for column in columns)
        assert max(column["bottom"] for column in columns) <= phone.evaluate(BELOW)
