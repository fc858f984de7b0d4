"""Undo and redo as people know them, read from the log: what one step back leads to, and one step forward again."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.record.rules import apply, refusals
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyEvent, AnyFact, RulesAgreed, SeatJoined, TakenBack
from narrator.core.table.state import GameState

BESIDE = (RulesAgreed, SeatJoined)
"""What people say about themselves, beside the game: undo passes over it and leaves it standing."""


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
    last = last_at_table(log)
    if not last or not isinstance(log[last - 1], TakenBack):  # as after most taps: nothing to redo, no need to walk
        return Undo(last, _before(log, last), None)
    at = 0
    undone: list[int] = []
    landed: list[int] = [0]
    """Where the record stood after each entry, by the entry that counts."""
    for number, event in enumerate(log, start=1):
        if isinstance(event, TakenBack):
            if undone and event.to == undone[-1]:
                at = landed[undone.pop()]
            elif landed[event.to] != at:
                undone.append(at)
                at = landed[event.to]
        elif not isinstance(event, BESIDE):
            at, undone = number, []
        landed.append(at)
    return Undo(at, _before(log, at), undone[-1] if undone else None)


def last_at_table(log: Sequence[AnyEvent]) -> int:
    """The number of the last entry that is about the game; 0 where there is none."""
    return next((number for number in range(len(log), 0, -1) if not isinstance(log[number - 1], BESIDE)), 0)


def with_kept(record: Record, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """The events, and after an undo or redo what was said beside the game: only going back further takes that away."""
    found: list[AnyEvent] = []
    for event in events:
        found.append(event)
        if isinstance(event, TakenBack) and _is_step(record.log, event.to):
            found += _kept(record, event.to)
    return found


def _is_step(log: Sequence[AnyEvent], to: int) -> bool:
    undo = undo_of(log)
    return to in (undo.back, undo.forward)


def _kept(record: Record, to: int) -> Iterator[AnyFact]:
    target = record.at(to)
    state, standing = target.state, {point.number for point in target.history()}
    for point in record.head.history():
        if point.number in standing or not isinstance(point.fact, BESIDE) or _belongs_to_move(record.log, point.fact):
            continue
        if _still_holds(point, state):
            fact = replace(point.fact, time=None, group=None)
            state = apply(state, fact)
            yield fact


def _belongs_to_move(log: Sequence[AnyEvent], fact: AnyFact) -> bool:
    """Whether it was entered together with something that happened in the game, and goes with it."""
    together = [event for event in log if fact.group is not None and event.group == fact.group]
    return any(not isinstance(event, (*BESIDE, TakenBack)) for event in together)


def _still_holds(point: Snapshot, state: GameState) -> bool:
    """Whether it says something in this state: an agreement is to the rules as they were."""
    fact = point.fact
    if isinstance(fact, RulesAgreed):
        return fact.seat < len(state.seats) and fact.seat not in state.agreed and point.state.rules == state.rules
    assert fact is not None
    return not refusals(state, fact) and apply(state, fact).seats != state.seats


def _before(log: Sequence[AnyEvent], at: int) -> int | None:
    if not at:
        return None
    group = log[at - 1].group
    return (at if group is None else group) - 1
