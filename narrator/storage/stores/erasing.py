"""Deleting for good, in the database and in copies alike. Everything else only ever adds to the log."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, or_, select, update

from narrator.storage.stores.checksums import entry_checksum, setup_checksum
from narrator.storage.stores.tables import ENTRIES, GAMES, NOTES, PEOPLE, REQUESTS, RESULTS, SECRETS, UNCOUNTED

OF_A_GAME = (RESULTS, UNCOUNTED, NOTES, SECRETS, REQUESTS, ENTRIES)
Nameless = Callable[[int], str]
"""What a seat is called that has no name of its own."""
IsTheirs = Callable[[str], bool]
SET_SETUP = update(GAMES).where(GAMES.c.id == bindparam("of")).values(setup=bindparam("new"), sum=bindparam("total"))
SET_EVENT = (
    update(ENTRIES)
    .where(ENTRIES.c.game == bindparam("of"), ENTRIES.c.number == bindparam("at"))
    .values(event=bindparam("new"), sum=bindparam("total"))
)
SET_NAME = (
    update(RESULTS)
    .where(RESULTS.c.game == bindparam("of"), RESULTS.c.seat == bindparam("at"))
    .values(name=bindparam("new"), spelling=None, person=None)
)
UNUSED = ~or_(
    PEOPLE.c.person.in_(select(RESULTS.c.person).where(RESULTS.c.person.is_not(None))),
    PEOPLE.c.id.in_(select(RESULTS.c.spelling).where(RESULTS.c.spelling.is_not(None))),
)


def erase_game(connection: Connection, game: str) -> bool:
    """Whether there was such a game. People of whom nothing is left are gone, too."""
    connection.execute(select(GAMES.c.id).where(GAMES.c.id == game).with_for_update())  # nobody appends any more
    for table in OF_A_GAME:
        connection.execute(delete(table).where(table.c.game == game))
    found = connection.execute(delete(GAMES).where(GAMES.c.id == game)).rowcount
    connection.execute(delete(PEOPLE).where(UNUSED))
    return bool(found)


def erase_names(connection: Connection, is_theirs: IsTheirs, nameless: Nameless) -> list[str]:
    """Take somebody's name out of every game; returns the games in which it stood. What people wrote in their own
    words stays as it is."""
    changed = _in_setups(connection, is_theirs, nameless) | _in_entries(connection, is_theirs, nameless)
    changed |= _in_results(connection, is_theirs, nameless)
    names = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name)).all()
    gone = [spelling for spelling, name in names if is_theirs(name)]
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(gone)))
    return sorted(changed)


def _in_setups(connection: Connection, is_theirs: IsTheirs, nameless: Nameless) -> set[str]:
    rows = []
    for game, text in connection.execute(select(GAMES.c.id, GAMES.c.setup)).all():
        setup = _read(text)
        players = setup.get("players") if isinstance(setup, dict) else None
        if not isinstance(players, list):
            continue
        theirs = [(seat, player) for seat, player in enumerate(players) if _is_named(player, is_theirs)]
        for seat, player in theirs:
            player["name"] = nameless(seat)
        if theirs:
            new = msgspec.json.encode(setup).decode()
            rows.append({"of": game, "new": new, "total": setup_checksum(game, new)})
    return _changed(connection, SET_SETUP, rows)


def _in_entries(connection: Connection, is_theirs: IsTheirs, nameless: Nameless) -> set[str]:
    """A name is told when somebody takes a seat; that may be amended later."""
    rows = []
    joined_seats = select(ENTRIES.c.game, ENTRIES.c.number, ENTRIES.c.event, ENTRIES.c.written).where(
        ENTRIES.c.event.like('%"seat_joined"%')
    )
    for game, number, text, written in connection.execute(joined_seats).all():
        event = _read(text)
        joined: Any = event.get("event", event) if isinstance(event, dict) else None
        if not _is_named(joined, is_theirs):
            continue
        seat = joined.get("seat")
        joined["name"] = nameless(seat if isinstance(seat, int) else 0)
        new = msgspec.json.encode(event).decode()
        rows.append({"of": game, "at": number, "new": new, "total": entry_checksum(game, number, new, written)})
    return _changed(connection, SET_EVENT, rows)


def _in_results(connection: Connection, is_theirs: IsTheirs, nameless: Nameless) -> set[str]:
    named = connection.execute(select(RESULTS.c.game, RESULTS.c.seat, RESULTS.c.name)).all()
    rows = [{"of": game, "at": seat, "new": nameless(seat)} for game, seat, name in named if is_theirs(name)]
    return _changed(connection, SET_NAME, rows)


def _changed(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> set[str]:
    if rows:
        connection.execute(statement, rows)
    return {row["of"] for row in rows}


def _is_named(player: Any, is_theirs: IsTheirs) -> bool:
    name = player.get("name") if isinstance(player, dict) else None
    return isinstance(name, str) and is_theirs(name)


def _read(text: Any) -> Any:
    """What can't be read has no name in it that anybody could read."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, TypeError):
        return None
