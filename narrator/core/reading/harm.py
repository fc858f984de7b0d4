"""What the next seven would cost somebody."""

from narrator.core.play.placement import is_placement
from narrator.core.play.seven import discards_owed
from narrator.core.table.phase import Discarding, MovingRobber, Over, Stealing
from narrator.core.table.state import GameState

DURING_SEVEN = (Discarding, MovingRobber, Stealing)


def cards_at_risk(state: GameState, seat: int) -> int:
    """Nothing while a seven is being settled, where it costs nobody cards, and of a hand that nobody vouches for."""
    if isinstance(state.phase, (*DURING_SEVEN, Over)) or is_placement(state) or state.game.tracking == "script":
        return 0
    is_spared = max(state.round, 1) <= state.rules.no_seven_rounds
    return 0 if is_spared or f"hand.{seat}" in state.unsure else discards_owed(state).get(seat, 0)
