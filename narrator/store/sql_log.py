"""The log in an SQLite file, through SQLAlchemy Core. Slow to import: a server does so when it has begun (late_log.py).

One connection for all, behind one lock. Under gevent the process has one thread and nothing here ever yields: a switch
inside a write would freeze everybody until the busy timeout. Every writing transaction begins with an INSERT or UPDATE,
so it never holds a snapshot that another process has overtaken.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from threading import RLock

import msgspec
from sqlalchemy import (
    URL,
    BindParameter,
    Connection,
    bindparam,
    create_engine,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from narrator.core.table.events import AnyEvent, decode_event, encode_event
from narrator.core.table.setup import Setup
from narrator.core.table.times import with_zone

from .event_log import KeptNote, Overtaken, Request, Secret, SecretKind, StoredGame, Taken, Touched
from .note import AnyNote, decode_note, encode_note
from .sqlite_file import OpenFile, matter_with, open_file
from .tables import ENTRIES, GAMES, NOTES, REQUESTS, SECRETS

_decode_setup = msgspec.json.Decoder(Setup).decode

# Written once: putting a statement together costs more than running it.
GAME: BindParameter[str] = bindparam("of")
SETUP = select(GAMES.c.setup).where(GAMES.c.id == GAME)
ENTRIES_AFTER = (
    select(ENTRIES.c.event)
    .where(ENTRIES.c.game == GAME, ENTRIES.c.number > bindparam("after"))
    .order_by(ENTRIES.c.number)
)
REQUEST = select(REQUESTS.c.key, REQUESTS.c.sha256, REQUESTS.c.first, REQUESTS.c.last).where(
    REQUESTS.c.game == GAME, REQUESTS.c.key == bindparam("sent")
)
HASHES = (
    select(SECRETS.c.sha256, SECRETS.c.created, SECRETS.c.seat)
    .where(SECRETS.c.game == GAME, SECRETS.c.kind == bindparam("wanted"))
    .order_by(SECRETS.c.id)
)
JOIN_CODE = select(GAMES.c.join_code).where(GAMES.c.id == GAME)
WITH_CODE = select(GAMES.c.id).where(GAMES.c.join_code == bindparam("code"))
NEW_CODE = update(GAMES).where(GAMES.c.id == GAME).values(join_code=bindparam("code"))
TOUCHED = (
    select(GAMES.c.id, func.count(ENTRIES.c.number), func.max(ENTRIES.c.written), GAMES.c.created)
    .outerjoin(ENTRIES, ENTRIES.c.game == GAMES.c.id)
    .where(GAMES.c.id.in_(bindparam("wanted", expanding=True)))
    .group_by(GAMES.c.id, GAMES.c.created)
)
NOTES_AFTER = (
    select(NOTES.c.number, NOTES.c.note, NOTES.c.written)
    .where(NOTES.c.game == GAME, NOTES.c.number > bindparam("after"))
    .order_by(NOTES.c.number)
)
NOTE_WITH_KEY = select(NOTES.c.number).where(NOTES.c.game == GAME, NOTES.c.key == bindparam("sent"))
CHANGE_CHAIRS = (
    update(SECRETS)
    .where(SECRETS.c.game == GAME, SECRETS.c.kind == "seat", SECRETS.c.seat.in_([bindparam("one"), bindparam("other")]))
    .values(seat=bindparam("one") + bindparam("other") - SECRETS.c.seat)
)
FREE_SEAT = delete(SECRETS).where(
    SECRETS.c.game == GAME, SECRETS.c.kind == "seat", SECRETS.c.seat == bindparam("freed")
)
ADD_NOTE = insert(NOTES)
ADD_GAME, ADD_ENTRY, ADD_REQUEST, ADD_SECRET = (insert(table) for table in (GAMES, ENTRIES, REQUESTS, SECRETS))


class SqlLog:
    """Keeps games in a file. See `EventLog`."""

    def __init__(self, url: str | None = None, file: OpenFile | None = None) -> None:
        file = file or open_file(url)
        self._path = file.path
        self._connection = _connected(file)
        self._lock = RLock()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._lock, self._connection.begin():
                yield self._connection
        except DBAPIError as error:
            if matter := matter_with(self._path, error.orig):
                raise matter from error
            raise

    def create(self, game: StoredGame, events: Sequence[AnyEvent]) -> None:
        created = _written(game.created)
        setup = msgspec.json.encode(game.setup).decode()
        row = {"id": game.id, "setup": setup, "join_code": game.join_code, "created": created}
        try:
            with self._transaction() as connection:
                connection.execute(ADD_GAME, row)
                connection.execute(ADD_SECRET, _secret_row(game.id, game.host))
                if events:
                    connection.execute(ADD_ENTRY, _entry_rows(game.id, 1, events, created))
        except IntegrityError:
            raise Taken from None

    def setup(self, game: str) -> Setup | None:
        with self._transaction() as connection:
            found = connection.execute(SETUP, {"of": game}).scalar_one_or_none()
        return None if found is None else _decode_setup(found)

    def entries(self, game: str, after: int = 0) -> list[AnyEvent]:
        with self._transaction() as connection:
            found = connection.execute(ENTRIES_AFTER, {"of": game, "after": after}).scalars().all()
        return [with_zone(decode_event(event)) for event in found]

    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, request: Request | None = None
    ) -> None:
        try:
            with self._transaction() as connection:
                connection.execute(ADD_ENTRY, _entry_rows(game, first, events, _written(when)))
                if request is not None:
                    connection.execute(ADD_REQUEST, {"game": game, **msgspec.structs.asdict(request)})
        except IntegrityError:
            raise Overtaken from None

    def request(self, game: str, key: str) -> Request | None:
        with self._transaction() as connection:
            found = connection.execute(REQUEST, {"of": game, "sent": key}).one_or_none()
        return None if found is None else Request(*found)

    def add_secret(self, game: str, secret: Secret) -> None:
        with self._transaction() as connection:
            connection.execute(ADD_SECRET, _secret_row(game, secret))

    def secrets(self, game: str, kind: SecretKind) -> list[Secret]:
        with self._transaction() as connection:
            found = connection.execute(HASHES, {"of": game, "wanted": kind}).all()
        return [Secret(kind, sha256, _read_time(created), seat) for sha256, created, seat in found]

    def move_seat_secrets(self, game: str, one: int, other: int) -> None:
        with self._transaction() as connection:
            connection.execute(CHANGE_CHAIRS, {"of": game, "one": one, "other": other})

    def drop_seat_secrets(self, game: str, seat: int) -> None:
        with self._transaction() as connection:
            connection.execute(FREE_SEAT, {"of": game, "freed": seat})

    def add_note(self, game: str, number: int, note: AnyNote, key: str, when: datetime) -> None:
        text = encode_note(note).decode()
        decode_note(text)  # a note that can't be read again would close the desk for good
        row = {"game": game, "number": number, "note": text, "key": key, "written": _written(when)}
        try:
            with self._transaction() as connection:
                connection.execute(ADD_NOTE, row)
        except IntegrityError:
            raise Overtaken from None

    def notes(self, game: str, after: int = 0) -> list[KeptNote]:
        with self._transaction() as connection:
            found = connection.execute(NOTES_AFTER, {"of": game, "after": after}).all()
        return [KeptNote(number, decode_note(note), _read_time(written)) for number, note, written in found]

    def note_with_key(self, game: str, key: str) -> int | None:
        with self._transaction() as connection:
            return connection.execute(NOTE_WITH_KEY, {"of": game, "sent": key}).scalar_one_or_none()

    def join_code(self, game: str) -> str | None:
        with self._transaction() as connection:
            return connection.execute(JOIN_CODE, {"of": game}).scalar_one_or_none()

    def set_join_code(self, game: str, code: str) -> None:
        try:
            with self._transaction() as connection:
                connection.execute(NEW_CODE, {"of": game, "code": code})
        except IntegrityError:
            raise Taken from None

    def game_of(self, join_code: str) -> str | None:
        with self._transaction() as connection:
            return connection.execute(WITH_CODE, {"code": join_code}).scalar_one_or_none()

    def touched(self, games: Iterable[str]) -> list[Touched]:
        with self._transaction() as connection:
            found = connection.execute(TOUCHED, {"wanted": list(games)}).all()
        touched = [Touched(id, entries, _read_time(last or created)) for id, entries, last, created in found]
        return sorted(touched, key=lambda game: game.when, reverse=True)

    def close(self) -> None:
        with self._lock:
            self._connection.close()
            self._connection.engine.dispose()


def _connected(file: OpenFile) -> Connection:
    """Through the connection that is open already, and never another one."""
    engine = create_engine(
        URL.create("sqlite", database=file.path),
        creator=lambda: file.connection,
        poolclass=StaticPool,
        hide_parameters=True,  # a traceback must not tell a stolen card or a code
    )
    return engine.connect()


def _entry_rows(game: str, first: int, events: Sequence[AnyEvent], written: str) -> list[dict[str, object]]:
    return [
        {"game": game, "number": number, "event": encode_event(event).decode(), "written": written}
        for number, event in enumerate(events, start=first)
    ]


def _secret_row(game: str, secret: Secret) -> dict[str, object]:
    created = _written(secret.created)
    return {"game": game, "kind": secret.kind, "seat": secret.seat, "sha256": secret.sha256, "created": created}


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def _read_time(text: str) -> datetime:
    return datetime.fromisoformat(text)
