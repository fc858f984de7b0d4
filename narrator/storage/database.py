"""Transactions on a database: what the SQLite file and the PostgreSQL server have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from gevent import sleep

from narrator.storage import retry
from narrator.storage.notices import NoticeHandler
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from narrator.storage.shared_state.shared_state import SharedDatabase

IN_DOUBT = 12.0
"""Seconds in which the outcome of an interrupted commit must become known. The server ends abandoned transactions
sooner (`idle_in_transaction_session_timeout`)."""
MAX_DELAYS = 3
Result = TypeVar("Result")
Work = Callable[["Connection"], Result]
"""What is done in a transaction. It may run more than once, in a native thread, and must not use greenlets."""


class WriteConflict(Exception):
    """A row breaks a unique or a foreign key."""

    is_in_doubt = False
    """An earlier attempt was interrupted in its commit: the row that is in the way may be the caller's own."""


class CommitInterrupted(Exception):
    """The connection was lost during a commit: only the database knows how it came out."""


class Delayed(Exception):
    """This process was too busy to notice an answer in time."""


class Database(ABC):
    """Runs transactions and retries what fails for a moment. All methods may raise `StorageUnavailable`."""

    def read(self, work: Work[Result]) -> Result:
        """Run statements that write nothing."""
        return self._retried(lambda: self._read(work))

    def write(self, work: Work[Result], game: str | None = None) -> Result:
        """Run `work` in a transaction that is durable when this returns, and tell other processes about the game.

        After an interrupted commit `work` simply runs again, so it must be idempotent: either by what it does, or by a
        unique key, whose `WriteConflict` says so. Raises `WriteConflict`."""
        return self._retried(lambda: self._write(work, game))

    def _retried(self, attempt: Callable[[], Result]) -> Result:
        deadline, is_in_doubt, delays = self._deadline(), False, 0
        while True:
            try:
                return attempt()
            except CommitInterrupted:
                if not is_in_doubt:
                    deadline, is_in_doubt = monotonic() + IN_DOUBT, True
            except Delayed:
                deadline, delays = monotonic() + retry.PATIENCE, delays + 1
                if delays > MAX_DELAYS:
                    raise StorageUnavailable(
                        "unsure" if is_in_doubt else "server_busy", path=self.shown, why=""
                    ) from None
            except WriteConflict as clash:
                clash.is_in_doubt = is_in_doubt
                raise
            except StorageUnavailable as unusable:
                if unusable.code not in retry.TRANSIENT and not is_in_doubt:
                    raise
                if monotonic() > deadline:
                    raise StorageUnavailable("unsure", path=self.shown) if is_in_doubt else unusable from None
            sleep(retry.PAUSE)

    def _deadline(self) -> float:
        return monotonic() + retry.PATIENCE

    @abstractmethod
    def _read(self, work: Work[Result]) -> Result: ...

    @abstractmethod
    def _write(self, work: Work[Result], game: str | None) -> Result:
        """One attempt. Raises `WriteConflict` and `CommitInterrupted`."""

    @abstractmethod
    def snapshot(self, work: Work[Result]) -> Result:
        """Run several statements that all see the same moment."""

    def clear_traces(self) -> None:
        """Overwrite what was deleted, where the database leaves it lying about."""
        return

    def tidy(self) -> None:
        """Finish in the background what an earlier server has left undone."""
        return

    @abstractmethod
    def stamp(self) -> object:
        """Return another value whenever something may have been written."""

    @abstractmethod
    def listen(self, heard: NoticeHandler) -> Callable[[], None]:
        """Call back from a greenlet with the id of a game that another process wrote to, or None if it may be any.
        Returns what ends it."""

    @property
    @abstractmethod
    def shared(self) -> "SharedDatabase":
        """The state that servers of these games share while they run."""

    # The file.

    @property
    @abstractmethod
    def is_file(self) -> bool: ...

    @property
    @abstractmethod
    def path(self) -> str:
        """The file's path; for a server, the name beside which keys and backups are kept."""

    @property
    def shown(self) -> str:
        """The address as anybody may read it."""
        return self.path

    def is_in_place(self) -> bool:
        """Whether the file is still found under its name."""
        return True

    def save_elsewhere(self) -> str:
        """If the file is gone, write everything to a new one and go on with that. Returns the path that counts now."""
        return self.shown

    @abstractmethod
    def close(self) -> None: ...
