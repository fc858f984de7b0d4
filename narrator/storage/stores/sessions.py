"""Session events ("notes"): what happens around a game and is no part of its log. See `note.py`."""

from datetime import datetime

from sqlalchemy import BindParameter, bindparam, insert, select

from narrator.session.events import AnySessionEvent, StoredSessionEvent, decode_session_event, encode_session_event
from narrator.storage.database import Database, WriteConflict
from narrator.storage.stores.rows import read_notes, written
from narrator.storage.stores.tables import NOTES
from narrator.storage.values import DamagedGame, NumberTaken

GAME: BindParameter[str] = bindparam("of")
ADD_NOTE = insert(NOTES)
NOTES_AFTER = (
    select(NOTES.c.number, NOTES.c.note, NOTES.c.written)
    .where(NOTES.c.game == GAME, NOTES.c.number > bindparam("after"))
    .order_by(NOTES.c.number)
)
NOTE_WITH_KEY = select(NOTES.c.number).where(NOTES.c.game == GAME, NOTES.c.key == bindparam("sent"))
CLUB_NOTES = (
    select(NOTES.c.game, NOTES.c.number, NOTES.c.note, NOTES.c.written)
    .where(NOTES.c.note.like('{"type":"club!_%', escape="!"))
    .order_by(NOTES.c.game, NOTES.c.number)
)


class SessionStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add_note(self, game: str, number: int, note: AnySessionEvent, key: str, when: datetime) -> None:
        """Append a note under this number. Raises `NumberTaken`."""
        text = encode_session_event(note).decode()
        decode_session_event(text)  # a note that can't be read again would close the session for good
        row = {"game": game, "number": number, "note": text, "key": key, "written": written(when)}
        try:
            self._database.write(lambda connection: connection.execute(ADD_NOTE, row), game)
        except WriteConflict as clash:
            if not (clash.is_in_doubt and self.note_with_key(game, key) == number):
                raise NumberTaken from None

    def notes(self, game: str, after: int = 0) -> list[StoredSessionEvent]:
        """The notes behind a number, in their order."""
        asked = {"of": game, "after": after}
        found = self._database.read(lambda connection: connection.execute(NOTES_AFTER, asked).all())
        return read_notes(game, found)

    def note_with_key(self, game: str, key: str) -> int | None:
        """The number of the note that was sent under a key."""
        asked = {"of": game, "sent": key}
        return self._database.read(lambda connection: connection.execute(NOTE_WITH_KEY, asked).scalar())

    def club_notes(self) -> list[tuple[str, StoredSessionEvent]]:
        """What all games have noted for the club. One that can't be read takes no other table off the list."""
        kept = []
        for game, *row in self._database.read(lambda connection: connection.execute(CLUB_NOTES).all()):
            try:
                kept += [(game, note) for note in read_notes(game, [row])]
            except DamagedGame:
                continue
        return kept
