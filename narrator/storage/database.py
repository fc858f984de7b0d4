"""Transactions on a database: what SQLite and PostgreSQL have in common."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import gevent
from gevent import Greenlet, sleep
from gevent.threadpool import ThreadPool

from narrator.storage.errors import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from narrator.storage.shared_state.shared_state import SharedDatabase

RETRY_TIMEOUT = 5.0  # seconds until a caller gets the error; a transaction takes a millisecond
RETRY_PAUSE = 0.1  # seconds between two attempts
TRANSIENT_CODES = ("busy", "server_busy", "unreachable")  # with these errors nothing was written
IN_DOUBT_TIMEOUT = 12.0  # seconds to learn a commit's outcome; longer than `idle_in_transaction_session_timeout`
MAX_DELAYS = 3
Result = TypeVar("Result")
Work = Callable[["Connection"], Result]  # may run more than once, in a native thread, and must not use greenlets
NoticeHandler = Callable[[str | None], None]  # takes the id of the game that was written to; None if it may be any


class WriteConflict(Exception):
    """A row violates a unique or foreign key."""

    is_in_doubt = False  # an earlier commit was interrupted: the conflicting row may be the caller's own


class CommitInterrupted(Exception):
    """The connection was lost during a commit: only the database knows whether it succeeded."""


class Delayed(Exception):
    """This process was too busy to notice an answer in time."""


class Database(ABC):
    """Runs transactions and retries transient failures. All methods may raise `StorageUnavailable`."""

    is_file: bool

    def read(self, work: Work[Result]) -> Result:
        """Run statements that write nothing."""
        return self._retried(lambda: self._read(work))

    def write(self, work: Work[Result], game: str | None = None) -> Result:
        """Run `work` in a transaction that is durable on return, and notify other processes about the game.

        After an interrupted commit `work` simply runs again, so it must be idempotent, either by what it does or by a
        unique key whose violation raises `WriteConflict`."""
        return self._retried(lambda: self._write(work, game))

    def _retried(self, attempt: Callable[[], Result]) -> Result:
        deadline, is_in_doubt, delays = self._deadline(), False, 0
        while True:
            try:
                return attempt()
            except CommitInterrupted:
                if not is_in_doubt:
                    deadline, is_in_doubt = monotonic() + IN_DOUBT_TIMEOUT, True
            except Delayed:
                deadline, delays = monotonic() + RETRY_TIMEOUT, delays + 1
                if delays > MAX_DELAYS:
                    code = "unsure" if is_in_doubt else "server_busy"
                    raise StorageUnavailable(code, path=self.safe_address, why="") from None
            except WriteConflict as conflict:
                conflict.is_in_doubt = is_in_doubt
                raise
            except StorageUnavailable as error:
                is_over = monotonic() > deadline
                if is_over and is_in_doubt:
                    raise StorageUnavailable("unsure", path=self.safe_address) from None
                if not is_in_doubt and (is_over or error.code not in TRANSIENT_CODES):
                    raise
            sleep(RETRY_PAUSE)

    def _deadline(self) -> float:
        return monotonic() + RETRY_TIMEOUT

    @abstractmethod
    def _read(self, work: Work[Result]) -> Result: ...

    @abstractmethod
    def _write(self, work: Work[Result], game: str | None) -> Result:
        """Make one attempt. Raises `WriteConflict` and `CommitInterrupted`."""

    @abstractmethod
    def snapshot(self, work: Work[Result]) -> Result:
        """Run several statements that all see the same state."""

    def clear_traces(self) -> None:  # noqa: B027 (PostgreSQL needs none)
        """Overwrite deleted rows where the database would leave them in its file."""

    def tidy(self) -> None:  # noqa: B027
        """Finish in the background the cleanup that an earlier server has left undone."""

    @abstractmethod
    def change_marker(self) -> object:
        """Return a different value whenever something may have been written."""

    @abstractmethod
    def listen(self, on_notice: NoticeHandler) -> Callable[[], None]:
        """Call back from a greenlet when another process writes to a game. Returns a function that stops it."""

    @property
    @abstractmethod
    def shared(self) -> "SharedDatabase":
        """The state that servers of these games share while they run."""

    @property
    @abstractmethod
    def path(self) -> str:
        """The file's path; for a server, a name beside which keys and backups are kept."""

    @property
    def safe_address(self) -> str:
        """The address, without secrets."""
        return self.path

    def is_in_place(self) -> bool:
        """Return whether the file still exists under its name."""
        return True

    def save_elsewhere(self) -> str:
        """If the file is gone, write everything to a new one and use that. Returns the current path."""
        return self.safe_address

    @abstractmethod
    def close(self) -> None: ...


class Store:
    def __init__(self, database: Database) -> None:
        self._database = database

    def _rows(self, statement: Any, **params: object) -> Sequence[Any]:
        return self._database.read(lambda connection: connection.execute(statement, params).all())


def notify_listeners(listeners: Iterable[Callable[..., None]], *args: object) -> None:
    """Call every listener. A failing one is only logged: what was written is durable, and the others must know."""
    for listener in list(listeners):
        try:
            listener(*args)
        except Exception:
            logging.getLogger(__name__).exception("A listener failed on %s", args)


class NoticeWatcher:
    """Listeners, and a greenlet that runs `watch` while there are any. `watch` never returns."""

    def __init__(self, watch: Callable[[NoticeHandler], None]) -> None:
        self._watch = watch
        self._listeners: list[NoticeHandler] = []
        self._greenlet: Greenlet | None = None

    def listen(self, on_notice: NoticeHandler) -> Callable[[], None]:
        self._listeners.append(on_notice)
        if self._greenlet is None:
            self._greenlet = gevent.spawn(self._watch, self._notify)

        def stop() -> None:
            if on_notice in self._listeners:
                self._listeners.remove(on_notice)
            if not self._listeners:
                self.close()

        return stop

    def _notify(self, game: str | None) -> None:
        notify_listeners(self._listeners, game)

    def close(self) -> None:
        self._listeners.clear()
        greenlet, self._greenlet = self._greenlet, None
        if greenlet is not None:
            greenlet.kill(block=False)


def in_thread(work: Callable[..., Result], *args: Any, pool: ThreadPool | None = None) -> Result:
    """Run `work` in a native thread, where waiting for the disk or long computing blocks no greenlet."""

    def outcome() -> tuple[Result | None, BaseException | None]:
        try:
            return work(*args), None
        except BaseException as error:  # returned, because gevent prints what a thread raises
            return None, error

    threads = gevent.get_hub().threadpool if pool is None else pool  # an idle pool is falsy
    result, error = threads.apply(outcome)
    if error is not None:
        raise error
    return result  # type: ignore[no-any-return]
