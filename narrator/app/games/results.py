"""Return values and exceptions of the game service."""

from collections.abc import Callable
from datetime import datetime

from msgspec import Struct

from narrator.core.message import Refusal, Refused
from narrator.core.record.record import Record
from narrator.core.table.box import Colour
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.storage.errors import DamagedGame, StorageUnavailable
from narrator.storage.values import LastActivity


class NewGame(Struct, frozen=True):
    """A new game. Only a hash of the secret is stored."""

    id: str
    secret: str
    join_code: str


class Entered(Struct, frozen=True):
    """Durable entries; `repeated` if their key came a second time."""

    numbers: tuple[int, ...]
    repeated: bool
    record: Record


class GameSummary(Struct, frozen=True):
    id: str
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    entries: int
    last_played: datetime
    is_over: bool
    is_damaged: bool = False  # it can't be opened, so its players are unknown


class NoSuchGame(Exception):
    pass


class TooManyWriters(StorageUnavailable):
    """Other processes kept writing to this game first, so nothing was stored. The sender may try again."""

    def __init__(self, game: str) -> None:
        super().__init__("busy", path=game)


class Stale(Exception):
    """The sender had not seen the last entry."""

    def __init__(self, last_seen_entry: int, last_entry: int) -> None:
        super().__init__(f"seen {last_seen_entry}, now {last_entry}")
        self.last_seen_entry = last_seen_entry
        self.last_entry = last_entry


class KeyReused(Exception):
    """An idempotency key was used before with other events."""


class EntryRefused(Refused):
    """One of several events was refused, so none was entered."""

    def __init__(self, number: int, state: GameState, *reasons: Refusal) -> None:
        super().__init__(*reasons)
        self.number = number  # that the event would have had
        self.state = state  # before the event


def summary_of(game: LastActivity, read: Callable[[str], Record]) -> GameSummary:
    """Summarize a game; damaged games are listed, too."""
    try:
        record = read(game.id)
    except DamagedGame:
        return GameSummary(game.id, (), (), game.entries, game.when, is_over=False, is_damaged=True)
    seats = record.state.seats
    return GameSummary(
        id=game.id,
        names=tuple(seat.name for seat in seats),
        colours=tuple(seat.colour for seat in seats),
        entries=record.last_entry,
        last_played=game.when,
        is_over=isinstance(record.state.phase, Over),
    )
