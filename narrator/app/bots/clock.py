"""Bots go on by themselves while somebody is at the table and no host's page makes them: phones, watchers, programs.

Where several processes serve one game, each of them may try. The number of the next entry decides, as between two taps:
who comes second does nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from gevent import spawn

from narrator.app.bots.bots import Bots
from narrator.app.bots.due import due_in, seconds_left, waits_for_tap
from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.sessions.service import SessionService
from narrator.core.record.record import Record
from narrator.session.table_session import TableSession, bot_levels
from narrator.storage.errors import DamagedGame, StorageUnavailable

STAYS = 45.0
"""So many seconds somebody counts as there who has called: longer than a program waits, or a page between two signs."""
AFTER_UNDO = 30
"""So long whoever went back has time for what they have in mind."""

Wait = Callable[[str, Callable[[], bool], float], None]
"""Until something is new in a game, or so many seconds."""
Moment = tuple[int, int]
"""The last entry and the last note."""


class BotClock:
    """Looks after the bots of all games in which somebody is there."""

    def __init__(
        self,
        games: Games,
        sessions: SessionService,
        bots: Bots,
        wait: Wait,
        has_host: Callable[[str], bool],
        seconds: Callable[[], float] = monotonic,
        begin: Callable[..., Any] = spawn,
    ) -> None:
        """`has_host` tells whether a host's page is open, which then makes the bots go on; `begin` lets a loop run
        beside everything else."""
        self._games = games
        self._sessions = sessions
        self._bots = bots
        self._wait = wait
        self._has_host = has_host
        self._seconds = seconds
        self._begin = begin
        self._until: dict[str, float] = {}
        """Games that are looked after, and for how long somebody is surely there."""

    def attend(self, game: str) -> None:
        """Somebody is at this table just now."""
        is_new = game not in self._until
        if is_new and not self._has_bots(game):
            return
        self._until[game] = self._seconds() + STAYS
        if is_new:
            self._begin(self._look_after, game)

    def _look_after(self, game: str) -> None:
        try:
            with suppress(NoSuchGame, DamagedGame, StorageUnavailable):  # whoever comes next begins anew
                while self._seconds() < self._until[game] and self._has_bots(game):
                    self._wait_and_go_on(game)
        finally:
            del self._until[game]

    def _wait_and_go_on(self, game: str) -> None:
        moment, has_host = self._moment(game), self._has_host(game)
        patience = None if has_host else patience_with(self._games.record(game), self._sessions.of(game))

        def is_over() -> bool:
            return self._moment(game) != moment or self._has_host(game) != has_host

        self._wait(game, is_over, STAYS if patience is None else patience)
        if patience is not None and not is_over():
            self._bots.step(game, *moment)

    def _moment(self, game: str) -> Moment:
        return len(self._games.record(game).log), self._sessions.of(game).number

    def _has_bots(self, game: str) -> bool:
        return bool(bot_levels(self._games.record(game).state, self._sessions.of(game)))


def patience_with(record: Record, session: TableSession) -> int | None:
    """So long the server waits before a bot goes on; None where that is somebody's to say."""
    due = due_in(record, session)
    if due is None or session.bots.pace == "step":
        return None
    left = seconds_left(record, session, due)
    return AFTER_UNDO if left is not None and waits_for_tap(record, session) else left
