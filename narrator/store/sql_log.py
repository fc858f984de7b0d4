"""The log in an SQLite file. Slow to import: a server does so when it has begun (late_log.py).

One connection for all, behind one lock, and nothing yields while a transaction is open: a switch inside a write would
keep everybody from the file. Every writing transaction begins with an INSERT, UPDATE or DELETE, so it never holds a
snapshot that another process has overtaken.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gevent.lock import RLock
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from .ends import Ends
from .erasing import Simple, clear_traces
from .event_log import Unusable
from .file_watch import watch_file
from .new_file import clear_away, copy_to_new_file
from .notices import Heard, Notices
from .plain import Plain
from .slate.file_slate import FileSlate
from .sqlite_file import OpenFile, matter_with, open_file, plainly
from .tables_log import Run, TablesLog
from .tables_results import Clash


class SqlLog(TablesLog):
    """Keeps games in a file. See `EventLog`."""

    def __init__(self, url: str | None = None, file: OpenFile | None = None) -> None:
        self._file = file or open_file(url)
        self._connection = _connected(self._file)
        self._ends = Ends(self._file)
        self._lock = RLock()
        self._notices = Notices(lambda heard: watch_file(self._others, heard))

    # Reaching the file.

    @contextmanager
    def _transaction(self, game: str | None = None) -> Iterator[Connection]:
        try:
            with self._lock, self._connection.begin():
                before = self._file.connection.total_changes
                yield self._connection
                if self._file.connection.total_changes != before:
                    self._check_place()
        except IntegrityError:
            raise Clash from None
        except DBAPIError as error:
            if matter := matter_with(self._file.path, error.orig):
                raise matter from error
            raise

    _reading = _transaction

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        with self._reading() as connection:
            connection.exec_driver_sql("BEGIN")  # Python's own begins with what is written
            yield connection

    @contextmanager
    def _quick(self, game: str) -> Iterator[Run]:
        try:
            with self._lock, plainly(self._file.path), self._file.connection as connection:
                before = connection.total_changes

                def run(statement: Plain, rows: Any) -> None:
                    (connection.executemany if isinstance(rows, list) else connection.execute)(statement.sqlite, rows)

                yield run
                if connection.total_changes != before:
                    self._check_place()
        except sqlite3.IntegrityError:
            raise Clash from None

    def _rows(self, statement: Plain, **of: object) -> list[Any]:
        with self._lock, plainly(self._file.path):
            return self._file.connection.execute(statement.sqlite, of).fetchall()

    def _behind(self, rows: str, statement: Plain, game: str, after: int) -> Sequence[Any]:
        """The lock is held until it is written down that there are none."""
        with self._lock:
            if self._ends.is_end(rows, game, after):
                return []
            found = self._rows(statement, of=game, after=after)
            if not found:
                self._ends.found(rows, game, after)
            return found

    def _moved(self, rows: str, game: str, number: int) -> None:
        self._ends.moved(rows, game, number)

    @contextmanager
    def _simply(self, game: str | None) -> Iterator[Simple]:
        """Past SQLAlchemy, as in a copy: nobody else is in a transaction while the lock is held."""
        with self._lock, plainly(self._file.path):
            with self._file.connection as connection:
                yield connection
            self._check_place()
            clear_traces(self._file.connection)

    def results_stamp(self) -> tuple[int, int]:
        with self._lock:
            (others,) = self._file.connection.execute("PRAGMA data_version").fetchone()
        return others, self._result_changes

    # Hearing of others.

    def listen(self, heard: Heard) -> Callable[[], None]:
        return self._notices.listen(heard)

    def slate(self) -> FileSlate:
        return FileSlate(self._file.path)

    def _others(self) -> object:
        """Another one whenever another connection has written, or another file has taken the place of this one."""
        with self._lock, plainly(self._file.path):
            return self._file.place, self._file.connection.execute("PRAGMA data_version").fetchone()

    # Where the file is.

    @property
    def is_file(self) -> bool:
        return True

    @property
    def path(self) -> str:
        return self._file.path

    def is_in_place(self) -> bool:
        return self._file.is_in_place()

    def _check_place(self) -> None:
        """Nobody is told that something is kept where nobody finds it."""
        if not self.is_in_place():
            raise Unusable("gone", path=self._file.path)

    def save_elsewhere(self) -> str:
        with self._lock:
            if not self.is_in_place():
                new = copy_to_new_file(self._file)
                self._let_go()
                clear_away(self._file)
                self._file, self._connection, self._ends = new, _connected(new), Ends(new)
            return self._file.path

    def close(self) -> None:
        self._notices.close()
        self._let_go()

    def _let_go(self) -> None:
        with self._lock:
            self._connection.close()
            self._connection.engine.dispose()


def _connected(file: OpenFile) -> Connection:
    """Through the connection that is open already, and never another one."""
    engine = create_engine(
        URL.create("sqlite", database=file.path),
        creator=lambda: file.connection,
        poolclass=StaticPool,
        hide_parameters=True,  # a traceback must not tell a stolen card or a code
    )
    return engine.connect()
