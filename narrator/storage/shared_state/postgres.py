"""The shared state in unlogged tables of the games' PostgreSQL database, for servers on several machines.

Every write sends a notice; what a server has read stays valid until it receives one.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from narrator.storage.errors import StorageUnavailable
from narrator.storage.shared_state import shared_state
from narrator.storage.shared_state.shared_state import Notice, NoticesHandler

if TYPE_CHECKING:
    from narrator.storage.postgres.database import PostgresDatabase

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(:lock, 0))"
CLOCK = "SELECT extract(epoch FROM clock_timestamp())"
CLOCK_INTERVAL = 60.0  # seconds until the clocks of machine and database are compared again
ERASED = (
    "SELECT game, kind, number FROM live_notices WHERE kind = 'erased' AND worker <> :worker"
    " ORDER BY number DESC LIMIT 1000"
)


class PostgresSharedDatabase:
    announces_entries = False

    def __init__(self, database: "PostgresDatabase") -> None:
        self._database = database
        self._is_prepared = False
        self._changes = 0
        self._ahead = 0.0
        self._compared: float | None = None

    def read(self, work: shared_state.Work[shared_state.Result]) -> shared_state.Result:
        self._prepare()
        return self._database.read(lambda connection: work(shared_state.Execute(connection)))

    def write(self, work: shared_state.Work[shared_state.Result], lock: str) -> shared_state.Result:
        self._prepare()

        def locked(execute: shared_state.Execute) -> shared_state.Result:
            if lock:
                execute(LOCK, lock=lock)
            return work(execute)

        try:
            return self._database.write(lambda connection: locked(shared_state.Execute(connection)))
        finally:
            self._changes += 1

    def _prepare(self) -> None:
        if not self._is_prepared:
            self._database.create_tables(shared_state.create_tables)
            self._is_prepared = True

    def notify(self, execute: shared_state.Execute, game: str, kind: shared_state.ChangeKind) -> None:
        self._database.notify(execute.connection, f"{game} {kind}")

    def change_marker(self) -> object:
        return self._changes

    def ahead(self, own_seconds: Callable[[], float]) -> float:
        if self._compared is None or monotonic() - self._compared >= CLOCK_INTERVAL:
            self._ahead = float(self.read(lambda execute: execute(CLOCK))[0][0]) - own_seconds()
            self._compared = monotonic()
        return self._ahead

    def follow(self, worker: str, on_notices: NoticesHandler, is_eager: Callable[[], bool]) -> Callable[[], None]:
        def on_notice(message: str | None) -> None:
            self._changes += 1
            game, _, kind = (message or "").rpartition(" ")
            if kind in ("people", "rights", "erased"):
                on_notices([Notice(game, kind)])  # type: ignore[arg-type]
            elif message is None:  # notices were missed: pages must not go on showing what was deleted
                with suppress(StorageUnavailable):
                    rows = self.read(lambda execute: execute(ERASED, worker=worker))
                    on_notices([Notice(*row) for row in rows])

        return self._database.listen_to_all(on_notice)
