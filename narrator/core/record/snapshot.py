"""Snapshots: the state after an entry, linked to the one before.

A state takes some 1.5 KB and a long evening has thousands, so old snapshots drop theirs and fold it again
from the nearest checkpoint on demand.
"""

from datetime import datetime
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.judging import apply
from narrator.core.table.events import AnyFact
from narrator.core.table.state import GameState

# Every 64th snapshot keeps its state and its derived values, so that no fold has to start over.
CHECKPOINT_INTERVAL = 64


class Break(Struct, frozen=True):
    """A break in the game; without an end, it goes on."""

    begin: datetime
    end: datetime | None = None


class Snapshot(Struct, frozen=True, dict=True):
    """The record after an entry."""

    fact: AnyFact | None = None  # the last thing that happened at the table
    number: int = 0  # of its entry
    before: "Snapshot | None" = None
    left_out: bool = False  # made impossible by an amendment: changes nothing, but returns when it fits again
    breaks: tuple[Break, ...] = ()  # all breaks so far, including undone ones: the time has passed anyway

    @cached_property
    def state(self) -> GameState:
        ahead: list[Snapshot] = []
        here = self
        while "state" not in here.__dict__:
            ahead.append(here)
            assert here.before is not None
            here = here.before
        state = here.state
        for snapshot in reversed(ahead):
            if not snapshot.left_out and snapshot.fact is not None:
                state = apply(with_number(state, snapshot.number - 1), snapshot.fact)
            snapshot.__dict__["state"] = state
        return state

    @property
    def previous_state(self) -> GameState:
        assert self.before is not None, "the start has no previous state"
        return self.before.state

    def free(self) -> None:
        """Drop the state and all derived values, unless this is a checkpoint or the start."""
        if self.number % CHECKPOINT_INTERVAL:
            self.__dict__.clear()

    def history(self) -> list["Snapshot"]:
        """Return the entries that count, oldest first."""
        return [snapshot for snapshot in self.timeline() if not snapshot.left_out]

    def timeline(self) -> list["Snapshot"]:
        found = []
        snapshot: Snapshot | None = self
        while snapshot is not None and snapshot.before is not None:
            found.append(snapshot)
            snapshot = snapshot.before
        return found[::-1]


def snapshot_of(state: GameState) -> Snapshot:
    """Return a snapshot without a past."""
    return with_state(Snapshot(), state)


def with_state(snapshot: Snapshot, state: GameState, breaks: tuple[Break, ...] = ()) -> Snapshot:
    copy = replace(snapshot, breaks=breaks)
    copy.__dict__["state"] = state
    return copy


def with_number(state: GameState, entry: int) -> GameState:
    return state if state.last_entry == entry else replace(state, last_entry=entry)
