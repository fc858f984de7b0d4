"""Sub-flows that nobody may have to finish (free roads, a neutral piece, a theft): anything else ends them."""

from narrator.core.table.events import CardStolen, Event, NeutralRoadBuilt, NeutralSettlementBuilt, RoadBuilt
from narrator.core.table.phase import Phase, PlacingFreeRoads, PlacingNeutral, Stealing
from narrator.core.table.state import GameState

OPEN_ENDED = (PlacingFreeRoads, PlacingNeutral, Stealing)
"""Sub-flows that nobody may have to finish."""


def step_for(state: GameState, kind: type[Event]) -> str:
    """The step that an event of this kind meets: what can be broken off lets the phase behind it through."""
    return broken_off(state, kind).step


def broken_off(state: GameState, kind: type[Event]) -> Phase:
    """The phase that an event of this kind meets once it has ended sub-flows that nobody has to finish."""
    phase = state.phase
    while (back := getattr(phase, "back", None)) is not None and _breaks_off(state, phase, kind):
        phase = back
    return phase


def _breaks_off(state: GameState, phase: Phase, kind: type[Event]) -> bool:
    if isinstance(phase, PlacingFreeRoads):
        return kind is not RoadBuilt and state.rules.road_building_partial == "allowed"
    if isinstance(phase, PlacingNeutral):
        return phase.maybe and kind not in (NeutralRoadBuilt, NeutralSettlementBuilt)
    return isinstance(phase, Stealing) and phase.maybe and kind is not CardStolen
