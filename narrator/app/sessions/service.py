"""The table sessions of all games: append session events, and keep each session folded."""

from collections.abc import Callable
from datetime import datetime

from cachetools import LRUCache

from narrator.app.games.games import Games, Listener
from narrator.app.games.results import TooManyWriters
from narrator.core.message import Refused, impossible
from narrator.core.table.state import GameState
from narrator.session.events import AnySessionEvent, Closed, Outcome, SeatAsked
from narrator.session.fold import fold_session
from narrator.session.table_session import TableSession
from narrator.storage.database import notify_listeners
from narrator.storage.errors import NumberTaken
from narrator.storage.values import LastNumbers

MAX_APPEND_ATTEMPTS = 10  # each after another process took the number
MAX_CACHED_SESSIONS = 5_000


class SessionService:
    def __init__(self, games: Games, now: Callable[[], datetime], max_cached: int = MAX_CACHED_SESSIONS) -> None:
        self._games = games
        self._storage = games.storage
        self._now = now
        self._cache: LRUCache[str, TableSession] = LRUCache(max_cached)
        self._listeners: list[Listener] = []

    def session_of(self, game: str) -> TableSession:
        """Return the session with all events that any process has stored."""
        cached = self._cache.get(game)
        new_events = self._storage.sessions.events(game, after=cached.number if cached else 0)
        self._cache[game] = session = fold_session(new_events, cached)
        return session

    def forget(self, game: str) -> None:
        self._cache.pop(game, None)

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def append(self, game: str, event: AnySessionEvent, key: str) -> int:
        """Store an event durably and return its number. A repeated idempotency key stores nothing and returns the first
        number. Raises `NoSuchGame`, and `TooManyWriters` if other processes always came first."""
        for _ in range(MAX_APPEND_ATTEMPTS):
            number = self.session_of(game).number + 1
            try:
                self._storage.sessions.append(game, number, event, key, self._now())
            except NumberTaken:
                if (earlier := self._storage.sessions.number_for_key(game, key)) is not None:
                    return earlier
                continue
            notify_listeners(self._listeners, game, number)
            return number
        self._games.setup(game)  # a deleted game takes no events either
        raise TooManyWriters(game)

    def close(self, game: str, number: int, outcome: Outcome) -> None:
        """Close an open proposal, offer, vote or seat request."""
        session = self.session_of(game)
        open_numbers = {*session.proposals.open, *session.seat_requests.asked}
        open_numbers |= {one.number for one in (session.vote, session.offers.open) if one is not None}
        if number in open_numbers:
            seen = self._games.record_of(game).last_entry
            self.append(game, Closed(event_number=number, outcome=outcome, seen=seen), f"settle {number}")

    def withdraw(self, game: str, number: int, seat: int) -> None:
        session = self.session_of(game)
        offer = session.offers.open
        is_own_offer = offer is not None and offer.number == number and offer.offer.seat == seat
        if is_own_offer or number in session.proposals.of_seat(seat):
            self.close(game, number, "withdrawn")

    def last_numbers(self, game: str) -> LastNumbers:
        return LastNumbers(self._games.record_of(game).last_entry, self.session_of(game).number)

    def seat_requests(self, game: str) -> dict[int, SeatAsked]:
        return self.session_of(game).seat_requests.open_at(self._now())


def check_seat(state: GameState, seat: int) -> None:
    """Raise `Refused` for a seat that doesn't exist."""
    if seat >= len(state.seats):
        raise Refused(impossible("seat.unknown", seat=seat))
