"""The servers of the same games: which of them live, and which does the house's work."""

from collections.abc import Callable

from .slate import Slate

BEAT = "INSERT INTO workers (id, beats) VALUES (:worker, 1) ON CONFLICT (id) DO UPDATE SET beats = workers.beats + 1"
ALL = "SELECT id, beats FROM workers"
BURY = "DELETE FROM workers WHERE id = :worker"
LET_GO = "DELETE FROM leases WHERE worker = :worker"
TAKE = "INSERT INTO leases (name, worker) VALUES (:name, :worker) ON CONFLICT (name) DO NOTHING"
HOLDER = "SELECT worker FROM leases WHERE name = :name"


class Servers:
    """A server lives while its heart beats. No clock of another machine is believed: what counts is how long ago, by
    the own clock, a beat was seen that was not known."""

    def __init__(self, slate: Slate, worker: str, seconds: Callable[[], float], patience: float) -> None:
        self._slate = slate
        self.worker = worker
        self._seconds = seconds
        self._patience = patience
        self._known: dict[str, tuple[int, float]] = {}

    @property
    def others(self) -> set[str]:
        return {*self._known} - {self.worker}

    def beat(self) -> list[str]:
        """Once more; who has not been heard of for too long."""
        with self._slate.change() as run:
            run(BEAT, worker=self.worker)
        return self.look()

    def look(self) -> list[str]:
        found, now = dict(self._slate.rows(ALL)), self._seconds()
        known = self._known
        self._known = {
            worker: known[worker] if worker in known and known[worker][0] == beats else (beats, now)
            for worker, beats in found.items()
        }
        return [
            worker
            for worker, (_, seen) in self._known.items()
            if worker != self.worker and now - seen >= self._patience
        ]

    def bury(self, worker: str) -> None:
        with self._slate.change() as run:
            run(BURY, worker=worker)
            run(LET_GO, worker=worker)
        self._known.pop(worker, None)

    def has(self, work: str) -> bool:
        """Whether this server does a work that only one does; it is whoever asks first, for as long as it lives."""
        mine = False
        with self._slate.change() as run:
            run(TAKE, name=work, worker=self.worker)
            mine = run(HOLDER, name=work) == [(self.worker,)]
        return mine
