"""Tables that are brought up to date: from every version, in both stores, by the same scripts."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from narrator.store import migrating, postgres_layout, sqlite_file
from narrator.store.event_log import Unusable
from narrator.store.opening import open_tables
from narrator.store.tables import METADATA
from tests import stores
from tests.service.kit import NOON, TOLD, log_in, ruling
from tests.store.test_sql_log import ONE

FILES = Path(__file__).parent / "files"
NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "4", "3"


def upgrade() -> None:
    op.add_column("games", sa.Column("table_number", sa.Integer))
    op.create_index("entries_lately", "entries", ["written"])
"""


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Narrator with one more version than today's."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrating.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "v0004.py").write_text(NEXT)
    monkeypatch.setattr(migrating, "FOLDER", folder)
    monkeypatch.setattr(sqlite_file, "VERSION", 4)
    monkeypatch.setattr(postgres_layout, "VERSION", 4)
    yield
    if stores.kind == "postgres":  # the database is used again, by today's Narrator
        for name in ("DROP INDEX entries_lately", "ALTER TABLE games DROP COLUMN table_number",
                     "UPDATE alembic_version SET version_num = '3'"):  # fmt: skip
            stores.server().run(name, stores.url_of(tmp_path).rpartition("/")[2])


def differences(connection: Connection) -> list[object]:
    """Between the tables that there are and those that `tables.py` says."""
    context = MigrationContext.configure(connection, opts={"compare_type": False})
    return [found for found in compare_metadata(context, METADATA) if "alembic_version" not in str(found)]


def test_the_scripts_come_to_the_tables_that_the_log_uses(tmp_path: Path) -> None:
    if stores.kind == "sqlite":
        connection = sqlite3.connect(tmp_path / "games.db")
        connection.execute(f"PRAGMA application_id = {sqlite_file.APPLICATION}")
        connection.execute("PRAGMA user_version = 1")
        migrating.upgrade_file(connection)
        connection.close()
    log = log_in(tmp_path)
    with log._reading() as reached:
        assert differences(reached) == []
        assert inspect(reached).get_columns("entries")[0]["name"] == "game"


@pytest.mark.file
def test_a_new_file_has_the_tables_that_the_scripts_come_to(tmp_path: Path) -> None:
    scripted, fresh = (sqlite3.connect(tmp_path / name) for name in ("scripted.db", "games.db"))
    migrating.upgrade_file(scripted)
    log_in(tmp_path)
    ask = (
        "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'alembic%' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    )
    laid, made = (dict(file.execute(ask).fetchall()) for file in (fresh, scripted))
    assert made.keys() == laid.keys()
    for name in laid:
        assert _words(made[name]) == _words(laid[name]), name
    scripted.close()
    fresh.close()


def _words(statement: str) -> list[str]:
    return sorted(statement.replace("(", " ").replace(")", " ").replace(",", " ").split())


@pytest.mark.parametrize("has_entries", [True, False])
def test_a_store_of_today_is_brought_to_the_next_version_with_all_that_it_has(
    tmp_path: Path, has_entries: bool, request: pytest.FixtureRequest
) -> None:
    log = log_in(tmp_path)
    log.create(ONE, [ruling("a")] if has_entries else [])
    log.close()
    request.getfixturevalue("newer")
    again = log_in(tmp_path)
    with again._reading() as reached:
        assert "table_number" in {column["name"] for column in inspect(reached).get_columns("games")}
        assert "entries_lately" in {index["name"] for index in inspect(reached).get_indexes("entries")}
    assert again.setup("one") == TOLD
    again.append("one", len(again.entries("one")) + 1, [ruling("b")], NOON)
    assert len(again.entries("one")) == 1 + has_entries
    log_in(tmp_path).close()  # and a second time there is nothing to do


@pytest.mark.file
@pytest.mark.usefixtures("newer")
def test_the_oldest_file_goes_through_all_versions(tmp_path: Path) -> None:
    shutil.copy(FILES / "evening.db", tmp_path / "games.db")
    log = log_in(tmp_path)
    assert len(log.all_games()) == 2
    with log._reading() as reached:
        assert {"sum", "table_number"} <= {column["name"] for column in inspect(reached).get_columns("games")}


@pytest.mark.usefixtures("newer")
def test_an_older_narrator_leaves_the_tables_of_a_newer_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(tmp_path).close()
    for module in (sqlite_file, postgres_layout):
        monkeypatch.setattr(module, "VERSION", 3)
    with pytest.raises(Unusable) as caught:
        open_tables(stores.url_of(tmp_path))
    assert caught.value.code == "newer"


@pytest.mark.file
def test_who_opens_a_file_of_today_does_not_wait_for_the_tool(tmp_path: Path) -> None:
    log_in(tmp_path).close()
    code = (
        "import sys; from narrator.store.sql_log import SqlLog; SqlLog(sys.argv[1]).close(); "
        "print('alembic' in sys.modules, 'psycopg' in sys.modules)"
    )
    command = [sys.executable, "-c", code, stores.url_of(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == ["False", "False"]
