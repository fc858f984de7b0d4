"""The shared state in unlogged tables of the games' PostgreSQL database, for servers on any number of machines.

Every write sends a notice, and what a server has read stays valid until it hears one.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from .layout import prepare
from .shared_state import Follower, Kind, News, Result, Run, Work

if TYPE_CHECKING:
    from ..postgres_database import PostgresDatabase

LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(:lock, 0))"
CLOCK = "SELECT extract(epoch FROM clock_timestamp())"


class SharedTables:
    """See `SharedDatabase`."""

    carries_log = False

    def __init__(self, database: "PostgresDatabase") -> None:
        self._database = database
        self._is_prepared = False
        self._changes = 0

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

    def clock(self) -> float:
        return float(self.read(lambda run: run(CLOCK))[0][0])

    def follow(self, worker: str, heard: Follower, is_eager: Callable[[], bool]) -> Callable[[], None]:
        def noticed(said: str | None) -> None:
            self._changes += 1  # also for None: perhaps something was not heard
            game, _, kind = (said or "").rpartition(" ")
            if kind in ("people", "rights", "erased"):
                heard([News(game, kind)])  # type: ignore[arg-type]

        return self._database.hear(noticed)
