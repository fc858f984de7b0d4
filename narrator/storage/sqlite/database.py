"""The SQLite file: one connection that writes, in a native thread, and one that reads.

All writes run one after the other in that thread, so nobody else waits for the disk. Reads take microseconds and never
wait for a writer (WAL), so they run right where they are asked for.
"""

import os
import sqlite3
from collections.abc import Callable
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any

import gevent
from gevent.threadpool import ThreadPool

from narrator.storage.database import Database, Result, Work, WriteConflict
from narrator.storage.notices import NoticeHandler, Notices
from narrator.storage.shared_state.shared_file import SharedFile
from narrator.storage.sqlite.file import (
    OpenFile,
    open_file,
    open_reader,
    reading_engine,
    translate_errors,
    writing_engine,
)
from narrator.storage.sqlite.replaced_file import clear_away, copy_to_new_file
from narrator.storage.sqlite.watch import watch_file
from narrator.storage.threads import Given, in_thread
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

QUICKLY_PACKED = 4_000_000
"""Bytes of a file that is packed at once; 20 ms, while nobody can write."""
QUIET = 60.0
"""Seconds without a write after which a larger file is packed."""
LOOK = 1.0
"""Seconds between two looks at whether it is quiet."""
BUSY = 0.1
"""Seconds that SQLite itself waits for another process, in the thread that writes; then others get their turn."""


class _Connections:
    """The two connections to an open file. SQLAlchemy comes with the first statement."""

    def __init__(self, file: OpenFile) -> None:
        self.file = file
        file.connection.execute(f"PRAGMA busy_timeout = {int(BUSY * 1000)}")
        self._reading = open_reader(file)

    @cached_property
    def writer(self) -> "Engine":
        return writing_engine(self.file.connection)

    @cached_property
    def reader(self) -> "Connection":
        """One for all reads: none of them lets another greenlet go on."""
        return reading_engine(self._reading).connect()

    def close(self) -> None:
        if "reader" in vars(self):
            self.reader.close()
        self._reading.close()
        self.file.connection.close()


class SqliteDatabase(Database):
    is_file = True

    def __init__(self, url: str | None = None) -> None:
        self._thread = ThreadPool(1)
        self._open = _Connections(open_file(url))
        self._notices = Notices(lambda heard: watch_file(self._others, heard))
        self._is_packing = False
        self._packing: gevent.Greenlet | None = None

    def _read(self, work: Work[Result]) -> Result:
        with translate_errors(self.path):
            return work(self._open.reader)

    def snapshot(self, work: Work[Result]) -> Result:
        with translate_errors(self.path):
            self._open.reader.exec_driver_sql("BEGIN")
            try:
                return work(self._open.reader)
            finally:
                self._open.reader.exec_driver_sql("ROLLBACK")

    def _write(self, work: Work[Result], game: str | None) -> Result:
        if self._is_packing:
            self._open.file.connection.interrupt()
        return self._in_thread(lambda: self._transaction(work))

    def _transaction(self, work: Work[Result]) -> Result:
        try:
            with translate_errors(self.path), self._open.writer.begin() as connection:
                result = work(connection)
                self._check_place()
                return result
        except Exception as error:
            if isinstance(getattr(error, "orig", None), sqlite3.IntegrityError):
                raise WriteConflict from None
            raise

    def _in_thread(self, work: Callable[..., Given], *args: Any) -> Given:
        return in_thread(self._thread, work, *args)

    def stamp(self) -> object:
        return self.read(lambda connection: connection.exec_driver_sql("PRAGMA data_version").scalar())

    # Deleting for good: SQLite overwrites what is deleted; old copies of rows that it moved are gone once it is packed.

    def clear_traces(self) -> None:
        """Empty the write-ahead log. A small file is packed at once, a large one when nobody writes any more."""
        self._in_thread(self._checkpoint)
        if os.path.getsize(self.path) > QUICKLY_PACKED or not self.pack():
            self._pack_soon()

    def tidy(self) -> None:
        """A file with free pages has not been packed since something was deleted."""
        if self.read(lambda connection: connection.exec_driver_sql("PRAGMA freelist_count").scalar()):
            self._pack_soon()

    def _pack_soon(self) -> None:
        if not self._packing:
            self._packing = gevent.spawn(self._pack_when_quiet)

    def _pack_when_quiet(self) -> None:
        known, since = self.stamp(), monotonic()
        while True:
            gevent.sleep(LOOK)
            stamp = self.stamp()
            if stamp == known and monotonic() - since >= QUIET and self.pack():
                self._packing = None
                return
            if stamp != known:
                known, since = stamp, monotonic()

    def pack(self) -> bool:
        """Write the file anew. False if somebody writes, who does not wait for it, or there is no room."""
        return self._in_thread(self._pack)

    def _pack(self) -> bool:
        self._is_packing = True
        try:
            self._open.file.connection.execute("VACUUM")
        except sqlite3.OperationalError:
            return False
        finally:
            self._is_packing = False
        self._checkpoint()
        return True

    def _checkpoint(self) -> None:
        with translate_errors(self.path):
            self._open.file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    # Other processes.

    def listen(self, heard: NoticeHandler) -> Callable[[], None]:
        return self._notices.listen(heard)

    def _others(self) -> object:
        """Another value whenever another process has written: the writer's own commits don't count."""
        return self._open.file.place, self._in_thread(self._data_version)

    def _data_version(self) -> int:
        with translate_errors(self.path):
            return int(self._open.file.connection.execute("PRAGMA data_version").fetchone()[0])

    @cached_property
    def shared(self) -> SharedFile:
        return SharedFile(self.path)

    # The file.

    @property
    def path(self) -> str:
        return self._open.file.path

    def is_in_place(self) -> bool:
        return self._open.file.is_in_place()

    def _check_place(self) -> None:
        """Nobody is told that something is kept where nobody finds it."""
        if not self.is_in_place():
            raise StorageUnavailable("gone", path=self.path)

    def save_elsewhere(self) -> str:
        if not self.is_in_place():
            self._in_thread(self._move)
        return self.path

    def _move(self) -> None:
        if not self.is_in_place():  # another caller was quicker
            old, new = self._open, copy_to_new_file(self._open.file)
            old.close()
            clear_away(old.file)
            self._open = _Connections(new)

    def close(self) -> None:
        self._notices.close()
        if self._packing:
            self._packing.kill()
        self._thread.kill()
        if "shared" in vars(self):
            self.shared.close()
        self._open.close()
