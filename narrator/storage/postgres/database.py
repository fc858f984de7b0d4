"""The PostgreSQL server, through SQLAlchemy's connection pool. Needs the extra `postgres`.

A server runs with gevent's patches, so waiting for PostgreSQL blocks no other greenlet. TCP and `connect_timeout`
(`connection_settings.py`) detect a dead network. A timeout around each transaction detects a server that is alive but
silent.
"""

import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from secrets import token_hex
from time import monotonic
from typing import Any

import psycopg
from gevent import Timeout, sleep
from gevent.lock import BoundedSemaphore
from gevent.socket import wait_read
from sqlalchemy import Connection, create_engine, text
from sqlalchemy import exc as sqlalchemy_errors
from sqlalchemy.pool import QueuePool

from narrator.storage import database
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import default_file
from narrator.storage.migrations import upgrade
from narrator.storage.postgres.connection_settings import PASSWORD_VARIABLE, Address, read_address, read_password
from narrator.storage.shared_state.postgres import PostgresSharedDatabase
from narrator.storage.sqlite.file import REQUIRED_COLUMNS, VERSION

MAX_CONNECTIONS = 8  # per process; a statement takes under 1 ms
TRANSACTION_TIMEOUT = 5.0  # seconds; longer than `lock_timeout`
MAX_TIMEOUT_DELAY = 0.1  # seconds; a timeout that fires later shows that this process was busy
MIGRATION_LOCK = int.from_bytes(b"Narrator")  # advisory lock of the process that creates or upgrades tables
UPGRADE_TIMEOUT = "600s"
CHANNEL = "narrator"
NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :notice)")
PING_INTERVAL = 5.0  # seconds without a notice after which the listening connection is checked
MIN_RECONNECT_PAUSE, MAX_RECONNECT_PAUSE = 0.1, 5.0  # seconds; doubles with each attempt
ERROR_CODES = {  # by SQLSTATE or its class
    "28": "server_refuses",
    "3D": "no_database",
    "3F": "no_database",
    "53100": "full",
    "53": "server_busy",
    "25006": "server_read_only",
    "25P03": "unreachable",  # `idle_in_transaction_session_timeout`
    "42501": "server_read_only",
    "40": "server_busy",
    "55": "server_busy",
    "57014": "server_busy",
    "57": "unreachable",
    "08": "unreachable",
}
MISSING_TABLE, MISSING_COLUMN = "42P01", "42703"


