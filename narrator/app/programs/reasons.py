"""What programs did things for, in their own words: for everybody once the game is over, and for nobody before."""

from collections.abc import Iterable

from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.session.events import ProgramReasoned, StoredSessionEvent


def reasons_in(state: GameState, notes: Iterable[StoredSessionEvent]) -> dict[int, str]:
    """By the number of the entry."""
    if not isinstance(state.phase, Over):
        return {}
    return {kept.event.entry: kept.event.text for kept in notes if isinstance(kept.event, ProgramReasoned)}
