"""Other servers of the same games: they hear what was written here, and who listens here hears what they wrote.

Any of them may be killed at any moment: those that live on clear away what it left.
"""

import logging
from collections.abc import Callable
from time import monotonic

import gevent
from gevent.event import Event

from narrator.app.games.games import Games
from narrator.app.sessions.service import SessionService
from narrator.storage.database import Database
from narrator.storage.shared_state.shared_state import Kind, Notice, SharedState
from narrator.storage.shared_state.workers import Workers

BEAT = 10.0
"""Seconds between two signs of life."""
PATIENCE = 30.0
"""So many seconds after its last sign a server counts as dead."""
THOROUGH = 2.0
"""Seconds between two looks at everything, where somebody wrote who does not say what."""

Heard = Callable[[str | None, Kind], None]
"""Called with the game that another server has changed, none where it may be any, and what kind of change it was."""


class Peers:
    def __init__(self, database: Database, state: SharedState) -> None:
        self._database = database
        self._state = state
        self._workers = Workers(state, PATIENCE)
        self._listeners: list[Heard] = []
        self._ends: list[Callable[[], None]] = []
        self._is_looking = False

    @property
    def are_there(self) -> bool:
        return bool(self._workers.others)

    def listen(self, heard: Heard) -> None:
        """Have somebody called after another server has changed something."""
        self._listeners.append(heard)

    def tell(self, game: str, _: int) -> None:
        """Something was entered or noted here."""
        if self._state.database.carries_log and self.are_there:
            self._state.write(lambda run: self._state.announce(run, game, "log"))

    def do_the_house_work(self) -> bool:
        """Whether it is this server that makes copies and clears up: exactly one of them, and another when it dies."""
        return self._workers.has_lease("house work")

    # For as long as the server runs.

    def begin(self) -> None:
        """Under a name that a dead server had this one takes its place: what it left is not waited for."""
        self._cleanup(self._state.worker)
        self.beat()
        follow = self._state.database.follow(self._state.worker, self.heard, self._is_eager)
        beating = gevent.spawn(self._live)
        self._ends = [self._database.listen(self._written), follow, lambda: beating.kill(block=False)]

    def end(self) -> None:
        """Others go on with what this server did."""
        for end in self._ends:
            end()
        self._cleanup(self._state.worker)

    def _live(self) -> None:
        while True:
            gevent.sleep(BEAT)
            self.beat()

    def beat(self) -> None:
        if self._workers.beat():
            for restore in self._state.restores:
                restore()
        for worker in self._workers.dead():
            self._cleanup(worker)
        if self.do_the_house_work():
            self._workers.delete_old_rows()

    def _cleanup(self, worker: str) -> None:
        for cleanup in (*self._state.cleanups, self._workers.cleanup):
            cleanup(worker)

    def _is_eager(self) -> bool:
        """Asked again and again: somebody else may have come."""
        if not self.are_there:
            self._workers.dead()
        return self.are_there

    # What is heard.

    def heard(self, news: list[Notice]) -> None:
        for one in news:
            self._tell(one.game, one.kind)

    def _written(self, game: str | None) -> None:
        """What the log itself says. Where it can't tell which game, all are looked at, but not all the time: what other
        servers enter they tell themselves."""
        if game is not None:
            self._tell(game, "log")
        elif not self._is_looking:
            self._is_looking = True
            gevent.spawn_later(THOROUGH if self.are_there else 0, self._look_at_all)

    def _look_at_all(self) -> None:
        self._is_looking = False
        self._tell(None, "log")

    def _tell(self, game: str | None, kind: Kind) -> None:
        for heard in self._listeners:
            try:
                heard(game, kind)
            except Exception:  # the others hear of it, and what comes next is heard, too
                logging.getLogger(__name__).exception("A listener failed on %s %s", game, kind)


LOOK = 5.0
"""After so many seconds who waits looks for itself: another process may have written."""


class ChangeWaiter:
    """Wakes all who wait for a game."""

    def __init__(self, games: Games, sessions: SessionService, others: Peers) -> None:
        self._bells: dict[str, Event] = {}
        games.listen(self._ring)
        sessions.listen(self._ring)
        others.listen(self._heard)

    def _ring(self, game: str, number: int) -> None:
        bell = self._bells.pop(game, None)
        if bell is not None:
            bell.set()

    def _heard(self, game: str | None, kind: Kind) -> None:
        """Another server has written; who waits looks for itself."""
        for one in list(self._bells) if game is None else [game]:
            self._ring(one, 0)

    def wait(self, game: str, is_new: Callable[[], bool], seconds: float) -> None:
        """Comes back when there is something new, or after so many seconds."""
        until = monotonic() + seconds
        while True:
            bell = self._bells.setdefault(game, Event())  # before looking, so that nothing comes in between
            left = until - monotonic()
            if left <= 0 or is_new():
                return
            bell.wait(min(left, LOOK))
