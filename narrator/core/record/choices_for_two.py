"""Catan for Two: what may be entered for the neutral colours and with tokens."""

from collections.abc import Iterator

from narrator.core.play.neutral_building import missing_colours
from narrator.core.play.placement import is_placement
from narrator.core.play.spots import free_corners, neutral_road_spots, neutral_settlement_spots
from narrator.core.table.events import AnyFact, KnightGivenUp, NeutralRoadBuilt, NeutralSettlementBuilt, TokensSpent
from narrator.core.table.owners import neutral_colours, owner
from narrator.core.table.phase import PlacingNeutral
from narrator.core.table.state import GameState, acting_seat


def neutral_choices(state: GameState) -> Iterator[list[AnyFact]]:
    """First settlements of the neutral colours while pieces are placed, and the piece that follows a player's own: of
    each colour together what differs only in its place."""
    if is_placement(state):
        yield from _first_settlements(state)
    if not isinstance(state.phase, PlacingNeutral):
        return
    seat = acting_seat(state)
    if state.game.board is None:
        for colour in neutral_colours(state):
            yield [NeutralSettlementBuilt(seat=seat, colour=colour)]
            yield [NeutralRoadBuilt(seat=seat, colour=colour)]
        return
    if state.phase.piece == "settlement":
        for number, corners in neutral_settlement_spots(state).items():
            colour = owner(state, number).colour
            yield [NeutralSettlementBuilt(seat=seat, colour=colour, at=at) for at in corners]
    for number, paths in neutral_road_spots(state).items():
        colour = owner(state, number).colour
        yield [NeutralRoadBuilt(seat=seat, colour=colour, at=at) for at in paths]


def _first_settlements(state: GameState) -> Iterator[list[AnyFact]]:
    for colour in missing_colours(state):
        if state.game.board is None:
            yield [NeutralSettlementBuilt(colour=colour)]
        else:
            yield [NeutralSettlementBuilt(colour=colour, at=at) for at in free_corners(state)]


def token_choices(state: GameState, seat: int) -> Iterator[AnyFact]:
    yield TokensSpent(seat=seat, action="forced_trade")
    yield TokensSpent(seat=seat, action="robber_home")
    yield KnightGivenUp(seat=seat)
