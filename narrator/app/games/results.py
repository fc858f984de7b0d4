"""What the service answers, and how it says no."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from narrator.core.message import Refusal, Refused
from narrator.core.record.record import Record
from narrator.core.table.box import Colour
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.storage.errors import DamagedGame
from narrator.storage.values import LastActivity


class NewGame(Struct, frozen=True):
    """A game that was just begun. Its secret is told this once and kept only as a hash."""

    id: str
    secret: str
    join_code: str


class Entered(Struct, frozen=True):
    """Entries that are durable now, or were already when their key came a second time."""

    numbers: tuple[int, ...]
    repeated: bool
    record: Record


class GameSummary(Struct, frozen=True):
    """A game on a list."""

    id: str
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    entries: int
    touched: datetime
    is_over: bool
    is_damaged: bool = False
    """Whether it can't be opened; then nobody knows who played it."""


class NoSuchGame(Exception):
    """There is no game with this id."""


class Stale(Exception):
    """Whoever sent this had not seen the last entry."""

    def __init__(self, seen: int, now: int) -> None:
        super().__init__(f"seen {seen}, now {now}")
        self.seen = seen
        self.now = now


class KeyReused(Exception):
    """An idempotency key came a second time, with other events."""


class EntryRefused(Refused):
    """One of several events was turned down, so none was entered."""

    def __init__(self, number: int, state: GameState, *reasons: Refusal) -> None:
        super().__init__(*reasons)
        self.number = number
        """The number that the event would have had."""
        self.state = state
        """The table that it was judged at."""


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
