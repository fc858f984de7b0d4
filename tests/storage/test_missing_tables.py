"""A table or a column that is missing is found by whoever asks whether all is well, with both stores."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from narrator.app.doctor import Health
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import Storage
from narrator.storage.stores.tables import METADATA
from tests.support import stores
from tests.support.app import log_in, run_sql

TABLES = [table.name for table in reversed(METADATA.sorted_tables)]


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_table_is_found(tmp_path: Path, table: str) -> None:
    log = log_in(tmp_path)
    assert Health(log, lambda: 0.0).problem() == ""
    with changed(log, f"ALTER TABLE {table} RENAME TO elsewhere", f"ALTER TABLE elsewhere RENAME TO {table}"):
        assert_incomplete(log, table)


@pytest.mark.parametrize(("table", "column"), [("secrets", "seat"), ("entries", "sum"), ("requests", "sha256")])
def test_a_missing_column_is_found(tmp_path: Path, table: str, column: str) -> None:
    log = log_in(tmp_path)
    there, back = (f"ALTER TABLE {table} RENAME COLUMN {a} TO {b}" for a, b in ((column, "x"), ("x", column)))
    with changed(log, there, back):
        assert_incomplete(log, column)


@contextmanager
def changed(log: Storage, there: str, back: str) -> Iterator[None]:
    """Back again afterwards: a server's tables are used by the next test."""
    run_sql(log, there)
    try:
        yield
    finally:
        run_sql(log, back)


def assert_incomplete(log: Storage, what: str) -> None:
    code = "incomplete" if stores.kind == "sqlite" else "server_incomplete"
    with pytest.raises(StorageUnavailable) as caught:
        log.maintenance.check()
    assert caught.value.code == code
    assert what in caught.value.params["what"]
    assert Health(log, lambda: 0.0).problem() == code
