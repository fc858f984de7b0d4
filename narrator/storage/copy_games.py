"""Copy all games from one database to another of any kind, and compare each of them afterwards.

Games that are already there are never changed, so copying can be repeated; those that differ are reported.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

from sqlalchemy import Column, Connection, Table, bindparam, insert, select

from narrator.storage.database import WriteConflict
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage
from narrator.storage.stores.tables import (
    ENTRIES,
    GAMES,
    IDEMPOTENCY_KEYS,
    PEOPLE,
    RESULTS,
    SAMPLE_GAMES,
    SECRETS,
    SESSION_EVENTS,
)

GAME_TABLES = (GAMES, ENTRIES, IDEMPOTENCY_KEYS, SECRETS, SESSION_EVENTS, RESULTS, SAMPLE_GAMES)
Outcome = Literal[
    "copied",
    "there",
    "differs",  # the target has another game with this id or join code
    "refused",  # unreadable, or the target does not accept it
]
Rows = dict[str, list[tuple[Any, ...]]]


def copy_games(source: Storage, target: Storage) -> Iterator[tuple[str, Outcome]]:
    """Copy the oldest game first, and yield the outcome for each. Raises `StorageUnavailable`."""
    for game, _ in source.games.all_games():
        yield game, _copy(source, target, game)


def _copy(source: Storage, target: Storage, game: str) -> Outcome:
    rows = _rows_of(source, game)
    there = _rows_of(target, game)
    if there[GAMES.name]:
        return "there" if there == rows else "differs"
    if not rows[GAMES.name]:
        return "there"  # it was deleted meanwhile
    try:
        target.database.write(lambda connection: _write(connection, rows), game)
    except WriteConflict:
        return "copied" if _rows_of(target, game) == rows else "differs"
    except UnicodeError:
        return "refused"
    except StorageUnavailable as error:
        if error.code != "server_trouble":
            raise
        return "refused"
    return "copied" if _rows_of(target, game) == rows else "differs"


def copy_people(source: Storage, target: Storage) -> list[str]:
    """Copy which spellings are whose. Returns the names that belong to somebody else in the target."""
    known = {row[0]: row for row in _people(target)}
    differing = []
    for row in _people(source):
        if row[0] not in known:
            try:
                target.database.write(partial(_write, rows={PEOPLE.name: [row]}))
            except WriteConflict:
                differing.append(row)
        elif known[row[0]] != row:
            differing.append(row)
    name = [column.name for column in PEOPLE.columns].index("name")
    return [str(row[name]) for row in differing]


def _people(storage: Storage) -> list[tuple[Any, ...]]:
    statement = select(PEOPLE).order_by(PEOPLE.c.id)
    return [tuple(row) for row in storage.database.read(lambda connection: connection.execute(statement).all())]


def _rows_of(storage: Storage, game: str) -> Rows:
    return storage.database.snapshot(lambda db: {table.name: _read(db, table, game) for table in GAME_TABLES})


def _read(connection: Connection, table: Table, game: str) -> list[tuple[Any, ...]]:
    game_id = table.c.id if table is GAMES else table.c.game
    statement = select(*_columns(table)).where(game_id == bindparam("of")).order_by(*table.primary_key.columns)
    return [tuple(row) for row in connection.execute(statement, {"of": game})]


def _columns(table: Table) -> list[Column[Any]]:
    """Secrets get new ids, in the same order."""
    return [column for column in table.columns if (table.name, column.name) != (SECRETS.name, "id")]


def _write(connection: Connection, rows: Rows) -> None:
    for table in (*GAME_TABLES, PEOPLE):
        if rows.get(table.name):
            keys = [column.key for column in _columns(table)]
            connection.execute(insert(table), [dict(zip(keys, row, strict=True)) for row in rows[table.name]])
