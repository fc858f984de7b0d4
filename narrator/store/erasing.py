"""Deleting for good, where the games are kept and in copies alike: plain statements in one transaction of the caller's.

Everything else only ever adds to the log. What is deleted is overwritten by SQLite and cleared from what is written
ahead; the file is packed anew as soon as nobody has to wait for it, a copy at once.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import msgspec

from .sums import sum_of_entry, sum_of_setup

OF_A_GAME = ("results", "uncounted", "notes", "secrets", "requests", "entries")
Nameless = Callable[[int], str]
"""What a seat is called that has no name of its own."""
IsTheirs = Callable[[str], bool]


class Found(Protocol):
    """What a statement led to."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[Any]: ...


class Simple(Protocol):
    """A connection that takes statements with question marks, as SQLite's own does."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Found: ...

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> object: ...


def erase_game(connection: Simple, game: str) -> bool:
    """Whether there was such a game. People of whom nothing is left are gone, too."""
    for table in OF_A_GAME:
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    found = connection.execute("DELETE FROM games WHERE id = ?", (game,)).rowcount
    drop_unused_people(connection)
    return bool(found)


def drop_unused_people(connection: Simple) -> None:
    connection.execute(
        "DELETE FROM people WHERE person NOT IN (SELECT person FROM results WHERE person IS NOT NULL) "
        "AND id NOT IN (SELECT spelling FROM results WHERE spelling IS NOT NULL)"
    )


def erase_names(connection: Simple, is_theirs: IsTheirs, nameless: Nameless) -> list[str]:
    """Take somebody's name out of every game; the games in which it stood. What people wrote in their own words stays
    as it is."""
    changed = {*_in_setups(connection, is_theirs, nameless), *_in_entries(connection, is_theirs, nameless)}
    changed |= _in_results(connection, is_theirs, nameless)
    names = connection.execute("SELECT id, name FROM people").fetchall()
    gone = [(spelling,) for spelling, name in names if is_theirs(name)]
    connection.executemany("DELETE FROM people WHERE id = ?", gone)
    return sorted(changed)


def _in_setups(connection: Simple, is_theirs: IsTheirs, nameless: Nameless) -> set[str]:
    rows = []
    for game, text in connection.execute("SELECT id, setup FROM games").fetchall():
        setup = _read(text)
        players = setup.get("players") if isinstance(setup, dict) else None
        if not isinstance(players, list):
            continue
        theirs = [(seat, player) for seat, player in enumerate(players) if _is_named(player, is_theirs)]
        for seat, player in theirs:
            player["name"] = nameless(seat)
        if theirs:
            new = msgspec.json.encode(setup).decode()
            rows.append((new, sum_of_setup(game, new), game))
    connection.executemany("UPDATE games SET setup = ?, sum = ? WHERE id = ?", rows)
    return {game for *_, game in rows}


def _in_entries(connection: Simple, is_theirs: IsTheirs, nameless: Nameless) -> set[str]:
    """A name is told when somebody takes a seat; that may be amended later."""
    rows = []
    ask = "SELECT game, number, event, written FROM entries WHERE event LIKE '%\"seat_joined\"%'"
    for game, number, text, written in connection.execute(ask).fetchall():
        event = _read(text)
        joined: Any = event.get("event", event) if isinstance(event, dict) else None
        if not _is_named(joined, is_theirs):
            continue
        seat = joined.get("seat")
        joined["name"] = nameless(seat if isinstance(seat, int) else 0)
        new = msgspec.json.encode(event).decode()
        rows.append((new, sum_of_entry(game, number, new, written), game, number))
    connection.executemany("UPDATE entries SET event = ?, sum = ? WHERE game = ? AND number = ?", rows)
    return {game for _, _, game, _ in rows}


def _in_results(connection: Simple, is_theirs: IsTheirs, nameless: Nameless) -> set[str]:
    named = connection.execute("SELECT game, seat, name FROM results").fetchall()
    rows = [(nameless(seat), game, seat) for game, seat, name in named if is_theirs(name)]
    connection.executemany(
        "UPDATE results SET name = ?, spelling = NULL, person = NULL WHERE game = ? AND seat = ?", rows
    )
    return {game for _, game, _ in rows}


def _is_named(player: Any, is_theirs: IsTheirs) -> bool:
    name = player.get("name") if isinstance(player, dict) else None
    return isinstance(name, str) and is_theirs(name)


def _read(text: Any) -> Any:
    """What can't be read has no name in it that anybody could read."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, TypeError):
        return None


def clear_ahead(connection: sqlite3.Connection) -> None:
    """What is written ahead goes into the file, so that nothing deleted lies there; where somebody still reads it,
    that happens later."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()


def pack(connection: sqlite3.Connection) -> bool:
    """Write the file anew: where SQLite moved rows about, old ones can lie between them. False where somebody else is
    writing or has interrupted it, or there is no room for it."""
    try:
        connection.execute("VACUUM")
    except sqlite3.OperationalError:
        return False
    clear_ahead(connection)
    return True
