"""Catan for Two: what a player's own piece asks for a neutral colour."""

from typing import Literal

from msgspec.structs import replace

from narrator.core.play.spots import neutral_road_spots, neutral_settlement_spots
from narrator.core.table.mode import mode_of
from narrator.core.table.phase import Phase, PlacingNeutral
from narrator.core.table.state import GameState


def ask_for_neutral_piece(state: GameState, piece: Literal["settlement", "road"]) -> GameState:
    """A player has just built: the same is placed for a neutral colour before play goes on, if one fits."""
    return replace(state, phase=_after(state, piece)) if mode_of(state).neutrals else state


def without_neutral_piece(state: GameState) -> GameState:
    """Where a table no longer plays Catan for Two, nothing is waited for either."""
    if isinstance(state.phase, PlacingNeutral) and not mode_of(state).neutrals:
        return replace(state, phase=state.phase.back)
    return state


def _after(state: GameState, piece: Literal["settlement", "road"]) -> Phase:
    back = state.phase
    if state.game.board is None:
        left = [n for n in state.neutrals if n.roads_left or (piece == "settlement" and n.settlements_left)]
        return PlacingNeutral(piece, back, maybe=True) if left else back
    if piece == "settlement" and neutral_settlement_spots(state):
        return PlacingNeutral("settlement", back)
    return PlacingNeutral("road", back) if neutral_road_spots(state) else back
