"""Opening the SQLite file, and saying plainly what is the matter when that fails."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from narrator.storage.files.data_folder import default_file
from narrator.storage.files.private_files import make_private
from narrator.storage.retry import PATIENCE
from narrator.storage.values import StorageUnavailable

if TYPE_CHECKING:
    from sqlalchemy import Engine

VERSION = 3
"""Of the layout in tables.py; a file that says a higher one was made by a newer Narrator."""
APPLICATION = int.from_bytes(b"Narr")
"""SQLite's `application_id` of our files. The first ones had none: they are known by their columns."""
COLUMNS = {
    "games": ["id", "setup", "join_code", "created"],
    "entries": ["game", "number", "event", "written"],
}
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON")
"""A reader never waits for a writer; an entry is on the disk before anybody is told; what is deleted is overwritten."""
HOLD_UP = 0.005
"""Seconds that a reader waits in SQLite: nobody else is answered meanwhile."""

REASONS = {
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


MISSING = ("no such table", "no such column")
Identity = tuple[int, int]


class OpenFile(NamedTuple):
    """A file that was looked at and found good."""

    path: str
    connection: sqlite3.Connection
    """The one that writes."""
    place: dict[str, Identity]
    """What lay under each of its names when it was opened: the file itself, and what is written ahead."""

    def is_in_place(self) -> bool:
        """Whether it is still found under its name. Where it is not, SQLite goes on writing to what nobody can find."""
        return all(identity_of(name) == known for name, known in self.place.items())


def open_file(url: str | None) -> OpenFile:
    """The file of this address, or the usual one; it and its folder are made where missing."""
    return open_path(path_of(url))


def path_of(url: str | None) -> str:
    """Where the file of this address is, or the usual one."""
    return str(default_file()) if url is None else _path_in(url)


def open_path(path: str) -> OpenFile:
    make_folder(Path(path))
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection = _connected(path)
            return OpenFile(path, connection, _place(path))
        except StorageUnavailable as unusable:
            # SQLite does not wait for another process that makes the same new file a write-ahead one just now.
            if unusable.code != "busy" or time.monotonic() > deadline:
                raise
        time.sleep(0.02)


def _connected(path: str) -> sqlite3.Connection:
    with translate_errors(path):
        make_private(path)
        connection = _raw(path, PATIENCE)
        try:
            _prepare(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def open_reader(file: OpenFile) -> sqlite3.Connection:
    """Open a second connection, for reading; it never waits for the writer. Raises `StorageUnavailable`."""
    with translate_errors(file.path):
        connection = _raw(f"file:{quote(os.path.abspath(file.path))}?mode=rw", HOLD_UP)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("SELECT 1 FROM sqlite_master").fetchone()  # from now on it reads also a file that is gone
    if not file.is_in_place():
        connection.close()
        raise StorageUnavailable("gone", path=file.path)
    return connection


def _raw(path: str, timeout: float) -> sqlite3.Connection:
    uri = path.startswith("file:")
    connection = sqlite3.connect(path, timeout, isolation_level=None, check_same_thread=False, uri=uri)
    connection.text_factory = _text  # one row that is no text must not hide all the others
    return connection


def writing_engine(connection: sqlite3.Connection) -> "Engine":
    """The engine begins its transactions itself: Python's driver would begin them only with the first row."""
    from sqlalchemy import event

    engine = _engine_on(connection)
    event.listen(engine, "begin", lambda reached: reached.exec_driver_sql("BEGIN IMMEDIATE"))
    return engine


def reading_engine(connection: sqlite3.Connection) -> "Engine":
    """Every statement sees the newest moment; who needs several of one moment begins a transaction."""
    return _engine_on(connection, isolation_level="AUTOCOMMIT")


def _engine_on(connection: sqlite3.Connection, **options: Any) -> "Engine":
    """SQLAlchemy on one connection that is open, and never on another one."""
    from sqlalchemy import create_engine  # slow to import: not before it is needed
    from sqlalchemy.pool import StaticPool

    return create_engine(
        "sqlite://",
        creator=lambda: connection,
        poolclass=StaticPool,
        hide_parameters=True,  # a traceback must not tell a stolen card or a code
        **options,
    )


def _text(raw: bytes) -> str:
    return raw.decode(errors="surrogateescape")


def _place(path: str) -> dict[str, Identity]:
    names = (path, f"{os.path.realpath(path)}-wal")
    return {name: found for name in names if (found := identity_of(name)) is not None}


def identity_of(name: str) -> Identity | None:
    try:
        found = os.stat(name)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _path_in(url: str) -> str:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        address = make_url(url)
    except ArgumentError:
        raise StorageUnavailable("unknown_kind", url=url) from None
    if address.get_backend_name() != "sqlite" or not address.database or address.database.startswith((":", "file:")):
        raise StorageUnavailable("unknown_kind", url=address.render_as_string(hide_password=True))
    return address.database


def make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable("no_folder", path=str(path.parent), why=error.strerror) from None


def _prepare(connection: sqlite3.Connection, path: str) -> None:
    """Look at what is there before anything is written to it."""
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise StorageUnavailable("damaged", path=path)
    refuse_foreign(connection, path)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    lay_out(connection)


def refuse_foreign(connection: sqlite3.Connection, path: str) -> None:
    """Raise `StorageUnavailable` for another program's file, and a newer Narrator's."""
    known = _tables(connection)
    # Read after the tables: another process may be making them just now.
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application not in (0, APPLICATION):
        raise StorageUnavailable("foreign", path=path)
    if version > VERSION:
        raise StorageUnavailable("newer", path=path)
    if known and application == 0 and not (version and COLUMNS.items() <= known.items()):
        raise StorageUnavailable("foreign", path=path)


def _tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of every table."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    ask = "SELECT name FROM pragma_table_info(?) ORDER BY cid"
    return {name: [column for (column,) in connection.execute(ask, (name,))] for name in names}


def lay_out(connection: sqlite3.Connection) -> None:
    """Create or upgrade the tables, all in one transaction: another process may be doing the same. The version is
    written in any case, so that a file which can't be written is found out now and not at the first entry."""
    if connection.execute("PRAGMA user_version").fetchone() == (VERSION,):
        connection.execute("BEGIN IMMEDIATE")
        _sign(connection.execute)
        connection.commit()
        return
    from narrator.storage.migrating import create_or_upgrade

    with writing_engine(connection).begin() as reached:
        create_or_upgrade(reached)
        _sign(reached.exec_driver_sql)


def _sign(execute: Callable[[str], Any]) -> None:
    execute(f"PRAGMA application_id = {APPLICATION}")
    execute(f"PRAGMA user_version = {VERSION}")


@contextmanager
def translate_errors(path: str) -> Iterator[None]:
    """Raise `StorageUnavailable` for what SQLite says about its file, in Python's driver or through SQLAlchemy."""
    try:
        yield
    except Exception as error:
        if matter := error_reason(path, getattr(error, "orig", error)):
            raise matter from error
        raise


def error_reason(path: str, error: BaseException | None) -> StorageUnavailable | None:
    """What is the matter with the file; nothing, where it was the statement that was wrong."""
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", None)
    if str(error).startswith(MISSING):
        return StorageUnavailable("incomplete", path=path, what=str(error).rpartition(": ")[2])
    reason = REASONS.get(code & 0xFF) if code is not None else None
    if reason is None and isinstance(error, sqlite3.IntegrityError | sqlite3.ProgrammingError):
        return None
    return StorageUnavailable(reason or "unreadable", path=path, why=str(error))
