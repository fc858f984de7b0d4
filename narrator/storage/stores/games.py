"""Games and their entries."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, func, insert, literal_column, select, update

from narrator.core.table.events import AnyEvent, encode_event
from narrator.core.table.setup import Setup
from narrator.storage.database import Store, WriteConflict
from narrator.storage.errors import AlreadyTaken, DamagedGame, NumberTaken
from narrator.storage.stores.secrets import INSERT_SECRET, secret_row
from narrator.storage.stores.tables import (
    ENTRIES,
    GAME_ID,
    GAMES,
    IDEMPOTENCY_KEYS,
    RESULTS,
    SAMPLE_GAMES,
    SESSION_EVENTS,
    checksum,
    format_time,
    parse_time,
    read_entries,
    read_setup,
)
from narrator.storage.values import LastActivity, LastNumbers, ListedGame, RunningGame, StoredGame, StoredKey

# Statements are constants, so that SQLAlchemy compiles each of them once.
SELECT_SETUP = select(GAMES.c.setup).where(GAMES.c.id == GAME_ID)
SELECT_ENTRIES_AFTER = (
    select(ENTRIES.c.number, ENTRIES.c.event)
    .where(ENTRIES.c.game == GAME_ID, ENTRIES.c.number > bindparam("after"))
    .order_by(ENTRIES.c.number)
)
SELECT_ENTRIES_BETWEEN = SELECT_ENTRIES_AFTER.where(ENTRIES.c.number <= bindparam("last"))
_LAST_NUMBERS = (
    func.coalesce(select(func.max(rows.c.number)).where(rows.c.game == GAME_ID).scalar_subquery(), literal_column("0"))
    for rows in (ENTRIES, SESSION_EVENTS)
)
SELECT_LAST_NUMBERS = select(*_LAST_NUMBERS).where(GAMES.c.id == GAME_ID)
SELECT_KEY = select(
    IDEMPOTENCY_KEYS.c.key, IDEMPOTENCY_KEYS.c.sha256, IDEMPOTENCY_KEYS.c.first, IDEMPOTENCY_KEYS.c.last
).where(IDEMPOTENCY_KEYS.c.game == GAME_ID, IDEMPOTENCY_KEYS.c.key == bindparam("sent"))
SELECT_JOIN_CODE = select(GAMES.c.join_code).where(GAMES.c.id == GAME_ID)
SELECT_GAME_BY_CODE = select(GAMES.c.id).where(GAMES.c.join_code == bindparam("code"))
UPDATE_JOIN_CODE = update(GAMES).where(GAMES.c.id == GAME_ID).values(join_code=bindparam("code"))
SELECT_LAST_ACTIVITY = (
    select(GAMES.c.id, func.count(ENTRIES.c.number), func.max(ENTRIES.c.written), GAMES.c.created)
    .outerjoin(ENTRIES, ENTRIES.c.game == GAMES.c.id)
    .where(GAMES.c.id.in_(bindparam("wanted", expanding=True)))
    .group_by(GAMES.c.id, GAMES.c.created)
)
SELECT_ALL_GAMES = select(GAMES.c.id, GAMES.c.created).order_by(GAMES.c.created, GAMES.c.id)
INSERT_GAME, INSERT_ENTRIES, INSERT_KEY = insert(GAMES), insert(ENTRIES), insert(IDEMPOTENCY_KEYS)
SELECT_WRITTEN_ENTRIES = select(ENTRIES.c.event, ENTRIES.c.written).where(
    ENTRIES.c.game == GAME_ID, ENTRIES.c.number.between(bindparam("first"), bindparam("last"))
)

_ENTRIES_BY_GAME = (
    select(ENTRIES.c.game, func.count().label("entries"), func.max(ENTRIES.c.written).label("written"))
    .group_by(ENTRIES.c.game)
    .subquery()
)
_LISTED_TIME = func.coalesce(_ENTRIES_BY_GAME.c.written, GAMES.c.created)
_HAS_RESULT = select(RESULTS.c.seat).where(RESULTS.c.game == GAMES.c.id).exists()
_IS_COUNTED = ~select(SAMPLE_GAMES.c.game).where(SAMPLE_GAMES.c.game == GAMES.c.id).exists()
SELECT_LISTED_GAMES = (
    select(
        GAMES.c.id, GAMES.c.setup, func.coalesce(_ENTRIES_BY_GAME.c.entries, 0), _LISTED_TIME, _HAS_RESULT, _IS_COUNTED
    )
    .outerjoin(_ENTRIES_BY_GAME, _ENTRIES_BY_GAME.c.game == GAMES.c.id)
    .order_by(_LISTED_TIME.desc(), GAMES.c.id)
    .limit(bindparam("most"))
    .offset(bindparam("past"))
)

# Only the last row of each game is read; counting would read all rows of all games.
_LAST_ENTRY = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
_LAST_SESSION_EVENT = (
    select(func.max(SESSION_EVENTS.c.number)).where(SESSION_EVENTS.c.game == GAMES.c.id).scalar_subquery()
)
_LAST_ENTRY_TIME = (
    select(ENTRIES.c.written)
    .where(ENTRIES.c.game == GAMES.c.id)
    .order_by(ENTRIES.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_LAST_PLAYED = func.coalesce(_LAST_ENTRY_TIME, GAMES.c.created)
SELECT_RUNNING_GAMES = (
    select(GAMES.c.id, func.coalesce(_LAST_ENTRY, 0), func.coalesce(_LAST_SESSION_EVENT, 0), _LAST_PLAYED)
    .where(bindparam("since") <= _LAST_PLAYED, ~_HAS_RESULT, _IS_COUNTED)
    .order_by(GAMES.c.created, GAMES.c.id)
)


class GameStore(Store):
    def create(self, game: StoredGame, events: Sequence[AnyEvent]) -> None:
        """Store a new game, with its first entries. Raises `AlreadyTaken`."""
        created, setup = format_time(game.created), msgspec.json.encode(game.setup).decode()
        total = checksum(game.id, setup)
        row = {"id": game.id, "setup": setup, "join_code": game.join_code, "created": created, "sum": total}
        entries = _entry_rows(game.id, 1, events, created)

        def work(connection: Connection) -> None:
            connection.execute(INSERT_GAME, row)
            connection.execute(INSERT_SECRET, secret_row(game.id, game.host))
            if entries:
                connection.execute(INSERT_ENTRIES, entries)

        try:
            self._database.write(work, game.id)
        except WriteConflict as conflict:
            if not (conflict.is_in_doubt and self.join_code(game.id) == game.join_code):
                raise AlreadyTaken from None

    def setup(self, game: str) -> Setup | None:
        found = self._scalar(SELECT_SETUP, game_id=game)
        return None if found is None else read_setup(game, found)

    def entries(self, game: str, after: int = 0, last: int | None = None) -> list[AnyEvent]:
        statement, limit = (SELECT_ENTRIES_AFTER, {}) if last is None else (SELECT_ENTRIES_BETWEEN, {"last": last})
        return read_entries(game, after, self._rows(statement, game_id=game, after=after, **limit))

    def last_numbers(self, game: str) -> LastNumbers | None:
        """Return the numbers of a game's last entry and last session event; None if there is no such game."""
        return next((LastNumbers(*row) for row in self._rows(SELECT_LAST_NUMBERS, game_id=game)), None)

    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, key: StoredKey | None = None
    ) -> None:
        """Add entries atomically, numbered from `first`. Raises `NumberTaken` if the number or the key is taken."""
        rows = _entry_rows(game, first, events, format_time(when))
        key_row = None if key is None else {"game": game, **msgspec.structs.asdict(key)}

        def work(connection: Connection) -> None:
            connection.execute(INSERT_ENTRIES, rows)
            if key_row is not None:
                connection.execute(INSERT_KEY, key_row)

        try:
            self._database.write(work, game)
        except WriteConflict as conflict:
            if not (conflict.is_in_doubt and self._are_stored(game, first, rows)):
                raise NumberTaken from None

    def _are_stored(self, game: str, first: int, rows: list[dict[str, object]]) -> bool:
        found = self._rows(SELECT_WRITTEN_ENTRIES, game_id=game, first=first, last=first + len(rows) - 1)
        return {(row["event"], row["written"]) for row in rows} == {(event, when) for event, when in found}

    def entries_for_key(self, game: str, key: str) -> StoredKey | None:
        """Return which entries were sent with an idempotency key."""
        return next((StoredKey(*row) for row in self._rows(SELECT_KEY, game_id=game, sent=key)), None)

    def join_code(self, game: str) -> str | None:
        """Return the code with which phones find a game. Not hashed, because the host has to read it out again."""
        found: str | None = self._scalar(SELECT_JOIN_CODE, game_id=game)
        return found

    def set_join_code(self, game: str, code: str) -> None:
        try:
            change = {"game_id": game, "code": code}
            self._database.write(lambda connection: connection.execute(UPDATE_JOIN_CODE, change), game)
        except WriteConflict:
            raise AlreadyTaken from None

    def game_by_join_code(self, join_code: str) -> str | None:
        found: str | None = self._scalar(SELECT_GAME_BY_CODE, code=join_code)
        return found

    # Lists.

    def last_activities(self, games: Iterable[str]) -> list[LastActivity]:
        """Return those of these games that exist, the last played first."""
        found = self._rows(SELECT_LAST_ACTIVITY, wanted=list(games))
        activities = [LastActivity(id, entries, parse_time(last, created)) for id, entries, last, created in found]
        return sorted(activities, key=lambda game: game.when, reverse=True)

    def all_games(self) -> list[tuple[str, datetime]]:
        """Return every game with its time of creation, the oldest first."""
        return [(game, parse_time(created)) for game, created in self._rows(SELECT_ALL_GAMES)]

    def listed_games(self, most: int, past: int = 0) -> list[ListedGame]:
        """Return a page of games, the last played first."""
        return [
            ListedGame(game, _names(game, setup), entries, parse_time(when), bool(is_over), bool(is_counted))
            for game, setup, entries, when, is_over, is_counted in self._rows(SELECT_LISTED_GAMES, most=most, past=past)
        ]

    def running(self, since: datetime) -> list[RunningGame]:
        """Return games played since then that have no result yet, without samples."""
        rows = self._rows(SELECT_RUNNING_GAMES, since=format_time(since))
        return [RunningGame(game, LastNumbers(entry, session), parse_time(time)) for game, entry, session, time in rows]

    def _scalar(self, statement: Any, **params: object) -> Any:
        return self._database.read(lambda connection: connection.execute(statement, params).scalar())


def _entry_rows(game: str, first: int, events: Sequence[AnyEvent], written: str) -> list[dict[str, object]]:
    rows = []
    for number, event in enumerate(events, start=first):
        text = encode_event(event).decode()
        total = checksum(game, number, text, written)
        rows.append({"game": game, "number": number, "event": text, "written": written, "sum": total})
    return rows


def _names(game: str, setup: str) -> tuple[str, ...]:
    try:
        return tuple(player.name for player in read_setup(game, setup).players)
    except DamagedGame:
        return ()
