"""Tables on a server: looked at before anything is written, made or brought up to date where they have to be."""

from sqlalchemy import Connection

from .event_log import Unusable
from .postgres_errors import plainly
from .postgres_lines import Lines, raw_of, roll_back
from .sqlite_file import COLUMNS, VERSION

LOCK = int.from_bytes(b"Narrator")
"""Held by whoever makes tables: several processes begin at once."""

LONG = 600
"""Seconds that may go by while tables with many games are changed."""


def lay_out(lines: Lines) -> None:
    """Raises `Unusable`."""
    shown = lines.address.shown
    with plainly(shown), lines.one() as connection:
        if _version(connection, shown) != VERSION:
            connection.exec_driver_sql(f"SELECT pg_advisory_lock({LOCK})")
            try:
                if _version(connection, shown) != VERSION:
                    _upgrade(connection)
            finally:
                connection.exec_driver_sql(f"SELECT pg_advisory_unlock({LOCK})")
        if connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
            raise Unusable("server_read_only", path=shown, why="")


def _version(connection: Connection, shown: str) -> int:
    """0 where there is nothing yet."""
    ask = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
    known = set(connection.exec_driver_sql(ask).scalars())
    if "alembic_version" not in known:
        if known & set(COLUMNS):
            raise Unusable("server_foreign", path=shown)
        return 0
    found = str(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() or "0")
    if not found.isdigit() or not (set(COLUMNS) <= known or found == "0"):
        raise Unusable("server_foreign", path=shown)
    if int(found) > VERSION:
        raise Unusable("newer", path=shown)
    return int(found)


def _upgrade(connection: Connection) -> None:
    from .migrating import upgrade  # only where something has to be made waits for it

    raw = raw_of(connection)
    raw.patience = LONG
    connection.exec_driver_sql("BEGIN")
    try:
        connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{LONG}s'")
        upgrade(connection)
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        roll_back(raw)
        raise
    finally:
        raw.patience = None
