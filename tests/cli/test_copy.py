"""`narrator copy`, and other commands with games on a PostgreSQL server: what they do, and that they say it plainly."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from narrator.cli.main import main
from narrator.storage.files.keys import house_key_for
from narrator.storage.storage import open_storage
from tests.support import stores
from tests.support.app import close_logs
from tests.support.evenings import Club

pytestmark = pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Two evenings that are over, in a file that nobody uses."""
    monkeypatch.setattr(stores, "kind", "sqlite")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    club = Club(tmp_path)
    club.play("Ana", "Boris", "Chai", "Dana")
    club.play("Dana", "Eva", "Fedor", "Gabi")
    close_logs()
    return f"sqlite:///{tmp_path}/games.db"


@pytest.fixture
def server(file: str, tmp_path: Path) -> Iterator[str]:
    """An empty database."""
    stores.kind = "postgres"
    yield stores.url_of(tmp_path / "server")
    stores.empty()


def run(*args: str, language: str = "en") -> Result:
    return CliRunner().invoke(main, args, env={"LANG": f"{language}.UTF-8", "LC_ALL": ""})


def games(url: str) -> list[str]:
    log = open_storage(url)
    try:
        return [game for game, _ in log.games.all_games()]
    finally:
        log.close()


def test_games_go_to_the_server_and_back(file: str, server: str, tmp_path: Path) -> None:
    said = run("copy", file, server)
    assert (said.exit_code, said.output) == (0, "Done: 2 games copied and checked.\n")
    again = run("copy", file, server)
    assert (again.exit_code, again.output) == (
        0,
        "Done: 0 games copied and checked.\n2 games were there already.\n",
    )
    assert run("doctor", "--db", server).exit_code == 0
    back = f"sqlite:///{tmp_path}/back.db"
    assert run("copy", server, back).exit_code == 0
    assert games(back) == games(file)


def test_a_backup_of_a_server_is_a_file_that_is_copied_back(file: str, server: str, tmp_path: Path) -> None:
    run("copy", file, server)
    copy = tmp_path / "copy.db"
    said = run("backup", str(copy), "--db", server)
    assert f"All games were copied to {copy}." in said.output
    assert games(f"sqlite:///{copy}") == games(file)
    assert not list(tmp_path.glob("copy.db-*"))
    told = run("restore", str(copy), "--db", server)
    assert told.exit_code == 1
    assert "Stop Narrator, create an empty database called" in told.output
    new = re.findall(rf"narrator copy sqlite:///{copy} (postgresql://\S+)", told.output)
    assert new == re.findall(r"NARRATOR_DATABASE_URL: (\S+)", told.output)
    assert "_restored" in new[0]


def test_the_list_of_a_servers_backups_says_how_to_copy_one_into_a_new_database(file: str, server: str) -> None:
    run("copy", file, server)
    made = run("backup", "--db", server).output.split(" copied to ")[1].strip().rstrip(".")
    told = run("restore", "--db", server)
    assert told.exit_code == 0
    assert f"narrator copy sqlite:///{made} " in told.output
    assert "narrator restore" not in told.output
    assert "games copied" not in told.output


def test_what_differs_over_there_is_named(file: str, server: str) -> None:
    run("copy", file, server)
    log = open_storage(server)
    first = log.games.all_games()[0][0]
    log.games.set_join_code(first, "OTHER2")
    log.close()
    said = run("copy", file, server)
    assert said.exit_code == 1
    assert f"Game {first} wasn't copied" in said.output


def test_the_key_stays_and_that_is_said(file: str, server: str, tmp_path: Path) -> None:
    key = house_key_for(str(tmp_path / "games.db"))
    key.keys()
    said = run("copy", file, server)
    assert str(key.path) in said.output
    assert f"narrator key --out FILE --db {file}" in said.output


@pytest.mark.parametrize("language", ["en", "th", "ru", "es"])
def test_a_server_that_is_not_there_is_reported_in_every_language(
    file: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("narrator.storage.database.RETRY_TIMEOUT", 0.1)
    said = run("copy", file, "postgresql://narrator@127.0.0.1:1/games", language=language)
    assert said.exit_code == 1
    assert "postgresql://narrator@127.0.0.1:1/games" in said.output
    assert "Traceback" not in said.output


def test_no_file_is_made_where_there_is_none(server: str, tmp_path: Path) -> None:
    said = run("copy", f"sqlite:///{tmp_path}/nothing.db", server)
    assert said.exit_code == 1
    assert not (tmp_path / "nothing.db").exists()
