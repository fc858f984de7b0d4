"""Volatile state that all servers of the same games share while they run: who is here, who tried what in the last
minute, which worker does the maintenance. Nothing is missed when it is gone.

It is written often and never has to reach the disk, so it is kept beside the games and not among them: no entry waits
for it, no backup contains it. All statements are SQL that both databases speak.
"""

import logging
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from narrator.storage.database import WriteConflict
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection, TextClause

Kind = Literal["log", "people", "rights", "erased", "seen"]
"""Something was entered or noted; somebody came or left; somebody's rights have changed; something was deleted;
something changed that nobody has to be told of."""
Result = TypeVar("Result")
TELL = (
    "INSERT INTO live_news (game, kind, number, worker)"
    " SELECT :game, :kind, coalesce(max(number), 0) + 1, :worker FROM live_news WHERE true"
    " ON CONFLICT (game, kind) DO UPDATE SET number = excluded.number, worker = excluded.worker"
)


class Notice(NamedTuple):
    """What another server has done with a game."""

    game: str
    kind: Kind
    number: int = 0
    """On SQLite, higher than that of all news before, of any game."""


class Run:
    """Runs statements in one transaction."""

    def __init__(self, connection: "Connection") -> None:
        self.connection = connection

    def __call__(self, statement: str, **params: object) -> list[Any]:
        """Return the rows, if the statement has any."""
        result = self.connection.execute(prepared(statement), params)
        return list(result) if result.returns_rows else []


Work = Callable[[Run], Result]
"""What is done in a transaction. It may run more than once, in a native thread, and must not use greenlets."""
Follower = Callable[[list[Notice]], None]


@cache
def prepared(statement: str) -> "TextClause":
    """One object for each of the statements in this package, so that SQLAlchemy compiles it once."""
    from sqlalchemy import text  # slow to import: not before it is needed

    return text(statement)


class SharedDatabase(Protocol):
    """Where the state is kept. All methods may raise `StorageUnavailable`."""

    carries_log: bool
    """Whether servers tell one another here what was entered; otherwise the games' database does."""

    def read(self, work: Work[Result]) -> Result: ...

    def write(self, work: Work[Result], lock: str) -> Result:
        """Run a transaction while nobody else runs one with the same lock. May raise `WriteConflict`."""

    def notify(self, run: Run, game: str, kind: Kind) -> None:
        """Wake other servers when the transaction is committed, unless they notice by themselves."""

    def stamp(self) -> object:
        """Return another value whenever something may have changed."""

    def ahead(self, own_seconds: Callable[[], float]) -> float:
        """By how many seconds the clock that all servers share is ahead of this machine's."""

    def follow(self, worker: str, heard: Follower, is_eager: Callable[[], bool]) -> Callable[[], None]:
        """Call back with what other servers tell from now on. If there are no others, there is no hurry. Returns what
        ends it."""


class SharedState:
    """One worker's access. Reading never fails: while the database is broken, nothing is found. Neither does writing,
    which is then left out."""

    def __init__(self, database: SharedDatabase, worker: str, own_seconds: Callable[[], float]) -> None:
        self.database = database
        self.worker = worker
        self.own_seconds = own_seconds
        """The clock of this machine, which no other machine's is compared with."""
        self.cleanups: list[Callable[[str], None]] = []
        """Each clears away what a dead worker has left."""
        self.restores: list[Callable[[], None]] = []
        """Each writes again what this worker shares, after it was lost: the others took the worker for dead while it
        was cut off, or the database has crashed."""
        self._has_complained = False

    def seconds(self) -> float:
        """A clock that all servers share."""
        return self.own_seconds() + (self._attempt(lambda: self.database.ahead(self.own_seconds)) or 0.0)

    def rows(self, statement: str, **params: object) -> list[Any]:
        return self.read(lambda run: run(statement, **params)) or []

    def read(self, work: Work[Result]) -> Result | None:
        """None if it failed."""
        return self._attempt(lambda: self.database.read(work))

    def write(self, work: Work[Result], lock: str = "") -> Result | None:
        """None if it failed."""
        return self._attempt(lambda: self.database.write(work, lock))

    def tell(self, run: Run, game: str, kind: Kind) -> None:
        """Tell all other servers together with what is being written, under the lock of the game."""
        if kind != "seen":
            run(TELL, game=game, kind=kind, worker=self.worker)
        self.database.notify(run, game, kind)

    def stamp(self) -> object:
        return self._attempt(self.database.stamp)

    def _attempt(self, work: Callable[[], Result]) -> Result | None:
        try:
            return work()
        except WriteConflict:  # an interrupted commit had succeeded
            return None
        except StorageUnavailable as unusable:
            if not self._has_complained:  # once: it would come with every page
                self._has_complained = True
                logging.getLogger(__name__).warning("Servers of these games can't tell one another: %s", unusable.code)
            return None
