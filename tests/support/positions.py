"""Moments of seeded games to decide in, and the same ones with other cards where nobody could see them."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

from msgspec.structs import replace

from narrator.bot.decide import decide
from narrator.core.record.record import Record
from narrator.core.table.cards import RESOURCES, DevelopmentKind
from narrator.core.table.events import AnyFact, CardStolen, DevelopmentBought
from narrator.core.table.phase import Discarding, Over
from narrator.core.table.state import GameState
from tests.support.games import new_game
from tools.arena.partners import chooser
from tools.arena.world import World

KINDS: tuple[DevelopmentKind, ...] = get_args(DevelopmentKind)


def table(players: int, seed: int, **rules: Any) -> GameState:
    two = {"two_player_mode": "plain"} if players == 2 else {}
    return new_game(players, layout="random_tokens", seed=seed, **{**two, **rules})


def decided_events(*args: Any) -> tuple[AnyFact, ...]:
    return decide(*args).events


def moments(players: int, seed: int, count: int, most: int = 500) -> Iterator[tuple[Record, int]]:
    """Records at moments of one game between players by chance, each with the seat that is due there."""
    rng = Random(f"moments {seed}")
    world = World(table(players, seed), seed)
    world.play([chooser("greedy", f"{seed} {seat}") for seat in range(players)], most)
    for _ in range(count):
        cut = int(rng.random() * len(world.record.log))
        yield cut_at(world.record, cut)


def cut_at(record: Record, cut: int) -> tuple[Record, int]:
    short = Record(record.snapshot_at(0).state)
    for event in record.log[:cut]:
        short.add_unchecked(event)
    world = World(short.state, 0)
    world.record = short
    if isinstance(short.state.phase, Over):
        return short, 0
    seat = world.due() if not isinstance(short.state.phase, Discarding) else min(short.state.phase.owed)
    return short, seat


def shuffled(record: Record, seat: int, rng: Random) -> Record:
    """The same public record, with other cards in the places that this seat never saw."""
    twin = Record(record.snapshot_at(0).state)
    for event in record.log:
        twin.add_unchecked(_with_other_cards(event, seat, rng))  # type: ignore[arg-type]
    return twin


def _with_other_cards(event: AnyFact, seat: int, rng: Random) -> AnyFact:
    if isinstance(event, CardStolen) and event.resource is not None and seat not in (event.seat, event.victim):
        return replace(event, resource=RESOURCES[int(rng.random() * len(RESOURCES))])
    if isinstance(event, DevelopmentBought) and event.seat != seat:
        return replace(event, card=KINDS[int(rng.random() * len(KINDS))])
    return event
