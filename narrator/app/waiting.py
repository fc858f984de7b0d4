"""Waiting for news of a game: who waits sleeps until something is entered or noted, and costs nothing."""

from collections.abc import Callable
from time import monotonic

from gevent.event import Event

from narrator.app.games.games import Games
from narrator.app.peers import Peers
from narrator.app.sessions.sessions import SessionService
from narrator.storage.shared_state.shared_state import Kind

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
