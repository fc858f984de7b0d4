"""Everything that is stored, in a few small interfaces on one database."""

from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from .database import Database
from .event_log import Unusable
from .postgres_address import is_postgres
from .sqlite_database import SqliteDatabase

if TYPE_CHECKING:
    from .game_store import GameStore
    from .maintenance_store import MaintenanceStore
    from .result_store import ResultStore
    from .secret_store import SecretStore
    from .session_store import SessionStore


class Storage:
    """What a write has stored when it returns is durable. All methods may raise `Unusable`, those that read something
    of a game `Damaged`. The parts are imported when they are first used: SQLAlchemy takes a quarter of a start, and the
    first page needs no game."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @cached_property
    def games(self) -> "GameStore":
        from .game_store import GameStore

        return GameStore(self.database)

    @cached_property
    def sessions(self) -> "SessionStore":
        from .session_store import SessionStore

        return SessionStore(self.database)

    @cached_property
    def secrets(self) -> "SecretStore":
        from .secret_store import SecretStore

        return SecretStore(self.database)

    @cached_property
    def results(self) -> "ResultStore":
        from .result_store import ResultStore

        return ResultStore(self.database)

    @cached_property
    def maintenance(self) -> "MaintenanceStore":
        from .maintenance_store import MaintenanceStore

        return MaintenanceStore(self.database)

    def close(self) -> None:
        self.database.close()


def open_storage(url: str | None = None) -> Storage:
    """Open the games of an address: an SQLite file, by default the usual one, or a PostgreSQL database."""
    if url is None or not is_postgres(url):
        return Storage(SqliteDatabase(url))
    if find_spec("psycopg") is None:
        raise Unusable("no_driver", command="pip install narrator[postgres]")
    from .postgres_database import PostgresDatabase

    return Storage(PostgresDatabase(url))
