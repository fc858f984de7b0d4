"""The log in an SQLite file. Slow to import: a server does so when it has begun (late_log.py).

Two connections: one reads, on the event loop; one writes. A writing transaction is committed in a native thread, as
that is when SQLite waits for the disk. In write-ahead mode a reader never waits for a writer.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, TypeVar

import gevent
from gevent.lock import RLock
from sqlalchemy import URL, Connection, create_engine
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from .ends import Ends
from .erasing import Simple, clear_ahead, pack
from .event_log import Unusable
from .file_watch import watch_file
from .new_file import clear_away, copy_to_new_file
from .notices import Heard, Notices
from .plain import Plain
from .slate.file_slate import FileSlate
from .sqlite_file import OpenFile, matter_with, open_file, open_reader, plainly
from .tables_log import Run, TablesLog
from .tables_results import Clash
from .writer_thread import WriterThread

QUICKLY_PACKED = 4_000_000  # bytes; 20 ms, while nobody can write
QUIET = 60.0  # seconds without a write, after which a larger file is packed
LOOK = 1.0  # seconds between two looks at whether it is quiet
Given = TypeVar("Given")


class SqlLog(TablesLog):
    """Keeps games in a file. See `EventLog`."""

    def __init__(
        self, url: str | None = None, file: OpenFile | None = None, reader: sqlite3.Connection | None = None
    ) -> None:
        self._thread = WriterThread()
        self._lock, self._write_lock = RLock(), RLock()
        self._packing: gevent.Greenlet | None = None
        self._is_packing = False
        file = file or open_file(url)
        self._use(file, reader or open_reader(file))
        self._notices = Notices(lambda heard: watch_file(self._others, heard))

    def _use(self, file: OpenFile, reader: sqlite3.Connection) -> None:
        self._file, self._reader = file, reader
        self._to_write, self._to_read = _connected(file.path, file.connection), _connected(file.path, reader)
        self._ends = Ends(file.path, reader)

    # Writing.

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction. Its statements only fill the cache and wait for no disk; the commit does, in the thread. It
        is the only switch, as a tap that comes back to a busy loop has to wait for its turn."""
        connection = self._file.connection
        if self._is_packing:
            connection.interrupt()
        with self._write_lock, plainly(self._file.path):
            connection = self._file.connection
            try:
                connection.execute("BEGIN IMMEDIATE")
                before = connection.total_changes
                yield connection
                if connection.total_changes != before:
                    self._check_place()
                self._thread.run(self._commit)
            except BaseException:
                self._thread.run(self._roll_back)
                raise

    def _commit(self) -> None:
        self._to_write.commit()
        self._file.connection.commit()

    def _roll_back(self) -> None:
        self._to_write.rollback()
        self._file.connection.rollback()

    @contextmanager
    def _transaction(self, game: str | None = None) -> Iterator[Connection]:
        with self._saying_plainly(), self._writing():
            yield self._to_write

    @contextmanager
    def _saying_plainly(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise Clash from None
        except DBAPIError as error:
            if matter := matter_with(self._file.path, error.orig):
                raise matter from error
            raise

    @contextmanager
    def _quick(self, game: str) -> Iterator[Run]:
        try:
            with self._writing() as connection:

                def run(statement: Plain, rows: Any) -> None:
                    (connection.executemany if isinstance(rows, list) else connection.execute)(statement.sqlite, rows)

                yield run
        except sqlite3.IntegrityError:
            raise Clash from None

    def _moved(self, rows: str, game: str, number: int) -> None:
        self._ends.moved(rows, game, number)

    # Deleting for good.

    def _erase(self, game: str | None, erase: Callable[[Simple], Given]) -> Given:
        with self._writing() as connection:
            found = self._thread.run(lambda: erase(connection))
        if os.path.getsize(self._file.path) > QUICKLY_PACKED or not self._pack():
            self._pack_soon()
        return found

    def wake(self) -> None:
        """Where a file has free pages, something was deleted from it and it was not packed since."""
        if self._reader.execute("PRAGMA freelist_count").fetchone() != (0,):
            self._pack_soon()

    def _pack_soon(self) -> None:
        """What is written ahead is cleared at once. All the rest, when nobody writes any more."""
        with self._write_lock, plainly(self._file.path):
            self._thread.run(lambda: clear_ahead(self._file.connection))
        if not self._packing:
            self._packing = gevent.spawn(self._pack_when_quiet)

    def _pack_when_quiet(self) -> None:
        known, since = None, monotonic()
        while True:
            version = _version(self._reader)
            if version != known:
                known, since = version, monotonic()
            elif monotonic() - since >= QUIET:
                if self._pack():
                    return
                since = monotonic()
            gevent.sleep(LOOK)

    def _pack(self) -> bool:
        """False where somebody wants to write, who does not wait for it, or there is no room."""
        with self._write_lock:
            self._is_packing = True
            try:
                return self._thread.run(lambda: pack(self._file.connection))
            finally:
                self._is_packing = False

    # Reading.

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._saying_plainly(), self._lock, self._to_read.begin():
            yield self._to_read

    @contextmanager
    def _snapshot(self) -> Iterator[Connection]:
        with self._reading() as connection:
            connection.exec_driver_sql("BEGIN")  # Python's own begins with what is written
            yield connection

    def _rows(self, statement: Plain, **of: object) -> list[Any]:
        with self._lock, plainly(self._file.path):
            return self._reader.execute(statement.sqlite, of).fetchall()

    def _behind(self, rows: str, statement: Plain, game: str, after: int) -> Sequence[Any]:
        """The lock is held until it is written down that there are none."""
        with self._lock:
            if self._ends.is_end(rows, game, after):
                return []
            found = self._rows(statement, of=game, after=after)
            if not found:
                self._ends.found(rows, game, after)
            return found

    def results_stamp(self) -> tuple[int, int]:
        with self._lock:
            (version,) = self._reader.execute("PRAGMA data_version").fetchone()
        return version, self._result_changes

    # Hearing of others.

    def listen(self, heard: Heard) -> Callable[[], None]:
        return self._notices.listen(heard)

    def slate(self) -> FileSlate:
        return FileSlate(self._file.path)

    def _others(self) -> object:
        """Another one whenever another connection has written, or another file has taken the place of this one."""
        with self._write_lock, plainly(self._file.path):
            return self._file.place, self._thread.run(lambda: _version(self._file.connection))

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
        with self._write_lock, self._lock:
            if not self.is_in_place():
                new = self._thread.run(lambda: copy_to_new_file(self._file))
                self._let_go()
                clear_away(self._file)
                self._use(new, open_reader(new))
            return self._file.path

    def close(self) -> None:
        self._notices.close()
        if self._packing is not None:
            self._packing.kill()
        self._let_go()
        self._thread.close()

    def _let_go(self) -> None:
        with self._write_lock, self._lock:
            for connection in (self._to_read, self._to_write):
                connection.close()
                connection.engine.dispose()


def _version(connection: sqlite3.Connection) -> object:
    """Another one whenever another connection has written."""
    return connection.execute("PRAGMA data_version").fetchone()


def _connected(path: str, connection: sqlite3.Connection) -> Connection:
    """Through the connection that is open already, and never another one."""
    engine = create_engine(
        URL.create("sqlite", database=path),
        creator=lambda: connection,
        poolclass=StaticPool,
        hide_parameters=True,  # a traceback must not tell a stolen card or a code
    )
    return engine.connect()
