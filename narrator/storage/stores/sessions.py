"""Session events (table `notes`): what happens around a game and is not part of its log."""

from contextlib import suppress
from datetime import datetime

from sqlalchemy import bindparam, insert, select

from narrator.session.events import AnySessionEvent, StoredSessionEvent, decode_session_event, encode_session_event
from narrator.storage.database import Store, WriteConflict
from narrator.storage.errors import DamagedGame, NumberTaken
from narrator.storage.stores.tables import GAME_ID, SESSION_EVENTS, format_time, read_session_events

INSERT_EVENT = insert(SESSION_EVENTS)
SELECT_EVENTS_AFTER = (
    select(SESSION_EVENTS.c.number, SESSION_EVENTS.c.event, SESSION_EVENTS.c.written)
    .where(SESSION_EVENTS.c.game == GAME_ID, SESSION_EVENTS.c.number > bindparam("after"))
    .order_by(SESSION_EVENTS.c.number)
)
SELECT_NUMBER_BY_KEY = select(SESSION_EVENTS.c.number).where(
    SESSION_EVENTS.c.game == GAME_ID, SESSION_EVENTS.c.key == bindparam("sent")
)
SELECT_CLUB_EVENTS = (
    select(SESSION_EVENTS.c.game, SESSION_EVENTS.c.number, SESSION_EVENTS.c.event, SESSION_EVENTS.c.written)
    .where(SESSION_EVENTS.c.event.like('{"type":"club!_%', escape="!"))
    .order_by(SESSION_EVENTS.c.game, SESSION_EVENTS.c.number)
)


class SessionStore(Store):
    def append(self, game: str, number: int, event: AnySessionEvent, key: str, when: datetime) -> None:
        """Append an event under this number. Raises `NumberTaken`."""
        text = encode_session_event(event).decode()
        decode_session_event(text)  # an event that can't be read again would make the session unusable for good
        row = {"game": game, "number": number, "event": text, "key": key, "written": format_time(when)}
        try:
            self._database.write(lambda connection: connection.execute(INSERT_EVENT, row), game)
        except WriteConflict as conflict:
            if not (conflict.is_in_doubt and self.number_for_key(game, key) == number):
                raise NumberTaken from None

    def events(self, game: str, after: int = 0) -> list[StoredSessionEvent]:
        return read_session_events(game, self._rows(SELECT_EVENTS_AFTER, game_id=game, after=after))

    def number_for_key(self, game: str, key: str) -> int | None:
        """Return the number of the event that was sent with an idempotency key."""
        return next((int(number) for (number,) in self._rows(SELECT_NUMBER_BY_KEY, game_id=game, sent=key)), None)

    def club_events(self) -> list[tuple[str, StoredSessionEvent]]:
        """Return all games' events for the club. Unreadable ones are left out."""
        found = []
        for game, *row in self._rows(SELECT_CLUB_EVENTS):
            with suppress(DamagedGame):
                found += [(game, event) for event in read_session_events(game, [row])]
        return found
