"""What the tests share: tables to start from, situations to stand in, places by their short names."""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from narrator.core.play.titles import measure_roads, settle_largest_army
from narrator.core.record.judging import apply, blocking_reasons, refusals
from narrator.core.record.record import Record
from narrator.core.table.board import Board, board_from_text
from narrator.core.table.box import Colour
from narrator.core.table.cards import NO_CARDS, Cards
from narrator.core.table.coordinates import hex_named, intersection_named, island_for, path_named
from narrator.core.table.events import AnyEvent, AnyFact, SeatEvent
from narrator.core.table.hands import Hands
from narrator.core.table.layouts import FIFTH_EDITION, FIFTH_HARBOURS
from narrator.core.table.phase import Acting, BuildingOnly, Phase, Rolling, Trading
from narrator.core.table.setup import BoardSetup, Layout, Player, Setup, board_setup_of, initial_state
from narrator.core.table.state import Building as Piece
from narrator.core.table.state import GameState, Tracking

E = TypeVar("E")
T = TypeVar("T")

NAMES = ("Ana", "Boris", "Chai", "Dana", "Eli", "Fon")
ANA, BORIS, CHAI, DANA, ELI, FON = range(6)
COLOURS: tuple[Colour, ...] = ("red", "blue", "white", "orange", "green", "brown")


def awaited(task: Coroutine[Any, Any, T]) -> T:
    """What it comes to, in a thread of its own: in this one the loop of a browser may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, task).result()


SMALL = island_for(19)
PHASES: dict[str, Phase] = {"roll": Rolling(), "actions": Acting(), "trade": Trading(), "build": BuildingOnly()}


def spot(name: str) -> str:
    """An intersection by its hexes: `A1-A2-B2`, or `A1 N` on the coast."""
    return intersection_named(SMALL, name)


def path(name: str) -> str:
    """A path by its hexes: `A2|B2`, or `A1 NW` on the coast."""
    return path_named(SMALL, name)


def hexagon(name: str) -> str:
    """A hex by its row and place: `C3`."""
    return hex_named(SMALL, name)


@cache
def fifth_edition_board() -> Board:
    return board_from_text(FIFTH_EDITION, FIFTH_HARBOURS)


def new_game(
    players: int = 4,
    *,
    board: Board | None = None,
    layout: Layout | None = None,
    seed: int = 0,
    tracking: Tracking | None = "board",
    colours: tuple[Colour, ...] = COLOURS,
    detail: Literal["first_game", "normal", "terse"] = "normal",
    **rules: Any,
) -> GameState:
    """A table before the first event. Without a layout it is the island of the fifth edition's booklet, laid by hand,
    so that its numbers are known and placement is free."""
    if tracking != "board":
        laid = None
    elif layout is not None:
        laid = BoardSetup(layout, seed=seed)
    else:
        laid = board_setup_of(board or fifth_edition_board(), "manual")
    people = [Player(NAMES[i], colours[i]) for i in range(players)]
    setup = Setup(people, tracking=tracking, board=laid, rules=rules, detail=detail)
    key = repr(setup)
    if key not in begun:
        begun[key] = initial_state(setup)
    return begun[key]


begun: dict[str, GameState] = {}
"""Thousands of tests begin at the same few tables; nothing ever changes a state."""


def board_of(state: GameState) -> Board:
    """The board of a table that has one."""
    return state.game.board


def given(
    state: GameState,
    *,
    turn: int = ANA,
    step: str | Phase = "actions",
    round: int = 3,
    hands: Mapping[int, int] | None = None,
    bank: Cards | None = None,
    settlements: Mapping[int, list[str]] | None = None,
    cities: Mapping[int, list[str]] | None = None,
    roads: Mapping[int, list[str]] | None = None,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    **changes: Any,
) -> GameState:
    """The same table in the middle of a game, in the situation that a test needs. Road lengths and titles follow."""
    pieces = {spot(at): Piece(seat) for seat, spots in (settlements or {}).items() for at in spots}
    pieces |= {spot(at): Piece(seat, city=True) for seat, spots in (cities or {}).items() for at in spots}
    laid = {path(at): seat for seat, paths in (roads or {}).items() for at in paths}
    board = state.game.board
    people = []
    for number, seat in enumerate(state.seats):
        own = [at for at, piece in pieces.items() if piece.seat == number]
        harbours = frozenset(board.harbour_at[at] for at in own if at in board.harbour_at)
        fields: dict[str, Any] = {
            "hand_size": (hands or {}).get(number, 0),
            "settlements": sum(not pieces[at].city for at in own),
            "cities": sum(pieces[at].city for at in own),
            "roads": sum(owner == number for owner in laid.values()),
            "harbours": harbours,
            **(seats or {}).get(number, {}),
        }
        people.append(replace(seat, **fields))
    phase = PHASES[step] if isinstance(step, str) else step
    state = replace(state, seats=tuple(people), buildings=pieces, roads=laid, turn=turn, round=round, phase=phase)
    if bank is not None:
        state = replace(state, bank=bank)
    if state.hands is not None:
        # Nobody says how these hands came about: they may be anything of their size.
        known = Hands(tuple(NO_CARDS for _ in people))
        for number, seat in enumerate(people):
            known = known.with_unknown_hand(number, seat.hand_size)
        state = replace(state, hands=known)
    state = settle_largest_army(measure_roads(state, range(len(people))))
    return replace(state, **changes)


def whose(event: AnyEvent) -> int:
    """The seat of an event that has one."""
    assert isinstance(event, SeatEvent)
    return event.seat


def all_of(kind: type[E], events: Iterable[object]) -> list[E]:
    """These events as what they are; one of another kind fails the test."""
    found = list(events)
    assert all(isinstance(event, kind) for event in found), found
    return [event for event in found if isinstance(event, kind)]


def play(state: GameState, *events: AnyFact) -> GameState:
    """Judge and apply one event after the other; a refusal fails the test with its reasons."""
    for event in events:
        found = blocking_reasons(event, refusals(state, event))
        assert not found, (event, found)
        state = apply(state, event)
    return state


def codes(state: GameState, event: AnyFact) -> list[str]:
    """The codes of all reasons against an event, in their order."""
    return [reason.code for reason in refusals(state, event)]


def kinds(state: GameState, event: AnyFact) -> list[str]:
    return [reason.kind for reason in refusals(state, event)]


def record_of(state: GameState, *events: Any) -> Record:
    record = Record(state)
    for event in events:
        record.add(event)
    return record
