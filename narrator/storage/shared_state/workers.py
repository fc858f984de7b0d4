"""The workers of the same games, on any machine: which of them are alive, and which does the maintenance."""

from narrator.storage.shared_state.rate_counter import SECONDS
from narrator.storage.shared_state.shared_state import Run, SharedState

BEAT = (
    "INSERT INTO live_workers (id, beats) VALUES (:worker, 1)"
    " ON CONFLICT (id) DO UPDATE SET beats = live_workers.beats + 1 RETURNING beats"
)
ALL = "SELECT id, beats FROM live_workers"
CLEANUP = tuple(
    f"DELETE FROM {table} WHERE {column} = :worker"
    for table, column in (
        ("live_workers", "id"),
        ("live_leases", "worker"),
        ("live_pages", "worker"),
        ("live_held", "worker"),
    )
)
TAKE = "INSERT INTO live_leases (name, worker) VALUES (:name, :worker) ON CONFLICT (name) DO NOTHING"
HOLDER = "SELECT worker FROM live_leases WHERE name = :name"
SWEEP_TRIES = "DELETE FROM live_tries WHERE moment <= :now - :minute OR moment > :now + 1"
SWEEP_SEEN = "DELETE FROM live_seen WHERE last < :now - :evening OR last > :now + 1"
SWEEP_NEWS = (
    "DELETE FROM live_news WHERE kind IN ('log', 'erased') AND number < (SELECT max(number) FROM live_news) - :kept"
)
EVENING = 6 * 3600
"""Seconds that somebody who left is remembered."""
KEPT_NEWS = 5_000


class Workers:
    """A worker is alive while it beats. Clocks of other machines are not trusted: what counts is how long ago, by the
    own clock, a beat was seen that was not known."""

    def __init__(self, state: SharedState, patience: float) -> None:
        self._state = state
        self._worker = state.worker
        self._patience = patience
        self._known: dict[str, tuple[int, float]] = {}

    @property
    def others(self) -> set[str]:
        return {*self._known} - {self._worker}

    def beat(self) -> bool:
        """Whether this worker was not known: others took it for dead, or the database has lost everything."""
        return self._state.write(lambda run: run(BEAT, worker=self._worker)) == [(1,)]

    def dead(self) -> list[str]:
        """Who has not been heard of for too long."""
        found = self._state.read(lambda run: run(ALL))
        if found is None:
            return []
        known, now = self._known, self._state.own_seconds()
        self._known = {
            worker: known[worker] if worker in known and known[worker][0] == beats else (beats, now)
            for worker, beats in found
        }
        return [
            worker
            for worker, (_, seen) in self._known.items()
            if worker != self._worker and now - seen >= self._patience
        ]

    def cleanup(self, worker: str) -> None:
        def clean(run: Run) -> None:
            for statement in CLEANUP:
                run(statement, worker=worker)

        self._state.write(clean, lock=worker)
        self._known.pop(worker, None)

    def has(self, work: str) -> bool:
        """Whether this worker does what only one does: the first to ask, for as long as it is alive."""

        def take(run: Run) -> bool:
            run(TAKE, name=work, worker=self._worker)
            return run(HOLDER, name=work) == [(self._worker,)]

        return bool(self._state.write(take))

    def sweep(self) -> None:
        """Delete what is too old. One worker does it for all, now and then."""
        now = self._state.seconds()

        def sweep(run: Run) -> None:
            run(SWEEP_TRIES, now=now, minute=SECONDS)
            run(SWEEP_SEEN, now=now, evening=EVENING)
            run(SWEEP_NEWS, kept=KEPT_NEWS)

        self._state.write(sweep)
