"""Other servers of the same games (peers): exchange change notices, and clean up after dead ones."""

from collections.abc import Callable
from time import monotonic

import gevent
from gevent.event import Event

from narrator.app.games.games import Games
from narrator.app.sessions.service import SessionService
from narrator.storage.database import Database, notify_listeners
from narrator.storage.shared_state.shared_state import ChangeKind, Notice, SharedState
from narrator.storage.shared_state.workers import Workers

HEARTBEAT = 10.0  # seconds between two heartbeats
DEAD_AFTER = 30.0  # seconds without a heartbeat until a server counts as dead
FULL_REFRESH = 2.0  # seconds between two full refreshes after writes without a notice

PeerListener = Callable[[str | None, ChangeKind], None]  # takes the changed game (None: any) and the kind of change


class Peers:
    def __init__(self, database: Database, state: SharedState) -> None:
        self._database = database
        self._state = state
        self._workers = Workers(state, DEAD_AFTER)
        self._listeners: list[PeerListener] = []
        self._ends: list[Callable[[], None]] = []
        self._is_refreshing = False

    @property
    def exist(self) -> bool:
        return bool(self._workers.others)

    def listen(self, listener: PeerListener) -> None:
        self._listeners.append(listener)

    def announce(self, game: str, _: int) -> None:
        if self._state.database.announces_entries and self.exist:
            self._state.write(lambda execute: self._state.announce(execute, game, "log"))

    def is_housekeeper(self) -> bool:
        """Whether this server makes backups and cleans up: exactly one does, and another one if it dies."""
        return self._workers.has_lease("house work")

    def begin(self) -> None:
        """Start; clean up first after a dead server with the same name."""
        self._cleanup(self._state.worker)
        self.beat()
        stop_listening = self._database.listen(self._written)
        stop_following = self._state.database.follow(self._state.worker, self.receive, self._find_peers)
        heartbeat = gevent.spawn(self._beat_forever)
        self._ends = [stop_listening, stop_following, lambda: heartbeat.kill(block=False)]

    def end(self) -> None:
        """Stop, and clean up so that others can continue."""
        for end in self._ends:
            end()
        self._cleanup(self._state.worker)

    def _beat_forever(self) -> None:
        while True:
            gevent.sleep(HEARTBEAT)
            self.beat()

    def beat(self) -> None:
        if self._workers.beat():
            for restore in self._state.restores:
                restore()
        for worker in self._workers.dead():
            self._cleanup(worker)
        if self.is_housekeeper():
            self._workers.delete_old_rows()

    def _cleanup(self, worker: str) -> None:
        for cleanup in (*self._state.cleanups, self._workers.cleanup):
            cleanup(worker)

    def _find_peers(self) -> bool:
        """Look for other servers if none is known; return True if there are any."""
        if not self.exist:
            self._workers.find()
        return self.exist

    def receive(self, notices: list[Notice]) -> None:
        for notice in notices:
            self._notify(notice.game, notice.kind)

    def _written(self, game: str | None) -> None:
        """Handle a write to the database. If it is unknown to which game, refresh all games. With peers this waits for
        `FULL_REFRESH`: they announce their own entries at once."""
        if game is not None:
            self._notify(game, "log")
        elif not self._is_refreshing:
            self._is_refreshing = True
            gevent.spawn_later(FULL_REFRESH if self.exist else 0, self._refresh_all)

    def _refresh_all(self) -> None:
        self._is_refreshing = False
        self._notify(None, "log")

    def _notify(self, game: str | None, kind: ChangeKind) -> None:
        notify_listeners(self._listeners, game, kind)


RECHECK = 5.0  # seconds until a waiting request looks itself: another process may have written


class ChangeWaiter:
    """Wakes requests that wait for a change in a game; sleeping costs nothing."""

    def __init__(self, games: Games, sessions: SessionService, peers: Peers) -> None:
        self._events: dict[str, Event] = {}
        games.listen(self._wake)
        sessions.listen(self._wake)
        peers.listen(self._wake_changed)

    def _wake(self, game: str, number: int) -> None:
        if (event := self._events.pop(game, None)) is not None:
            event.set()

    def _wake_changed(self, game: str | None, kind: ChangeKind) -> None:
        for one in list(self._events) if game is None else [game]:
            self._wake(one, 0)

    def wait(self, game: str, is_new: Callable[[], bool], seconds: float) -> None:
        """Return when there is something new, or after the timeout."""
        until = monotonic() + seconds
        while True:
            event = self._events.setdefault(game, Event())  # before looking, so that nothing is missed
            left = until - monotonic()
            if left <= 0 or is_new():
                return
            event.wait(min(left, RECHECK))
