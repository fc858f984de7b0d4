"""Checking what is stored, and deleting for good, in the database and in its backups."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete, false, or_, select, update

from narrator.storage.database import Store
from narrator.storage.errors import Part
from narrator.storage.stores.tables import (
    ENTRIES,
    GAMES,
    IDEMPOTENCY_KEYS,
    METADATA,
    PEOPLE,
    RESULTS,
    SAMPLE_GAMES,
    SECRETS,
    SESSION_EVENTS,
    checksum,
)

IsTheirName = Callable[[str], bool]  # whether a name is the person's
DefaultName = Callable[[int], str]  # default name of a seat
READ_ALL_COLUMNS = [select(table).limit(0) for table in METADATA.sorted_tables]  # fails if one is missing
WRITE_NOTHING = update(GAMES).where(false()).values(join_code=GAMES.c.join_code)  # fails on a read-only database
SELECT_OLD_GAME = select(GAMES.c.id).where(GAMES.c.sum.is_(None)).limit(1)
SELECT_SETUP_CHECKSUMS = select(GAMES.c.id, GAMES.c.setup, GAMES.c.sum).where(GAMES.c.sum.is_not(None))
SELECT_ENTRY_CHECKSUMS = (
    select(ENTRIES.c.game, ENTRIES.c.number, ENTRIES.c.event, ENTRIES.c.written, ENTRIES.c.sum)
    .where(ENTRIES.c.sum.is_not(None))
    .order_by(ENTRIES.c.game, ENTRIES.c.number)
)
UPDATE_SETUP = (
    update(GAMES).where(GAMES.c.id == bindparam("game_id")).values(setup=bindparam("new"), sum=bindparam("total"))
)
UPDATE_EVENT = (
    update(ENTRIES)
    .where(ENTRIES.c.game == bindparam("game_id"), ENTRIES.c.number == bindparam("at"))
    .values(event=bindparam("new"), sum=bindparam("total"))
)
UPDATE_RESULT_NAME = (
    update(RESULTS)
    .where(RESULTS.c.game == bindparam("game_id"), RESULTS.c.seat == bindparam("at"))
    .values(name=bindparam("new"), spelling=None, person=None)
)
IS_UNUSED_SPELLING = ~or_(
    PEOPLE.c.person.in_(select(RESULTS.c.person).where(RESULTS.c.person.is_not(None))),
    PEOPLE.c.id.in_(select(RESULTS.c.spelling).where(RESULTS.c.spelling.is_not(None))),
)


class MaintenanceStore(Store):
    def check(self) -> None:
        """Raise `StorageUnavailable` if games can't be read and written now."""

        def work(connection: Connection) -> None:
            for statement in (WRITE_NOTHING, *READ_ALL_COLUMNS):
                connection.execute(statement)

        self._database.write(work)

    def has_old_games(self) -> bool:
        """Return whether there are games from before results were stored."""
        return bool(self._rows(SELECT_OLD_GAME))

    def changed_rows(self) -> list[tuple[str, Part, int]]:
        """Return the first setup or entry of each game whose checksum is wrong."""

        def work(connection: Connection) -> list[tuple[str, Part, int]]:
            found: dict[str, tuple[str, Part, int]] = {}
            for game, setup, total in connection.execute(SELECT_SETUP_CHECKSUMS):
                if total != checksum(game, setup):
                    found[game] = (game, "setup", 0)
            for game, number, event, written, total in connection.execute(SELECT_ENTRY_CHECKSUMS):
                if total != checksum(game, number, event, written):
                    found.setdefault(game, (game, "entry", number))
            return list(found.values())

        return self._database.read(work)

    def erase_game(self, game: str) -> bool:
        found: list[bool] = []  # of every attempt: one whose commit was interrupted may have deleted it
        self._database.write(lambda connection: found.append(erase_game(connection, game)), game)
        self._database.clear_traces()
        return any(found)

    def erase_names(self, is_their_name: IsTheirName, default_name: DefaultName) -> list[str]:
        """Remove somebody's names from all games for good. Returns the games that contained them."""
        changed: set[str] = set()
        self._database.write(lambda db: changed.update(erase_names(db, is_their_name, default_name)), "")
        self._database.clear_traces()
        return sorted(changed)


