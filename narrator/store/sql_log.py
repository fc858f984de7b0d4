"""The log in an SQLite file, through SQLAlchemy Core. Slow to import: a server does so when it has begun (late_log.py).

One connection for all, behind one lock, and nothing yields while a transaction is open: a switch inside a write would
keep everybody from the file. Every writing transaction begins with an INSERT, UPDATE or DELETE, so it never holds a
snapshot that another process has overtaken; every method that writes is `patient`. What every tap asks and writes goes
past SQLAlchemy, whose way to SQLite takes longer than SQLite itself (`plain`).
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec
from gevent.lock import RLock
from sqlalchemy import (
    URL,
    BindParameter,
    Connection,
    bindparam,
    create_engine,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import StaticPool

from narrator.core.table.events import AnyEvent, encode_event
from narrator.core.table.setup import Setup

from .ends import Ends
from .erasing import IsTheirs, Nameless, clear_traces, erase_game, erase_names
from .event_log import KeptNote, Overtaken, Request, Secret, SecretKind, StoredGame, Taken, Touched, Unusable
from .file_watch import watch_file
from .new_file import clear_away, copy_to_new_file
from .note import AnyNote, decode_note, encode_note
from .notices import Heard, Notices
from .patience import patient
from .plain import plain
from .rows import read_entries, read_notes, read_setup, read_time
from .secret_statements import (
    ADD_SECRET,
    CHANGE_CHAIRS,
    CLAIM,
    COUNT,
    DROP,
    DROP_KIND,
    DROP_OLDER,
    DROP_SEAT,
    EXCHANGE,
    HASHES,
    KINDS,
)
from .slate.file_slate import FileSlate
from .sql_results import SqlResults
from .sqlite_file import OpenFile, matter_with, open_file, plainly
from .sums import sum_of_entry, sum_of_setup
from .tables import ENTRIES, GAMES, NOTES, REQUESTS

# Written once: putting a statement together costs more than running it.
GAME: BindParameter[str] = bindparam("of")
SETUP = plain(select(GAMES.c.setup).where(GAMES.c.id == GAME))
_ENTRIES = (
    select(ENTRIES.c.number, ENTRIES.c.event)
    .where(ENTRIES.c.game == GAME, ENTRIES.c.number > bindparam("after"))
    .order_by(ENTRIES.c.number)
)
ENTRIES_AFTER = plain(_ENTRIES)
ENTRIES_UP_TO = plain(_ENTRIES.where(ENTRIES.c.number <= bindparam("last")))
REQUEST = plain(
    select(REQUESTS.c.key, REQUESTS.c.sha256, REQUESTS.c.first, REQUESTS.c.last).where(
        REQUESTS.c.game == GAME, REQUESTS.c.key == bindparam("sent")
    )
)
JOIN_CODE = plain(select(GAMES.c.join_code).where(GAMES.c.id == GAME))
WITH_CODE = plain(select(GAMES.c.id).where(GAMES.c.join_code == bindparam("code")))
NEW_CODE = update(GAMES).where(GAMES.c.id == GAME).values(join_code=bindparam("code"))
TOUCHED = (
    select(GAMES.c.id, func.count(ENTRIES.c.number), func.max(ENTRIES.c.written), GAMES.c.created)
    .outerjoin(ENTRIES, ENTRIES.c.game == GAMES.c.id)
    .where(GAMES.c.id.in_(bindparam("wanted", expanding=True)))
    .group_by(GAMES.c.id, GAMES.c.created)
)
NOTES_AFTER = plain(
    select(NOTES.c.number, NOTES.c.note, NOTES.c.written)
    .where(NOTES.c.game == GAME, NOTES.c.number > bindparam("after"))
    .order_by(NOTES.c.number)
)
NOTE_WITH_KEY = plain(select(NOTES.c.number).where(NOTES.c.game == GAME, NOTES.c.key == bindparam("sent")))
ADD_GAME = insert(GAMES)
ADD_ENTRY, ADD_REQUEST, ADD_NOTE = (plain(insert(table)) for table in (ENTRIES, REQUESTS, NOTES))


class SqlLog(SqlResults):
    """Keeps games in a file. See `EventLog`."""

    def __init__(self, url: str | None = None, file: OpenFile | None = None) -> None:
        self._file = file or open_file(url)
        self._connection = _connected(self._file)
        self._ends = Ends(self._file)
        self._lock = RLock()
        self._notices = Notices(lambda heard: watch_file(self._others, heard))

    def listen(self, heard: Heard) -> Callable[[], None]:
        return self._notices.listen(heard)

    def slate(self) -> FileSlate:
        return FileSlate(self._file.path)

    def _others(self) -> object:
        """Another one whenever another connection has written, or another file has taken the place of this one."""
        with self._lock, plainly(self._file.path):
            return self._file.place, self._file.connection.execute("PRAGMA data_version").fetchone()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._lock, self._connection.begin():
                before = self._file.connection.total_changes
                yield self._connection
                if self._file.connection.total_changes != before:
                    self._check_place()
        except DBAPIError as error:
            if matter := matter_with(self._file.path, error.orig):
                raise matter from error
            raise

    @contextmanager
    def _plain_transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing, past SQLAlchemy."""
        with self._lock, plainly(self._file.path), self._file.connection as connection:
            before = connection.total_changes
            yield connection
            if connection.total_changes != before:
                self._check_place()

    def _rows(self, statement: str, **of: object) -> list[Any]:
        with self._lock, plainly(self._file.path):
            return self._file.connection.execute(statement, of).fetchall()

    def _check_place(self) -> None:
        """Nobody is told that something is kept where nobody finds it."""
        if not self.is_in_place():
            raise Unusable("gone", path=self._file.path)

    def is_in_place(self) -> bool:
        return self._file.is_in_place()

    @property
    def path(self) -> str:
        return self._file.path

    def save_elsewhere(self) -> str:
        with self._lock:
            if not self.is_in_place():
                new = copy_to_new_file(self._file)
                self._let_go()
                clear_away(self._file)
                self._file, self._connection, self._ends = new, _connected(new), Ends(new)
            return self._file.path

    @patient
    def create(self, game: StoredGame, events: Sequence[AnyEvent]) -> None:
        created = _written(game.created)
        setup = msgspec.json.encode(game.setup).decode()
        row: dict[str, object] = {"id": game.id, "setup": setup, "join_code": game.join_code, "created": created}
        row["sum"] = sum_of_setup(game.id, setup)
        try:
            with self._transaction() as connection:
                connection.execute(ADD_GAME, row)
                connection.execute(ADD_SECRET, _secret_row(game.id, game.host))
                if events:
                    connection.exec_driver_sql(ADD_ENTRY, _entry_rows(game.id, 1, events, created))
        except IntegrityError:
            raise Taken from None

    def setup(self, game: str) -> Setup | None:
        found = _one(self._rows(SETUP, of=game))
        return None if found is None else read_setup(game, found)

    def entries(self, game: str, after: int = 0, last: int | None = None) -> list[AnyEvent]:
        if last is None:
            return read_entries(game, after, self._behind("entries", ENTRIES_AFTER, game, after))
        return read_entries(game, after, self._rows(ENTRIES_UP_TO, of=game, after=after, last=last))

    def _behind(self, rows: str, statement: str, game: str, after: int) -> Sequence[Any]:
        """The rows behind a number; the lock is held until it is written down that there are none."""
        with self._lock:
            if self._ends.is_end(rows, game, after):
                return []
            found = self._rows(statement, of=game, after=after)
            if not found:
                self._ends.found(rows, game, after)
            return found

    @patient
    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, request: Request | None = None
    ) -> None:
        try:
            with self._plain_transaction() as connection:
                connection.executemany(ADD_ENTRY, _entry_rows(game, first, events, _written(when)))
                self._ends.moved("entries", game, first + len(events) - 1)
                if request is not None:
                    connection.execute(ADD_REQUEST, {"game": game, **msgspec.structs.asdict(request)})
        except sqlite3.IntegrityError:
            raise Overtaken from None

    def request(self, game: str, key: str) -> Request | None:
        found = self._rows(REQUEST, of=game, sent=key)
        return Request(*found[0]) if found else None

    @patient
    def add_secret(self, game: str, secret: Secret, most: int | None = None) -> None:
        with self._transaction() as connection:
            connection.execute(ADD_SECRET, _secret_row(game, secret))
            if most is not None:
                _drop_older(connection, game, secret, most)

    @patient
    def claim_seat(self, game: str, secret: Secret) -> bool:
        with self._transaction() as connection:
            return connection.execute(CLAIM, _secret_row(game, secret)).rowcount == 1

    @patient
    def exchange_link(self, game: str, sha256: str, since: datetime, secret: Secret, most: int) -> bool:
        new = {"becomes": secret.kind, "fresh": secret.sha256, "begun": _written(secret.created)}
        with self._transaction() as connection:
            found = connection.execute(EXCHANGE, {"of": game, "shown": sha256, "since": _written(since), **new})
            if found.rowcount:
                _drop_older(connection, game, secret, most)
        return bool(found.rowcount)

    def has_secret(self, game: str, kinds: Sequence[SecretKind], sha256: str) -> bool:
        return any(kind in kinds for (kind,) in self._rows(KINDS, of=game, shown=sha256))

    def secrets(self, game: str, kind: SecretKind) -> list[Secret]:
        found = self._rows(HASHES, of=game, wanted=kind)
        return [Secret(kind, sha256, read_time(created), seat) for sha256, created, seat in found]

    def count_secrets(self, game: str, kind: SecretKind) -> int:
        with self._transaction() as connection:
            return connection.execute(COUNT, {"of": game, "wanted": kind}).scalar_one()

    @patient
    def move_seat_secrets(self, game: str, one: int, other: int) -> None:
        with self._transaction() as connection:
            connection.execute(CHANGE_CHAIRS, {"of": game, "one": one, "other": other})

    @patient
    def drop_secret(self, game: str, sha256: str) -> None:
        with self._transaction() as connection:
            connection.execute(DROP, {"of": game, "dropped": sha256})

    @patient
    def drop_secrets(self, game: str, kind: SecretKind, seat: int | None = None) -> None:
        statement, at = (DROP_KIND, {}) if seat is None else (DROP_SEAT, {"freed": seat})
        with self._transaction() as connection:
            connection.execute(statement, {"of": game, "dropped": kind, **at})

    @patient
    def add_note(self, game: str, number: int, note: AnyNote, key: str, when: datetime) -> None:
        text = encode_note(note).decode()
        decode_note(text)  # a note that can't be read again would close the desk for good
        row = {"game": game, "number": number, "note": text, "key": key, "written": _written(when)}
        try:
            with self._plain_transaction() as connection:
                connection.execute(ADD_NOTE, row)
                self._ends.moved("notes", game, number)
        except sqlite3.IntegrityError:
            raise Overtaken from None

    def notes(self, game: str, after: int = 0) -> list[KeptNote]:
        return read_notes(game, self._behind("notes", NOTES_AFTER, game, after))

    def note_with_key(self, game: str, key: str) -> int | None:
        found: int | None = _one(self._rows(NOTE_WITH_KEY, of=game, sent=key))
        return found

    def join_code(self, game: str) -> str | None:
        found: str | None = _one(self._rows(JOIN_CODE, of=game))
        return found

    @patient
    def set_join_code(self, game: str, code: str) -> None:
        try:
            with self._transaction() as connection:
                connection.execute(NEW_CODE, {"of": game, "code": code})
        except IntegrityError:
            raise Taken from None

    def game_of(self, join_code: str) -> str | None:
        found: str | None = _one(self._rows(WITH_CODE, code=join_code))
        return found

    def touched(self, games: Iterable[str]) -> list[Touched]:
        with self._transaction() as connection:
            found = connection.execute(TOUCHED, {"wanted": list(games)}).all()
        touched = [Touched(id, entries, read_time(last, created)) for id, entries, last, created in found]
        return sorted(touched, key=lambda game: game.when, reverse=True)

    @patient
    def erase_game(self, game: str) -> bool:
        with self._erasing():
            return erase_game(self._file.connection, game)

    @patient
    def erase_names(self, is_theirs: IsTheirs, nameless: Nameless) -> list[str]:
        with self._erasing():
            return erase_names(self._file.connection, is_theirs, nameless)

    @contextmanager
    def _erasing(self) -> Iterator[None]:
        """Past SQLAlchemy, as in a copy: nobody else is in a transaction while the lock is held."""
        with self._lock, plainly(self._file.path):
            yield
            self._check_place()
            self._result_changes += 1
            clear_traces(self._file.connection)

    def close(self) -> None:
        self._notices.close()
        self._let_go()

    def _let_go(self) -> None:
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


def _one(rows: list[Any]) -> Any:
    """The only value of the only row, where there is one."""
    return rows[0][0] if rows else None


def _entry_rows(game: str, first: int, events: Sequence[AnyEvent], written: str) -> list[dict[str, object]]:
    rows = []
    for number, event in enumerate(events, start=first):
        text = encode_event(event).decode()
        total = sum_of_entry(game, number, text, written)
        rows.append({"game": game, "number": number, "event": text, "written": written, "sum": total})
    return rows


def _secret_row(game: str, secret: Secret) -> dict[str, object]:
    created = _written(secret.created)
    return {"game": game, "kind": secret.kind, "seat": secret.seat, "sha256": secret.sha256, "created": created}


def _drop_older(connection: Connection, game: str, secret: Secret, most: int) -> None:
    alike = {"of": game, "alike": secret.kind, "at": secret.seat}
    connection.execute(DROP_OLDER, {**alike, "most": most})


def _written(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="microseconds")
