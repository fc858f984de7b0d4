"""Append session events to a game and keep its folded session."""

from collections.abc import Callable
from datetime import datetime

from cachetools import LRUCache

from narrator.app.games.games import Games, Listener, notify_listeners
from narrator.app.games.results import NoSuchGame
from narrator.core.message import Refused, impossible
from narrator.session.events import AnySessionEvent, Outcome, SeatAsked, Settled
from narrator.session.fold import fold_session
from narrator.session.table_session import TableSession
from narrator.storage.errors import NumberTaken

MAX_APPEND_ATTEMPTS = 10  # after another process took the number
MAX_CACHED_SESSIONS = 5_000


class SessionLog:
    """The sessions of all games."""

    def __init__(self, games: Games, now: Callable[[], datetime], room: int = MAX_CACHED_SESSIONS) -> None:
        self._games = games
        self._storage = games.storage
        self._now = now
        self._cached: LRUCache[str, TableSession] = LRUCache(room)
        self._listeners: list[Listener] = []

    def session_of(self, game: str) -> TableSession:
        known = self._cached.get(game)
        new = self._storage.sessions.events(game, after=known.number if known else 0)
        self._cached[game] = session = fold_session(new, known)
        return session

    def forget(self, game: str) -> None:
        """Drop the cached session of a deleted game."""
        self._cached.pop(game, None)

    def listen(self, listener: Listener) -> None:
        """Call `listener(game, number)` after each new event."""
        self._listeners.append(listener)

    def append(self, game: str, event: AnySessionEvent, key: str) -> int:
        """Store an event and return its number; it is durable then. A repeated key adds nothing."""
        for _ in range(MAX_APPEND_ATTEMPTS):
            before = self._storage.sessions.number_for_key(game, key)
            if before is not None:
                return before
            number = self.session_of(game).number + 1
            try:
                self._storage.sessions.append(game, number, event, key, self._now())
            except NumberTaken:
                continue
            notify_listeners(self._listeners, game, number)
            return number
        raise NoSuchGame(game)

    def settle(self, game: str, number: int, outcome: Outcome) -> None:
        """Close an open proposal, offer, vote or seat request."""
        session = self.session_of(game)
        open_numbers = {*session.proposals.open, *session.requests.asked}
        open_numbers |= {one.number for one in (session.vote, session.offers.open) if one is not None}
        if number in open_numbers:
            seen = len(self._games.record_of(game).log)
            self.append(game, Settled(note=number, outcome=outcome, seen=seen), f"settle {number}")

    def seat_requests(self, game: str) -> dict[int, SeatAsked]:
        return self.session_of(game).requests.open_at(self._now())

    def _is_dealt(self, game: str) -> bool:
        return self._games.record_of(game).game.cards == "app"

    def _check_seat(self, game: str, seat: int) -> None:
        if seat >= len(self._games.record_of(game).state.seats):
            raise Refused(impossible("seat.unknown", seat=seat))
