"""Which device got which dealt hand in mid-game, as the history tells it."""

from collections.abc import Iterable

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.session.events import SeatFreed, SeatTaken, StoredSessionEvent


class HandChange(Struct, frozen=True):
    seat: int
    seen: int
    """How many entries there were."""
    said: tuple[Msg, ...]


def hand_changes(notes: Iterable[StoredSessionEvent]) -> list[HandChange]:
    """All of them, the oldest first."""
    found = [kept.event for kept in notes if isinstance(kept.event, SeatFreed | SeatTaken)]
    return [HandChange(note.seat, note.seen, _said(note)) for note in found]


def _said(note: SeatFreed | SeatTaken) -> tuple[Msg, ...]:
    if isinstance(note, SeatFreed):
        return (msg("history.hand.freed", seat=note.seat),)
    said = msg(f"history.hand.{note.device}", seat=note.seat)
    return (said, msg("rules.agreed", names=note.agreed)) if note.agreed else (said,)
