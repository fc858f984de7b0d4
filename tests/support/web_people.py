"""A host and phones round one table, each with a browser of its own; the time stands still until a test moves it."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.app.sessions.service import SessionService
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup
from narrator.session.table_session import TableSession
from narrator.web.app import create_app
from tests.support import stores
from tests.support.app import LAID, NOON, Clock, same_draws
from tests.support.evening import EVENING, SETUP
from tests.support.html import Element, page_of
from tests.support.web import written

ADDRESS = "http://192.168.1.20:8080"


class Time:
    """The clock of the machine, which only goes on, and the one on the wall, which somebody may set back."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.set_back = 0.0

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.seconds - self.set_back)


class Server:
    """One application for the tests of a file: each of them plays a game of its own."""

    def __init__(
        self, folder: Path, token: Callable[[int], str] = random_token, worker: str = "", machine: str = "data"
    ) -> None:
        self.folder = folder
        self.worker = worker
        self.log = stores.opened(folder, machine)
        self.clock = Clock()
        self.games = Games(self.log, self.clock, token, same_draws)
        self.time = Time()
        self.app = self.opened()
        self.addresses = count(1)

    def opened(self) -> Flask:
        app = create_app(self.games, [ADDRESS], self.time.now, lambda: self.time.seconds, worker=self.worker)
        app.testing = True
        return app

    def set_clock_back(self, seconds: float) -> None:
        self.clock.time -= timedelta(seconds=seconds)
        self.time.set_back += seconds

    def night(self, setup: Setup = LAID, events: Sequence[AnyEvent] = ()) -> "Night":
        return Night(self, setup, events)

    def evening(self, entries: int, *more: AnyEvent) -> "Night":
        """The sample evening so far, and what else happened."""
        return Night(self, SETUP, [*EVENING[:entries], *more])


def served(folder: Path) -> Iterator[Server]:
    """For a fixture."""
    server = Server(folder)
    yield server
    server.log.close()


class Night:
    """A game with its host."""

    def __init__(self, server: Server, setup: Setup, events: Sequence[AnyEvent]) -> None:
        self.server, self.games, self.time, self.app = server, server.games, server.time, server.app
        self.new = self.games.create(setup, events)
        self.id = self.new.id
        self.start = len(events)
        self.host = Device(self)
        self.host.client.set_cookie(f"host_{self.id}", self.new.secret)

    def stranger(self, speaks: str = "en", **environ: str) -> "Device":
        return Device(self, speaks, **environ)

    def phone(self, seat: int | str, speaks: str = "en", **form: str) -> "Device":
        """A phone that has scanned the code and taken a seat."""
        device = self.stranger(speaks)
        answer = device.join(seat, **form)
        assert answer.status_code == 303, answer.text
        return device

    def free(self, seat: int) -> None:
        """The host makes a seat free for the next phone."""
        assert self.host.post("/lobby", do="free", seat=seat).status_code == 303

    def host_link(self) -> str:
        """The path of a fresh host's link, as the lobby shows it."""
        (link,) = page_of(self.host.post("/handover")).every("code")
        return link.text.removeprefix(ADDRESS)

    @property
    def code(self) -> str:
        return self.games.access.join_code(self.id)

    @property
    def record(self) -> Record:
        return self.games.record_of(self.id)

    @property
    def new_entries(self) -> list[AnyEvent]:
        return self.record.log[self.start :]

    @property
    def session(self) -> TableSession:
        return SessionService(self.games, self.time.now).session_of(self.id)

    @property
    def waiting(self) -> list[int]:
        return list(self.session.proposals.open)

    def enter(self, *events: AnyEvent) -> None:
        self.games.enter_events(self.id, events)


class Device:
    """A browser."""

    def __init__(self, night: Night, speaks: str = "en", **environ: str) -> None:
        self.night = night
        self.client: FlaskClient = night.app.test_client()
        self.client.set_cookie("lang", speaks)
        # Each has an address of its own on the network.
        self.client.environ_base.update({"REMOTE_ADDR": f"fd00::{next(night.server.addresses):x}", **environ})

    def join(self, seat: int | str = 0, code: str | None = None, **form: str) -> TestResponse:
        path = f"/j/{self.night.code if code is None else code}"
        return self.client.post(path, data={"seat": str(seat), **form})

    def get(self, path: str = "/phone", **options: Any) -> TestResponse:
        return self.client.get(f"/g/{self.night.id}{path}", **options)

    def post(self, path: str, **form: Any) -> TestResponse:
        return self.client.post(f"/g/{self.night.id}{path}", data=form)

    def tap(self, path: str, **form: Any) -> TestResponse:
        """A form of the phone's page as it is now, with what the page hides in it."""
        return self.post(path, **{**hidden(page_of(self.get())), **form})

    def propose(self, *events: AnyEvent) -> TestResponse:
        """What the page offers, also where it asks first whether the cards are really there."""
        return self.tap("/propose", events=written(events), anyway=1)

    def listen(self) -> "Stream":
        return Stream(self.get("/live", buffered=False))

    def owner(self) -> str:
        """Whose name is at the top of the phone's page."""
        (name,) = self.page().in_class("band-me").every("strong")
        return name.text

    def page(self, path: str = "/phone", **options: Any) -> Element:
        answer = self.get(path, **options)
        assert answer.status_code == 200, answer.status
        return page_of(answer)


class Stream:
    """What a page hears."""

    def __init__(self, answer: TestResponse) -> None:
        self.answer = answer
        self._parts: Iterator[bytes] = iter(answer.response)  # type: ignore[arg-type]

    def next(self) -> str:
        return next(self._parts).decode()

    def version(self) -> str:
        """The next number that is told."""
        while not (part := self.next()).startswith("data: "):
            pass
        return part.removeprefix("data: ").strip()

    def close(self) -> None:
        self.answer.close()


def hidden(page: Element) -> dict[str, str]:
    """What the forms of a phone's page send besides what is tapped."""
    return {name: found[0].get("value") for name in ("seen", "session") if (found := page.named(name))}
