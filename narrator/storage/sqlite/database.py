"""The SQLite file: one connection that writes, in a native thread, and one that reads.

Writes run one after the other in that thread, so only the writing greenlet waits for the disk. Reads take
microseconds and never wait for a writer (WAL), so they run directly in the calling greenlet.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import gevent
from gevent.threadpool import ThreadPool

from narrator.storage.database import Database, NoticeHandler, NoticeWatcher, Result, Work, WriteConflict, in_thread
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import make_folder
from narrator.storage.shared_state.sqlite import SqliteSharedDatabase
from narrator.storage.sqlite import file as sqlite_file

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

MAX_IMMEDIATE_VACUUM = 4_000_000  # bytes of a file that is vacuumed at once, in 20 ms; a larger one waits for a pause
VACUUM_AFTER = 60.0  # seconds without a write
VACUUM_POLL = 1.0  # seconds between two checks for writes
BUSY_TIMEOUT = 0.1  # seconds that SQLite waits for another process before other writes get their turn
WATCH_INTERVAL = 0.05  # seconds between two checks for other processes' writes; costs half a percent of a CPU


class Connections:
    """The two connections to an open file. SQLAlchemy is imported with the first statement."""

    def __init__(self, file: sqlite_file.OpenFile) -> None:
        self.file = file
        file.connection.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT * 1000)}")
        self._reading = sqlite_file.open_reader(file)

    @cached_property
    def writer(self) -> "Engine":
        return sqlite_file.writing_engine(self.file.connection)

    @cached_property
    def reader(self) -> "Connection":
        """All reads share one connection, because no other greenlet runs during a read."""
        return sqlite_file.reading_engine(self._reading).connect()

    def close(self) -> None:
        if "reader" in vars(self):
            self.reader.close()
        self._reading.close()
        self.file.connection.close()


class SqliteDatabase(Database):
    is_file = True

    def __init__(self, url: str | None = None) -> None:
        self._thread = ThreadPool(1)
        self._connections = Connections(sqlite_file.open_file(sqlite_file.path_of(url)))
        self._notices = NoticeWatcher(self._watch)
        self._is_vacuuming = False
        self._vacuuming: gevent.Greenlet | None = None

    def _read(self, work: Work[Result]) -> Result:
        with sqlite_file.translate_errors(self.path):
            return work(self._connections.reader)

    def snapshot(self, work: Work[Result]) -> Result:
        with sqlite_file.translate_errors(self.path):
            self._connections.reader.exec_driver_sql("BEGIN")
            try:
                return work(self._connections.reader)
            finally:
                self._connections.reader.exec_driver_sql("ROLLBACK")

    def _write(self, work: Work[Result], game: str | None) -> Result:
        if self._is_vacuuming:
            self._connections.file.connection.interrupt()
        return self._in_thread(lambda: self._transaction(work))

    def _transaction(self, work: Work[Result]) -> Result:
        try:
            with sqlite_file.translate_errors(self.path), self._connections.writer.begin() as connection:
                result = work(connection)
                if not self.is_in_place():  # nothing is acknowledged that was written to a deleted file
                    raise StorageUnavailable("gone", path=self.path)
                return result
        except Exception as error:
            if isinstance(getattr(error, "orig", None), sqlite3.IntegrityError):
                raise WriteConflict from None
            raise

    def _in_thread(self, work: Callable[[], Result]) -> Result:
        return in_thread(work, pool=self._thread)

    def change_marker(self) -> object:
        return self.read(lambda connection: connection.exec_driver_sql("PRAGMA data_version").scalar())

    # Deleting for good: SQLite overwrites deleted rows, and VACUUM removes old copies of rows that it has moved.

    def clear_traces(self) -> None:
        """Empty the write-ahead log. A small file is vacuumed at once, a large one when nobody writes any more."""
        self._in_thread(self._checkpoint)
        if os.path.getsize(self.path) > MAX_IMMEDIATE_VACUUM or not self.vacuum():
            self._vacuum_later()

    def tidy(self) -> None:
        """Vacuum a file with free pages: something was deleted since it was last vacuumed."""
        if self.read(lambda connection: connection.exec_driver_sql("PRAGMA freelist_count").scalar()):
            self._vacuum_later()

    def _vacuum_later(self) -> None:
        if not self._vacuuming:
            self._vacuuming = gevent.spawn(self._vacuum_when_quiet)

    def _vacuum_when_quiet(self) -> None:
        known, since = self.change_marker(), monotonic()
        while True:
            gevent.sleep(VACUUM_POLL)
            marker = self.change_marker()
            if marker == known and monotonic() - since >= VACUUM_AFTER and self.vacuum():
                self._vacuuming = None
                return
            if marker != known:
                known, since = marker, monotonic()

    def vacuum(self) -> bool:
        """Rewrite the file. Return False if a write interrupts it or the disk is full."""

        def vacuum() -> bool:
            self._is_vacuuming = True
            try:
                self._connections.file.connection.execute("VACUUM")
            except sqlite3.OperationalError:
                return False
            finally:
                self._is_vacuuming = False
            self._checkpoint()
            return True

        return self._in_thread(vacuum)

    def _checkpoint(self) -> None:
        with sqlite_file.translate_errors(self.path):
            self._connections.file.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    # Other processes.

    def listen(self, on_notice: NoticeHandler) -> Callable[[], None]:
        return self._notices.listen(on_notice)

    def _watch(self, on_notice: NoticeHandler) -> None:
        """Poll SQLite's change counter: it counts other connections' commits, but not by game."""
        known: object = None
        while True:
            with suppress(StorageUnavailable):  # reported to readers and writers; the file may come back
                before, known = known, (self._connections.file.file_ids, self._in_thread(self._data_version))
                if before not in (None, known):
                    on_notice(None)
            gevent.sleep(WATCH_INTERVAL)

    def _data_version(self) -> int:
        with sqlite_file.translate_errors(self.path):
            return int(self._connections.file.connection.execute("PRAGMA data_version").fetchone()[0])

    @cached_property
    def shared(self) -> SqliteSharedDatabase:
        return SqliteSharedDatabase(self.path)

    # The file.

    @property
    def path(self) -> str:
        return self._connections.file.path

    def is_in_place(self) -> bool:
        return self._connections.file.is_in_place()

    def save_elsewhere(self) -> str:
        def save() -> None:
            if not self.is_in_place():  # else another caller was quicker
                old, new = self._connections, _copy_to_new_file(self._connections.file)
                old.close()
                _remove_orphaned_log(old.file)
                self._connections = Connections(new)

        if not self.is_in_place():
            self._in_thread(save)
        return self.path

    def close(self) -> None:
        self._notices.close()
        if self._vacuuming:
            self._vacuuming.kill()
        self._thread.kill()
        if "shared" in vars(self):
            self.shared.close()
        self._connections.close()


# A file that was deleted or replaced while it was open: SQLite can still read it, so all of it can be written again.


def _copy_to_new_file(file: sqlite_file.OpenFile) -> sqlite_file.OpenFile:
    """Copy everything to a new file beside the old one. Existing files are never overwritten."""
    path = _create_new_file(Path(file.path))
    try:
        with sqlite_file.translate_errors(str(path)), closing(sqlite3.connect(path)) as copy:
            file.connection.backup(copy)
        return sqlite_file.open_file(str(path))
    except StorageUnavailable:
        path.unlink()
        raise


def _remove_orphaned_log(file: sqlite_file.OpenFile) -> None:
    """Delete the write-ahead log of a moved file: SQLite would apply it to any file put in the old place."""
    log = f"{os.path.realpath(file.path)}-wal"
    if log in file.file_ids and sqlite_file.file_id(log) == file.file_ids[log]:
        os.unlink(log)
        Path(f"{log.removesuffix('-wal')}-shm").unlink(missing_ok=True)


def _create_new_file(old: Path) -> Path:
    """Create `name-2.db` or the next free name. SQLite would take an orphaned side file for the new file's own."""
    make_folder(old)
    numbers = count(2)
    while True:
        path = old.with_name(f"{old.stem}-{next(numbers)}{old.suffix}")
        if any(path.with_name(path.name + suffix).exists() for suffix in ("", *sqlite_file.SIDE_FILES)):
            continue
        try:
            path.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            continue
        except OSError as error:
            raise StorageUnavailable("cannot_open", path=str(path), why=error.strerror) from None
        return path
