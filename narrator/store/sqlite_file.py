"""Opening the file that a log is kept in, and saying plainly what is the matter when that fails."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, create_engine, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import StaticPool
from sqlalchemy.schema import CreateTable

from .data_folder import default_file
from .event_log import Unusable
from .tables import METADATA, VERSION

PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
"""A reader never waits for a writer; an entry is on the disk before anybody is told."""
PATIENCE = 5.0
"""So many seconds to wait for another process that writes; its transactions last a millisecond."""

REASONS = {
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
}


def connect(url: str | None) -> Connection:
    """A connection to the file of this address, or to the usual file; it and its folder are made where missing."""
    address = _address(url)
    _make_folder(Path(address.database or ""))
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return _opened(address)
        except Unusable as unusable:
            # SQLite does not wait for another process that makes the same new file a write-ahead one just now.
            if unusable.code != "busy" or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def _opened(address: URL) -> Connection:
    with plainly(address.database):
        engine = create_engine(
            address,
            poolclass=StaticPool,
            connect_args={"check_same_thread": False, "timeout": PATIENCE},
            hide_parameters=True,  # a traceback must not tell a stolen card or a code
        )
        connection = engine.connect()
        try:
            _prepare(connection, address.database)
        except BaseException:
            connection.close()
            engine.dispose()
            raise
        return connection


def _address(url: str | None) -> URL:
    if url is None:
        return URL.create("sqlite", database=str(default_file()))
    try:
        address = make_url(url)
    except ArgumentError:
        raise Unusable("unknown_kind", url=url) from None
    if address.get_backend_name() != "sqlite" or not address.database or address.database.startswith((":", "file:")):
        raise Unusable("unknown_kind", url=address.render_as_string(hide_password=True))
    return address


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Unusable("no_folder", path=str(path.parent), why=error.strerror) from None


def _prepare(connection: Connection, path: str | None) -> None:
    """Look at what is there before anything is written to it."""
    (found,) = connection.exec_driver_sql("PRAGMA quick_check(1)").one()
    if found != "ok":
        raise Unusable("damaged", path=path)
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    # Read after the tables: another process may be making them just now.
    (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
    if version > VERSION:
        raise Unusable("newer", path=path)
    if tables and not (version and "entries" in tables):
        raise Unusable("foreign", path=path)
    connection.rollback()
    for pragma in PRAGMAS:
        connection.exec_driver_sql(f"PRAGMA {pragma}")
    _lay_out(connection, version)


def _lay_out(connection: Connection, version: int) -> None:
    """Make the tables where there are none, all in one transaction: another process may be doing the same. The version
    is written in any case, so that a file which can't be written is found out now and not at the first entry."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
    if version != VERSION:
        for table in METADATA.sorted_tables:
            connection.execute(CreateTable(table, if_not_exists=True))
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")
    connection.commit()


@contextmanager
def plainly(path: str | None) -> Iterator[None]:
    """What the database says about its file, as a reason that can be put into a sentence."""
    try:
        yield
    except DBAPIError as error:
        code = getattr(error.orig, "sqlite_errorcode", None)
        reason = REASONS.get(code & 0xFF) if code is not None else None
        if reason is None and isinstance(error.orig, sqlite3.IntegrityError | sqlite3.ProgrammingError):
            raise
        raise Unusable(reason or "unreadable", path=path, why=str(error.orig)) from error
