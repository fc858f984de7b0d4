"""`narrator backup`, `restore`, `key` and `run_doctor`: what they do, and that they say it plainly."""

import os
import signal
import sqlite3
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from narrator.cli.main import main
from narrator.storage.backups import make_daily_backup
from tests.support.app import close_logs, games_in
from tests.support.evenings import Club
from tests.support.running import Running
from tests.support.waiting import PATIENCE, wait_until

FOUR = ("Ana", "Boris", "Chai", "Dana")


@pytest.fixture
def game(tmp_path: Path) -> str:
    """An evening that is over, in a file that nobody uses."""
    game = Club(tmp_path).play(*FOUR).id
    close_logs()
    return game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def run(path: Path, *args: str, language: str = "en") -> Result:
    environment = {"LANG": f"{language}.UTF-8", "LC_ALL": "", "NARRATOR_DATABASE_URL": f"sqlite:///{path}"}
    return CliRunner().invoke(main, args, env=environment)


def spoil(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute(statement)
    connection.close()


def overwrite(path: Path) -> None:
    written = bytearray(path.read_bytes())
    written[100:3000] = os.urandom(2900)
    path.write_bytes(written)


def test_a_copy_goes_beside_the_games_or_where_one_wants_it(game: str, path: Path, tmp_path: Path) -> None:
    said = run(path, "backup")
    assert said.exit_code == 0
    assert f"{tmp_path}/games-backups/games-{date.today()}.db" in said.output
    assert "14 days" in said.output
    wanted = tmp_path / "elsewhere" / "mine.db"
    for _ in range(2):  # an earlier copy is replaced
        assert run(path, "backup", str(wanted)).exit_code == 0
    assert wanted.exists()


def test_a_copy_overwrites_nothing_else(game: str, path: Path, tmp_path: Path) -> None:
    (letter := tmp_path / "letter.txt").write_text("Dear Ana")
    said = run(path, "backup", str(letter))
    assert (said.exit_code, letter.read_text()) == (1, "Dear Ana")
    assert "another file" in said.output
    assert "games file itself" in run(path, "backup", str(path)).output
    missing = run(tmp_path / "none.db", "backup")
    assert missing.exit_code == 1
    assert "can't open the games file" in missing.output
    assert not (tmp_path / "none.db").exists()


def test_a_damaged_file_is_restored(game: str, path: Path, tmp_path: Path) -> None:
    run(path, "backup")
    overwrite(path)
    found = run(path, "doctor")
    assert found.exit_code == 1
    assert "damaged" in found.output
    copy = found.output.split("narrator restore ")[1].strip()
    assert copy in run(path, "restore").output
    said = run(path, "restore", copy)
    assert said.exit_code == 0
    assert "the one game from the copy" in said.output
    aside = said.output.split("kept in ")[1].strip().rstrip(".")
    assert Path(aside).exists()
    assert run(path, "doctor").exit_code == 0
    assert games_in(tmp_path).record_of(game).log


def test_a_server_that_runs_keeps_its_file_and_makes_copies(game: str, path: Path, tmp_path: Path) -> None:
    copy = make_daily_backup(str(path), date(2026, 5, 1))
    server = Running("--host", "127.0.0.1", "--port", "0", "--db", f"sqlite:///{path}", LANG="en_GB.UTF-8")
    try:
        assert "House code for players" in server.said
        assert server.status("/people") == 200
        said = run(path, "restore", str(copy))
        assert said.exit_code == 1
        assert "still running" in said.output
        assert run(path, "backup").exit_code == run(path, "doctor").exit_code == 0
    finally:
        code, rest = server.stopped_by(signal.SIGTERM)
    assert (code, "All games are saved" in rest) == (0, True)
    assert run(path, "restore", str(copy)).exit_code == 0


def test_without_copies_there_is_nothing_to_go_back_to(game: str, path: Path) -> None:
    said = run(path, "restore")
    assert said.exit_code == 1
    assert "There are no copies" in said.output
    overwrite(path)
    assert "There's no good copy of it" in run(path, "doctor").output


def test_the_doctor_says_that_all_is_well(game: str, path: Path) -> None:
    said = run(path, "doctor")
    assert said.exit_code == 0
    assert said.output.splitlines()[1:] == ["1 game checked, entry by entry.", "Everything is in order."]


def test_the_doctor_puts_the_records_right(game: str, path: Path) -> None:
    spoil(path, "UPDATE results SET points = 99")
    said = run(path, "doctor")
    assert said.exit_code == 0
    assert f"Game {game} (Ana, Boris, Chai, Dana): its result was wrong" in said.output
    assert "its result was wrong" not in run(path, "doctor").output


def test_the_doctor_names_a_bad_entry_and_the_copy_that_has_it(game: str, path: Path) -> None:
    run(path, "backup")
    spoil(path, "UPDATE entries SET event = replace(event, '\"seat\":0', '\"seat\":1') WHERE number = 30")
    spoil(path, "UPDATE entries SET written = '2027' WHERE number = 30")
    said = run(path, "doctor")
    assert said.exit_code == 1
    assert "entry 30" in said.output
    assert f"games-{date.today()}.db" in said.output


def lose(path: Path, how: str) -> None:
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    path.unlink() if how == "deleted" else path.write_bytes(b"")


@pytest.mark.parametrize(
    ("workers", "how"), [((), "deleted"), (("--workers", "2"), "emptied")], ids=["one-deleted", "workers-emptied"]
)
def test_a_file_that_lost_its_games_is_noticed_and_can_be_restored(
    game: str, path: Path, tmp_path: Path, how: str, workers: tuple[str, ...]
) -> None:
    run(path, "backup")
    lose(path, how)
    own_copy = tmp_path / "games-backups" / f"games-{date.today()}-2.db"
    command = ("serve", "--host", "127.0.0.1", "--port", "0", "--db", f"sqlite:///{path}", *workers)
    server = Running(*command, LANG="en_GB.UTF-8")
    try:
        assert server.status("/") == 200
        wait_until(own_copy.exists)
    finally:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.stdout is not None
        with server.process.stdout as said:
            told = said.read()
        server.process.wait(PATIENCE)
    found = run(path, "doctor")
    assert found.exit_code == 1
    assert "Everything is in order" not in found.output
    copy = tmp_path / "games-backups" / f"games-{date.today()}.db"
    for words in (told, found.output):
        assert "1 game" in words
        assert f"narrator restore {copy}" in words
    assert run(path, "restore", str(copy)).exit_code == 0
    assert run(path, "doctor").exit_code == 0
    assert games_in(tmp_path).record_of(game).log


def test_a_copy_somewhere_else_is_not_replaced_by_one_with_fewer_games(game: str, path: Path, tmp_path: Path) -> None:
    wanted = tmp_path / "elsewhere" / "mine.db"
    assert run(path, "backup", str(wanted)).exit_code == 0
    before = wanted.read_bytes()
    lose(path, "emptied")
    said = run(path, "backup", str(wanted))
    assert (said.exit_code, wanted.read_bytes()) == (1, before)
    assert str(wanted) in said.output


def test_the_doctor_closes_what_others_could_read(game: str, path: Path, tmp_path: Path) -> None:
    run(path, "backup")
    copy = tmp_path / "games-backups" / f"games-{date.today()}.db"
    for file in (path, copy):
        file.chmod(0o644)
    said = run(path, "doctor")
    assert said.exit_code == 0
    for file in (path, copy):
        assert f"could read {file}" in said.output
        assert file.stat().st_mode & 0o077 == 0
    assert "could read" not in run(path, "doctor").output


def test_the_doctor_finds_a_missing_table(game: str, path: Path) -> None:
    spoil(path, "DROP TABLE secrets")
    said = run(path, "doctor")
    assert said.exit_code == 1
    assert "“secrets” is missing" in said.output


@pytest.mark.parametrize("language", ["th", "ru", "es"])
def test_each_language_has_its_words(game: str, path: Path, language: str) -> None:
    words = run(path, "doctor", language=language).output
    assert "in order" not in words
    assert str(path) in words


def test_the_key_is_shown_copied_and_taken_in(path: Path, tmp_path: Path) -> None:
    shown = run(path, "key")
    assert shown.exit_code == 0
    assert str(tmp_path / "narrator.key") in shown.output
    assert (tmp_path / "narrator.key").read_text().strip() not in shown.output
    copied = run(path, "key", "--out", str(tmp_path / "copy"))
    assert copied.exit_code == 0
    assert (tmp_path / "copy").read_text() == (tmp_path / "narrator.key").read_text()
    there = tmp_path / "there" / "games.db"
    assert "can now be continued here" in run(there, "key", "--in", str(tmp_path / "copy")).output
    assert "already" in run(there, "key", "--in", str(tmp_path / "copy")).output
    assert len((tmp_path / "there" / "narrator.key").read_text().split()) == 2


def test_a_key_that_can_t_be_used_is_reported_plainly(path: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ana")
    for option in ("--in", "--out"):
        told = run(path, "key", option, str(tmp_path / "letter"))
        assert told.exit_code == 1
        assert str(tmp_path / "letter") in told.output
