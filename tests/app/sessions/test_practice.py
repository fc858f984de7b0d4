"""Which scene of the practice turn a table is at: a note, and nothing in the log."""

from pathlib import Path

import pytest

from narrator.app.sessions.quizzes import practice_scene, set_practice_step
from narrator.app.sessions.service import SessionService
from narrator.core.table.events import DiceRolled
from tests.support.app import NOON, games_in
from tests.support.practice import placed
from tools.make_games import setup


class Table:
    def __init__(self, folder: Path) -> None:
        self.games = games_in(folder)
        self.sessions = SessionService(self.games, lambda: NOON)
        self.id = self.games.create(setup(4), placed().log).id

    def turn(self, step: int, seen: int) -> int:
        set_practice_step(self.sessions, self.games.record_of(self.id), self.id, step, seen)
        return self.sessions.session_of(self.id).practice

    @property
    def part(self) -> str:
        scene = practice_scene(self.games.record_of(self.id), self.sessions.session_of(self.id))
        return scene.part if scene else ""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_it_goes_on_step_by_step_and_back_and_ends(table: Table) -> None:
    log = list(table.games.record_of(table.id).log)
    assert table.part == ""
    assert [table.turn(1, 0), table.turn(2, 1), table.turn(1, 2)] == [1, 2, 1]
    assert table.part == "roll"
    assert table.turn(0, 1) == 0
    assert table.part == ""
    assert table.games.record_of(table.id).log == log


def test_two_who_tap_at_once_take_one_step(table: Table) -> None:
    table.turn(1, 0)
    assert [table.turn(2, 1), table.turn(2, 1)] == [2, 2]
    assert table.turn(5, 2) == 2


def test_it_has_an_end(table: Table) -> None:
    steps = [table.turn(step + 1, step) for step in range(8)]
    assert steps[-1] == max(steps) <= 5
    assert table.part == "return"


def test_the_first_real_roll_ends_it(table: Table) -> None:
    table.turn(1, 0)
    record = table.games.record_of(table.id)
    table.games.enter_events(table.id, [DiceRolled(seat=record.state.turn, total=8)], None, "roll")
    assert table.part == ""
    assert table.turn(2, 1) == 1
