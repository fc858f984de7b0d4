"""Others on the machine read nothing of the games, wherever they lie."""

import os
import stat
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from narrator.storage.backups import make_daily_backup
from narrator.storage.storage import Storage, open_storage
from tests.support.app import NOON, ruling
from tests.support.setups import ONE

pytestmark = pytest.mark.file


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()}


def play(path: Path) -> Storage:
    log = open_storage(f"sqlite:///{path}")
    if log.games.setup(ONE.id) is None:
        log.games.create(ONE, [])
    log.games.append(ONE.id, len(log.games.entries(ONE.id)) + 1, [ruling("a")], NOON)
    log.database.shared.change_marker()
    return log


def test_everything_that_is_made_is_the_owners_alone(tmp_path: Path) -> None:
    log = play(tmp_path / "x.db")
    make_daily_backup(log.database.path, date(2026, 5, 1))
    found = modes(tmp_path)
    assert {"x.db", "x.db-wal", "x.db-shm", "x.db-live", "x-2026-05-01.db"} <= set(found)
    assert set(found.values()) == {0o600}
    log.close()


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    play(tmp_path / "x.db").close()
    (tmp_path / "x.db").chmod(0o644)
    log = play(tmp_path / "x.db")
    assert set(modes(tmp_path).values()) == {0o600}
    log.close()


def test_a_group_that_may_write_was_let_in_on_purpose(tmp_path: Path) -> None:
    play(tmp_path / "x.db").close()
    (tmp_path / "x.db").chmod(0o664)
    log = play(tmp_path / "x.db")
    assert modes(tmp_path)["x.db"] == 0o660
    log.close()
