"""A game as a line of a list."""

from collections.abc import Callable

from narrator.app.games.results import GameSummary
from narrator.core.record.record import Record
from narrator.core.table.phase import Over
from narrator.storage.errors import DamagedGame
from narrator.storage.values import LastActivity


def summary_of(game: LastActivity, read: Callable[[str], Record]) -> GameSummary:
    """A damaged one stands among the others and takes none of them along."""
    try:
        record = read(game.id)
    except DamagedGame:
        return GameSummary(game.id, (), (), game.entries, game.when, is_over=False, is_damaged=True)
    seats = record.state.seats
    return GameSummary(
        id=game.id,
        names=tuple(seat.name for seat in seats),
        colours=tuple(seat.colour for seat in seats),
        entries=len(record.log),
        touched=game.when,
        is_over=isinstance(record.state.phase, Over),
    )
