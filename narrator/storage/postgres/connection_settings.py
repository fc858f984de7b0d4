"""The address of a PostgreSQL server. The password comes from the environment or a file, never with the address, which
other users can see in the list of processes."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from narrator.storage.errors import StorageUnavailable

SCHEMES = ("postgresql", "postgres")
PASSWORD_VARIABLE = "NARRATOR_DATABASE_PASSWORD"
PASSWORD_FILE_VARIABLE = "NARRATOR_DATABASE_PASSWORD_FILE"  # without either, libpq's own: PGPASSWORD, ~/.pgpass
DRIVER_OPTIONS = {  # notice a dead connection within seconds
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "narrator",
    "client_encoding": "UTF8",
}
SERVER_SETTINGS = {  # commits are durable, and a client that vanished blocks nobody for long
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "8s",
    "lock_timeout": "3s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


def is_postgres(url: str | None) -> bool:
    """
    >>> is_postgres("postgresql://ana@server/games"), is_postgres("sqlite:///games.db"), is_postgres(None)
    (True, False, False)
    """
    return url is not None and url.partition(":")[0].partition("+")[0] in SCHEMES


class Address(Struct, frozen=True):
    safe_address: str  # safe to print
    params: dict[str, Any]  # for psycopg, without the password

    @property
    def name(self) -> str:
        """The name that backups of these games get."""
        return f"{self.params.get('dbname', 'postgres')}-postgres"


def read_address(url: str) -> Address:
    """Parse a URL. Raises `StorageUnavailable`, also for a URL with a password."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageUnavailable("unknown_kind", url=url.partition(":")[0]) from None
    safe_address = read.render_as_string(hide_password=True)
    if read.password or "password" in read.query:
        variables = {"variable": PASSWORD_VARIABLE, "file_variable": PASSWORD_FILE_VARIABLE}
        raise StorageUnavailable("password_in_address", path=safe_address.partition("?")[0], **variables)
    given = {"host": read.host, "port": read.port, "user": read.username, "dbname": read.database}
    params = {name: value for name, value in given.items() if value}
    options = " ".join(f"-c {name}={value}" for name, value in SERVER_SETTINGS.items())
    return Address(safe_address, {**DRIVER_OPTIONS, **params, **read.query, "options": options})


def restored_address(url: str) -> Address:
    """Return where to restore a backup: in a new database on the same server.

    >>> restored_address("postgresql://ana@server/games?sslmode=require").safe_address
    'postgresql://ana@server/games_restored?sslmode=require'
    """
    from sqlalchemy import make_url

    read = make_url(url)
    new = read.set(database=f"{read.database or 'narrator'}_restored")
    return read_address(new.render_as_string(hide_password=False))


def read_password(environment: Mapping[str, str] = os.environ) -> str | None:
    """Read for each connection, because it may change while a server runs. Raises `StorageUnavailable`."""
    if environment.get(PASSWORD_VARIABLE):
        return environment[PASSWORD_VARIABLE]
    if not (file := environment.get(PASSWORD_FILE_VARIABLE)):
        return None
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:  # its reason does not contain the secret bytes
        why = error.reason
    except OSError as error:
        why = error.strerror or ""
    raise StorageUnavailable("no_password_file", path=file, why=why, file_variable=PASSWORD_FILE_VARIABLE)
