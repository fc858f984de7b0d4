"""Sparring is seeded, goes on where it was stopped, and says how sure its figures are."""

from pathlib import Path

import msgspec
import pytest

from narrator.bot.characters import CHARACTERS
from narrator.bot.observation import observe
from narrator.bot.position import position_of
from narrator.core.table.events import TurnEnded
from tests.support.games import ANA, BORIS, given, new_game, record_of
from tools.arena.__main__ import main
from tools.arena.matches import Match, Result, known, summary, table, wilson
from tools.arena.partners import NAMES, changed, chooser, published_value
from tools.arena.world import World

A_RESULT = Result(("master", "published"), 3, True, 1, 20, 200, 1.0, 9.0)


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_the_same_for_the_same_seed(name: str) -> None:
    logs = []
    for _ in range(2):
        world = World(table(Match((name, name), 5)), 5)
        world.play([chooser(name, seat) for seat in range(2)], most=40)
        logs.append(world.record.log)
    assert logs[0] == logs[1]


def test_everybody_moves_one_chair_on_with_each_seed() -> None:
    assert [Match(("a", "b", "c"), seed).seated for seed in (0, 1, 2)] == [
        ("a", "b", "c"),
        ("c", "a", "b"),
        ("b", "c", "a"),
    ]


def test_a_run_takes_up_what_its_file_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.jsonl"
    file.write_bytes(msgspec.json.encode(A_RESULT) + b"\n")
    assert known(file) == {(A_RESULT.names, A_RESULT.seed): A_RESULT}
    main(["master", "published", "--games", "1", "--seed", "3", "--file", str(file)])
    assert "1 of 1 won" in capsys.readouterr().out


def test_few_games_say_little_and_many_say_more() -> None:
    (low, high), (closer, nearer) = wilson(7, 10), wilson(700, 1000)
    assert low < closer < 0.7 < nearer < high
    assert summary([A_RESULT]).startswith("master published: 1 of 1 won, 100.0%")


def test_a_character_can_be_tried_with_other_weights() -> None:
    tried = changed(CHARACTERS["master"], "keen=9,searched_steps=1")
    assert (tried.weights.keen, tried.searched_steps) == (9.0, 1)


def test_the_published_partner_builds_for_points_and_dislikes_its_rivals_income() -> None:
    state = given(new_game(2, two_player_mode="plain"), hands={ANA: 5}, settlements={ANA: ["A1-A2-B2"]})
    position = position_of(observe(record_of(state), ANA))
    before = published_value(position)
    rival = position.copy()
    rival.build_settlement(BORIS, 40)
    assert published_value(rival) < before
    position.build_city(ANA, next(at for at, owner in enumerate(position.corner_owner) if owner == ANA))
    assert published_value(position) > before


def test_the_published_partner_takes_a_turn() -> None:
    record = record_of(given(new_game(2, two_player_mode="plain"), settlements={ANA: ["A1-A2-B2"]}))
    assert chooser("published", 1)(record, ANA) == (TurnEnded(seat=ANA),)
