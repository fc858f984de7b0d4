"""The shared state in unlogged tables of the games' PostgreSQL database, for servers on any number of machines.

Every write sends a notice, and what a server has read stays valid until it hears one.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from narrator.storage.shared_state.layout import prepare
from narrator.storage.shared_state.shared_state import Follower, Kind, Notice, Result, Run, Work
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from narrator.storage.postgres.database import PostgresDatabase

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(:lock, 0))"
COMPARE = 60.0
"""Seconds until the clocks of the machine and the database are compared again."""
ERASED = (
    "SELECT game, kind, number FROM live_news WHERE kind = 'erased' AND worker <> :worker"
    " ORDER BY number DESC LIMIT 1000"
)
CLOCK = "SELECT extract(epoch FROM clock_timestamp())"


class SharedTables:
    """See `SharedDatabase`."""

    carries_log = False

    def __init__(self, database: "PostgresDatabase") -> None:
        self._database = database
        self._is_prepared = False
        self._changes = 0
        self._ahead = 0.0
        self._compared: float | None = None

    def read(self, work: Work[Result]) -> Result:
        self._prepare()
        return self._database.read(lambda connection: work(Run(connection)))

    def write(self, work: Work[Result], lock: str) -> Result:
        self._prepare()

        def locked(run: Run) -> Result:
            if lock:
                run(LOCK, lock=lock)
            return work(run)

        try:
            return self._database.write(lambda connection: locked(Run(connection)))
        finally:
            self._changes += 1

    def _prepare(self) -> None:
        if not self._is_prepared:
            self._database.create_tables(prepare)
            self._is_prepared = True

    def notify(self, run: Run, game: str, kind: Kind) -> None:
        self._database.notify(run.connection, f"{game} {kind}")

    def stamp(self) -> object:
        return self._changes

    def ahead(self, own_seconds: Callable[[], float]) -> float:
        if self._compared is None or monotonic() - self._compared >= COMPARE:
            self._ahead = float(self.read(lambda run: run(CLOCK))[0][0]) - own_seconds()
            self._compared = monotonic()
        return self._ahead

    def follow(self, worker: str, heard: Follower, is_eager: Callable[[], bool]) -> Callable[[], None]:
        def noticed(said: str | None) -> None:
            self._changes += 1
            game, _, kind = (said or "").rpartition(" ")
            if kind in ("people", "rights", "erased"):
                heard([Notice(game, kind)])  # type: ignore[arg-type]
            elif said is None:  # notices were missed: no page may go on showing what was deleted
                with suppress(StorageUnavailable):
                    heard([Notice(*row) for row in self.read(lambda run: run(ERASED, worker=worker))])

        return self._database.hear(noticed)
