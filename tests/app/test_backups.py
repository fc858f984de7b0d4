"""Copies while the server runs: only when something changed, after a game, and trouble that is remembered."""

from collections.abc import Callable
from pathlib import Path

import gevent
import pytest

from narrator.storage.errors import StorageUnavailable
from tests.support.app import TOLD, ruling
from tests.support.evenings import Club

pytestmark = pytest.mark.file

FOUR = ("Ana", "Boris", "Chai", "Dana")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path)
    club.games.create(TOLD)
    return club


def test_a_copy_is_made_when_something_changed_and_not_otherwise(club: Club) -> None:
    club.backups.make_if_changed()
    (first,) = club.backups.copies()
    club.backups.make_if_changed()
    assert club.backups.copies() == [first]
    gevent.sleep(0.02)
    club.games.create(TOLD)
    club.backups.make_if_changed()
    (second,) = club.backups.copies()
    assert (second.path, second.made > first.made) == (first.path, True)


def test_after_a_game_one_copy_is_made_soon(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    later: list[Callable[[], None]] = []
    monkeypatch.setattr(gevent, "spawn_later", lambda seconds, work: later.append(work))
    club.people.listen(club.backups.make_soon)
    club.play(*FOUR)
    club.play(*FOUR, day=1)
    assert club.backups.copies() == []
    (copying,) = later
    copying()
    assert len(club.backups.copies()) == 1
    club.play(*FOUR, day=2)
    assert len(later) == 2, "asked for again after the next game"


def test_others_go_on_while_a_copy_is_made(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    game = club.games.create(TOLD).id
    club.games.enter_events(game, [ruling("x" * 200) for _ in range(2_000)])
    ticks: list[int] = []

    def tick() -> None:
        while True:
            ticks.append(1)
            gevent.sleep(0)

    ticking = gevent.spawn(tick)
    gevent.sleep(0)
    before = len(ticks)
    club.backups.make()
    assert len(ticks) > before
    ticking.kill()


def test_trouble_is_remembered_until_a_copy_was_made(club: Club, tmp_path: Path) -> None:
    (in_the_way := tmp_path / "games-backups").write_text("a file")
    club.backups.make_if_changed()
    assert isinstance(club.backups.trouble, StorageUnavailable)
    in_the_way.unlink()
    club.backups.make()
    assert club.backups.trouble is None