class PostgresDatabase(database.Database):
    is_file = False

    def __init__(self, url: str) -> None:
        self._address = read_address(url)
        self._path = str(default_file().with_name(f"{self._address.name}.db"))
        self._process_id = token_hex(4)  # sent with our notices, to ignore them
        self._notices = database.NoticeWatcher(lambda on_notice: _watch(self._address, self._process_id, on_notice))
        self._away_since: float | None = None
        self._failure: StorageUnavailable | None = None  # why the last attempt to connect failed
        self._reconnecting = BoundedSemaphore()
        self.engine = create_engine(
            "postgresql+psycopg://",
            creator=lambda: connect(self._address),
            poolclass=QueuePool,
            pool_size=MAX_CONNECTIONS,
            max_overflow=0,
            pool_timeout=database.RETRY_TIMEOUT,
            pool_use_lifo=True,
            use_native_hstore=False,
            hide_parameters=True,  # a traceback must not reveal a stolen card or a code
        )
        try:
            self._retried(self._prepare)
        except BaseException:
            self.close()
            raise

    # Transactions.

    def _read(self, work: database.Work[database.Result]) -> database.Result:
        with self._connection("AUTOCOMMIT") as connection:
            return work(connection)

    def snapshot(self, work: database.Work[database.Result]) -> database.Result:
        def attempt() -> database.Result:
            with self._connection("REPEATABLE READ") as connection:
                return work(connection)

        return self._retried(attempt)

    def _write(self, work: database.Work[database.Result], game: str | None) -> database.Result:
        with self._connection() as connection:
            if game is not None:
                self.notify(connection, game)
            result = work(connection)
            try:
                connection.commit()
            except (sqlalchemy_errors.DBAPIError, Timeout) as error:
                if connection.invalidated:
                    raise database.CommitInterrupted from error
                raise
            return result

    @contextmanager
    def _connection(self, isolation_level: str | None = None) -> Iterator[Connection]:
        timeout, began = Timeout(TRANSACTION_TIMEOUT), monotonic()
        try:
            with translate_errors(self.safe_address), timeout, self._connect() as connection:
                if isolation_level is not None:
                    connection.execution_options(isolation_level=isolation_level)
                yield connection
        except Timeout as error:
            if error is not timeout:  # a caller's
                raise
            if monotonic() > began + TRANSACTION_TIMEOUT + MAX_TIMEOUT_DELAY:  # the answer may have come meanwhile
                raise database.Delayed from None
            self._drop_connections()
            raise StorageUnavailable("unreachable", path=self.safe_address, why="silent") from None
        except database.CommitInterrupted as error:
            if error.__cause__ is timeout:
                self._drop_connections()
            elif isinstance(error.__cause__, Timeout):  # a caller's
                raise error.__cause__ from None
            raise

    def _drop_connections(self) -> None:
        """After a silent transaction: the idle connections in the pool are dead, too."""
        self.engine.dispose()
        self._away_since = self._away_since or monotonic() - TRANSACTION_TIMEOUT

    def _connect(self) -> Connection:
        """Connect. While the server is away, one caller at a time tries, and those waiting share its failure."""
        if (known := self._failure) is None:
            return self._connect_now()
        with self._reconnecting:
            if (latest := self._failure) not in (None, known):
                raise StorageUnavailable(latest.code, **latest.params)
            return self._connect_now()

    def _connect_now(self) -> Connection:
        try:
            with translate_errors(self.safe_address):
                connection = self.engine.connect()
        except StorageUnavailable as error:
            if error.code == "unreachable":
                self._failure = error
                self._away_since = self._away_since or monotonic()
            raise
        self._away_since = self._failure = None
        return connection

    def _deadline(self) -> float:
        """Count from when the server went away, so that later callers fail at once."""
        return (self._away_since or monotonic()) + database.RETRY_TIMEOUT

    def change_marker(self) -> object:
        return self.read(lambda connection: connection.exec_driver_sql("SELECT pg_current_snapshot()::text").scalar())

    # Tables.

    def _prepare(self) -> None:
        """Check the tables before anything is written; create or upgrade them if necessary."""
        with translate_errors(self.safe_address), self._connect() as connection:
            if self._version(connection) != VERSION:
                connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{UPGRADE_TIMEOUT}'")
                connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{UPGRADE_TIMEOUT}'")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                if self._version(connection) != VERSION:  # else another process was quicker
                    upgrade(connection)
                connection.commit()
            if connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
                raise StorageUnavailable("server_read_only", path=self.safe_address, why="")

    def create_tables(self, create: Callable[[Connection], None]) -> None:
        """Create the tables of the shared state, in one process at a time."""

        def work(connection: Connection) -> None:
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
            create(connection)

        self.write(work)

    def _version(self, connection: Connection) -> int:
        """Return the version of the tables, 0 if there are none. Raises `StorageUnavailable` for foreign ones."""
        tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
        known = set(connection.exec_driver_sql(tables).scalars())
        if "alembic_version" not in known:
            if known & set(REQUIRED_COLUMNS):
                raise StorageUnavailable("server_foreign", path=self.safe_address)
            return 0
        found = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "0")
        if not found.isdigit() or not (set(REQUIRED_COLUMNS) <= known or found == "0"):
            raise StorageUnavailable("server_foreign", path=self.safe_address)
        if int(found) > VERSION:
            raise StorageUnavailable("newer", path=self.safe_address)
        return int(found)

    # Other processes.

    @cached_property
    def shared(self) -> PostgresSharedDatabase:
        return PostgresSharedDatabase(self)

    def listen(self, on_notice: database.NoticeHandler) -> Callable[[], None]:
        return self.listen_to_all(lambda message: None if message and " " in message else on_notice(message))

    def listen_to_all(self, on_notice: database.NoticeHandler) -> Callable[[], None]:
        """Listen to all messages: a game's id alone, or `game kind` about the shared state."""
        return self._notices.listen(on_notice)

    def notify(self, connection: Connection, message: str) -> None:
        """Notify other processes when this transaction is committed."""
        connection.execute(NOTIFY, {"notice": f"{self._process_id} {message}"})

    @property
    def path(self) -> str:
        return self._path

    @property
    def safe_address(self) -> str:
        return self._address.safe_address

    def close(self) -> None:
        self._notices.close()
        self.engine.dispose()


