"""Everything that is stored: a few small stores on one database."""

from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING

from narrator.storage.database import Database
from narrator.storage.errors import StorageUnavailable
from narrator.storage.postgres.connection_settings import is_postgres
from narrator.storage.sqlite.database import SqliteDatabase

if TYPE_CHECKING:
    from narrator.storage.stores.games import GameStore
    from narrator.storage.stores.maintenance import MaintenanceStore
    from narrator.storage.stores.results import ResultStore
    from narrator.storage.stores.secrets import SecretStore
    from narrator.storage.stores.sessions import SessionStore


class Storage:
    """All stores on one database. A write is durable when it returns. Every method may raise `StorageUnavailable`;
    methods that read a game may raise `DamagedGame`. Stores are imported on first use, because importing SQLAlchemy
    takes a quarter of the startup time and the first page needs no game."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @cached_property
    def games(self) -> "GameStore":
        from narrator.storage.stores.games import GameStore

        return GameStore(self.database)

    @cached_property
    def sessions(self) -> "SessionStore":
        from narrator.storage.stores.sessions import SessionStore

        return SessionStore(self.database)

    @cached_property
    def secrets(self) -> "SecretStore":
        from narrator.storage.stores.secrets import SecretStore

        return SecretStore(self.database)

    @cached_property
    def results(self) -> "ResultStore":
        from narrator.storage.stores.results import ResultStore

        return ResultStore(self.database)

    @cached_property
    def maintenance(self) -> "MaintenanceStore":
        from narrator.storage.stores.maintenance import MaintenanceStore

        return MaintenanceStore(self.database)

    def close(self) -> None:
        self.database.close()


def open_storage(url: str | None = None) -> Storage:
    """Open an SQLite file, by default the one in the data folder, or a PostgreSQL database."""
    if url is None or not is_postgres(url):
        return Storage(SqliteDatabase(url))
    if find_spec("psycopg") is None:
        raise StorageUnavailable("no_driver")
    from narrator.storage.postgres.database import PostgresDatabase

    return Storage(PostgresDatabase(url))
