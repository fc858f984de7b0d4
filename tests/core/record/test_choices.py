"""What may be entered now, against trying everything: only what is near is judged, and nothing regular is missed."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

import pytest

from narrator.core.play.placement import placing_seat
from narrator.core.play.spots import is_connected, is_reached, is_too_close, road_spots, settlement_spots
from narrator.core.record.choices import legal_events
from narrator.core.record.judging import apply, refusals
from narrator.core.table.cards import RESOURCES
from narrator.core.table.events import (
    AnyFact,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightGivenUp,
    KnightPlayed,
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TokensSpent,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.phase import PlacingNeutral, SettingUp
from narrator.core.table.state import GameState, acting_seat, neutral_colours, owners
from tests.support.games import board_of, new_game
from tests.support.player import TrueTable

TABLES: dict[str, tuple[int, dict[str, object]]] = {
    "three": (3, {}),
    "four as a booklet draws it": (4, {"layout": "beginner_6e"}),
    "four, separate phases": (4, {"preset": "official_5e", "layout": "random_tokens"}),
    "four, friendly robber": (4, {"friendly_robber": "on", "robber_to_desert": "forbidden"}),
    "four, plenty of what is there": (4, {"bank_shortage": "nobody", "dev_per_turn": "unlimited"}),
    "four, plenty that may be forfeit": (4, {"plenty_short": "forfeit_missing", "dev_before_roll": "knight_only"}),
    "four, no card before the roll": (4, {"dev_before_roll": "none", "road_building_partial": "not_allowed"}),
    "two with neutral colours": (2, {"two_player_mode": "catan_for_two"}),
    "a duel": (2, {"two_player_mode": "duel"}),
    "five in pairs": (5, {"layout": "random_tokens", "five_six_turns": "paired"}),
    "six who build between turns": (6, {"layout": "random_tokens", "five_six_turns": "special_build"}),
}
EVENTS = 260
"""How far each game is played; every state on the way is looked at until pieces are placed, then every fourth."""


def everything(state: GameState) -> Iterator[AnyFact]:
    """Every finite choice of whoever acts on every place, regular or not."""
    seat = placing_seat(state) if isinstance(state.phase, SettingUp) else acting_seat(state)
    yield from _pieces(state, seat)
    yield from (RobberMoved(seat=seat, to=at) for at in board_of(state).island.hexes)
    yield from (FirstPlayerChosen(seat=number) for number in range(len(state.seats)))
    yield from (DiceRolled(seat=seat, total=total) for total in range(2, 13))
    yield from (CardStolen(seat=seat, victim=victim) for victim in (None, *range(len(state.seats))))
    for kind in (DevelopmentBought, KnightPlayed, RoadBuildingPlayed, KnightGivenUp, TurnEnded, VictoryDeclared):
        yield kind(seat=seat)
    for wish in (w for count in (1, 2) for w in combinations_with_replacement(RESOURCES, count)):
        yield YearOfPlentyPlayed(seat=seat, cards={resource: wish.count(resource) for resource in wish})
    yield from (PointsRevealed(seat=seat, count=count) for count in range(1, 6))
    yield TokensSpent(seat=seat, action="forced_trade")
    yield TokensSpent(seat=seat, action="robber_home")


def _pieces(state: GameState, seat: int) -> Iterator[AnyFact]:
    land = board_of(state).island
    yield from (RoadBuilt(seat=seat, at=at) for at in land.paths)
    yield from (kind(seat=seat, at=at) for kind in (SettlementBuilt, CityBuilt) for at in land.intersections)
    # The first neutral settlements are nobody's; the piece that follows a player's own is that player's.
    placer = seat if isinstance(state.phase, PlacingNeutral) else None
    for colour in neutral_colours(state):
        yield from (NeutralSettlementBuilt(seat=placer, colour=colour, at=at) for at in land.intersections)
        yield from (NeutralRoadBuilt(seat=seat, colour=colour, at=at) for at in land.paths)


def states(name: str) -> Iterator[GameState]:
    players, rules = TABLES[name]
    state = new_game(players, **rules)  # type: ignore[arg-type]
    for number, event in enumerate(TrueTable(state, seed=len(name)).events(EVENTS)):
        if state.phase.part_of_game != "turn" or not number % 4:
            yield state
        state = apply(state, event)
    yield state


def sorted_text(events: object) -> list[str]:
    return sorted(map(repr, events))  # type: ignore[call-overload]


@pytest.mark.parametrize("name", TABLES)
def test_what_is_offered_is_all_that_nobody_refuses(name: str) -> None:
    kinds = {type(event) for event in everything(new_game(2))}
    for state in states(name):
        if state.phase.part_of_game == "over":
            continue
        offered = [event for event in legal_events(state) if type(event) in kinds]
        regular = [event for event in everything(state) if not refusals(state, event)]
        assert sorted_text(offered) == sorted_text(regular), state.phase


@pytest.mark.parametrize("name", TABLES)
def test_spots_are_the_places_that_are_free_and_within_reach(name: str) -> None:
    for state in states(name):
        land = board_of(state).island
        for number in owners(state):
            connected = [at for at in land.paths if is_connected(state, land, number, at) and at not in state.roads]
            assert road_spots(state, number) == connected
            reached = [at for at in land.intersections if is_reached(state, land, number, at)]
            free = [at for at in reached if at not in state.buildings and not is_too_close(state, land, at)]
            assert settlement_spots(state, number) == free
