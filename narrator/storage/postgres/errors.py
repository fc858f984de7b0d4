"""What PostgreSQL says, as a reason that can be put into a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.exc import DBAPIError, IntegrityError, TimeoutError

from narrator.storage.database import WriteConflict
from narrator.storage.postgres.address import PASSWORD
from narrator.storage.values import StorageUnavailable

REASONS = {
    "28": "server_refuses",
    "3D": "no_database",
    "3F": "no_database",
    "53100": "full",
    "53": "server_busy",
    "25006": "server_read_only",
    "25P03": "unreachable",  # we were cut off, or stood still, for too long in the middle of something
    "42501": "server_read_only",
    "40": "server_busy",
    "55": "server_busy",
    "57014": "server_busy",
    "57": "unreachable",
    "08": "unreachable",
}
"""By the code of the SQL standard, or its class."""
MISSING = ("42P01", "42703")
"""A table, a column."""


def error_reason(shown: str, error: psycopg.Error) -> StorageUnavailable:
    """What is the matter. Nothing that a message says is passed on where it could name a row."""
    state = error.sqlstate or ""
    if state in MISSING:
        return StorageUnavailable("server_incomplete", path=shown, what=_why(error))
    code = REASONS.get(state) or REASONS.get(state[:2])
    if code is None:
        is_line = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError) and not state
        code = _of_text(str(error)) if is_line else "server_trouble"
    return StorageUnavailable(code, path=shown, why=_why(error), variable=PASSWORD)


def _of_text(text: str) -> str:
    """Before it has let anybody in, a server's code gets lost on the way."""
    if "password authentication failed" in text or "no password supplied" in text or "pg_hba.conf" in text:
        return "server_refuses"
    if "role" in text and "does not exist" in text:
        return "server_refuses"
    if "database" in text and "does not exist" in text:
        return "no_database"
    return "server_busy" if "too many clients" in text or "connection slots" in text else "unreachable"


def _why(error: psycopg.Error) -> str:
    """The first line: those after it may repeat what was sent."""
    said = error.diag.message_primary or str(error)
    return said.strip().splitlines()[0] if said.strip() else type(error).__name__


@contextmanager
def translate_errors(shown: str) -> Iterator[None]:
    """Raise `WriteConflict` and `StorageUnavailable` for what the driver and the pool raise."""
    try:
        yield
    except IntegrityError:
        raise WriteConflict from None
    except TimeoutError as error:  # of the pool
        raise StorageUnavailable("server_busy", path=shown, why=type(error).__name__) from error
    except DBAPIError as error:
        if isinstance(error.orig, psycopg.Error):
            raise error_reason(shown, error.orig) from error
        raise
