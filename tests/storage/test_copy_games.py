"""All games from one store to the other and back: nothing is lost, doubled or written over."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from narrator.session.events import PhraseSaid
from narrator.storage.copy_games import _rows_of, copy_games, copy_people
from narrator.storage.storage import Storage
from narrator.storage.values import Secret, Spelling, StoredGame, StoredKey
from tests.support import stores
from tests.support.app import NOON, TOLD, log_in, ruling
from tests.support.setups import ONE, TWO


@pytest.fixture
def source(tmp_path: Path) -> Storage:
    """Of the kind that the test runs with."""
    log = log_in(tmp_path)
    log.games.create(ONE, [])
    log.games.create(TWO, [ruling("ขนแกะ"), ruling("b")])
    log.games.append("one", 1, [ruling("a")], NOON, StoredKey("key", "ab" * 32, 1, 1))
    for number in range(3):
        log.secrets.add_secret("one", Secret("seat", f"{number}", NOON, number))
    log.sessions.append("one", 1, PhraseSaid(seat=0, phrase="yes"), "k", NOON)
    log.results.leave_uncounted("two")
    log.results.add_spelling(Spelling("p1", "ana", "Ana", "p1"))
    return log


@pytest.fixture
def target(source: Storage, tmp_path: Path) -> Iterator[Storage]:
    """Of the other kind."""
    kind, stores.kind = stores.kind, "postgres" if stores.kind == "sqlite" else "sqlite"
    yield log_in(tmp_path / "there")
    stores.kind = kind


@pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)
class TestMoving:
    def test_everything_is_there_and_the_same(self, source: Storage, target: Storage) -> None:
        assert {type(source), type(target)} == {Storage, Storage}
        assert [outcome for _, outcome in copy_games(source, target)] == ["copied", "copied"]
        assert copy_people(source, target) == []
        for game in ("one", "two"):
            assert _rows_of(source, game) == _rows_of(target, game)
        assert target.secrets.secrets("one", "seat") == source.secrets.secrets("one", "seat")
        assert target.maintenance.changed_rows() == []
        assert target.results.spelling("ana") == source.results.spelling("ana")
        assert not target.results.is_counted("two")

    def test_what_is_there_already_is_left_alone(self, source: Storage, target: Storage) -> None:
        moving = copy_games(source, target)
        assert next(moving)[1] == "copied"
        del moving  # cut off in the middle
        assert [outcome for _, outcome in copy_games(source, target)] == ["there", "copied"]
        assert copy_people(source, target) == copy_people(source, target) == []

    def test_what_differs_is_named_and_not_written_over(self, source: Storage, target: Storage) -> None:
        list(copy_games(source, target))
        target.games.append("one", 2, [ruling("theirs")], NOON)
        assert list(copy_games(source, target)) == [("one", "differs"), ("two", "there")]
        assert len(target.games.entries("one")) == 2

    def test_a_code_that_another_game_has_is_named(self, source: Storage, target: Storage) -> None:
        target.games.create(StoredGame("other", TOLD, ONE.join_code, NOON, ONE.host), [])
        assert [outcome for _, outcome in copy_games(source, target)] == ["differs", "copied"]
        assert target.games.setup("one") is None

    def test_a_name_that_is_somebody_elses_there_is_named(self, source: Storage, target: Storage) -> None:
        target.results.add_spelling(Spelling("q7", "ana", "ANA", "q7"))
        assert copy_people(source, target) == ["Ana"]

    def test_a_game_can_be_played_on_where_it_is_now(self, source: Storage, target: Storage) -> None:
        list(copy_games(source, target))
        target.games.append("one", 2, [ruling("more")], NOON)
        target.secrets.add_secret("one", Secret("seat", "new", NOON, 1), most=1)
        assert [one.sha256 for one in target.secrets.secrets("one", "seat")] == ["0", "2", "new"]
