"""A point of a record: the table after an entry, and the way that led there."""

from datetime import datetime

from msgspec import Struct

from narrator.core.table.events import AnyFact
from narrator.core.table.state import GameState

CHECKPOINT = 64
"""Every so manyth point keeps what was derived from it, so that folds along the timeline need not start over."""


class Break(Struct, frozen=True):
    """A time that is nobody's; without an end, it lasts."""

    begin: datetime
    end: datetime | None = None


class Snapshot(Struct, frozen=True, dict=True):
    """The record as it stood after an entry."""

    state: GameState
    fact: AnyFact | None = None
    """The last thing that happened at the table."""
    number: int = 0
    """Its entry's number."""
    before: "Snapshot | None" = None
    """The snapshot that it happened at."""
    left_out: bool = False
    """An amendment made it impossible: it changes nothing, but comes back when it fits again."""
    breaks: tuple[Break, ...] = ()
    """All breaks so far, also those that were taken back with what was entered round them: the time has gone by."""

    def history(self) -> list["Snapshot"]:
        """All that happened and was not taken back, oldest first."""
        return [snapshot for snapshot in self.timeline() if not snapshot.left_out]

    def timeline(self) -> list["Snapshot"]:
        """The history with what was left out of it."""
        found = []
        snapshot: Snapshot | None = self
        while snapshot is not None and snapshot.before is not None:
            found.append(snapshot)
            snapshot = snapshot.before
        return found[::-1]
