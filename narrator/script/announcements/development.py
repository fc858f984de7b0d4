"""Development cards, in message keys: bought, played, shown."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.development import plenty_given
from narrator.core.table.events import (
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState


def tell_purchase(fact: DevelopmentBought, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.development_bought", seat=fact.seat)


def tell_knight(fact: KnightPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    moves = after.phase.step == "robber"
    yield msg("event.knight_played" if moves else "event.knight_played_quiet", seat=fact.seat)


def tell_road_building(fact: RoadBuildingPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.road_building_played", seat=fact.seat)


def tell_plenty(fact: YearOfPlentyPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    taken = after.seats[fact.seat].hand - before.seats[fact.seat].hand
    if taken == 0:
        yield msg("event.year_of_plenty_nothing", seat=fact.seat)
        return
    yield msg("event.year_of_plenty_played", seat=fact.seat, cards=plenty_given(before, fact).counts())


def tell_monopoly(fact: MonopolyPlayed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.monopoly_played", seat=fact.seat, resource=fact.resource, n=sum(fact.taken.values()))


def tell_points(fact: PointsRevealed, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.points_revealed", seat=fact.seat, n=fact.count)
