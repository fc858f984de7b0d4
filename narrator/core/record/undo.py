"""Undo and redo, computed from the log."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.record import Record
from narrator.core.record.rules import apply, refusals
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyEvent, AnyFact, RulesAgreed, SeatJoined, TakenBack
from narrator.core.table.state import GameState

PERSONAL_EVENTS = (RulesAgreed, SeatJoined)  # statements of players about themselves: undo skips them and keeps them


class Undo(Struct, frozen=True):
    """Current position in the log, and where undo and redo lead."""

    at: int  # the last entry that counts; 0 at the start
    back: int | None  # `to` of the `taken_back` that undoes it, with its whole group
    forward: int | None  # `to` of the `taken_back` that redoes the last undo


def undo_of(log: Sequence[AnyEvent]) -> Undo:
    """Walk the log: an entry moves on and ends redoing, an undo moves and remembers where it came from."""
    last = last_game_entry(log)
    if not last or not isinstance(log[last - 1], TakenBack):  # nothing to redo, as after most entries
        return Undo(last, _before(log, last), None)
    at = 0
    undone: list[int] = []
    landed: list[int] = [0]  # the entry that counts, after each entry of the log
    for number, event in enumerate(log, start=1):
        if isinstance(event, TakenBack):
            if undone and event.to == undone[-1]:
                at = landed[undone.pop()]
            elif landed[event.to] != at:
                undone.append(at)
                at = landed[event.to]
        elif not isinstance(event, PERSONAL_EVENTS):
            at, undone = number, []
        landed.append(at)
    return Undo(at, _before(log, at), undone[-1] if undone else None)


def last_game_entry(log: Sequence[AnyEvent]) -> int:
    """Return the number of the last entry about the game; 0 if there is none."""
    return next((number for number in range(len(log), 0, -1) if not isinstance(log[number - 1], PERSONAL_EVENTS)), 0)


def keep_personal_events(record: Record, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Add to an undo or redo the players' statements that it would take away; going back further does take them
    away."""
    found: list[AnyEvent] = []
    for event in events:
        found.append(event)
        if isinstance(event, TakenBack):
            undo = undo_of(record.log)
            found += _kept(record, event.to) if event.to in (undo.back, undo.forward) else []
    return found


def _kept(record: Record, to: int) -> Iterator[AnyFact]:
    target = record.at(to)
    state, standing = target.state, {point.number for point in target.history()}
    for point in record.head.history():
        if (
            point.number in standing
            or not isinstance(point.fact, PERSONAL_EVENTS)
            or _belongs_to_move(record.log, point.fact)
        ):
            continue
        if _still_holds(point, state):
            fact = replace(point.fact, time=None, group=None)
            state = apply(state, fact)
            yield fact


def _belongs_to_move(log: Sequence[AnyEvent], fact: AnyFact) -> bool:
    """Return whether it was entered together with something that happened in the game, and goes with it."""
    together = [event for event in log if fact.group is not None and event.group == fact.group]
    return any(not isinstance(event, (*PERSONAL_EVENTS, TakenBack)) for event in together)


def _still_holds(point: Snapshot, state: GameState) -> bool:
    """Return whether it still means something in this state: an agreement is to the rules of its time."""
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
