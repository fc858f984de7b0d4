"""Snapshots: the state after an entry, linked to the one before."""

from datetime import datetime

from msgspec import Struct

from narrator.core.table.events import AnyFact
from narrator.core.table.state import GameState

CHECKPOINT_INTERVAL = (
    64  # every such snapshot keeps its derived values, so that folds along the timeline need not start over
)


class Break(Struct, frozen=True):
    """A break in the game; without an end, it goes on."""

    begin: datetime
    end: datetime | None = None


class Snapshot(Struct, frozen=True, dict=True):
    """The record after an entry."""

    state: GameState
    fact: AnyFact | None = None  # the last thing that happened at the table
    number: int = 0  # of its entry
    before: "Snapshot | None" = None
    left_out: bool = False  # made impossible by an amendment: changes nothing, but returns when it fits again
    breaks: tuple[Break, ...] = ()  # all breaks so far, including undone ones: the time has passed anyway

    def history(self) -> list["Snapshot"]:
        """Return the entries that count, oldest first."""
        return [snapshot for snapshot in self.timeline() if not snapshot.left_out]

    def timeline(self) -> list["Snapshot"]:
        """Return the history including left-out entries."""
        found = []
        snapshot: Snapshot | None = self
        while snapshot is not None and snapshot.before is not None:
            found.append(snapshot)
            snapshot = snapshot.before
        return found[::-1]
