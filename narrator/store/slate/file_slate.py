"""The slate as a small SQLite file beside the games: safe from a process that is killed, not from a power cut.

After one it may be damaged; then it is wiped, as it would be anyway.
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import Any

from gevent import sleep

from ..private_files import make_private
from .slate import INDEXES, TABLES, Kind, News, Run

ENDING = "-live"
BESIDE = ("", "-wal", "-shm", "-journal")
PRAGMAS = ("journal_mode = WAL", "synchronous = OFF", "busy_timeout = 500", "temp_store = MEMORY")
EAGER, AT_LEISURE = 0.02, 1.0
"""Seconds between two looks at whether others have told something: while there are others, and while there are none. A
look takes some microseconds."""
LATEST = "SELECT coalesce(max(number), 0) FROM news"
TELL = (
    "INSERT INTO news (game, kind, number, worker) VALUES (:game, :kind, :number, :worker)"
    " ON CONFLICT (game, kind) DO UPDATE SET number = excluded.number, worker = excluded.worker"
)
HEARD = "SELECT game, kind, number FROM news WHERE number > :known AND worker <> :worker ORDER BY number"


class FileSlate:
    """See `Slate`. Opened when it is first needed."""

    carries_log = True

    def __init__(self, games: str) -> None:
        """Beside the file in which these games are."""
        self._path = f"{os.path.realpath(games)}{ENDING}"
        self._has_complained = False

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        """Where no file can be made this process has a slate for itself."""
        for path in (self._path, self._path, ":memory:"):
            try:
                return _opened(path)
            except sqlite3.OperationalError as error:  # nothing that wiping would mend
                self._complain(error)
            except sqlite3.DatabaseError:
                wipe(self._path)
        raise RuntimeError("SQLite has no memory")

    def rows(self, statement: str, **of: object) -> list[Any]:
        try:
            return self._connection.execute(statement, of).fetchall()
        except sqlite3.Error as error:
            self._complain(error)
            return []

    @contextmanager
    def change(self) -> Iterator[Run]:
        connection = self._connection

        def run(statement: str, **of: object) -> list[Any]:
            return connection.execute(statement, of).fetchall()

        try:
            connection.execute("BEGIN IMMEDIATE")
            yield run
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._complain(error)
        finally:
            if connection.in_transaction:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")

    def tell(self, run: Run, worker: str, game: str, kind: Kind) -> int:
        ((last,),) = run(LATEST)
        number = int(last) + 1
        run(TELL, game=game, kind=kind, number=number, worker=worker)
        return number

    def stamp(self) -> object:
        try:
            others = self._connection.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error as error:
            self._complain(error)
            others = None
        return others, self._connection.total_changes

    def latest(self) -> int:
        return next((int(number) for (number,) in self.rows(LATEST)), 0)

    def follow(
        self, worker: str, known: int, heard: Callable[[list[News]], None], is_eager: Callable[[], bool]
    ) -> None:
        stamp: object = None
        while True:
            before, stamp = stamp, self.stamp()
            if before != stamp:
                news = [News(*row) for row in self.rows(HEARD, known=known, worker=worker)]
                known = max([known, *(one.number for one in news)])
                if news:
                    heard(news)
            sleep(EAGER if is_eager() else AT_LEISURE)

    def close(self) -> None:
        if "_connection" in vars(self):
            self._connection.close()
            del self._connection

    def _complain(self, error: sqlite3.Error) -> None:
        """Once: it would come with every page."""
        if not self._has_complained:
            self._has_complained = True
            logging.getLogger(__name__).warning("Servers of these games can't tell one another: %s", error)


def _opened(path: str) -> sqlite3.Connection:
    if path != ":memory:":
        make_private(path)
    connection = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    try:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")
        known = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not known >= {*TABLES, *INDEXES}:
            _lay_out(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _lay_out(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for name, columns in TABLES.items():
        connection.execute(f"CREATE TABLE IF NOT EXISTS {name} ({columns})")
    for name, columns in INDEXES.items():
        connection.execute(f"CREATE INDEX IF NOT EXISTS {name} ON {columns}")
    connection.execute("COMMIT")


def wipe(path: str) -> None:
    for ending in BESIDE:
        with suppress(OSError):
            os.unlink(path + ending)
