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

from narrator.storage import migrations
from narrator.storage.errors import StorageUnavailable
from narrator.storage.postgres import database
from narrator.storage.sqlite import file
from narrator.storage.storage import Storage, open_storage
from narrator.storage.stores.tables import METADATA
from tests.support import stores
from tests.support.app import NOON, TOLD, log_in, ruling
from tests.support.setups import ONE

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
    shutil.copytree(migrations.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "v0004.py").write_text(NEXT)
    monkeypatch.setattr(migrations, "FOLDER", folder)
    monkeypatch.setattr(file, "VERSION", 4)
    monkeypatch.setattr(database, "VERSION", 4)
    yield
    if stores.kind == "postgres":  # the database is used again, by today's Narrator
        for name in ("DROP INDEX entries_lately", "ALTER TABLE games DROP COLUMN table_number",
                     "UPDATE alembic_version SET version_num = '3'"):  # fmt: skip
            stores.server().run(name, stores.url_of(tmp_path).rpartition("/")[2])


def differences(connection: Connection) -> list[object]:
    """Between the tables that there are and those that `tables.py` says."""

    def is_ours(name: str | None, kind: str, _: object) -> bool:
        return kind != "table" or not str(name).startswith(("alembic_version", "live_"))

    opts = {"compare_type": False, "include_name": is_ours}
    return list(compare_metadata(MigrationContext.configure(connection, opts=opts), METADATA))


def columns(log: Storage, table: str) -> list[str]:
    return [column["name"] for column in log.database.read(lambda reached: inspect(reached).get_columns(table))]


def test_the_scripts_come_to_the_tables_that_the_log_uses(tmp_path: Path) -> None:
    if stores.kind == "sqlite":
        connection = sqlite3.connect(tmp_path / "games.db")
        connection.execute(f"PRAGMA application_id = {file.APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 1")
        with file.writing_engine(connection).begin() as reached:
            migrations.upgrade(reached)
        connection.close()
    log = log_in(tmp_path)
    assert log.database.read(differences) == []
    assert columns(log, "entries")[0] == "game"


@pytest.mark.file
def test_a_new_file_has_the_tables_that_the_scripts_come_to(tmp_path: Path) -> None:
    scripted, fresh = (sqlite3.connect(tmp_path / name) for name in ("scripted.db", "games.db"))
    with file.writing_engine(scripted).begin() as reached:
        migrations.upgrade(reached)
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
    log.games.create(ONE, [ruling("a")] if has_entries else [])
    log.close()
    request.getfixturevalue("newer")
    again = log_in(tmp_path)
    assert "table_number" in columns(again, "games")
    indexes = again.database.read(lambda connection: inspect(connection).get_indexes("entries"))
    assert "entries_lately" in {index["name"] for index in indexes}
    assert again.games.setup("one") == TOLD
    again.games.append("one", len(again.games.entries("one")) + 1, [ruling("b")], NOON)
    assert len(again.games.entries("one")) == 1 + has_entries
    log_in(tmp_path).close()  # and a second time there is nothing to do


@pytest.mark.file
@pytest.mark.usefixtures("newer")
def test_the_oldest_file_goes_through_all_versions(tmp_path: Path) -> None:
    shutil.copy(FILES / "evening.db", tmp_path / "games.db")
    log = log_in(tmp_path)
    assert len(log.games.all_games()) == 2
    assert {"sum", "table_number"} <= set(columns(log, "games"))


@pytest.mark.usefixtures("newer")
def test_an_older_narrator_leaves_the_tables_of_a_newer_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in(tmp_path).close()
    for module in (file, database):
        monkeypatch.setattr(module, "VERSION", 3)
    with pytest.raises(StorageUnavailable) as caught:
        open_storage(stores.url_of(tmp_path))
    assert caught.value.code == "newer"


@pytest.mark.file
def test_who_opens_a_file_of_today_does_not_wait_for_the_tool(tmp_path: Path) -> None:
    log_in(tmp_path).close()
    code = (
        "import sys; from narrator.storage.storage import Storage, open_storage; open_storage(sys.argv[1]).close(); "
        "print('alembic' in sys.modules, 'psycopg' in sys.modules)"
    )
    command = [sys.executable, "-c", code, stores.url_of(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() == ["False", "False"]
