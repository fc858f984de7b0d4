"""The doctor finds a flipped byte, a row that can't have happened and a record that is wrong, and mends what it can."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from narrator.app.doctor import Finding, check_all_games
from narrator.storage.backups import integrity_errors
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import open_storage
from tests.support.app import close_logs
from tests.support.evenings import Club

pytestmark = pytest.mark.file

FOUR = ("Ana", "Boris", "Chai", "Dana")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


def findings(club: Club) -> list[Finding]:
    return [finding for finding in check_all_games(club.games, club.names) if finding is not None]


def spoil(club: Club, statement: str, *params: object) -> None:
    with sqlite3.connect(club.path) as connection:
        connection.execute(statement, params)
    connection.close()


def test_nothing_is_wrong_with_what_we_wrote(club: Club) -> None:
    club.play(*FOUR)
    club.play(*FOUR, day=1)
    assert list(check_all_games(club.games, club.names)) == [None, None]


@pytest.mark.parametrize(
    ("statement", "what", "number"),
    [
        ("UPDATE games SET setup = replace(setup, 'Boris', 'Borid')", "changed_setup", 0),
        ("UPDATE games SET setup = 'x'", "setup", 0),
        ("UPDATE entries SET event = 'x' WHERE number = 21", "entry", 21),
        ("UPDATE entries SET event = replace(event, 'T12:', 'T13:') WHERE number = 21", "changed_entry", 21),
        ("UPDATE entries SET written = '2027' WHERE number = 22", "changed_entry", 22),
        ("DELETE FROM entries WHERE number = 23", "entry", 23),
        ("UPDATE results SET points = 11 WHERE seat = 1", "result", 0),
        ("DELETE FROM results", "result", 0),
        ("DELETE FROM results WHERE seat = 2", "result", 0),
    ],
)
def test_what_is_wrong_is_found(club: Club, statement: str, what: str, number: int) -> None:
    game = club.play(*FOUR).id
    club.games.forget(game)
    spoil(club, statement)
    assert [(found.game, found.what, found.number) for found in findings(club)] == [(game, what, number)]


def test_records_are_made_anew(club: Club) -> None:
    club.play(*FOUR)
    told = club.told()
    spoil(club, "DELETE FROM results")
    assert club.told() == {}
    assert [found.is_repaired for found in findings(club)] == [True]
    assert club.told() == told
    assert findings(club) == []


def test_a_row_from_before_sums_is_not_doubted(club: Club) -> None:
    club.play(*FOUR)
    spoil(club, "UPDATE entries SET sum = NULL")
    assert findings(club) == []


def is_noticed(folder: Path) -> bool:
    """Whether a whole check says that something is wrong."""
    path = folder / "games.db"
    try:
        if integrity_errors(path):
            return True
        club = Club(folder)
        return bool(findings(club))
    except StorageUnavailable:
        return True


def contents(path: Path) -> list[object]:
    """All that can be read of games and entries."""
    with sqlite3.connect(path) as connection:
        rows = [
            connection.execute("SELECT id, setup, sum FROM games ORDER BY id").fetchall(),
            connection.execute("SELECT * FROM entries ORDER BY game, number").fetchall(),
        ]
    connection.close()
    return list(rows)


@pytest.mark.parametrize("seed", range(4))
def test_a_flipped_byte_is_found(club: Club, tmp_path: Path, seed: int) -> None:
    """Anywhere in what stands for a game; a byte that nothing is read from does no harm."""
    club.play(*FOUR)
    close_logs()
    random, whole = Random(seed), club.path.read_bytes()
    written = contents(club.path)
    seen = 0
    while seen < 6:
        place = random.randrange(100, len(whole))
        spoilt = bytearray(whole)
        spoilt[place] ^= 1 << random.randrange(8)
        (other := tmp_path / f"{seed}-{place}").mkdir()
        (other / "games.db").write_bytes(spoilt)
        if is_changed(other / "games.db", written):
            assert is_noticed(other), place
            seen += 1
        close_logs()


def is_changed(path: Path, written: list[object]) -> bool:
    try:
        return contents(path) != written
    except sqlite3.Error:
        return True


def test_a_copy_is_looked_at_as_well(club: Club, tmp_path: Path) -> None:
    club.play(*FOUR)
    copy = club.backups.make()
    there = open_storage(f"sqlite:///{copy}")
    assert there.maintenance.changed_rows() == []
    there.close()
