"""The workers of the same games on all machines: which of them are alive, and which does the maintenance."""

from narrator.storage.shared_state.client_usage import RATE_WINDOW
from narrator.storage.shared_state.shared_state import Execute, SharedState

BEAT = (
    "INSERT INTO live_workers (id, beats) VALUES (:worker, 1)"
    " ON CONFLICT (id) DO UPDATE SET beats = live_workers.beats + 1 RETURNING beats"
)
ALL_WORKERS = "SELECT id, beats FROM live_workers"
CLEANUP = (
    "DELETE FROM live_workers WHERE id = :worker",
    "DELETE FROM live_leases WHERE worker = :worker",
    "DELETE FROM live_pages WHERE worker = :worker",
    "DELETE FROM live_address_connections WHERE worker = :worker",
)
TAKE_LEASE = "INSERT INTO live_leases (name, worker) VALUES (:name, :worker) ON CONFLICT (name) DO NOTHING"
LEASE_HOLDER = "SELECT worker FROM live_leases WHERE name = :name"
DELETE_OLD_ATTEMPTS = "DELETE FROM live_attempts WHERE moment <= :now - :minute OR moment > :now + 1"
DELETE_OLD_SEEN = "DELETE FROM live_seen_devices WHERE last < :now - :evening OR last > :now + 1"
DELETE_OLD_NOTICES = (
    "DELETE FROM live_notices"
    " WHERE kind IN ('log', 'erased') AND number < (SELECT max(number) FROM live_notices) - :kept"
)
EVENING = 6 * 3600  # seconds for which a person who left is remembered
MAX_NOTICES = 5_000


class Workers:
    """A worker is alive while its number of beats increases. Other machines' clocks are not trusted: this worker's own
    clock tells how long ago it first saw the current number."""

    def __init__(self, state: SharedState, patience: float) -> None:
        self._state = state
        self._worker = state.worker
        self._patience = patience
        self._known: dict[str, tuple[int, float]] = {}  # beats, and when they were first seen

    @property
    def others(self) -> set[str]:
        return {*self._known} - {self._worker}

    def beat(self) -> bool:
        """Count a beat. True if this worker was unknown: others took it for dead, or the state was lost."""
        return self._state.write(lambda execute: execute(BEAT, worker=self._worker)) == [(1,)]

    def find(self) -> bool:
        """Read which workers there are and how often each has beaten. Return False if that failed."""
        found = self._state.read(lambda execute: execute(ALL_WORKERS))
        if found is None:
            return False
        known, now = self._known, self._state.own_seconds()
        self._known = {
            worker: known[worker] if worker in known and known[worker][0] == beats else (beats, now)
            for worker, beats in found
        }
        return True

    def dead(self) -> list[str]:
        """Return the workers that have not beaten for too long."""
        if not self.find():
            return []
        now = self._state.own_seconds()
        return [worker for worker in self.others if now - self._known[worker][1] >= self._patience]

    def cleanup(self, worker: str) -> None:
        def clean(execute: Execute) -> None:
            for statement in CLEANUP:
                execute(statement, worker=worker)

        self._state.write(clean, lock=worker)
        self._known.pop(worker, None)

    def has_lease(self, name: str) -> bool:
        """Return whether this worker does a task that only one worker does: the first to ask, while it is alive."""

        def take(execute: Execute) -> bool:
            execute(TAKE_LEASE, name=name, worker=self._worker)
            return execute(LEASE_HOLDER, name=name) == [(self._worker,)]

        return bool(self._state.write(take))

    def delete_old_rows(self) -> None:
        """Delete outdated rows; one worker does it for all from time to time."""
        now = self._state.seconds()

        def delete(execute: Execute) -> None:
            execute(DELETE_OLD_ATTEMPTS, now=now, minute=RATE_WINDOW)
            execute(DELETE_OLD_SEEN, now=now, evening=EVENING)
            execute(DELETE_OLD_NOTICES, kept=MAX_NOTICES)

        self._state.write(delete)
