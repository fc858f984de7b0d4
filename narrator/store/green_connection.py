"""A connection to PostgreSQL that lets others go on while it waits. gevent patches nothing here, so psycopg is told how
to wait; finding and greeting the server is done in a thread."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, TypeVar

import gevent
import psycopg
from gevent.event import AsyncResult
from gevent.hub import Hub
from psycopg import Pipeline, errors
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait

from .postgres_address import Address, password

PATIENCE = 5.0
"""Seconds without a word from the server after which the line counts as dead: longer than anybody waits for a lock."""
Given = TypeVar("Given")
logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what it keeps to itself, while we tell the cause


class GreenConnection(psycopg.Connection[Any]):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.begun = monotonic()
        self.fell_silent = False
        self.patience: float | None = None
        """Where something takes longer than anything usual."""

    def wait(self, gen: PQGen[Given], interval: float = 0.0, timeout: float | None = None) -> Given:
        hub = gevent.get_hub()
        until = monotonic() + (self.patience or PATIENCE if timeout is None else timeout)
        try:
            wanted = next(gen)
            while True:
                ready = _ready(hub, self.pgconn.socket, wanted, until - monotonic())
                if ready == Ready.NONE and monotonic() >= until:
                    raise self._silence(gen, timeout)
                wanted = gen.send(ready)
        except StopIteration as done:
            given: Given = done.value
            return given
        except psycopg.Error:
            raise
        except BaseException:  # whoever waited was ended: the answer would be taken for that to the next question
            self.close()
            raise

    def _silence(self, gen: PQGen[Any], timeout: float | None) -> psycopg.Error:
        gen.close()
        if timeout is not None:
            return errors._WaitTimeout("nothing was told in time")
        self.fell_silent = True
        self.close()
        return errors.ConnectionTimeout("the server does not answer any more")

    @contextmanager
    def pipeline(self) -> Iterator[Pipeline]:
        """psycopg ends one with a request that stops the server's clock for transactions in which nothing happens: one
        that we are cut off from would hold its locks for hours."""
        with super().pipeline() as several:
            several._exit_gen = lambda: _end(several)  # type: ignore[method-assign]
            yield several

    def is_quiet(self) -> bool:
        """Whether there is nothing on the line: a server that went away has said so."""
        return not self.closed and _ready(None, self.pgconn.socket, Wait.R, 0) == Ready.NONE


def _end(several: Pipeline) -> PQGen[None]:
    several._enqueue_sync()
    try:
        yield from several._communicate_gen()
    except psycopg.Error:
        with suppress(psycopg.Error):  # what came after the mistake was not done, which tells nothing
            yield from several._fetch_gen(flush=False)
        raise
    yield from several._fetch_gen(flush=False)


def _ready(hub: Hub | None, socket: int, wanted: Wait, seconds: float) -> Ready:
    """What can be done now; most often it can be done at once."""
    import select

    asked = select.poll()
    asked.register(socket, (select.POLLIN if wanted & Wait.R else 0) | (select.POLLOUT if wanted & Wait.W else 0))
    if not (found := asked.poll(0)) and hub is not None and seconds > 0:
        watcher = hub.loop.io(socket, (1 if wanted & Wait.R else 0) | (2 if wanted & Wait.W else 0))
        with gevent.Timeout(seconds, False):
            hub.wait(watcher)
        found = asked.poll(0)
    ready = 0
    for _, event in found:
        ready |= int(Ready.R) if event & ~select.POLLOUT else 0  # also where the line was cut: reading tells
        ready |= int(Ready.W) if event & select.POLLOUT else 0
    return Ready(ready)


def connect(address: Address) -> GreenConnection:
    """A new connection. Raises what psycopg raises."""
    secret = password()
    given = {**address.params, **({} if secret is None else {"password": secret})}

    def attempt() -> GreenConnection | psycopg.Error:
        try:
            return GreenConnection.connect(autocommit=True, **given)
        except psycopg.Error as error:
            return error  # raised in a thread it would be printed

    trying = gevent.get_hub().threadpool.spawn(attempt)
    try:
        made: GreenConnection | psycopg.Error = trying.get()
    except BaseException:  # nobody waits for it any more
        trying.rawlink(_close)
        raise
    if isinstance(made, psycopg.Error):
        raise made
    return made


def _close(tried: AsyncResult) -> None:
    if isinstance(tried.value, GreenConnection):
        tried.value.close()
