"""Sixteen whole games, each showing something rare, and what they come to. Made by `python -m tools.make_games`."""

import itertools
from pathlib import Path

import msgspec
import pytest

from narrator.core.reading.public_view import state_for_api
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import initial_state
from narrator.storage.files.game_file import read_event, read_game, write_game
from tools.make_games import FOLDER, GAMES, steps

FINALS = msgspec.json.decode((FOLDER / "finals.json").read_bytes())
FILES = sorted(path for path in FOLDER.glob("*.json") if path.stem != "finals")
BOARD_TRACKING_DOES_NOT_TAKE = {"cards_gained", "road_reported", "neutral_road_reported", "amended"}
BREAKS = {"clock_paused", "clock_resumed"}
"""They change nothing on the table: tests/core/record/test_clock.py has them."""


def recorded(path: Path) -> Record:
    game = read_game(path.read_bytes())
    record = Record(initial_state(game.setup))
    for raw in game.events:
        record.add(read_event(raw))
    return record


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_game_comes_to_what_was_written_down_and_shows_what_its_name_says(path: Path) -> None:
    record = recorded(path)
    assert state_for_api(record.state) == FINALS[path.stem]
    assert record.state.phase.part_of_game == "over"
    shows = GAMES[path.stem][2]
    assert shows(steps(record))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_sample_game_written_again_is_the_same_game(path: Path) -> None:
    game = read_game(path.read_bytes())
    events: list[AnyEvent] = [read_event(raw) for raw in game.events]
    again = read_game(write_game(game.setup, events))
    assert (again.setup, [read_event(raw) for raw in again.events]) == (game.setup, events)


def test_there_are_sixteen_for_two_to_six_players_with_every_kind_of_event() -> None:
    games = [read_game(path.read_bytes()) for path in FILES]
    assert len(games) == 16
    assert {len(game.setup.players) for game in games} == {2, 3, 4, 5, 6}
    used = {read_event(raw).type for raw in itertools.chain.from_iterable(game.events for game in games)}
    every = {kind.__struct_config__.tag for kind in AnyEvent.__args__}
    assert used == every - BOARD_TRACKING_DOES_NOT_TAKE - BREAKS
