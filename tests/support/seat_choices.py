"""All events that a seat could enter."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from narrator.core.table.cards import RESOURCES, Counts
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import Discarding
from narrator.core.table.state import GameState
from tests.support.games import board_of


def everything(state: GameState, seat: int) -> Iterator[AnyFact]:
    """Everything that a seat might say of itself, regular or not, payable or not."""
    land = board_of(state).island
    yield from (RoadBuilt(seat=seat, at=at) for at in land.paths)
    yield from (kind(seat=seat, at=at) for kind in (SettlementBuilt, CityBuilt) for at in land.intersections)
    yield from (RobberMoved(seat=seat, to=at) for at in land.hexes)
    yield from (DiceRolled(seat=seat, total=total) for total in range(2, 13))
    yield from (CardStolen(seat=seat, victim=victim) for victim in (None, *range(len(state.seats))))
    for kind in (DevelopmentBought, KnightPlayed, RoadBuildingPlayed, TurnEnded, VictoryDeclared):
        yield kind(seat=seat)
    yield from (YearOfPlentyPlayed(seat=seat, cards=wish) for count in (1, 2) for wish in piles(count))
    yield from (PointsRevealed(seat=seat, count=count) for count in range(1, 6))
    yield from trades(state, seat)
    yield from discards(state, seat)


def piles(count: int) -> Iterator[Counts]:
    for wish in combinations_with_replacement(RESOURCES, count):
        yield {resource: wish.count(resource) for resource in RESOURCES if resource in wish}


def trades(state: GameState, seat: int) -> Iterator[AnyFact]:
    """With the bank: so many of a kind for so many of any kinds."""
    for give, paid in product(RESOURCES, range(1, state.seats[seat].hand_size + 1)):
        for count in range(1, paid // 2 + 1):
            yield from (BankTraded(seat=seat, give={give: paid}, receive=pile) for pile in piles(count))


def discards(state: GameState, seat: int) -> Iterator[AnyFact]:
    owed = state.phase.owed.get(seat, 1) if isinstance(state.phase, Discarding) else 1
    for count in range(max(1, owed - 1), owed + 2):
        yield from (CardsDiscarded(seat=seat, cards=pile) for pile in piles(count))


def text(events: object) -> list[str]:
    return sorted(map(repr, events))  # type: ignore[call-overload]
