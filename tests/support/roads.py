"""Roads laid in a row."""

from typing import Any

from narrator.core.table.events import RoadBuilt, SettlementBuilt
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, DANA, given, new_game, path, spot

# A line for each player, from west to east between two rows of hexes; no two of them touch.
LINES = {
    ANA: ["C1 NW", "B1|C1", "B1|C2", "B2|C2", "B2|C3", "B3|C3", "B3|C4", "B4|C4", "B4|C5", "C5 NE"],
    BORIS: ["C1 SW", "C1|D1", "C2|D1", "C2|D2", "C3|D2", "C3|D3", "C4|D3", "C4|D4", "C5|D4", "C5 SE"],
    CHAI: ["D1 SW", "D1|E1", "D2|E1", "D2|E2", "D3|E2", "D3|E3", "D4|E3", "D4 SE"],
    DANA: ["B1 NW", "A1|B1", "A1|B2", "A2|B2", "A2|B3", "A3|B3", "A3|B4", "B4 NE"],
}


# After so many roads of Ana's line: the corner, and the path on which somebody else can come to it.
CUTS = {2: ("B1-C1-C2", "C1|C2"), 3: ("B1-B2-C2", "B1|B2"), 4: ("B2-C2-C3", "C2|C3")}


def lined(*lengths: int, turn: int = ANA, cut: tuple[int, int] | None = None, **changes: Any) -> GameState:
    """Roads of these lengths, by seat; with a cut (seat, after), that seat also has the road to that corner."""
    roads = {seat: LINES[seat][:length] for seat, length in enumerate(lengths)}
    if cut:
        seat, after = cut
        roads[seat] = [*roads.get(seat, []), CUTS[after][1]]
    return given(new_game(), turn=turn, roads=roads, hands=dict.fromkeys(range(4), 4), **changes)


def road(seat: int, number: int) -> RoadBuilt:
    """The so-manieth road of a seat's line."""
    return RoadBuilt(seat=seat, at=path(LINES[seat][number - 1]))


def cutting(seat: int, after: int) -> SettlementBuilt:
    return SettlementBuilt(seat=seat, at=spot(CUTS[after][0]))


def lengths(state: GameState) -> list[int]:
    return [seat.road_length for seat in state.seats]
