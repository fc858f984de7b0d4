"""The shared state in a small SQLite file beside the games, for the processes of one machine. A killed process does not
damage it; after a power cut it may be damaged and is then replaced by an empty one.

Writes run in a native thread, where waiting for another process blocks no greenlet. Reads never wait (WAL).
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from secrets import token_hex

import gevent
from gevent.threadpool import ThreadPool

from narrator.storage.database import in_thread
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import make_private
from narrator.storage.shared_state import shared_state
from narrator.storage.shared_state.shared_state import Notice, NoticesHandler
from narrator.storage.sqlite import file as sqlite_file

SUFFIX = "-live"
PRAGMAS = ("journal_mode = WAL", "synchronous = OFF", "temp_store = MEMORY")
BUSY_TIMEOUT = 2.0  # seconds that a write waits for other processes; a transaction takes under 1 ms
POLL_INTERVAL, IDLE_POLL_INTERVAL = 0.02, 1.0  # seconds, with and without other servers; a poll takes microseconds
LAST_NUMBER = "SELECT coalesce(max(number), 0) FROM live_notices"
NEW_NOTICES = "SELECT game, kind, number FROM live_notices WHERE number > :known AND worker <> :worker ORDER BY number"


class SqliteSharedDatabase:
    """See `SharedDatabase`. Opened on first use."""

    announces_entries = True

    def __init__(self, games: str) -> None:
        self._path = f"{os.path.realpath(games)}{SUFFIX}"
        self._thread = ThreadPool(1)
        self._is_closed = False

    def _connect(self) -> "Connections":
        if self._is_closed:
            raise StorageUnavailable("gone", path=self._path)
        if "_connections" not in vars(self):
            in_thread(lambda: self._connections, pool=self._thread)  # another process may be creating the file
        return self._connections

    @cached_property
    def _connections(self) -> "Connections":
        """If there can't be a file, this process keeps its state in memory."""
        memory = f"file:/live-{token_hex(8)}?vfs=memdb"
        for path in (self._path, self._path, memory):
            try:
                return Connections(path)
            except StorageUnavailable as error:
                if error.code == "damaged":
                    _delete(self._path)
        raise RuntimeError("SQLite has no memory")

    def read(self, work: shared_state.Work[shared_state.Result]) -> shared_state.Result:
        with sqlite_file.translate_errors(self._path), self._connect().reader.connect() as connection:
            return work(shared_state.Execute(connection))

    def write(self, work: shared_state.Work[shared_state.Result], lock: str) -> shared_state.Result:
        """Execute a transaction. SQLite has only one writer and needs no other lock."""
        self._connect()

        def transaction() -> shared_state.Result:
            with sqlite_file.translate_errors(self._path), self._connections.writer.begin() as connection:
                return work(shared_state.Execute(connection))

        return in_thread(transaction, pool=self._thread)

    def notify(self, execute: shared_state.Execute, game: str, kind: shared_state.ChangeKind) -> None:
        """Do nothing: other servers poll."""

    def change_marker(self) -> object:
        with sqlite_file.translate_errors(self._path):
            return self._connect().reading.execute("PRAGMA data_version").fetchone()[0]

    def ahead(self, own_seconds: Callable[[], float]) -> float:
        return 0.0  # all processes use this machine's clock

    def follow(self, worker: str, on_notices: NoticesHandler, is_eager: Callable[[], bool]) -> Callable[[], None]:
        following = gevent.spawn(self._follow, worker, self._last_number(), on_notices, is_eager)
        return lambda: following.kill(block=False)

    def _follow(self, worker: str, known: int, on_notices: NoticesHandler, is_eager: Callable[[], bool]) -> None:
        marker: object = None
        while True:
            with suppress(StorageUnavailable):
                before, marker = marker, self.change_marker()
                if before != marker:
                    notices = self._new_notices(known, worker)
                    known = max([known, *(notice.number for notice in notices)])
                    if notices:
                        on_notices(notices)
            gevent.sleep(POLL_INTERVAL if is_eager() else IDLE_POLL_INTERVAL)

    def _new_notices(self, known: int, worker: str) -> list[Notice]:
        rows = self.read(lambda execute: execute(NEW_NOTICES, known=known, worker=worker))
        return [Notice(*row) for row in rows]

    def _last_number(self) -> int:
        with suppress(StorageUnavailable):
            return int(self.read(lambda execute: execute(LAST_NUMBER))[0][0])
        return 0

    def close(self) -> None:
        self._is_closed = True
        self._thread.kill()
        if "_connections" in vars(self):
            self._connections.close()


class Connections:
    """One connection for writing and one for reading, with SQLAlchemy on each."""

    def __init__(self, path: str) -> None:
        with sqlite_file.translate_errors(path):
            if not path.startswith("file:"):
                make_private(path)
            self.writing = sqlite_file.connect(path, BUSY_TIMEOUT)
            try:
                for pragma in PRAGMAS:
                    self.writing.execute(f"PRAGMA {pragma}")
                self.writer = sqlite_file.writing_engine(self.writing)
                with self.writer.begin() as connection:
                    shared_state.create_tables(connection)
                self.reading = sqlite_file.connect(path, sqlite_file.READ_TIMEOUT)
                self.reader = sqlite_file.reading_engine(self.reading)
                self.reading.execute("SELECT 1 FROM live_layout").fetchone()
            except BaseException:
                self.writing.close()
                raise

    def close(self) -> None:
        self.reading.close()
        self.writing.close()


def _delete(path: str) -> None:
    for suffix in ("", *sqlite_file.SIDE_FILES):
        with suppress(OSError):
            os.unlink(path + suffix)
