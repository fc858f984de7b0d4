"""Lets bots play while phones, watchers or programs are there and no host's page drives them.

If several processes serve a game, each may try: the number of the next entry decides, and the second does nothing.
"""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from gevent import spawn

from narrator.app.bots.bots import Bots
from narrator.app.bots.next_bot import bot_to_move, seconds_left, waits_for_tap
from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.sessions.service import SessionService
from narrator.core.record.record import Record
from narrator.session.table_session import TableSession, bot_levels
from narrator.storage.errors import DamagedGame, StorageUnavailable

PRESENCE_SECONDS = 45.0  # seconds after a request: longer than a program's wait or a page's ping interval
SECONDS_AFTER_UNDO = 30  # seconds for the person who undid something

Wait = Callable[[str, Callable[[], bool], float], None]  # waits for a change in a game, with a timeout in seconds


class AutoPlay:
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
        """`has_host` tells whether a host's page is open, which then drives the bots; `begin` starts a greenlet."""
        self._games = games
        self._sessions = sessions
        self._bots = bots
        self._wait = wait
        self._has_host = has_host
        self._seconds = seconds
        self._begin = begin
        self._until: dict[str, float] = {}  # by game: until when somebody is surely there

    def note_presence(self, game: str) -> None:
        """Note that somebody is at this table."""
        is_new = game not in self._until
        if is_new and not self._has_bots(game):
            return
        self._until[game] = self._seconds() + PRESENCE_SECONDS
        if is_new:
            self._begin(self._run, game)

    def _run(self, game: str) -> None:
        try:
            with suppress(NoSuchGame, DamagedGame, StorageUnavailable):  # the next request restarts it
                while self._seconds() < self._until[game] and self._has_bots(game):
                    self._wait_and_go_on(game)
        finally:
            del self._until[game]

    def _wait_and_go_on(self, game: str) -> None:
        last_numbers, has_host = self._sessions.last_numbers(game), self._has_host(game)
        record, session = self._games.record_of(game), self._sessions.session_of(game)
        seconds = None if has_host else seconds_until_bot_moves(record, session)

        def is_over() -> bool:
            return self._sessions.last_numbers(game) != last_numbers or self._has_host(game) != has_host

        self._wait(game, is_over, PRESENCE_SECONDS if seconds is None else seconds)
        if seconds is not None and not is_over():
            self._bots.step(game, *last_numbers)

    def _has_bots(self, game: str) -> bool:
        return bool(bot_levels(self._games.record_of(game).state, self._sessions.session_of(game)))


def seconds_until_bot_moves(record: Record, session: TableSession) -> int | None:
    """Return the seconds until a bot continues; None if people decide."""
    bot = bot_to_move(record, session)
    if bot is None or session.bots.pace == "step":
        return None
    left = seconds_left(record, session, bot)
    return SECONDS_AFTER_UNDO if left is not None and waits_for_tap(record, session) else left
