"""Checking what is stored, and deleting for good."""

from sqlalchemy import Connection, false, select, update

from narrator.storage.database import Database
from narrator.storage.stores.checksums import entry_checksum, setup_checksum
from narrator.storage.stores.erasing import IsTheirs, Nameless, erase_game, erase_names
from narrator.storage.stores.tables import ENTRIES, GAMES, METADATA
from narrator.storage.values import Part

READABLE = [select(table).limit(0) for table in METADATA.sorted_tables]
"""Fails where a table or a column is missing."""
WRITABLE = update(GAMES).where(false()).values(join_code=GAMES.c.join_code)
"""Changes nothing; a database that can't be written says so all the same."""
OLD_GAMES = select(GAMES.c.id).where(GAMES.c.sum.is_(None)).limit(1)
SETUP_SUMS = select(GAMES.c.id, GAMES.c.setup, GAMES.c.sum).where(GAMES.c.sum.is_not(None))
ENTRY_SUMS = (
    select(ENTRIES.c.game, ENTRIES.c.number, ENTRIES.c.event, ENTRIES.c.written, ENTRIES.c.sum)
    .where(ENTRIES.c.sum.is_not(None))
    .order_by(ENTRIES.c.game, ENTRIES.c.number)
)


class MaintenanceStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    def check(self) -> None:
        """Raise `StorageUnavailable` if games can't be read and written now."""

        def work(connection: Connection) -> None:
            connection.execute(WRITABLE)
            for everything in READABLE:
                connection.execute(everything)

        self._database.write(work)

    def has_old_games(self) -> bool:
        """Whether there are games from before results were kept."""
        return bool(self._database.read(lambda connection: connection.execute(OLD_GAMES).all()))

    def changed_rows(self) -> list[tuple[str, Part, int]]:
        """Set-ups and entries that are not as they were written, the first of each game."""
        return self._database.read(_changed_rows)

    def erase_game(self, game: str) -> bool:
        """Delete a game for good. False if there is none."""
        found: list[bool] = []  # of every attempt: one whose commit was interrupted may have deleted it
        self._database.write(lambda connection: found.append(erase_game(connection, game)), game)
        self._database.clear_traces()
        return any(found)

    def erase_names(self, is_theirs: IsTheirs, nameless: Nameless) -> list[str]:
        """Take somebody's names out of all games for good; returns the games in which they stood."""
        changed: set[str] = set()
        self._database.write(lambda connection: changed.update(erase_names(connection, is_theirs, nameless)), "")
        self._database.clear_traces()
        return sorted(changed)


def _changed_rows(connection: Connection) -> list[tuple[str, Part, int]]:
    found: dict[str, tuple[str, Part, int]] = {}
    for game, setup, kept in connection.execute(SETUP_SUMS):
        if kept != setup_checksum(game, setup):
            found[game] = (game, "setup", 0)
    for game, number, event, written, kept in connection.execute(ENTRY_SUMS):
        if kept != entry_checksum(game, number, event, written):
            found.setdefault(game, (game, "entry", number))
    return list(found.values())
