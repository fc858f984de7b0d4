"""A start that does not wait for the library of the log."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.store.event_log import Secret, StoredGame, Unusable
from narrator.store.late_log import LateLog
from narrator.store.sql_log import SqlLog
from tests.service.kit import NOON, TOLD

pytestmark = pytest.mark.file

GAME = StoredGame("one", TOLD, "CODE22", NOON, Secret("host", "ab" * 32, NOON))


def test_the_first_page_is_served_before_the_logs_library_is_imported(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from narrator.cli.serve import games_of, open_log\n"
        "from narrator.web.app import create_app\n"
        "log = open_log(None)\n"
        "page = create_app(games_of(log)).test_client().get('/')\n"
        "print(page.status_code, 'sqlalchemy' in sys.modules)\n"
        "log.wake()\n"
        "print('sqlalchemy' in sys.modules)\n"
        "log.close()\n"
    )
    (tmp_path / "narrator").mkdir()
    SqlLog(f"sqlite:///{tmp_path}/narrator/narrator.db").close()
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env={"XDG_DATA_HOME": str(tmp_path)})
    assert said.stdout.split() == ["200", "False", "True"]


def test_a_file_that_is_no_good_is_found_out_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database " * 99)
    with pytest.raises(Unusable) as caught:
        LateLog(f"sqlite:///{tmp_path}/games.db")
    assert caught.value.code == "damaged"


def test_games_are_kept_and_read_as_in_any_log(tmp_path: Path) -> None:
    log = LateLog(f"sqlite:///{tmp_path}/games.db")
    assert log.touched([]) == []
    log.create(GAME, [])
    assert log.setup("one") == TOLD
    assert [game.id for game in log.touched(["one", "two"])] == ["one"]
    log.close()


@pytest.mark.parametrize("is_used", [False, True])
def test_the_file_is_let_go_of_whether_it_was_used_or_not(tmp_path: Path, is_used: bool) -> None:
    log = LateLog(f"sqlite:///{tmp_path}/games.db")
    if is_used:
        log.wake()
    log.close()
    with pytest.raises(sqlite3.ProgrammingError):
        log._file.connection.execute("SELECT 1")
