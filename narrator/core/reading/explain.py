"""Named numbers (`points.2`, `bank.ore`, `hand.0` …) and titles, and the entries that made a number what it is."""

from collections.abc import Callable

from msgspec import Struct

from narrator.core.play.titles import longest_trail
from narrator.core.reading.public_view import public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import RESOURCES
from narrator.core.table.coordinates import Path
from narrator.core.table.events import AnyFact, RoadBuilt
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, longest_road_seat, mode_of, points, shown_bank


class ExplainedEntry(Struct, frozen=True):
    """One entry's share."""

    entry: int
    fact: AnyFact
    amount: int


class Explanation(Struct, frozen=True):
    """`start` plus all amounts is `value`."""

    name: str
    value: int
    start: int
    lines: tuple[ExplainedEntry, ...]


def explain(head: Snapshot, name: str) -> Explanation:
    history = head.history()
    start = history[0].before if history else head
    assert start is not None
    lines = []
    for snapshot in history:
        assert snapshot.fact is not None
        amount = number_value(snapshot.state, name) - number_value(snapshot.previous_state, name)
        if amount:
            lines.append(ExplainedEntry(snapshot.number, public_fact(snapshot.fact), amount))
    return Explanation(name, number_value(head.state, name), number_value(start.state, name), tuple(lines))


def explain_road(head: Snapshot, seat: int) -> tuple[tuple[Path, int], ...]:
    state = head.state
    built = {one.fact.at: one.number for one in head.history() if isinstance(one.fact, RoadBuilt)}
    trail = longest_trail(state.game.board.island, seat, state.roads, state.buildings)
    return tuple((path, built[path]) for path in trail)


SEAT_NUMBERS: dict[str, Callable[[GameState, int], int]] = {
    "points": points,
    "hand": lambda state, seat: state.seats[seat].hand_size,
    "road_length": lambda state, seat: state.seats[seat].road_length,
    "knights": lambda state, seat: state.seats[seat].knights,
    "development_cards": lambda state, seat: state.seats[seat].development_cards,
    "revealed_points": lambda state, seat: state.seats[seat].revealed_points,
    "roads_left": lambda state, seat: state.seats[seat].roads_left,
    "settlements_left": lambda state, seat: state.seats[seat].settlements_left,
    "cities_left": lambda state, seat: state.seats[seat].cities_left,
    "tokens": lambda state, seat: state.seats[seat].tokens,
}
TITLES: dict[str, Callable[[GameState], int | None]] = {
    "longest_road": longest_road_seat,
    "largest_army": lambda state: state.largest_army,
    "winner": lambda state: state.phase.winner if isinstance(state.phase, Over) else None,
}


def number_names(state: GameState) -> list[str]:
    seats = range(len(state.seats))
    return [
        *(f"bank.{resource}" for resource in RESOURCES),
        "deck",
        *(f"{what}.{seat}" for what in SEAT_NUMBERS if what != "tokens" or mode_of(state).tokens for seat in seats),
    ]


def number_value(state: GameState, name: str) -> int:
    what, _, whose = name.partition(".")
    if what == "deck":
        return state.deck
    if what == "bank":
        return int(getattr(shown_bank(state), whose))
    # A seat that nobody has taken yet has nothing.
    return SEAT_NUMBERS[what](state, int(whose)) if int(whose) < len(state.seats) else 0


def is_number(state: GameState, name: str) -> bool:
    return name in number_names(state)
