"""Open the SQLite file, check that it is usable, and translate SQLite's errors."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from narrator.storage.database import RETRY_TIMEOUT
from narrator.storage.errors import StorageUnavailable
from narrator.storage.files.data_folder import default_file, make_folder, make_private

if TYPE_CHECKING:
    from sqlalchemy import Engine

VERSION = 3  # of the tables; a file with a higher version was made by a newer Narrator
APPLICATION_ID = int.from_bytes(b"Narr")  # the first files had none: they are recognized by their columns
REQUIRED_COLUMNS = {
    "games": ["id", "setup", "join_code", "created"],
    "entries": ["game", "number", "event", "written"],
}
# Readers never wait for a writer, commits are durable, deleted data is overwritten.
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
READ_TIMEOUT = 0.005  # seconds that a read waits for a lock; it blocks all greenlets meanwhile
SIDE_FILES = ("-wal", "-shm", "-journal")  # suffixes of the files that SQLite keeps beside a database
ERROR_CODES = {
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CANTOPEN: "cannot_open",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_INTERRUPT: "busy",
}
FileId = tuple[int, int]


class OpenFile(NamedTuple):
    """An open file that passed all checks."""

    path: str
    connection: sqlite3.Connection  # for writing
    file_ids: dict[str, FileId]  # device and inode of the file and its write-ahead log when they were opened

    def is_in_place(self) -> bool:
        """Return whether it still exists under its name. If not, SQLite would go on writing to a deleted file."""
        return all(file_id(name) == known for name, known in self.file_ids.items())


def path_of(url: str | None) -> str:
    if url is None:
        return str(default_file())
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        address = make_url(url)
    except ArgumentError:
        raise StorageUnavailable("unknown_kind", url=url) from None
    if address.get_backend_name() != "sqlite" or not address.database or address.database.startswith((":", "file:")):
        raise StorageUnavailable("unknown_kind", url=address.render_as_string(hide_password=True))
    return address.database


def open_file(path: str) -> OpenFile:
    make_folder(Path(path))
    deadline = time.monotonic() + RETRY_TIMEOUT
    while True:
        try:
            connection = _connect_for_writing(path)
        except StorageUnavailable as error:
            # SQLite does not wait for another process that is just turning on write-ahead logging.
            if error.code != "busy" or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            names = (path, f"{os.path.realpath(path)}-wal")
            return OpenFile(path, connection, {name: found for name in names if (found := file_id(name))})


def file_id(name: str) -> FileId | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _connect_for_writing(path: str) -> sqlite3.Connection:
    with translate_errors(path):
        make_private(path)
        connection = connect(path, RETRY_TIMEOUT)
        try:
            # Nothing is written before these checks.
            if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise StorageUnavailable("damaged", path=path)
            refuse_foreign(connection, path)
            for pragma in PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            create_tables(connection)
        except BaseException:
            connection.close()
            raise
        return connection


def open_reader(file: OpenFile) -> sqlite3.Connection:
    """Open a second connection, for reading; it never waits for the writer."""
    with translate_errors(file.path):
        connection = connect(f"file:{quote(os.path.abspath(file.path))}?mode=rw", READ_TIMEOUT)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # keeps the file readable even if it is deleted
    if not file.is_in_place():
        connection.close()
        raise StorageUnavailable("gone", path=file.path)
    return connection


def connect(path: str, timeout: float) -> sqlite3.Connection:
    is_uri = path.startswith("file:")
    connection = sqlite3.connect(path, timeout, isolation_level=None, check_same_thread=False, uri=is_uri)
    connection.text_factory = lambda raw: raw.decode(errors="surrogateescape")  # a bad row must not hide all others
    return connection


def writing_engine(connection: sqlite3.Connection) -> "Engine":
    """Return an engine that begins transactions itself; Python's driver would wait for the first write."""
    from sqlalchemy import event

    engine = _engine(connection)
    event.listen(engine, "begin", lambda started: started.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def reading_engine(connection: sqlite3.Connection) -> "Engine":
    """Return an engine on which every statement sees the newest state unless a transaction was begun."""
    return _engine(connection, isolation_level="AUTOCOMMIT")


def _engine(connection: sqlite3.Connection, **options: Any) -> "Engine":
    from sqlalchemy import create_engine  # slow to import
    from sqlalchemy.pool import StaticPool

    return create_engine(
        "sqlite://",
        creator=lambda: connection,
        poolclass=StaticPool,
        hide_parameters=True,  # a traceback must not reveal a stolen card or a code
        **options,
    )


def refuse_foreign(connection: sqlite3.Connection, path: str) -> None:
    """Raise `StorageUnavailable` for another program's file and for a newer Narrator's."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
    tables = {name: [column for (column,) in connection.execute(columns, (name,))] for name in names}
    # Read after the tables: another process may be creating them.
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application not in (0, APPLICATION_ID):
        raise StorageUnavailable("foreign", path=path)
    if version > VERSION:
        raise StorageUnavailable("newer", path=path)
    if tables and application == 0 and not (version and REQUIRED_COLUMNS.items() <= tables.items()):
        raise StorageUnavailable("foreign", path=path)


def create_tables(connection: sqlite3.Connection) -> None:
    """Create or upgrade the tables in one transaction, because another process may do the same. The version is always
    written, so that a read-only file is noticed now and not at the first entry."""
    if connection.execute("PRAGMA user_version").fetchone() == (VERSION,):
        connection.execute("BEGIN IMMEDIATE")
        _write_version(connection.execute)
        connection.commit()
        return
    from narrator.storage.migrations import upgrade
    from narrator.storage.stores.tables import METADATA

    with writing_engine(connection).begin() as transaction:
        if transaction.exec_driver_sql("PRAGMA user_version").scalar_one() == 0:
            METADATA.create_all(transaction)
        else:
            upgrade(transaction)
        _write_version(transaction.exec_driver_sql)


def _write_version(execute: Callable[[str], Any]) -> None:
    execute(f"PRAGMA application_id = {APPLICATION_ID}")
    execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def translate_errors(path: str) -> Iterator[None]:
    """Raise `StorageUnavailable` for SQLite's errors about its file, from the driver or through SQLAlchemy."""
    try:
        yield
    except Exception as error:
        if translated := translated_error(path, getattr(error, "orig", error)):
            raise translated from error
        raise


def translated_error(path: str, error: BaseException | None) -> StorageUnavailable | None:
    """Return the error to raise instead; None if not the file but the statement was wrong."""
    if not isinstance(error, sqlite3.Error):
        return None
    if str(error).startswith(("no such table", "no such column")):
        return StorageUnavailable("incomplete", path=path, what=str(error).rpartition(": ")[2])
    number = getattr(error, "sqlite_errorcode", None)
    code = ERROR_CODES.get(number & 0xFF) if number is not None else None
    if code is None and isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
        return None
    return StorageUnavailable(code or "unreadable", path=path, why=str(error))
