"""Games and their entries."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import BindParameter, Connection, bindparam, func, insert, literal_column, select, update

from narrator.core.table.events import AnyEvent, encode_event
from narrator.core.table.setup import Setup
from narrator.storage.database import Database, WriteConflict
from narrator.storage.result_values import ListedGame
from narrator.storage.stores.checksums import entry_checksum, setup_checksum
from narrator.storage.stores.rows import read_entries, read_setup, read_time, written
from narrator.storage.stores.secrets import ADD_SECRET, secret_row
from narrator.storage.stores.tables import ENTRIES, GAMES, NOTES, REQUESTS, RESULTS, UNCOUNTED
from narrator.storage.values import (
    AlreadyTaken,
    DamagedGame,
    LastActivity,
    NumberTaken,
    RunningGame,
    StoredGame,
    StoredRequest,
)

# Statements are written once: SQLAlchemy compiles each once for a database.
GAME: BindParameter[str] = bindparam("of")
SETUP = select(GAMES.c.setup).where(GAMES.c.id == GAME)
ENTRIES_AFTER = (
    select(ENTRIES.c.number, ENTRIES.c.event)
    .where(ENTRIES.c.game == GAME, ENTRIES.c.number > bindparam("after"))
    .order_by(ENTRIES.c.number)
)
ENTRIES_UP_TO = ENTRIES_AFTER.where(ENTRIES.c.number <= bindparam("last"))
_LAST = (
    func.coalesce(select(func.max(rows.c.number)).where(rows.c.game == GAME).scalar_subquery(), literal_column("0"))
    for rows in (ENTRIES, NOTES)
)
ENDS = select(*_LAST).where(GAMES.c.id == GAME)
REQUEST = select(REQUESTS.c.key, REQUESTS.c.sha256, REQUESTS.c.first, REQUESTS.c.last).where(
    REQUESTS.c.game == GAME, REQUESTS.c.key == bindparam("sent")
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
ALL_GAMES = select(GAMES.c.id, GAMES.c.created).order_by(GAMES.c.created, GAMES.c.id)
ADD_GAME, ADD_ENTRY, ADD_REQUEST = insert(GAMES), insert(ENTRIES), insert(REQUESTS)
STANDS = select(ENTRIES.c.event, ENTRIES.c.written).where(
    ENTRIES.c.game == GAME, ENTRIES.c.number.between(bindparam("first"), bindparam("last"))
)

_BY_GAME = (
    select(ENTRIES.c.game, func.count().label("entries"), func.max(ENTRIES.c.written).label("written"))
    .group_by(ENTRIES.c.game)
    .subquery()
)
_WHEN = func.coalesce(_BY_GAME.c.written, GAMES.c.created)
_HAS_RESULT = select(RESULTS.c.seat).where(RESULTS.c.game == GAMES.c.id).exists()
_IS_COUNTED = ~select(UNCOUNTED.c.game).where(UNCOUNTED.c.game == GAMES.c.id).exists()
LISTED = (
    select(GAMES.c.id, GAMES.c.setup, func.coalesce(_BY_GAME.c.entries, 0), _WHEN, _HAS_RESULT, _IS_COUNTED)
    .outerjoin(_BY_GAME, _BY_GAME.c.game == GAMES.c.id)
    .order_by(_WHEN.desc(), GAMES.c.id)
    .limit(bindparam("most"))
    .offset(bindparam("past"))
)

# The last row of a game is looked up by its key; counting all rows of all games would read all of them.
_ENTRIES = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
_NOTES = select(func.max(NOTES.c.number)).where(NOTES.c.game == GAMES.c.id).scalar_subquery()
_WRITTEN = (
    select(ENTRIES.c.written)
    .where(ENTRIES.c.game == GAMES.c.id)
    .order_by(ENTRIES.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_TOUCHED = func.coalesce(_WRITTEN, GAMES.c.created)
RUNNING = (
    select(GAMES.c.id, func.coalesce(_ENTRIES, 0), func.coalesce(_NOTES, 0), _TOUCHED)
    .where(bindparam("since") <= _TOUCHED, ~_HAS_RESULT, _IS_COUNTED)
    .order_by(GAMES.c.created, GAMES.c.id)
)


class GameStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, game: StoredGame, events: Sequence[AnyEvent]) -> None:
        """Store a new game, with what happened in it already. Raises `Taken`."""
        created, setup = written(game.created), msgspec.json.encode(game.setup).decode()
        total = setup_checksum(game.id, setup)
        row = {"id": game.id, "setup": setup, "join_code": game.join_code, "created": created, "sum": total}
        entries = _entry_rows(game.id, 1, events, created)

        def work(connection: Connection) -> None:
            connection.execute(ADD_GAME, row)
            connection.execute(ADD_SECRET, secret_row(game.id, game.host))
            if entries:
                connection.execute(ADD_ENTRY, entries)

        try:
            self._database.write(work, game.id)
        except WriteConflict as clash:
            if not (clash.is_in_doubt and self.join_code(game.id) == game.join_code):
                raise AlreadyTaken from None

    def setup(self, game: str) -> Setup | None:
        """How a game was set up; none if there is no such game."""
        found = self._one(SETUP, of=game)
        return None if found is None else read_setup(game, found)

    def entries(self, game: str, after: int = 0, last: int | None = None) -> list[AnyEvent]:
        """The entries behind a number and up to another, in their order."""
        if last is None:
            return read_entries(game, after, self._rows(ENTRIES_AFTER, of=game, after=after))
        return read_entries(game, after, self._rows(ENTRIES_UP_TO, of=game, after=after, last=last))

    def ends(self, game: str) -> tuple[int, int] | None:
        """The numbers of a game's last entry and last session event; none if there is no such game."""
        return next(((entries, notes) for entries, notes in self._rows(ENDS, of=game)), None)

    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, request: StoredRequest | None = None
    ) -> None:
        """Add entries together or not at all, numbered from `first` on. Raises `NumberTaken` if somebody else has
        entered something under this number or this key."""
        rows = _entry_rows(game, first, events, written(when))
        key = None if request is None else {"game": game, **msgspec.structs.asdict(request)}

        def work(connection: Connection) -> None:
            connection.execute(ADD_ENTRY, rows)
            if key is not None:
                connection.execute(ADD_REQUEST, key)

        try:
            self._database.write(work, game)
        except WriteConflict as clash:
            if not (clash.is_in_doubt and self._stand(game, first, rows)):
                raise NumberTaken from None

    def _stand(self, game: str, first: int, rows: list[dict[str, object]]) -> bool:
        """Whether the entries under these numbers are these very ones."""
        found = self._rows(STANDS, of=game, first=first, last=first + len(rows) - 1)
        return {(row["event"], row["written"]) for row in rows} == {(event, when) for event, when in found}

    def request(self, game: str, key: str) -> StoredRequest | None:
        """What was entered under an idempotency key."""
        return next((StoredRequest(*row) for row in self._rows(REQUEST, of=game, sent=key)), None)

    def join_code(self, game: str) -> str | None:
        """The code that phones find a game by. Stored plainly: the host has to read it out again."""
        found: str | None = self._one(JOIN_CODE, of=game)
        return found

    def set_join_code(self, game: str, code: str) -> None:
        """Replace the code. Raises `Taken`."""
        try:
            self._database.write(lambda connection: connection.execute(NEW_CODE, {"of": game, "code": code}), game)
        except WriteConflict:
            raise AlreadyTaken from None

    def game_of(self, join_code: str) -> str | None:
        """The game with this code."""
        found: str | None = self._one(WITH_CODE, code=join_code)
        return found

    # Lists.

    def touched(self, games: Iterable[str]) -> list[LastActivity]:
        """Those of these games that exist, the last played first."""
        found = self._rows(TOUCHED, wanted=list(games))
        touched = [LastActivity(id, entries, read_time(last, created)) for id, entries, last, created in found]
        return sorted(touched, key=lambda game: game.when, reverse=True)

    def all_games(self) -> list[tuple[str, datetime]]:
        """Every game with its time of creation, the oldest first."""
        return [(game, read_time(created)) for game, created in self._rows(ALL_GAMES)]

    def listed_games(self, most: int, past: int = 0) -> list[ListedGame]:
        """A page of games, the last played first."""
        return [
            ListedGame(game, _names(game, setup), entries, read_time(when), bool(is_over), bool(is_counted))
            for game, setup, entries, when, is_over, is_counted in self._rows(LISTED, most=most, past=past)
        ]

    def running(self, since: datetime) -> list[RunningGame]:
        """Games in which something happened since then and of which no result is kept; samples are left out."""
        found = self._rows(RUNNING, since=written(since))
        return [RunningGame(game, entries, notes, read_time(touched)) for game, entries, notes, touched in found]

    def _rows(self, statement: Any, **of: object) -> Sequence[Any]:
        return self._database.read(lambda connection: connection.execute(statement, of).all())

    def _one(self, statement: Any, **of: object) -> Any:
        return self._database.read(lambda connection: connection.execute(statement, of).scalar())


def _entry_rows(game: str, first: int, events: Sequence[AnyEvent], written: str) -> list[dict[str, object]]:
    rows = []
    for number, event in enumerate(events, start=first):
        text = encode_event(event).decode()
        total = entry_checksum(game, number, text, written)
        rows.append({"game": game, "number": number, "event": text, "written": written, "sum": total})
    return rows


def _names(game: str, setup: str) -> tuple[str, ...]:
    try:
        return tuple(player.name for player in read_setup(game, setup).players)
    except DamagedGame:
        return ()
