"""A server, a browser, and devices whose every complaint fails the test."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from tests.support.browser.chromium import chromium
from tests.support.browser.host import HELPER, Host
from tests.support.browser.server import Game, Server

LOCALES = {"en": "en-GB", "th": "th-TH", "ru": "ru-RU", "es": "es-ES"}
TABLET = {"width": 1280, "height": 800}
REFUSED_TAP = r"the server responded with a status of (409|422)"
CUT_OFF = r"htmx:(afterRequest|sendAbort), "
"""What a page says of a request that was under way when its device was put away or went to another page."""


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
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--renderer-process-limit=1"],
        )
        yield found
        found.close()


class Shelf:
    """Devices that were put away, to be taken again by the next test that wants one like it: making one, and having it
    fetch and read every file anew, takes longer than most tests. It remembers nothing but those files."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self._blank = f"{server.address}/static/icon.svg"
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, settings: Mapping[str, Any]) -> BrowserContext:
        alike = self._free.setdefault(str(settings), [])
        return alike.pop() if alike else self._new(settings)

    def _new(self, settings: Mapping[str, Any]) -> BrowserContext:
        context = self._browser.new_context(**settings)
        context.set_default_timeout(8000)
        context.add_init_script(path=HELPER)
        blank = context.new_page()  # stays open: with its last page a device would forget the files, too
        if not settings.get("offline"):
            blank.goto(self._blank)
        return context

    def put_back(self, context: BrowserContext, settings: Mapping[str, Any]) -> None:
        if context not in self._browser.contexts:
            return  # the test has switched it off for good
        if settings.get("offline"):
            context.close()
            return
        blank, *pages = context.pages
        for page in pages:
            page.close()
        context.clear_cookies()
        context.set_offline(False)
        blank.evaluate("localStorage.clear()")
        self._free[str(settings)].append(context)


@pytest.fixture(scope="session")
def shelf(browser: Browser, server: Server) -> Shelf:
    return Shelf(browser, server)


class Devices:
    """The devices of one test. Each is a browser of its own, with its own cookies."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._open: list[tuple[BrowserContext, dict[str, Any]]] = []
        self.complaints: list[str] = []
        """Errors that a page told, and what it asked of other servers."""
        self.requests: list[str] = []
        self.expected = [REFUSED_TAP, CUT_OFF]
        """What a test provokes on purpose."""

    def new(self, language: str = "en", **options: Any) -> Page:
        settings = {"viewport": TABLET, "reduced_motion": "reduce", "locale": LOCALES[language], **options}
        context = self._shelf.take(settings)
        self._open.append((context, settings))
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        context.on("request", self._see)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
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
        for context, settings in self._open:
            context.remove_listener("request", self._see)
            self._shelf.put_back(context, settings)


@pytest.fixture
def devices(shelf: Shelf) -> Iterator[Devices]:
    found = Devices(shelf)
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