def connect(address: Address) -> psycopg.Connection[Any]:
    """Open a connection. The host is looked up here, because libpq would block all greenlets."""
    params, password = dict(address.params), read_password()
    host = str(params.get("host", ""))
    if host and "hostaddr" not in params and not host.startswith(("/", "@")) and "," not in host:
        try:
            found = socket.getaddrinfo(host, params.get("port"), type=socket.SOCK_STREAM)
        except OSError as error:
            raise psycopg.OperationalError(str(error)) from error
        addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
        params |= {"host": ",".join([host] * len(addresses)), "hostaddr": ",".join(addresses)}
    if password is not None:
        params["password"] = password
    return psycopg.connect(**params)


def _watch(address: Address, process_id: str, on_notice: database.NoticeHandler) -> None:
    """Listen for other processes' notices on a connection of its own; reconnect when it is lost. Never returns."""
    pause = MIN_RECONNECT_PAUSE
    while True:
        began = monotonic()
        try:
            with closing(connect(address)) as connection:
                _listen(connection, process_id, on_notice)
        except (psycopg.Error, StorageUnavailable, TimeoutError) as error:
            logging.getLogger(__name__).info("Nothing is heard from the database: %s", type(error).__name__)
        if monotonic() - began > MAX_RECONNECT_PAUSE:
            pause = MIN_RECONNECT_PAUSE
        sleep(pause)
        pause = min(2 * pause, MAX_RECONNECT_PAUSE)


def _listen(connection: psycopg.Connection[Any], process_id: str, on_notice: database.NoticeHandler) -> None:
    connection.autocommit = True
    connection.execute(f"LISTEN {CHANNEL}".encode())
    on_notice(None)  # earlier notices were missed
    while True:
        for notice in connection.notifies(timeout=0):
            sender, _, message = notice.payload.partition(" ")
            if sender != process_id:
                on_notice(message or None)
        try:
            wait_read(connection.fileno(), timeout=PING_INTERVAL, timeout_exc=TimeoutError())
        except TimeoutError:
            with Timeout(PING_INTERVAL, TimeoutError):
                connection.execute("SELECT 1")


@contextmanager
def translate_errors(safe_address: str) -> Iterator[None]:
    """Raise `WriteConflict` and `StorageUnavailable` for errors of the driver and the pool."""
    try:
        yield
    except sqlalchemy_errors.IntegrityError:
        raise database.WriteConflict from None
    except sqlalchemy_errors.TimeoutError as error:  # of the pool
        raise StorageUnavailable("server_busy", path=safe_address, why=type(error).__name__) from error
    except sqlalchemy_errors.DBAPIError as error:
        if isinstance(error.orig, psycopg.Error):
            raise _translated_error(safe_address, error.orig) from error
        raise


def _translated_error(safe_address: str, error: psycopg.Error) -> StorageUnavailable:
    state, message = error.sqlstate or "", error.diag.message_primary or str(error)
    # Only the first line: the others may repeat the contents of a row.
    why = message.strip().splitlines()[0] if message.strip() else type(error).__name__
    if state in (MISSING_TABLE, MISSING_COLUMN):
        return StorageUnavailable("server_incomplete", path=safe_address, what=why)
    code = ERROR_CODES.get(state) or ERROR_CODES.get(state[:2])
    if code is None:
        is_connecting = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not state
        code = _connection_error_code(str(error)) if is_connecting else "server_trouble"
    return StorageUnavailable(code, path=safe_address, why=why, variable=PASSWORD_VARIABLE)


def _connection_error_code(message: str) -> str:
    """Classify by the message: psycopg has no SQLSTATE for errors while connecting."""
    if "password authentication failed" in message or "no password supplied" in message or "pg_hba.conf" in message:
        return "server_refuses"
    if "role" in message and "does not exist" in message:
        return "server_refuses"
    if "database" in message and "does not exist" in message:
        return "no_database"
    return "server_busy" if "too many clients" in message or "connection slots" in message else "unreachable"
