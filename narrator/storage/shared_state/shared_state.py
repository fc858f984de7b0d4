"""Volatile state that all servers of the same games share while they run: who is here, recent attempts for rate limits,
which worker does the maintenance. Losing it does no harm.

It is written often and never has to be durable, so it is kept apart from the games: no entry waits for it, and backups
don't contain it. All statements are SQL that both databases understand.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar
from zlib import crc32

from narrator.storage.database import WriteConflict
from narrator.storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection, TextClause

ChangeKind = Literal[
    "log",  # an entry or session event was added
    "people",  # somebody came or left
    "rights",  # somebody's rights have changed
    "erased",  # something was deleted
    "unshown",  # a change that no page has to show
]
Result = TypeVar("Result")
PREFIX = "live_"
TABLES = {  # rows with a `worker` are deleted when it is gone
    "live_workers": "id TEXT PRIMARY KEY, beats BIGINT NOT NULL",
    "live_leases": "name TEXT PRIMARY KEY, worker TEXT NOT NULL",
    "live_notices": "game TEXT, kind TEXT, number BIGINT NOT NULL, worker TEXT NOT NULL, PRIMARY KEY (game, kind)",
    "live_connections": "worker TEXT, id BIGINT, game TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL,"
    " PRIMARY KEY (worker, id)",
    "live_seen_devices": "game TEXT, name TEXT, language TEXT NOT NULL, last DOUBLE PRECISION NOT NULL,"
    " gone INTEGER NOT NULL, PRIMARY KEY (game, name)",
    "live_pages": "worker TEXT, id BIGINT, client TEXT NOT NULL, address TEXT NOT NULL,"
    " since DOUBLE PRECISION NOT NULL, is_over INTEGER NOT NULL, PRIMARY KEY (worker, id)",
    "live_address_connections": "worker TEXT, address TEXT, number BIGINT NOT NULL, PRIMARY KEY (worker, address)",
    "live_attempts": "kind TEXT NOT NULL, client TEXT NOT NULL, moment DOUBLE PRECISION NOT NULL",
    "live_replays": "name TEXT PRIMARY KEY, file TEXT NOT NULL, opened DOUBLE PRECISION NOT NULL",
}
INDEXES = {
    "live_notices_by_number": "live_notices (number)",
    "live_connections_of_device": "live_connections (game, name)",
    "live_pages_of_client": "live_pages (client)",
    "live_pages_of_address": "live_pages (address)",
    "live_pages_over": "live_pages (worker, is_over)",
    "live_attempts_of_client": "live_attempts (kind, client, moment)",
}
SHAPE = crc32(repr((TABLES, INDEXES)).encode())
ANNOUNCE = (
    "INSERT INTO live_notices (game, kind, number, worker)"
    " SELECT :game, :kind, coalesce(max(number), 0) + 1, :worker FROM live_notices WHERE true"
    " ON CONFLICT (game, kind) DO UPDATE SET number = excluded.number, worker = excluded.worker"
)


def create_tables(connection: "Connection") -> None:
    """Create the tables. There are no migrations: tables of another shape are dropped and created again."""
    from sqlalchemy import inspect

    is_sqlite = connection.dialect.name == "sqlite"
    known = [name for name in inspect(connection).get_table_names() if is_sqlite or name.startswith(PREFIX)]
    execute = connection.exec_driver_sql
    if "live_layout" in known and execute("SELECT shape FROM live_layout").scalar() == SHAPE:
        return
    for name in known:
        execute(f"DROP TABLE {name}")
    for name, columns in TABLES.items():
        execute(f"CREATE {'' if is_sqlite else 'UNLOGGED '}TABLE {name} ({columns})")
    for name, columns in INDEXES.items():
        execute(f"CREATE INDEX {name} ON {columns}")
    execute("CREATE TABLE live_layout (shape BIGINT NOT NULL)")  # logged: it survives a crash, unlike the others' rows
    execute(f"INSERT INTO live_layout VALUES ({SHAPE})")


class Notice(NamedTuple):
    game: str
    kind: ChangeKind
    number: int = 0  # on SQLite, higher than that of all earlier notices of any game


class Execute:
    """Executes SQL statements on one connection."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection

    def __call__(self, statement: str, **params: object) -> list[Any]:
        """Return the rows, if the statement has any."""
        result = self.connection.execute(_compiled(statement), params)
        return list(result) if result.returns_rows else []


Work = Callable[[Execute], Result]  # may run more than once, in a native thread, and must not use greenlets
NoticesHandler = Callable[[list[Notice]], None]


@cache
def _compiled(statement: str) -> "TextClause":
    """Return one object for each of the statements in this package, so that SQLAlchemy compiles it once."""
    from sqlalchemy import text  # slow to import

    return text(statement)


class SharedDatabase(Protocol):
    """Where the state is kept. All methods may raise `StorageUnavailable`."""

    announces_entries: bool  # False if the games' database already notifies all servers of new entries

    def read(self, work: Work[Result]) -> Result: ...

    def write(self, work: Work[Result], lock: str) -> Result:
        """Execute a transaction while no other with the same lock runs. May raise `WriteConflict`."""

    def notify(self, execute: Execute, game: str, kind: ChangeKind) -> None:
        """Wake other servers when the transaction is committed, unless they poll."""

    def change_marker(self) -> object:
        """Return a different value whenever something may have changed."""

    def ahead(self, own_seconds: Callable[[], float]) -> float:
        """Return by how many seconds the shared clock is ahead of this machine's."""

    def follow(self, worker: str, on_notices: NoticesHandler, is_eager: Callable[[], bool]) -> Callable[[], None]:
        """Call back with other servers' notices; rarely, unless `is_eager`. Returns a function that stops it."""


class SharedState:
    """One worker's access. Errors are logged, not raised: reads then find nothing, and writes are dropped."""

    def __init__(self, database: SharedDatabase, worker: str, own_seconds: Callable[[], float]) -> None:
        self.database = database
        self.worker = worker
        self.own_seconds = own_seconds  # this machine's clock, never compared with another machine's
        self.cleanups: list[Callable[[str], None]] = []  # each deletes a dead worker's rows
        self.restores: list[Callable[[], None]] = []  # each writes this worker's rows again after they were lost
        self._has_warned = False

    def seconds(self) -> float:
        """Return the time of a clock that all servers share."""
        return self.own_seconds() + (self._attempt(lambda: self.database.ahead(self.own_seconds)) or 0.0)

    def rows(self, statement: str, **params: object) -> list[Any]:
        return self.read(lambda execute: execute(statement, **params)) or []

    def read(self, work: Work[Result]) -> Result | None:
        """Return None if it failed."""
        return self._attempt(lambda: self.database.read(work))

    def write(self, work: Work[Result], lock: str = "") -> Result | None:
        """Return None if it failed."""
        return self._attempt(lambda: self.database.write(work, lock))

    def announce(self, execute: Execute, game: str, kind: ChangeKind) -> None:
        """Notify all other servers in the same transaction, under the lock of the game."""
        if kind != "unshown":
            execute(ANNOUNCE, game=game, kind=kind, worker=self.worker)
        self.database.notify(execute, game, kind)

    def change_marker(self) -> object:
        return self._attempt(self.database.change_marker)

    def _attempt(self, work: Callable[[], Result]) -> Result | None:
        try:
            return work()
        except WriteConflict:  # an interrupted commit had succeeded
            return None
        except StorageUnavailable as error:
            if not self._has_warned:  # once, not with every page
                self._has_warned = True
                logging.getLogger(__name__).warning("Servers of these games can't tell one another: %s", error.code)
            return None
