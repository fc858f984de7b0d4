"""The shared state in a small SQLite file beside the games, for the processes of one machine. A killed process does not
harm it; after a power cut it may be damaged, and is then replaced by an empty one.

Writes run in a native thread, where waiting for another process holds up nobody else. Reads never wait for a writer
(WAL).
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from secrets import token_hex
from typing import TYPE_CHECKING

import gevent
from gevent.threadpool import ThreadPool

from narrator.storage.files.private_files import make_private
from narrator.storage.shared_state.layout import prepare
from narrator.storage.shared_state.shared_state import Follower, Kind, Notice, Result, Run, Work
from narrator.storage.sqlite.file import HOLD_UP, reading_engine, translate_errors, writing_engine
from narrator.storage.threads import in_thread
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Engine

ENDING = "-live"
BESIDE = ("", "-wal", "-shm", "-journal")
PRAGMAS = ("journal_mode = WAL", "synchronous = OFF", "temp_store = MEMORY")
BUSY = 2.0
"""Seconds that a writer waits for other processes, in its thread; a transaction takes less than a millisecond."""
EAGER, AT_LEISURE = 0.02, 1.0
"""Seconds between two looks at whether others have told something: while there are others, and while there are none. A
look takes some microseconds."""
LATEST = "SELECT coalesce(max(number), 0) FROM live_news"
HEARD = "SELECT game, kind, number FROM live_news WHERE number > :known AND worker <> :worker ORDER BY number"


class SharedFile:
    """See `SharedDatabase`. Opened when it is first needed."""

    carries_log = True

    def __init__(self, games: str) -> None:
        """Beside the file in which these games are."""
        self._path = f"{os.path.realpath(games)}{ENDING}"
        self._thread = ThreadPool(1)
        self._is_closed = False

    def _connections(self) -> "_Connections":
        if self._is_closed:
            raise StorageUnavailable("gone", path=self._path)
        if "_open" not in vars(self):
            in_thread(self._thread, lambda: self._open)  # another process may be creating the file just now
        return self._open

    @cached_property
    def _open(self) -> "_Connections":
        """If there can't be a file, this process has its state for itself."""
        memory = f"file:/live-{token_hex(8)}?vfs=memdb"
        for path in (self._path, self._path, memory):
            try:
                return _Connections(path)
            except StorageUnavailable as unusable:
                if unusable.code == "damaged":
                    wipe(self._path)
        raise RuntimeError("SQLite has no memory")

    def read(self, work: Work[Result]) -> Result:
        with translate_errors(self._path), self._connections().reader.connect() as connection:
            return work(Run(connection))

    def write(self, work: Work[Result], lock: str) -> Result:
        """SQLite has one writer and needs no other lock."""
        self._connections()
        return in_thread(self._thread, lambda: self._transaction(work))

    def _transaction(self, work: Work[Result]) -> Result:
        with translate_errors(self._path), self._open.writer.begin() as connection:
            return work(Run(connection))

    def notify(self, run: Run, game: str, kind: Kind) -> None:
        """Others notice by themselves."""

    def stamp(self) -> object:
        with translate_errors(self._path):
            return self._connections().reading.execute("PRAGMA data_version").fetchone()[0]

    def ahead(self, own_seconds: Callable[[], float]) -> float:
        """All have this machine's clock."""
        return 0.0

    def follow(self, worker: str, heard: Follower, is_eager: Callable[[], bool]) -> Callable[[], None]:
        following = gevent.spawn(self._follow, worker, self._latest(), heard, is_eager)
        return lambda: following.kill(block=False)

    def _follow(self, worker: str, known: int, heard: Follower, is_eager: Callable[[], bool]) -> None:
        stamp: object = None
        while True:
            with suppress(StorageUnavailable):
                before, stamp = stamp, self.stamp()
                if before != stamp:
                    rows = self.read(lambda run: run(HEARD, known=known, worker=worker))  # noqa: B023 (run at once)
                    known = max([known, *(row.number for row in rows)])
                    if rows:
                        heard([Notice(*row) for row in rows])
            gevent.sleep(EAGER if is_eager() else AT_LEISURE)

    def _latest(self) -> int:
        with suppress(StorageUnavailable):
            return int(self.read(lambda run: run(LATEST))[0][0])
        return 0

    def close(self) -> None:
        self._is_closed = True
        self._thread.kill()
        if "_open" in vars(self):
            self._open.close()


class _Connections:
    """One connection that writes and one that reads, with SQLAlchemy on each."""

    def __init__(self, path: str) -> None:
        with translate_errors(path):
            self.writing = _opened(path, BUSY)
            try:
                for pragma in PRAGMAS:
                    self.writing.execute(f"PRAGMA {pragma}")
                self.writer = writing_engine(self.writing)
                with self.writer.begin() as connection:
                    prepare(connection)
                self.reading = _opened(path, HOLD_UP)
                self.reader: Engine = reading_engine(self.reading)
                self.reading.execute("SELECT 1 FROM live_layout").fetchone()
            except BaseException:
                self.writing.close()
                raise

    def close(self) -> None:
        self.reading.close()
        self.writing.close()


def _opened(path: str, timeout: float) -> sqlite3.Connection:
    is_memory = path.startswith("file:")
    if not is_memory:
        make_private(path)
    return sqlite3.connect(path, timeout, isolation_level=None, check_same_thread=False, uri=is_memory)


def wipe(path: str) -> None:
    for ending in BESIDE:
        with suppress(OSError):
            os.unlink(path + ending)