def erase_game(connection: Connection, game: str) -> bool:
    """Delete a game and the people who appear in no other. False if there is no such game."""
    connection.execute(select(GAMES.c.id).where(GAMES.c.id == game).with_for_update())  # no more entries from now on
    for table in (RESULTS, SAMPLE_GAMES, SESSION_EVENTS, SECRETS, IDEMPOTENCY_KEYS, ENTRIES):
        connection.execute(delete(table).where(table.c.game == game))
    found = connection.execute(delete(GAMES).where(GAMES.c.id == game)).rowcount
    connection.execute(delete(PEOPLE).where(IS_UNUSED_SPELLING))
    return bool(found)


def erase_names(connection: Connection, is_their_name: IsTheirName, default_name: DefaultName) -> set[str]:
    """Replace somebody's name in every game. Returns the changed games. Texts that people wrote stay as they are."""
    changed = _erase_in_setups(connection, is_their_name, default_name)
    changed |= _erase_in_entries(connection, is_their_name, default_name)
    seats = connection.execute(select(RESULTS.c.game, RESULTS.c.seat, RESULTS.c.name)).all()
    rows = [
        {"game_id": game, "at": seat, "new": default_name(seat)} for game, seat, name in seats if is_their_name(name)
    ]
    changed |= _update(connection, UPDATE_RESULT_NAME, rows)
    names = connection.execute(select(PEOPLE.c.id, PEOPLE.c.name)).all()
    erased = [spelling for spelling, name in names if is_their_name(name)]
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id.in_(erased)))
    return changed


def _erase_in_setups(connection: Connection, is_their_name: IsTheirName, default_name: DefaultName) -> set[str]:
    rows = []
    for game, text in connection.execute(select(GAMES.c.id, GAMES.c.setup)).all():
        setup = _decode(text)
        players = setup.get("players") if isinstance(setup, dict) else None
        if not isinstance(players, list):
            continue
        theirs = [(seat, player) for seat, player in enumerate(players) if _is_named(player, is_their_name)]
        for seat, player in theirs:
            player["name"] = default_name(seat)
        if theirs:
            new = msgspec.json.encode(setup).decode()
            rows.append({"game_id": game, "new": new, "total": checksum(game, new)})
    return _update(connection, UPDATE_SETUP, rows)


def _erase_in_entries(connection: Connection, is_their_name: IsTheirName, default_name: DefaultName) -> set[str]:
    """Replace names in `seat_joined` events, which may be inside an amendment."""
    rows = []
    joined_seats = select(ENTRIES.c.game, ENTRIES.c.number, ENTRIES.c.event, ENTRIES.c.written).where(
        ENTRIES.c.event.like('%"seat_joined"%')
    )
    for game, number, text, written in connection.execute(joined_seats).all():
        event = _decode(text)
        joined: Any = event.get("event", event) if isinstance(event, dict) else None
        if not _is_named(joined, is_their_name):
            continue
        seat = joined.get("seat")
        joined["name"] = default_name(seat if isinstance(seat, int) else 0)
        new = msgspec.json.encode(event).decode()
        rows.append({"game_id": game, "at": number, "new": new, "total": checksum(game, number, new, written)})
    return _update(connection, UPDATE_EVENT, rows)


def _update(connection: Connection, statement: Any, rows: list[dict[str, Any]]) -> set[str]:
    """Run an update with each row of parameters. Returns their games."""
    if rows:
        connection.execute(statement, rows)
    return {row["game_id"] for row in rows}


def _is_named(player: Any, is_their_name: IsTheirName) -> bool:
    name = player.get("name") if isinstance(player, dict) else None
    return isinstance(name, str) and is_their_name(name)


def _decode(text: Any) -> Any:
    """Decode JSON; None for damaged text, in which nobody could read a name either."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, TypeError):
        return None
