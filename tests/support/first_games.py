"""Seeded first games, as a tablet enters them: what the table and each phone are shown after every tap."""

from collections.abc import Iterator
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.table.events import AnyFact
from narrator.core.table.state import GameState
from narrator.script.model import Script
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.scenes.model import Scene
from tests.support.games import new_game
from tests.support.player import Policy, TrueTable
from tests.support.scene_walks import grouped

GAMES = {
    "four": (4, 1, Policy(), 300),
    "three who build roads": (3, 2, Policy(road=9, settlement=12, cutter=400), 240),
    "four who buy cards": (4, 3, Policy(card=20, play=20), 320),
    "two": (2, 5, Policy(), 140),
    "five": (5, 7, Policy(), 160),
}
TABLE = None


class Shown(Struct, frozen=True):
    """What one reader sees after a tap; the table is nobody's seat."""

    entry: int
    reader: int | None
    script: Script
    scene: Scene


@cache
def played(game: str) -> tuple[GameState, list[list[AnyFact]]]:
    players, seed, policy, most = GAMES[game]
    start = new_game(players, layout="random_tokens" if players > 4 else None)
    return start, list(grouped(list(TrueTable(start, seed, policy).events(most))))


def first_game(game: str) -> GameState:
    start, _ = played(game)
    return replace(start, game=replace(start.game, detail="first_game"))


def records(game: str) -> Iterator[Record]:
    """The record before the first tap and after each."""
    record = Record(first_game(game))
    yield record
    for tapped in played(game)[1]:
        for event in tapped:
            record.add_unchecked(event)
        yield record


def shown(game: str, narration: NarrationOptions | None = None) -> Iterator[Shown]:
    for record in records(game):
        for reader in (TABLE, *range(len(record.state.seats))):
            yield Shown(len(record.log), reader, *current_scene(record, narration or NarrationOptions(), reader))
