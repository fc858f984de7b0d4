"""The log of an address: a file, or a database on a server."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from .event_log import EventLog, Unusable
from .late_log import LateLog
from .postgres_address import is_postgres

if TYPE_CHECKING:
    from .tables_log import TablesLog


def open_log(url: str | None) -> EventLog:
    """For a server: what takes long to import comes when it is wanted. Raises `Unusable`."""
    if url is not None and is_postgres(url):
        return open_tables(url)
    return LateLog(url)


def open_tables(url: str | None) -> "TablesLog":
    """All of it at once."""
    if url is None or not is_postgres(url):
        from .sql_log import SqlLog

        return SqlLog(url)
    if find_spec("psycopg") is None:
        raise Unusable("no_driver", command="pip install narrator[postgres]")
    from .postgres_log import PostgresLog

    return PostgresLog(url)
