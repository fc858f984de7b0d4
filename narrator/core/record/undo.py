"""Undo and redo as people know them, read from the log: what one step back leads to, and one step forward again."""

from collections.abc import Sequence

from msgspec import Struct

from narrator.core.table.events import AnyEvent, TakenBack


class Undo(Struct, frozen=True):
    """Where the record stands, and where it can go."""

    at: int
    """The last entry that counts; 0 at the start."""
    back: int | None
    """What `taken_back` must name to undo it, with all that was entered together."""
    forward: int | None
    """What `taken_back` must name to bring back what was undone last."""


def undo_of(log: Sequence[AnyEvent]) -> Undo:
    """Walk the log: an entry moves on and ends all redoing, taking back moves and remembers where it came from."""
    if not log or not isinstance(log[-1], TakenBack):  # as after most taps: nothing to redo, and no need to walk
        return Undo(len(log), _before(log, len(log)), None)
    at = 0
    undone: list[int] = []
    landed: list[int] = [0]
    """Where the record stood after each entry, by the entry that counts."""
    for number, event in enumerate(log, start=1):
        if not isinstance(event, TakenBack):
            at, undone = number, []
        elif undone and event.to == undone[-1]:
            at = landed[undone.pop()]
        elif landed[event.to] != at:
            undone.append(at)
            at = landed[event.to]
        landed.append(at)
    return Undo(at, _before(log, at), undone[-1] if undone else None)


def _before(log: Sequence[AnyEvent], at: int) -> int | None:
    if not at:
        return None
    group = log[at - 1].group
    return (at if group is None else group) - 1
