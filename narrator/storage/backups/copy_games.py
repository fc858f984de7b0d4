"""All games of one log into another, of whatever kind: game by game, each compared when it is there. What is there and
the same is left alone, so it can be begun again at any time; what is there and differs is left alone and named."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Literal

from msgspec import Struct
from sqlalchemy import Column, Connection, Table, bindparam, insert, select

from narrator.storage.database import WriteConflict
from narrator.storage.storage import Storage
from narrator.storage.stores.tables import ENTRIES, GAMES, NOTES, PEOPLE, REQUESTS, RESULTS, SECRETS, UNCOUNTED
from narrator.storage.values import StorageUnavailable

OF_A_GAME = (GAMES, ENTRIES, REQUESTS, SECRETS, NOTES, RESULTS, UNCOUNTED)
Outcome = Literal["copied", "there", "differs", "refused"]
Rows = dict[str, list[tuple[Any, ...]]]


class Moved(Struct, frozen=True):
    """What became of a game."""

    game: str
    outcome: Outcome
    """`differs`: there is another one under its id or its code; `refused`: it can't be read, or the other store does
    not take it."""


def move_games(source: Storage, target: Storage) -> Iterator[Moved]:
    """The oldest first. Raises `StorageUnavailable`."""
    for game, _ in source.games.all_games():
        yield Moved(game, _move(source, target, game))


def _move(source: Storage, target: Storage, game: str) -> Outcome:
    rows = _rows_of(source, game)
    there = _rows_of(target, game)
    if there[GAMES.name]:
        return "there" if there == rows else "differs"
    if not rows[GAMES.name]:
        return "there"  # it was deleted meanwhile, there as here
    try:
        target.database.write(lambda connection: _write(connection, rows), game)
    except WriteConflict:
        return "copied" if _rows_of(target, game) == rows else "differs"
    except UnicodeError:
        return "refused"
    except StorageUnavailable as unusable:
        if unusable.code != "server_trouble":
            raise
        return "refused"
    return "copied" if _rows_of(target, game) == rows else "differs"


def move_people(source: Storage, target: Storage) -> list[str]:
    """Who is whom; the names that are somebody else's over there, and were left so."""
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
    everybody = select(PEOPLE).order_by(PEOPLE.c.id)
    return [tuple(row) for row in storage.database.read(lambda connection: connection.execute(everybody).all())]


def _rows_of(storage: Storage, game: str) -> Rows:
    """All that is kept of a game at one moment, whoever writes meanwhile."""
    return storage.database.snapshot(
        lambda connection: {table.name: _read(connection, table, game) for table in OF_A_GAME}
    )


def _read(connection: Connection, table: Table, game: str) -> list[tuple[Any, ...]]:
    whose = table.c.id if table is GAMES else table.c.game
    statement = select(*_columns(table)).where(whose == bindparam("of")).order_by(*table.primary_key.columns)
    return [tuple(row) for row in connection.execute(statement, {"of": game})]


def _columns(table: Table) -> list[Column[Any]]:
    """Secrets are counted anew, in the same order."""
    return [column for column in table.columns if (table.name, column.name) != (SECRETS.name, "id")]


def _write(connection: Connection, rows: Rows) -> None:
    for table in (*OF_A_GAME, PEOPLE):
        if rows.get(table.name):
            connection.execute(insert(table), [_named(table, row) for row in rows[table.name]])


def _named(table: Table, row: tuple[Any, ...]) -> dict[str, Any]:
    return {column.name: value for column, value in zip(_columns(table), row, strict=True)}
