"""The log in tables, whatever database holds them: what is written and asked, but not how the database is reached.

What every tap asks and writes goes past SQLAlchemy (`plain`). Every method that writes is `patient`.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from typing import Any, TypeVar

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, func, insert, literal_column, select, update

from narrator.core.table.events import AnyEvent, encode_event
from narrator.core.table.setup import Setup

from .erasing import IsTheirs, Nameless, Simple, erase_game, erase_names
from .event_log import KeptNote, Overtaken, Request, Secret, SecretKind, StoredGame, Taken, Touched
from .note import AnyNote, decode_note, encode_note
from .notices import Heard
from .patience import patient
from .plain import Plain, plain
from .rows import read_entries, read_notes, read_setup, read_time, written
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
from .slate.slate import Slate
from .sums import sum_of_entry, sum_of_setup
from .tables import ENTRIES, GAMES, NOTES, REQUESTS
from .tables_results import Clash, TablesResults

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
_LAST = (
    func.coalesce(select(func.max(rows.c.number)).where(rows.c.game == GAME).scalar_subquery(), literal_column("0"))
    for rows in (ENTRIES, NOTES)
)
ENDS = plain(select(*_LAST).where(GAMES.c.id == GAME))
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
ADD_GAME, ADD_FIRST_ENTRIES = insert(GAMES), insert(ENTRIES)
ADD_ENTRY, ADD_REQUEST, ADD_NOTE = (plain(insert(table)) for table in (ENTRIES, REQUESTS, NOTES))


Given = TypeVar("Given")
Run = Callable[[Plain, Any], object]
"""Runs a statement with a row, or with several."""


class TablesLog(TablesResults):
    """See `EventLog`. What is abstract here and in `TablesResults` is all in which databases differ."""

    @abstractmethod
    def _quick(self, game: str) -> AbstractContextManager[Run]:
        """All that is written to a game in here or nothing, past SQLAlchemy. Raises `Clash`."""

    @abstractmethod
    def _erase(self, game: str | None, erase: Callable[[Simple], Given]) -> Given:
        """All or nothing, where something is deleted for good: of a game, or of all."""

    @abstractmethod
    def listen(self, heard: Heard) -> Callable[[], None]: ...

    @abstractmethod
    def slate(self) -> Slate: ...

    @property
    @abstractmethod
    def is_file(self) -> bool: ...

    @property
    @abstractmethod
    def path(self) -> str: ...

    @abstractmethod
    def is_in_place(self) -> bool: ...

    @abstractmethod
    def save_elsewhere(self) -> str: ...

    @abstractmethod
    def close(self) -> None: ...

    def wake(self) -> None:
        """Who has this log has imported all that it needs."""

    def _behind(self, rows: str, statement: Plain, game: str, after: int) -> Sequence[Any]:
        """The rows behind a number."""
        return self._rows(statement, of=game, after=after)

    def _moved(self, rows: str, game: str, number: int) -> None:
        """We have written up to this number."""

    @patient
    def create(self, game: StoredGame, events: Sequence[AnyEvent]) -> None:
        created = written(game.created)
        setup = msgspec.json.encode(game.setup).decode()
        row: dict[str, object] = {"id": game.id, "setup": setup, "join_code": game.join_code, "created": created}
        row["sum"] = sum_of_setup(game.id, setup)
        try:
            with self._transaction(game.id) as connection:
                connection.execute(ADD_GAME, row)
                connection.execute(ADD_SECRET, _secret_row(game.id, game.host))
                if events:
                    connection.execute(ADD_FIRST_ENTRIES, _entry_rows(game.id, 1, events, created))
        except Clash:
            raise Taken from None

    def setup(self, game: str) -> Setup | None:
        found = _one(self._rows(SETUP, of=game))
        return None if found is None else read_setup(game, found)

    def entries(self, game: str, after: int = 0, last: int | None = None) -> list[AnyEvent]:
        if last is None:
            return read_entries(game, after, self._behind("entries", ENTRIES_AFTER, game, after))
        return read_entries(game, after, self._rows(ENTRIES_UP_TO, of=game, after=after, last=last))

    def ends(self, game: str) -> tuple[int, int] | None:
        return next(((entries, notes) for entries, notes in self._rows(ENDS, of=game)), None)

    @patient
    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, request: Request | None = None
    ) -> None:
        try:
            with self._quick(game) as run:
                run(ADD_ENTRY, _entry_rows(game, first, events, written(when)))
                self._moved("entries", game, first + len(events) - 1)
                if request is not None:
                    run(ADD_REQUEST, {"game": game, **msgspec.structs.asdict(request)})
        except Clash:
            raise Overtaken from None

    def request(self, game: str, key: str) -> Request | None:
        found = self._rows(REQUEST, of=game, sent=key)
        return Request(*found[0]) if found else None

    @patient
    def add_secret(self, game: str, secret: Secret, most: int | None = None) -> None:
        with suppress(Clash), self._transaction(game) as connection:  # the game was deleted meanwhile
            connection.execute(ADD_SECRET, _secret_row(game, secret))
            if most is not None:
                _drop_older(connection, game, secret, most)

    @patient
    def claim_seat(self, game: str, secret: Secret) -> bool:
        with suppress(Clash), self._transaction(game) as connection:
            return connection.execute(CLAIM, _secret_row(game, secret)).rowcount == 1
        return False  # the game was deleted meanwhile

    @patient
    def exchange_link(self, game: str, sha256: str, since: datetime, secret: Secret, most: int) -> bool:
        new = {"becomes": secret.kind, "fresh": secret.sha256, "begun": written(secret.created)}
        with self._transaction(game) as connection:
            found = connection.execute(EXCHANGE, {"of": game, "shown": sha256, "since": written(since), **new})
            if found.rowcount:
                _drop_older(connection, game, secret, most)
        return bool(found.rowcount)

    def has_secret(self, game: str, kinds: Sequence[SecretKind], sha256: str) -> bool:
        return any(kind in kinds for (kind,) in self._rows(KINDS, of=game, shown=sha256))

    def secrets(self, game: str, kind: SecretKind) -> list[Secret]:
        found = self._rows(HASHES, of=game, wanted=kind)
        return [Secret(kind, sha256, read_time(created), seat) for sha256, created, seat in found]

    def count_secrets(self, game: str, kind: SecretKind) -> int:
        with self._reading() as connection:
            return connection.execute(COUNT, {"of": game, "wanted": kind}).scalar_one()

    @patient
    def move_seat_secrets(self, game: str, one: int, other: int) -> None:
        with self._transaction(game) as connection:
            connection.execute(CHANGE_CHAIRS, {"of": game, "one": one, "other": other})

    @patient
    def drop_secret(self, game: str, sha256: str) -> None:
        with self._transaction(game) as connection:
            connection.execute(DROP, {"of": game, "dropped": sha256})

    @patient
    def drop_secrets(self, game: str, kind: SecretKind, seat: int | None = None) -> None:
        statement, at = (DROP_KIND, {}) if seat is None else (DROP_SEAT, {"freed": seat})
        with self._transaction(game) as connection:
            connection.execute(statement, {"of": game, "dropped": kind, **at})

    @patient
    def add_note(self, game: str, number: int, note: AnyNote, key: str, when: datetime) -> None:
        text = encode_note(note).decode()
        decode_note(text)  # a note that can't be read again would close the desk for good
        row = {"game": game, "number": number, "note": text, "key": key, "written": written(when)}
        try:
            with self._quick(game) as run:
                run(ADD_NOTE, row)
                self._moved("notes", game, number)
        except Clash:
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
            with self._transaction(game) as connection:
                connection.execute(NEW_CODE, {"of": game, "code": code})
        except Clash:
            raise Taken from None

    def game_of(self, join_code: str) -> str | None:
        found: str | None = _one(self._rows(WITH_CODE, code=join_code))
        return found

    def touched(self, games: Iterable[str]) -> list[Touched]:
        with self._reading() as connection:
            found = connection.execute(TOUCHED, {"wanted": list(games)}).all()
        touched = [Touched(id, entries, read_time(last, created)) for id, entries, last, created in found]
        return sorted(touched, key=lambda game: game.when, reverse=True)

    @patient
    def erase_game(self, game: str) -> bool:
        found = self._erase(game, lambda connection: erase_game(connection, game))
        self._result_changes += 1
        return found

    @patient
    def erase_names(self, is_theirs: IsTheirs, nameless: Nameless) -> list[str]:
        found = self._erase(None, lambda connection: erase_names(connection, is_theirs, nameless))
        self._result_changes += 1
        return found


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
    created = written(secret.created)
    return {"game": game, "kind": secret.kind, "seat": secret.seat, "sha256": secret.sha256, "created": created}


def _drop_older(connection: Connection, game: str, secret: Secret, most: int) -> None:
    alike = {"of": game, "alike": secret.kind, "at": secret.seat}
    connection.execute(DROP_OLDER, {**alike, "most": most})
