"""A connection to PostgreSQL that lets others go on while it waits. gevent patches nothing here, so psycopg is told how
to wait; finding and greeting the server is done in a thread."""

from time import monotonic
from typing import Any, TypeVar

import gevent
import psycopg
from gevent.hub import Hub
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.waiting import Ready, Wait

from .postgres_address import Address, password

PATIENCE = 10.0
"""Seconds without a word from the server after which the line counts as dead."""
Given = TypeVar("Given")


class GreenConnection(psycopg.Connection[Any]):
    def wait(self, gen: PQGen[Given], interval: float = 0.0, timeout: float | None = None) -> Given:
        hub = gevent.get_hub()
        until = monotonic() + (PATIENCE if timeout is None else timeout)
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
        if timeout is not None:
            gen.close()
            return errors._WaitTimeout("nothing was told in time")
        self.close()
        return errors.ConnectionTimeout("the server does not answer any more")

    def is_quiet(self) -> bool:
        """Whether there is nothing on the line: a server that went away has said so."""
        return not self.closed and _ready(None, self.pgconn.socket, Wait.R, 0) == Ready.NONE


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

    made: GreenConnection | psycopg.Error = gevent.get_hub().threadpool.apply(attempt)
    if isinstance(made, psycopg.Error):
        raise made
    return made
