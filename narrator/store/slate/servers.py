"""The servers of the same games: which of them live, and which does the house's work."""

from .tries import SECONDS
from .writer import Writer

BEAT = "INSERT INTO workers (id, beats) VALUES (:worker, 1) ON CONFLICT (id) DO UPDATE SET beats = workers.beats + 1"
ALL = "SELECT id, beats FROM workers"
BURY = (
    "DELETE FROM workers WHERE id = :worker",
    *(f"DELETE FROM {table} WHERE worker = :worker" for table in ("leases", "pages", "held")),
)
TAKE = "INSERT INTO leases (name, worker) VALUES (:name, :worker) ON CONFLICT (name) DO NOTHING"
SWEEP = (
    "DELETE FROM tries WHERE moment <= :now - :minute OR moment > :now + 1",
    "DELETE FROM seen WHERE last < :now - :evening OR last > :now + 1",
    "DELETE FROM news WHERE kind = 'log' AND number < (SELECT max(number) FROM news) - :kept",
)
"""What is too old, and what stands there from before this machine was started."""
EVENING = 6 * 3600
"""Seconds that somebody who left is remembered."""
KEPT_NEWS = 5_000
HOLDER = "SELECT worker FROM leases WHERE name = :name"


class Servers:
    """A server lives while its heart beats. No clock of another machine is believed: what counts is how long ago, by
    the own clock, a beat was seen that was not known."""

    def __init__(self, slate: Writer, patience: float) -> None:
        self._slate = slate
        self._worker = slate.worker
        self._patience = patience
        self._known: dict[str, tuple[int, float]] = {}

    @property
    def others(self) -> set[str]:
        return {*self._known} - {self._worker}

    def beat(self) -> list[str]:
        """Once more; who has not been heard of for too long."""
        with self._slate.change() as run:
            run(BEAT, worker=self._worker)
        return self.look()

    def look(self) -> list[str]:
        found, now = dict(self._slate.rows(ALL)), self._slate.seconds()
        known = self._known
        self._known = {
            worker: known[worker] if worker in known and known[worker][0] == beats else (beats, now)
            for worker, beats in found.items()
        }
        return [
            worker
            for worker, (_, seen) in self._known.items()
            if worker != self._worker and now - seen >= self._patience
        ]

    def bury(self, worker: str) -> None:
        with self._slate.change() as run:
            for statement in BURY:
                run(statement, worker=worker)
        self._known.pop(worker, None)

    def has(self, work: str) -> bool:
        """Whether this server does a work that only one does; it is whoever asks first, for as long as it lives."""
        mine = False
        with self._slate.change() as run:
            run(TAKE, name=work, worker=self._worker)
            mine = run(HOLDER, name=work) == [(self._worker,)]
        return mine

    def sweep(self) -> None:
        """One does it for all, now and then."""
        of = {"now": self._slate.seconds(), "minute": SECONDS, "evening": EVENING, "kept": KEPT_NEWS}
        with self._slate.change() as run:
            for statement in SWEEP:
                run(statement, **{name: value for name, value in of.items() if f":{name}" in statement})
