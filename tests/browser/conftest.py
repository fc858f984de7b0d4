"""A server, a browser, and devices whose every complaint fails the test."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from tests.browser.chromium import chromium
from tests.browser.host import HELPER, Host
from tests.browser.server import Game, Server

LOCALES = {"en": "en-GB", "th": "th-TH", "ru": "ru-RU", "es": "es-ES"}
TABLET = {"width": 1280, "height": 800}
REFUSED_TAP = r"the server responded with a status of (409|422)"
CUT_OFF = r"htmx:(afterRequest|sendAbort), "
"""What a page says of a request that was under way when its device was put away."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.kill()
    said = running.errors.read_text()
    assert not said, said


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield found
        found.close()


class Devices:
    """The devices of one test. Each is a browser of its own, with its own cookies."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._open: list[BrowserContext] = []
        self.complaints: list[str] = []
        """Errors that a page told, and what it asked of other servers."""
        self.requests: list[str] = []
        self.expected = [REFUSED_TAP]
        """What a test provokes on purpose."""
        self._put_away = False

    def new(self, language: str = "en", **options: Any) -> Page:
        settings = {"viewport": TABLET, "reduced_motion": "reduce", "locale": LOCALES[language], **options}
        context = self._browser.new_context(**settings)
        context.set_default_timeout(8000)
        context.add_init_script(path=HELPER)
        self._open.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        context.on("request", self._see)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not (self._put_away and re.match(CUT_OFF, message.text)):
            self.complaints.append(message.text)

    def _see(self, request: Request) -> None:
        self.requests.append(request.url)

    def host(self, server: Server, game: Game, language: str = "en", **options: Any) -> Host:
        """A device that hosts a game, on its stage."""
        page = self.new(language, **options)
        page.context.add_cookies([{"name": f"host_{game.id}", "value": game.secret, "url": server.address}])
        page.goto(f"{server.address}/g/{game.id}/stage")
        return Host(page, server, game)

    def unexpected(self) -> list[str]:
        return [told for told in self.complaints if not any(re.search(known, told) for known in self.expected)]

    def foreign(self) -> list[str]:
        return [url for url in self.requests if not re.match(r"(http://127\.0\.0\.1:\d+/|data:)", url)]

    def close(self) -> None:
        self._put_away = True
        for context in self._open:
            context.close()


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    found = Devices(browser)
    yield found
    found.close()
    assert not found.unexpected()
    assert not found.foreign()


Hosting = Callable[..., Host]


@pytest.fixture
def hosting(devices: Devices, server: Server) -> Hosting:
    """`hosting(setup, *events, language="ru")`: a host in the middle of a game."""

    def begin(setup: Setup, *events: AnyEvent, language: str = "en", **options: Any) -> Host:
        return devices.host(server, server.begin(setup, *events), language, **options)

    return begin


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to kill."""
    running = Server(tmp_path)
    yield running
    running.kill()
