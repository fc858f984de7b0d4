"""Undo and redo, computed from the log."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.record.judging import apply, refusals
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyEvent, AnyFact, RulesAgreed, SeatJoined, TakenBack
from narrator.core.table.state import GameState

PERSONAL_EVENTS = (RulesAgreed, SeatJoined)  # statements of players about themselves: undo skips them and keeps them


class UndoState(Struct, frozen=True):
    """Current position in the log, and where undo and redo lead."""

    position: int  # the last entry that counts; 0 at the start
    undo_to: int | None  # `to` of the `taken_back` that undoes it, with its whole group
    redo_to: int | None  # `to` of the `taken_back` that redoes the last undo


def undo_state(log: Sequence[AnyEvent]) -> UndoState:
    """Walk the log: an undo remembers where it came from, for redo; any other entry about the game ends that."""
    last = last_game_entry(log)
    if not last or not isinstance(log[last - 1], TakenBack):  # nothing to redo, as after most entries
        return UndoState(last, _undo_target(log, last), None)
    position = 0
    undone: list[int] = []
    positions: list[int] = [0]  # after each entry of the log
    for number, event in enumerate(log, start=1):
        if isinstance(event, TakenBack):
            if undone and event.to == undone[-1]:
                position = positions[undone.pop()]
            elif positions[event.to] != position:
                undone.append(position)
                position = positions[event.to]
        elif not isinstance(event, PERSONAL_EVENTS):
            position, undone = number, []
        positions.append(position)
    return UndoState(position, _undo_target(log, position), undone[-1] if undone else None)


def last_game_entry(log: Sequence[AnyEvent]) -> int:
    """Return the number of the last entry about the game; 0 if there is none."""
    return next((number for number in range(len(log), 0, -1) if not isinstance(log[number - 1], PERSONAL_EVENTS)), 0)


def keep_joins_and_agreements(record: Record, events: Sequence[AnyEvent]) -> list[AnyEvent]:
    """Add to an undo or redo of the last tap the joins and agreements that it would remove."""
    found: list[AnyEvent] = []
    for event in events:
        found.append(event)
        if isinstance(event, TakenBack):
            undo = undo_state(record.log)
            found += _lost_personal_events(record, event.to) if event.to in (undo.undo_to, undo.redo_to) else []
    return found


def _lost_personal_events(record: Record, to: int) -> Iterator[AnyFact]:
    target = record.snapshot_at(to)
    state, remaining = target.state, {snapshot.number for snapshot in target.history()}
    for snapshot in record.head.history():
        fact = snapshot.fact
        if snapshot.number in remaining or not isinstance(fact, PERSONAL_EVENTS) or _belongs_to_move(record.log, fact):
            continue
        if _still_holds(snapshot, state):
            fact = replace(fact, time=None, group=None)
            state = apply(state, fact)
            yield fact


def _belongs_to_move(log: Sequence[AnyEvent], fact: AnyFact) -> bool:
    """Return whether a statement was entered together with a move, so that undo removes both."""
    together = [event for event in log if fact.group is not None and event.group == fact.group]
    return any(not isinstance(event, (*PERSONAL_EVENTS, TakenBack)) for event in together)


def _still_holds(snapshot: Snapshot, state: GameState) -> bool:
    """Return whether a statement still applies in this state: an agreement only if the rules are the same."""
    fact = snapshot.fact
    if isinstance(fact, RulesAgreed):
        can_agree = fact.seat < len(state.seats) and fact.seat not in state.agreed_seats
        return can_agree and snapshot.state.rules == state.rules
    assert fact is not None
    return not refusals(state, fact) and apply(state, fact).seats != state.seats


def _undo_target(log: Sequence[AnyEvent], position: int) -> int | None:
    if not position:
        return None
    group = log[position - 1].group
    return (position if group is None else group) - 1
