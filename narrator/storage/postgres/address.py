"""Where a PostgreSQL server is and how it lets us in. The password comes from the environment or a file, never with the
address: that stands in the list of processes."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from narrator.storage.values import StorageUnavailable

KINDS = ("postgresql", "postgres")
PASSWORD = "NARRATOR_DATABASE_PASSWORD"
PASSWORD_FILE = "NARRATOR_DATABASE_PASSWORD_FILE"
"""Without either, what PostgreSQL's own programs go by: PGPASSWORD, ~/.pgpass."""
GUARDS = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "narrator",
    "client_encoding": "UTF8",
}
"""A line that is dead is noticed within seconds."""
SETTINGS = {
    "synchronous_commit": "on",
    "idle_in_transaction_session_timeout": "8s",
    "lock_timeout": "3s",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
"""An entry is on the disk before anybody is told, whatever the server's habit is; who vanished in the middle of
something holds nobody up for long."""


def is_postgres(url: str | None) -> bool:
    """
    >>> is_postgres("postgresql://ana@server/games"), is_postgres("sqlite:///games.db"), is_postgres(None)
    (True, False, False)
    """
    return url is not None and url.partition(":")[0].partition("+")[0] in KINDS


class Address(Struct, frozen=True):
    shown: str
    """As it may be told to anybody."""
    params: dict[str, Any]
    """As psycopg wants it, without the password."""

    @property
    def name(self) -> str:
        """What copies of these games are called."""
        return f"{self.params.get('dbname', 'postgres')}-postgres"


def read_address(url: str) -> Address:
    """Raises `StorageUnavailable` for what is none, and where a password stands in it."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        raise StorageUnavailable("unknown_kind", url=url.partition(":")[0]) from None
    if read.password or "password" in read.query:
        shown = read.render_as_string(hide_password=True).partition("?")[0]
        raise StorageUnavailable("password_in_address", path=shown, variable=PASSWORD, file_variable=PASSWORD_FILE)
    given = {"host": read.host, "port": read.port, "user": read.username, "dbname": read.database}
    params = {name: value for name, value in given.items() if value}
    return Address(read.render_as_string(hide_password=True), {**GUARDS, **params, **read.query, "options": _options()})


def _options() -> str:
    return " ".join(f"-c {name}={value}" for name, value in SETTINGS.items())


def password(environment: Mapping[str, str] = os.environ) -> str | None:
    """Read anew for each connection: it may be changed while a server runs. Raises `StorageUnavailable`."""
    if environment.get(PASSWORD):
        return environment[PASSWORD]
    if not (file := environment.get(PASSWORD_FILE)):
        return None
    try:
        return Path(file).read_text(encoding="utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise StorageUnavailable(
            "no_password_file", path=file, why=error.reason
        ) from None  # without the byte, which is secret
    except OSError as error:
        raise StorageUnavailable("no_password_file", path=file, why=error.strerror or "") from None
