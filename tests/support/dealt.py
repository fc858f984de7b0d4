"""Games that the app deals, played by chance through the service: every seat enters its own, the host rolls."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.play.placement import placing_seat
from narrator.core.play.seeded_draws import deal
from narrator.core.record.record import Record
from narrator.core.table.events import (
    AnyFact,
    CardsDiscarded,
    CardStolen,
    DevelopmentBought,
    DiceRolled,
    MonopolyPlayed,
)
from narrator.core.table.phase import Discarding, Over, SettingUp
from narrator.core.table.setup import BoardSetup, Player, Setup, initial_state
from narrator.core.table.state import GameState, acting_seat
from tests.support.app import Clock, log_in
from tests.support.games import COLOURS, NAMES
from tools.arena.partners import chooser


def dealt_setup(players: int = 3, seed: int = 1, **rules: Any) -> Setup:
    two = {"two_player_mode": "plain"} if players == 2 else {}
    people = [Player(name, colour) for name, colour in zip(NAMES[:players], COLOURS[:players], strict=True)]
    return Setup(people, board=BoardSetup("random_tokens", seed=seed), cards="app", rules={**two, **rules})


def dealing_in(folder: Path, seed: int, token: Callable[[int], str] = random_token) -> Games:
    """Games on a file, whose draws are for every run the same; with a `token` of their own their names are, too, on
    which hangs what bots do."""
    return Games(log_in(folder), Clock(), token, Random(f"seeds {seed}").randbytes)


def due(state: GameState) -> int:
    """Who has to decide something."""
    if isinstance(state.phase, Discarding):
        return min(state.phase.owed)
    return placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)


def as_sent(event: AnyFact, state: GameState) -> AnyFact:
    """Without what only the dealer can say."""
    if isinstance(event, DevelopmentBought):
        return replace(event, card=None)
    if isinstance(event, CardStolen):
        return replace(event, resource=None)
    if isinstance(event, CardsDiscarded) and state.rules.discard_choice == "random":
        assert isinstance(state.phase, Discarding)
        return CardsDiscarded(seat=event.seat, count=state.phase.owed[event.seat])
    return replace(event, taken={}) if isinstance(event, MonopolyPlayed) else event


def dealt_record(setup: Setup, seed: int, most: int, way: str = "greedy") -> Record:
    """The whole record of such a game without a server: much quicker."""
    record, luck, secret = Record(initial_state(setup)), Random(f"dealt {seed}"), f"secret {seed}".encode()
    choosers = [chooser(way, f"{seed} {seat}") for seat in range(len(setup.players))]
    while len(record.log) < most and not isinstance(record.state.phase, Over):
        seat = due(record.state)
        dice = DiceRolled(seat=record.state.turn, dice=(int(luck.random() * 6) + 1, int(luck.random() * 6) + 1))
        for event in choosers[seat](record, seat) or (dice,):
            history = [snapshot.fact for snapshot in record.head.history() if snapshot.fact is not None]
            record.add(deal(secret, record.state, history, as_sent(event, record.state)))
            if isinstance(record.state.phase, Over):
                break
    return record


def play_on(games: Games, game: str, seed: int, most: int = 250, way: str = "greedy") -> Iterator[int]:
    """Play to the end, or so many entries; the number of the last entry after each."""
    luck = Random(f"dealt {seed}")
    choosers = [chooser(way, f"{seed} {seat}") for seat in range(len(games.record_of(game).state.seats))]
    while len(games.full_record(game).log) < most:
        whole = games.full_record(game)
        if isinstance(whole.state.phase, Over):
            return
        seat = due(whole.state)
        events = choosers[seat](whole, seat)
        if not events:
            dice = int(luck.random() * 6) + 1, int(luck.random() * 6) + 1
            games.enter_events(game, [DiceRolled(seat=whole.state.turn, dice=dice)])
            yield len(games.full_record(game).log)
        for event in events:
            games.enter_events(game, [as_sent(event, games.full_record(game).state)], by=seat)
            yield len(games.full_record(game).log)
            if isinstance(games.full_record(game).state.phase, Over):
                return


def play(games: Games, game: str, seed: int = 1, most: int = 250, way: str = "greedy") -> None:
    for _ in play_on(games, game, seed, most, way):
        pass
