"""Deleting for good: nothing of it is left in the file, in what is written ahead of it, or in a copy."""

from datetime import date
from pathlib import Path

import pytest

from narrator.app.backup_service import delete_game, delete_person
from narrator.app.doctor import check_all_games
from narrator.app.games.results import NoSuchGame
from narrator.core.table.events import Amended, SeatJoined, TakenBack
from narrator.storage.backups import integrity_errors, make_daily_backup
from tests.support.app import TOLD
from tests.support.evenings import Club

NOBODY = [f"Player {n}" for n in range(1, 7)]
ZENOBIA = "Zenobia"


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)


def traces(folder: Path, text: str) -> list[str]:
    """The files in which a text stands anywhere."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sorted(path.name for path in files if text.encode() in path.read_bytes())


@pytest.mark.file
def test_a_deleted_game_leaves_no_trace(club: Club, tmp_path: Path) -> None:
    game = club.play(ZENOBIA, "Boris", "Chai", "Dana").id
    other = club.play("Ana", "Boris", "Chai", "Dana", day=1).id
    club.games.access.take_seat(game, 1)
    make_daily_backup(str(club.path), date(2026, 5, 1))
    club.play("Ana", "Boris", "Chai", "Dana", day=2)
    assert traces(tmp_path, ZENOBIA)
    done = delete_game(club.games, club.backups, game)
    assert (done.games, done.still_in) == ((game,), ())
    assert traces(tmp_path, ZENOBIA) == traces(tmp_path, game) == []
    with pytest.raises(NoSuchGame):
        club.games.record_of(game)
    assert ZENOBIA not in club.told()
    assert club.told()["Boris"] == (2, 0)
    assert club.games.record_of(other).log
    with pytest.raises(NoSuchGame):
        delete_game(club.games, club.backups, game)


@pytest.mark.file
def test_a_deleted_person_is_gone_and_the_games_stay(club: Club, tmp_path: Path) -> None:
    game = club.play("Ana", ZENOBIA, "Chai", "Dana").id
    open_ = club.games.create(TOLD).id
    club.games.enter_events(open_, [SeatJoined(seat=2, name=ZENOBIA.upper(), colour="white")])
    club.games.enter_events(
        open_, [Amended(entry=1, event=SeatJoined(seat=2, name=ZENOBIA, colour="green"), waived=True)]
    )
    make_daily_backup(str(club.path), date(2026, 5, 1))
    before = [len(club.games.record_of(one).log) for one in (game, open_)]
    done = delete_person(club.games, club.people, club.backups, club.id(ZENOBIA), NOBODY)
    assert (set(done.games), done.still_in) == ({game, open_}, ())
    assert traces(tmp_path, ZENOBIA) == traces(tmp_path, ZENOBIA.upper()) == []
    assert [len(club.games.record_of(one).log) for one in (game, open_)] == before
    assert club.games.record_of(game).state.seats[1].name == "Player 2"
    assert club.games.record_of(open_).state.seats[2].name == "Player 3"
    assert set(club.told()) == {"Ana", "Chai", "Dana"}
    assert [seat.name for seat in club.people.everybody().evenings[0].seats] == ["Ana", "Player 2", "Dana", "Chai"]


def test_what_was_deleted_stays_deleted_when_all_is_looked_at(club: Club) -> None:
    game = club.play("Ana", ZENOBIA, "Chai", "Dana").id
    delete_person(club.games, club.people, club.backups, club.id(ZENOBIA), NOBODY)
    assert list(check_all_games(club.games, club.names)) == [None]
    club.games.enter_events(game, [TakenBack(to=400)])
    club.games.enter_events(game, [TakenBack(to=494)])
    assert set(club.told()) == {"Ana", "Chai", "Dana"}


def test_a_person_goes_under_every_spelling(club: Club, tmp_path: Path) -> None:
    club.play("Ana", ZENOBIA, "Chai", "Dana")
    club.play("Ana", "Zenob", "Chai", "Dana", day=1)
    club.people.merge(club.id(ZENOBIA), club.id("Zenob"))
    delete_person(club.games, club.people, club.backups, club.id(ZENOBIA), NOBODY)
    assert traces(tmp_path, "Zenob") == []


@pytest.mark.file
def test_what_a_restore_laid_aside_is_looked_through_as_well(club: Club, tmp_path: Path) -> None:
    game = club.play("Ana", ZENOBIA, "Chai", "Dana").id
    make_daily_backup(str(club.path), date(2026, 5, 1)).rename(tmp_path / "games-before-2026-05-01-120000.db")
    (broken := tmp_path / "games-before-2026-05-02-120000.db").write_bytes(b"no database, but " + ZENOBIA.encode())
    assert delete_game(club.games, club.backups, game).still_in == (broken,)
    assert traces(tmp_path, ZENOBIA) == [broken.name]


@pytest.mark.file
def test_a_damaged_copy_goes_and_one_that_can_not_be_written_is_named(club: Club, tmp_path: Path) -> None:
    game = club.play("Ana", ZENOBIA, "Chai", "Dana").id
    whole = make_daily_backup(str(club.path), date(2026, 5, 1))
    broken = make_daily_backup(str(club.path), date(2026, 5, 2))
    newer = make_daily_backup(str(club.path), date(2026, 5, 3))
    broken.write_bytes(broken.read_bytes()[:5000])
    with newer.open("r+b") as file:  # as a newer Narrator wrote it
        file.seek(60)
        file.write((99).to_bytes(4))
    done = delete_game(club.games, club.backups, game)
    assert done.still_in == (newer,)
    assert not broken.exists()
    assert integrity_errors(whole) == []
    assert traces(tmp_path, ZENOBIA) == [newer.name]
