"""Scenes of whole games."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.table.events import AnyFact, DiceRolled, TurnEnded
from narrator.core.table.state import GameState
from narrator.script.model import Script
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.model import Scene
from tests.support.counts_tracking import Teller
from tests.support.games import new_game
from tests.support.player import Policy, TrueTable

ROAD_LOVERS = Policy(road=30, cutter=50)


TRADERS = Policy(bank_trade=20, player_trade=10, unseen_discard=0.5)


CARD_LOVERS = Policy(card=40, play=30, tokens=8)


class Told(Teller):
    """The same game at a table without a board, with all that its host enters."""

    def __init__(self, *about: Any, **rules: Any) -> None:
        self.entered: list[AnyFact] = []
        super().__init__(*about, **rules)
        self.start = self.told

    def tell(self, event: AnyFact) -> None:
        self.entered.append(event)
        super().tell(event)


def board_game(players: int, seed: int, policy: Policy, most: int, **rules: Any) -> tuple[GameState, list[AnyFact]]:
    start = new_game(players, **rules)
    return start, list(TrueTable(start, seed, policy).events(most))


def counts_game(players: int, seed: int, policy: Policy, most: int, **rules: Any) -> tuple[GameState, list[AnyFact]]:
    told = Told(players, seed, policy, **rules)
    for _ in told.events(most):
        pass
    return told.start, told.entered


GAMES = {
    "four": (board_game, 4, 1, Policy(), 320, {}),
    "three who cut roads": (board_game, 3, 2, ROAD_LOVERS, 260, {}),
    "four traders": (board_game, 4, 3, TRADERS, 220, {}),
    "four who buy cards": (board_game, 4, 4, CARD_LOVERS, 260, {}),
    "two with neutral colours": (board_game, 2, 5, ROAD_LOVERS, 260, {}),
    "two who spend tokens": (board_game, 2, 6, CARD_LOVERS, 200, {}),
    "five": (board_game, 5, 7, Policy(), 220, {"layout": "random_tokens"}),
    "six": (board_game, 6, 8, CARD_LOVERS, 220, {"layout": "random_tokens"}),
    "a deck of numbers": (board_game, 3, 9, Policy(), 160, {"dice_mode": "deck36"}),
    "without a board": (counts_game, 4, 10, Policy(), 220, {}),
    "two without a board": (counts_game, 2, 11, ROAD_LOVERS, 160, {}),
}


@cache
def made(game: str) -> tuple[GameState, list[AnyFact]]:
    make, players, seed, policy, most, rules = GAMES[game]
    return make(players, seed, policy, most, **rules)


def grouped(events: list[AnyFact]) -> Iterator[list[AnyFact]]:
    """As a tablet enters them: every second time the roll ends the turn before it."""
    number, waiting = 0, 0
    held: list[AnyFact] = []
    for event, following in pairwise([*events, None]):
        assert event is not None
        number += 1
        if held:
            yield [*held, replace(event, group=held[0].group)]
            held = []
            continue
        if isinstance(event, TurnEnded) and isinstance(following, DiceRolled):
            waiting += 1
            if waiting % 2:
                held = [replace(event, group=number)]
                continue
        yield [event]


def records(game: str) -> Iterator[tuple[Record, GameState]]:
    """The record after each tap, and the table before it."""
    start, events = made(game)
    record = Record(start)
    for tapped in grouped(events):
        before = record.state
        for event in tapped:
            record.add_unchecked(event)
        yield record, before


def scenes(game: str) -> Iterator[tuple[Record, GameState, Script, Scene]]:
    """The table before each tap, and what is shown after it."""
    for record, before in records(game):
        yield record, before, *current_scene(record)
