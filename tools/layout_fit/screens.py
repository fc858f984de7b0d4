"""The screens that are looked at: one loaded page each, into which every moment is swapped."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Browser, Page

from tools.layout_fit.moment_server import MomentServer
from tools.layout_fit.moments import Moment

LOOK = Path(__file__).with_name("find_misfits.js")
TEXTS = ("normal", "huge")
DETAILS = ("first_game", "normal", "terse")


class Screen(Struct, frozen=True):
    name: str
    width: int
    height: int
    page: str = "stage"
    least: int = 44
    """The hero's letters, in pixels: never fewer than these,"""
    short: int = 56
    """where it is short at least these,"""
    most: int = 112
    """and never more."""


SCREENS = (
    Screen("tablet", 1180, 820),
    Screen("small", 1024, 768, short=48),
    Screen("wide", 1280, 800),
    Screen("portrait", 820, 1180),
    Screen("television", 1920, 1080, "table", short=72, most=200),
    Screen("phone", 390, 844, "phone", least=28, short=28, most=80),
)


class Finding(Struct, frozen=True):
    what: str
    where: str
    words: str
    screen: str
    language: str
    detail: str
    text: str
    moment: str

    def __str__(self) -> str:
        return f"{self.what}: {self.where} | {self.words} | {self.screen} {self.language} {self.detail} {self.text}"


def load(server: MomentServer, browser: Browser, screen: Screen, moment: Moment) -> Page:
    page = browser.new_page(viewport={"width": screen.width, "height": screen.height}, reduced_motion="reduce")
    first = server.page(moment, screen.page, "en", whole=True)
    server.serve(page, first)
    page.evaluate(LOOK.read_text())
    page.evaluate("document.getElementById('connection').remove()")  # nobody answers its questions here
    return page


def look(
    page: Page,
    screen: Screen,
    pages: Sequence[tuple[str, str]],
    language: str,
    detail: str,
    texts: Iterable[str] = TEXTS,
) -> list[Finding]:
    """Pages, each with the moment's name, as this screen shows them in every size of text."""
    limits = {"least": screen.least, "short": screen.short, "most": screen.most}
    told = page.evaluate(
        "([pages, language, texts, limits]) => lookAtAll(pages, language, texts, limits)",
        [[html for _, html in pages], language, list(texts), limits],
    )
    return [
        Finding(what, where, words, screen.name, language, detail, text, name)
        for (name, _), found in zip(pages, told, strict=True)
        for text, what, where, words in found
    ]
