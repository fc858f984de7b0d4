"""WSGI middleware that serves hosts first and everyone else one request at a time per client, which then waits as long
as that one took: otherwise a phone with thirty connections would put thirty requests ahead of the host's tap. With
hundreds of phones some request is always waiting, so hosts' requests are looked for before each of them."""

from collections import deque
from collections.abc import Iterable
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Flask
from gevent import sleep, spawn
from gevent.event import Event
from gevent.lock import BoundedSemaphore

from narrator.web.auth.client import identify_client

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

MAX_PAUSE = 1.0  # seconds
YIELD_TO_IO = 1e-9  # seconds; gevent polls sockets for any positive sleep, but not for sleep(0)


class ClientQueue:
    def __init__(self, max_requests: int) -> None:
        self.slots = BoundedSemaphore(max_requests)
        self.waiting = 0
        self.in_progress = 0


class ClientQueues:
    def __init__(self, max_requests: int) -> None:
        self._max_requests = max_requests
        self._queues: dict[str, ClientQueue] = {}

    def acquire(self, client: str) -> None:
        queue = self._queues.setdefault(client, ClientQueue(self._max_requests))
        queue.waiting += 1
        try:
            queue.slots.acquire()
            queue.in_progress += 1
        finally:
            queue.waiting -= 1

    def release(self, client: str, seconds: float) -> None:
        """Release the slot, but let the client's requests that arrived meanwhile queue first."""
        spawn(self._release, client, self._queues[client], seconds)

    def _release(self, client: str, queue: ClientQueue, seconds: float) -> None:
        if queue.waiting:
            sleep(min(seconds, MAX_PAUSE))
        queue.in_progress -= 1
        queue.slots.release()
        if not queue.waiting and not queue.in_progress:
            del self._queues[client]


class HostsFirst:
    """Start everyone else's requests one by one, looking for hosts' requests before each."""

    def __init__(self) -> None:
        self._queue: deque[Event] = deque()
        self._is_running = False

    def wait(self) -> None:
        turn = Event()
        self._queue.append(turn)
        if not self._is_running:
            self._is_running = True
            spawn(self._run)
        turn.wait()

    def _run(self) -> None:
        while self._queue:
            sleep(YIELD_TO_IO)
            self._queue.popleft().set()
        self._is_running = False


class FairQueue:
    def __init__(self, app: Flask, max_requests: int) -> None:
        self._app = app
        self._clients = ClientQueues(max_requests)
        self._hosts_first = HostsFirst()

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        client = identify_client(self._app, environ)
        if client.is_host:
            return self._app(environ, start_response)
        self._clients.acquire(client.name)
        started = perf_counter()
        try:
            self._hosts_first.wait()
            started = perf_counter()
            return self._app(environ, start_response)
        finally:
            self._clients.release(client.name, perf_counter() - started)
