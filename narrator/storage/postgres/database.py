"""The PostgreSQL server, through SQLAlchemy's connection pool. Needs the extra `postgres`.

In a server gevent is patched, so waiting for PostgreSQL holds up nobody else. A dead network is noticed by TCP and
`connect_timeout` (`postgres_address.py`), a server that is silent but alive by a timeout round each transaction.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from secrets import token_hex
from time import monotonic
from typing import Any

import psycopg
from gevent import Timeout
from gevent.lock import BoundedSemaphore
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from narrator.storage import retry
from narrator.storage.database import CommitInterrupted, Database, Delayed, Result, Work
from narrator.storage.files.data_folder import default_file
from narrator.storage.migrating import upgrade
from narrator.storage.notices import NoticeHandler, Notices
from narrator.storage.postgres.address import Address, password, read_address
from narrator.storage.postgres.errors import translate_errors
from narrator.storage.postgres.notices import CHANNEL, watch_server
from narrator.storage.shared_state.shared_tables import SharedTables
from narrator.storage.sqlite.file import COLUMNS, VERSION
from narrator.storage.values import StorageUnavailable

MAX_CONNECTIONS = 8
"""Per process; a statement takes less than a millisecond."""
SILENCE = 5.0
"""Seconds that a transaction may take: longer than anybody waits for a lock."""
LATE = 0.1
"""Seconds by which a timeout comes late if this process was busy with something else."""
LOCK = int.from_bytes(b"Narrator")
"""Advisory lock of the process that creates or upgrades tables."""
UPGRADE = "600s"
"""How long an upgrade of many games may take."""
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")


class PostgresDatabase(Database):
    is_file = False

    def __init__(self, url: str) -> None:
        self._address = read_address(url)
        self._path = str(default_file().with_name(f"{self._address.name}.db"))
        self._mark = token_hex(4)
        """Sent with our own notices, so as not to hear ourselves."""
        self._notices = Notices(lambda heard: watch_server(lambda: connect(self._address), self._mark, heard))
        self._away_since: float | None = None
        self._failure: StorageUnavailable | None = None
        """Why the server could not be reached when it was last looked for."""
        self._searching = BoundedSemaphore()
        self.engine = self._new_engine()
        try:
            self._retried(self._prepare)
        except BaseException:
            self.close()
            raise

    def _new_engine(self) -> Engine:
        return create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(self._address),
            poolclass=QueuePool,
            pool_size=MAX_CONNECTIONS,
            max_overflow=0,
            pool_timeout=retry.PATIENCE,
            pool_use_lifo=True,
            use_native_hstore=False,
            hide_parameters=True,  # a traceback must not tell a stolen card or a code
        )

    # Transactions.

    def _read(self, work: Work[Result]) -> Result:
        with self._connection("AUTOCOMMIT") as connection:
            return work(connection)

    def snapshot(self, work: Work[Result]) -> Result:
        def attempt() -> Result:
            with self._connection("REPEATABLE READ") as connection:
                return work(connection)

        return self._retried(attempt)

    def _write(self, work: Work[Result], game: str | None) -> Result:
        with self._connection() as connection:
            if game is not None:
                self.notify(connection, game)
            result = work(connection)
            try:
                connection.commit()
            except (DBAPIError, Timeout) as error:
                if connection.invalidated:
                    raise CommitInterrupted from error
                raise
            return result

    @contextmanager
    def _connection(self, isolation_level: str | None = None) -> Iterator[Connection]:
        silence, began = Timeout(SILENCE), monotonic()
        try:
            with translate_errors(self.shown), silence, self._connect() as connection:
                if isolation_level is not None:
                    connection.execution_options(isolation_level=isolation_level)
                yield connection
        except (Timeout, CommitInterrupted) as error:
            cause = error.__cause__ if isinstance(error, CommitInterrupted) else error
            if error is silence and monotonic() > began + SILENCE + LATE:  # the answer may have come meanwhile
                raise Delayed from None
            if cause is silence:  # the connections that wait in the pool are dead, too
                self.engine.dispose()
                self._away_since = self._away_since or monotonic() - SILENCE
            elif isinstance(cause, Timeout):
                raise cause from None
            if error is silence:
                raise StorageUnavailable("unreachable", path=self.shown, why="silent") from None
            raise

    def _connect(self) -> Connection:
        """While the server is away one caller at a time looks for it, and those who wait hear what came of it."""
        if (known := self._failure) is None:
            return self._connect_now()
        with self._searching:
            if (latest := self._failure) not in (None, known):
                raise StorageUnavailable(latest.code, **latest.params)
            return self._connect_now()

    def _connect_now(self) -> Connection:
        try:
            with translate_errors(self.shown):
                connection = self.engine.connect()
        except StorageUnavailable as unusable:
            if unusable.code == "unreachable":
                self._failure = unusable
                self._away_since = self._away_since or monotonic()
            raise
        self._away_since = self._failure = None
        return connection

    def _deadline(self) -> float:
        """Nobody waits for a server that has been away for long."""
        return (self._away_since or monotonic()) + retry.PATIENCE

    def stamp(self) -> object:
        return self.read(lambda connection: connection.exec_driver_sql("SELECT pg_current_snapshot()::text").scalar())

    # Tables.

    def _prepare(self) -> None:
        """Check the tables before anything is written; create or upgrade them if necessary."""
        with translate_errors(self.shown), self._connect() as connection:
            if self._version(connection) != VERSION:
                connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{UPGRADE}'")
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{UPGRADE}'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
                if self._version(connection) != VERSION:  # else another process was quicker
                    upgrade(connection)
                connection.commit()
            if connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
                raise StorageUnavailable("server_read_only", path=self.shown, why="")

    def create_tables(self, prepare: Callable[[Connection], None]) -> None:
        """Have tables created that have no version, by one process at a time."""

        def work(connection: Connection) -> None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            prepare(connection)

        self.write(work)

    def _version(self, connection: Connection) -> int:
        """0 where there is nothing yet."""
        ask = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        known = set(connection.exec_driver_sql(ask).scalars())
        if "alembic_version" not in known:
            if known & set(COLUMNS):
                raise StorageUnavailable("server_foreign", path=self.shown)
            return 0
        found = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "0")
        if not found.isdigit() or not (set(COLUMNS) <= known or found == "0"):
            raise StorageUnavailable("server_foreign", path=self.shown)
        if int(found) > VERSION:
            raise StorageUnavailable("newer", path=self.shown)
        return int(found)

    # Other processes.

    @cached_property
    def shared(self) -> SharedTables:
        return SharedTables(self)

    def listen(self, heard: NoticeHandler) -> Callable[[], None]:
        return self.hear(lambda said: None if said and " " in said else heard(said))

    def hear(self, heard: NoticeHandler) -> Callable[[], None]:
        """As `listen`, but for all that other processes say: an id alone is a game that was written to, the rest is
        about the shared state."""
        return self._notices.listen(heard)

    def notify(self, connection: Connection, said: str) -> None:
        """Say something to other processes when this transaction is committed."""
        connection.execute(NOTIFY, {"notice": f"{self._mark} {said}"})

    @property
    def path(self) -> str:
        return self._path

    @property
    def shown(self) -> str:
        return self._address.shown

    def close(self) -> None:
        self._notices.close()
        self.engine.dispose()


def connect(address: Address) -> psycopg.Connection[Any]:
    """Open a connection. The name is looked up here, where waiting for it holds up nobody: libpq's own way blocks."""
    params, secret = dict(address.params), password()
    host = str(params.get("host", ""))
    if host and "hostaddr" not in params and not host.startswith(("/", "@")) and "," not in host:
        try:
            found = socket.getaddrinfo(host, params.get("port"), type=socket.SOCK_STREAM)
        except OSError as error:
            raise psycopg.OperationalError(str(error)) from error
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        params |= {"host": ",".join([host] * len(addresses)), "hostaddr": ",".join(addresses)}
    if secret is not None:
        params["password"] = secret
    return psycopg.connect(**params)
