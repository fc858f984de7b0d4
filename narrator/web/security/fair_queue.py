"""The host comes first: everybody else's requests are worked on one at a time for each client.

One process answers everybody, and a page takes some milliseconds of it. A phone with thirty connections would be thirty
in line before the host's tap; so it is one, and what else it wants waits until that is done and as long again. In a
hall with hundreds of phones there is always one in line: before each of them it is looked whether a host has tapped.
"""

from collections import deque
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Flask
from gevent import sleep, spawn
from gevent.event import Event
from gevent.lock import BoundedSemaphore

from narrator.web.auth.client import remember_client

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

LONGEST_PAUSE = 1.0
MOMENT = 1e-9
"""Seconds; any time at all has the loop look at what has come in, as no time has not."""


class ClientQueue:
    """The requests of one client."""

    def __init__(self, at_once: int) -> None:
        self.turns = BoundedSemaphore(at_once)
        self.waiting = 0
        self.under_way = 0


class ClientQueues:
    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._lines: dict[str, ClientQueue] = {}

    def take(self, client: str) -> None:
        """Comes back when it is this request's turn."""
        line = self._lines.setdefault(client, ClientQueue(self._at_once))
        line.waiting += 1
        try:
            line.turns.acquire()
            line.under_way += 1
        finally:
            line.waiting -= 1

    def give_back(self, client: str, seconds: float) -> None:
        """So long it took. A request is made in one go, so those that came meanwhile are not in line yet: the turn is
        over only after they are."""
        spawn(self._pass_on, client, self._lines[client], seconds)

    def _pass_on(self, client: str, line: ClientQueue, seconds: float) -> None:
        if line.waiting:
            sleep(min(seconds, LONGEST_PAUSE))
        line.under_way -= 1
        line.turns.release()
        if not line.waiting and not line.under_way:
            del self._lines[client]


class HostsFirst:
    """Lets everybody else begin one by one, in their order, each after it was looked who has tapped meanwhile."""

    def __init__(self) -> None:
        self._line: deque[Event] = deque()
        self._is_led = False

    def wait(self) -> None:
        turn = Event()
        self._line.append(turn)
        if not self._is_led:
            self._is_led = True
            spawn(self._lead)
        turn.wait()

    def _lead(self) -> None:
        while self._line:
            sleep(MOMENT)
            self._line.popleft().set()
        self._is_led = False


class FairQueue:
    """The application, where each waits for their turn."""

    def __init__(self, app: Flask, at_once: int) -> None:
        self._app = app
        self._turns = ClientQueues(at_once)
        self._hosts_first = HostsFirst()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        client = remember_client(self._app, environ)
        if client.is_host:
            return self._app(environ, start_response)
        self._turns.take(client.name)
        begun = perf_counter()
        try:
            self._hosts_first.wait()
            begun = perf_counter()
            return self._app(environ, start_response)
        finally:
            self._turns.give_back(client.name, perf_counter() - begun)
