"""Connections to the server, lent to one at a time, and transactions of which it is known how they came out."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

import psycopg
from gevent import sleep
from gevent.lock import BoundedSemaphore
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import QueuePool

from .event_log import Unusable
from .green_connection import GreenConnection, connect
from .patience import PASSING, PAUSE
from .postgres_address import Address
from .postgres_errors import matter_with, plainly
from .sqlite_file import PATIENCE

MOST = 8
"""Connections of one process: a statement takes less than a millisecond, and the server has them for all processes."""
UNSURE = 12.0
"""Seconds in which it must become known what became of a transaction; the server ends what was left in the middle
before that."""

Proof = tuple[str, dict[str, Any]]


class Lines:
    def __init__(self, address: Address) -> None:
        self.address = address
        self._gate = BoundedSemaphore(MOST)
        self._is_closed = False
        self._away_since: float | None = None
        self._failure: Unusable | None = None
        """What came of it when the server was last looked for."""
        self._searching = BoundedSemaphore()
        self._dead_before = 0.0
        """Where one line fell silent, all that were there before are taken for dead."""
        self._engine = create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(address),
            poolclass=QueuePool,
            pool_size=MOST,
            max_overflow=0,
            pool_reset_on_return=None,
            isolation_level="AUTOCOMMIT",  # one who only reads needs no transaction; one who writes begins it here
            use_native_hstore=False,
            hide_parameters=True,  # a traceback must not tell a stolen card or a code
        )

    @contextmanager
    def one(self) -> Iterator[Connection]:
        """A connection for whoever has it now. Raises `Unusable`."""
        if self._is_closed:
            raise Unusable("unreachable", path=self.address.shown, why="closed")
        if not self._gate.acquire(timeout=PATIENCE):
            raise Unusable("server_busy", path=self.address.shown, why="")
        try:
            connection = self._taken()
            raw = raw_of(connection)
            try:
                yield connection
            finally:
                if raw.fell_silent:
                    self._dead_before = monotonic()
                    self._away_since = raw.begun  # who has waited for it is not kept waiting as for a restart
                self._give_back(connection)
        finally:
            self._gate.release()

    @property
    def is_away(self) -> bool:
        """Whether the server was looked for in vain."""
        return self._failure is not None

    def _taken(self) -> Connection:
        while True:
            began = monotonic()
            try:
                connection = self._found()
            except Unusable as unusable:
                if unusable.code not in PASSING or not self._is_worth_waiting(began):
                    raise
                sleep(PAUSE)
                continue
            raw = raw_of(connection)
            if raw.begun >= self._dead_before and raw.is_quiet():
                self._away_since = self._failure = None
                return connection
            connection.invalidate()  # the server has gone away since: the next one
            connection.close()

    def _found(self) -> Connection:
        """While the server is away one at a time looks for it, and all who wait for that hear what came of it."""
        if (known := self._failure) is None:
            return self._connected()
        with self._searching:
            if (told := self._failure) not in (None, known):
                raise Unusable(told.code, **told.params)
            return self._connected()

    def _connected(self) -> Connection:
        try:
            with plainly(self.address.shown):
                return self._engine.connect()
        except Unusable as unusable:
            self._failure = unusable
            raise

    def _is_worth_waiting(self, began: float) -> bool:
        """Nobody waits anew for a server that has been away for long."""
        self._away_since = self._away_since or began
        return monotonic() < self._away_since + PATIENCE

    def _give_back(self, connection: Connection) -> None:
        if not connection.invalidated and (self._is_closed or not _is_idle(raw_of(connection))):
            connection.invalidate()
        with suppress(SQLAlchemyError, psycopg.Error):
            connection.close()

    # Transactions.

    def commit(self, raw: GreenConnection, transaction: str, proof: Proof | None = None) -> None:
        """Nothing is told until it is known whether everything was written. Raises `Unusable`, of which `unsure` says
        that it could not be found out. A `proof` is a question that has an answer once it was written."""
        try:
            raw.execute("COMMIT")
        except psycopg.Error as error:
            if not raw.closed:
                raise
            logging.getLogger(__name__).warning("The line was cut in a commit; looking what became of it")
            if not self._was_committed(transaction, proof):
                raise matter_with(self.address.shown, error) from error

    def _was_committed(self, transaction: str, proof: Proof | None) -> bool:
        until = monotonic() + UNSURE
        while monotonic() < until:
            with suppress(psycopg.Error):
                asking = connect(self.address)
                try:
                    came_out = _came_out(asking, transaction)
                    if came_out == "committed":
                        return proof is None or asking.execute(*proof).fetchone() is not None
                finally:
                    asking.close()
                if came_out == "aborted":
                    return False
            sleep(PAUSE)
        raise Unusable("unsure", path=self.address.shown)

    def close(self) -> None:
        """Whoever has a line now closes it, and nobody gets another one."""
        self._is_closed = True
        self._engine.dispose()


def _came_out(asking: GreenConnection, transaction: str) -> str:
    """After a crash the server may know nothing of a number, or give it to somebody else: who writes what must not be
    told unless it is there has a proof of it."""
    try:
        found = asking.execute("SELECT pg_xact_status(%s::xid8)", [transaction]).fetchone()
    except psycopg.errors.InvalidParameterValue:  # that number was not given yet
        return "aborted"
    return str(found[0]) if found else ""


def raw_of(connection: Connection) -> GreenConnection:
    raw = connection.connection.driver_connection
    assert isinstance(raw, GreenConnection)
    return raw


def roll_back(raw: GreenConnection) -> None:
    if not raw.closed:
        try:
            raw.execute("ROLLBACK")
        except psycopg.Error:
            raw.close()


def _is_idle(raw: GreenConnection) -> bool:
    return not raw.closed and raw.pgconn.transaction_status == psycopg.pq.TransactionStatus.IDLE
