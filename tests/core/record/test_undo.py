"""Undo and redo as people know them from an editor, read from nothing but the log."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.play.checklist import CHECKLIST
from narrator.core.record.record import Record
from narrator.core.record.undo import UndoState, keep_joins_and_agreements, undo_state
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    Corrected,
    FirstPlayerChosen,
    RuleChanged,
    RulesAgreed,
    SeatJoined,
    StepDone,
    TakenBack,
)
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, new_game


def table() -> Record:
    return Record(new_game(2, tracking="counts"))


def counted(value: int) -> Corrected:
    """An entry that leaves its own trace."""
    return Corrected(what="hand", seat=ANA, value=value)


def enter(record: Record, *events: AnyEvent) -> None:
    """As the service does it: what is entered together carries the number of the first."""
    group = len(record.log) + 1 if len(events) > 1 else None
    for event in events:
        record.add(replace(event, group=group))


def undo(record: Record) -> None:
    back = undo_state(record.log).undo_to
    assert back is not None
    record.add(TakenBack(to=back))


def redo(record: Record) -> None:
    forward = undo_state(record.log).redo_to
    assert forward is not None
    record.add(TakenBack(to=forward))


def hand(record: Record) -> int:
    return record.state.seats[ANA].hand_size


def standing(record: Record) -> list[int]:
    """The numbers of the entries that count."""
    return [snapshot.number for snapshot in record.head.history()]


def table_of(record: Record) -> GameState:
    return replace(record.state, last_entry=0)


def record_with(*values: int) -> Record:
    record = table()
    for value in values:
        enter(record, counted(value))
    return record


def test_an_empty_log_has_nothing_to_undo() -> None:
    assert undo_state([]) == UndoState(position=0, undo_to=None, redo_to=None)


def test_undo_goes_back_entry_by_entry_and_redo_the_same_way_again() -> None:
    record = record_with(5, 6, 7)
    seen = []
    for step in (undo, undo, undo, redo, redo, redo):
        step(record)
        seen.append(hand(record))
    assert seen == [6, 5, 0, 5, 6, 7]
    assert undo_state(record.log) == UndoState(position=3, undo_to=2, redo_to=None)


def test_at_the_start_there_is_nothing_to_undo_but_something_to_redo() -> None:
    record = record_with(5)
    undo(record)
    assert undo_state(record.log) == UndoState(position=0, undo_to=None, redo_to=1)


def test_what_was_entered_together_is_taken_back_and_brought_back_together() -> None:
    record = record_with(5)
    enter(record, counted(6), counted(7), counted(8))
    undo(record)
    assert (hand(record), standing(record)) == (5, [1])
    redo(record)
    assert (hand(record), standing(record)) == (8, [1, 2, 3, 4])


def test_two_groups_in_a_row_are_two_steps() -> None:
    record = table()
    enter(record, counted(1), counted(2))
    enter(record, counted(3), counted(4))
    undo(record)
    assert hand(record) == 2
    undo(record)
    assert hand(record) == 0


def test_a_new_entry_ends_redoing() -> None:
    record = record_with(5, 6)
    undo(record)
    enter(record, counted(9))
    assert undo_state(record.log) == UndoState(position=4, undo_to=3, redo_to=None)
    undo(record)
    assert (hand(record), standing(record)) == (5, [1])


def test_undo_after_some_undoing_and_a_new_entry_never_meets_what_was_given_up() -> None:
    record = record_with(1, 2, 3)
    undo(record)
    undo(record)
    enter(record, counted(8))
    seen = []
    for _ in range(2):
        undo(record)
        seen.append(hand(record))
    assert (seen, undo_state(record.log).undo_to) == ([1, 0], None)


def test_undo_of_a_redo_undoes_the_same_entry_again() -> None:
    record = record_with(5, 6)
    for step, expected in ((undo, 5), (redo, 6), (undo, 5), (redo, 6)):
        step(record)
        assert hand(record) == expected


def test_going_far_back_is_one_step_of_redo() -> None:
    record = record_with(1, 2, 3, 4)
    record.add(TakenBack(to=1))
    assert undo_state(record.log) == UndoState(position=1, undo_to=0, redo_to=4)
    redo(record)
    assert hand(record) == 4
    record.add(TakenBack(to=1))
    undo(record)
    redo(record)
    redo(record)
    assert (hand(record), undo_state(record.log).redo_to) == (4, None)


def test_taking_back_to_where_one_stands_leaves_nothing_to_redo() -> None:
    record = record_with(1, 2)
    record.add(TakenBack(to=2))
    assert undo_state(record.log) == UndoState(position=2, undo_to=1, redo_to=None)
    undo(record)
    record.add(TakenBack(to=1))
    assert undo_state(record.log).redo_to == 2


def test_an_amendment_is_undone_as_one_entry_and_comes_back_with_redo() -> None:
    record = record_with(5, 6)
    enter(record, Amended(entry=2, event=counted(9)))
    assert hand(record) == 9
    undo(record)
    assert (hand(record), standing(record)) == (6, [1, 2])
    undo(record)
    assert hand(record) == 5
    redo(record)
    redo(record)
    assert (hand(record), undo_state(record.log)) == (9, UndoState(position=3, undo_to=2, redo_to=None))


def test_what_is_entered_after_an_amendment_is_undone_without_it() -> None:
    record = record_with(5, 6)
    enter(record, Amended(entry=1, event=None))
    enter(record, counted(8))
    undo(record)
    assert (hand(record), standing(record)) == (6, [2])
    undo(record)
    assert standing(record) == [1, 2]


class Editor:
    """What undo and redo do everywhere else: two stacks."""

    def __init__(self, start: GameState) -> None:
        self.past: list[GameState] = []
        self.now = start
        self.future: list[GameState] = []

    def entered(self, state: GameState) -> None:
        self.past.append(self.now)
        self.now, self.future = state, []

    def undo(self) -> None:
        self.future.append(self.now)
        self.now = self.past.pop()

    def redo(self) -> None:
        self.past.append(self.now)
        self.now = self.future.pop()


numbers = st.integers(0, 20)
entering = st.tuples(st.just("enter"), st.lists(numbers, min_size=1, max_size=3))
amending = st.tuples(st.just("amend"), st.tuples(numbers, numbers))
moving = st.tuples(st.sampled_from(["undo", "undo", "redo"]), st.none())
deeds = st.lists(st.one_of(entering, amending, moving, moving), max_size=25)


def do(record: Record, editor: Editor, name: str, what: Any) -> None:
    undoing = undo_state(record.log)
    if name == "undo" and undoing.undo_to is not None:
        undo(record)
        editor.undo()
    elif name == "redo" and undoing.redo_to is not None:
        redo(record)
        editor.redo()
    elif name == "enter":
        enter(record, *map(counted, what))
        editor.entered(table_of(record))
    elif name == "amend" and standing(record):
        place, value = what
        entry = standing(record)[place % len(standing(record))]
        enter(record, Amended(entry=entry, event=counted(value)))
        editor.entered(table_of(record))


@settings(max_examples=100, deadline=None)
@given(deeds)
def test_the_log_undoes_and_redoes_like_an_editor_with_two_stacks(script: list[tuple[str, object]]) -> None:
    record = table()
    editor = Editor(table_of(record))
    for name, what in script:
        do(record, editor, name, what)
        undoing = undo_state(record.log)
        assert table_of(record) == editor.now
        assert (undoing.undo_to is not None, undoing.redo_to is not None) == (bool(editor.past), bool(editor.future))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(entering, amending), max_size=12))
def test_undo_all_the_way_leads_to_the_start_and_redo_all_the_way_back(script: list[tuple[str, object]]) -> None:
    record = table()
    start = table_of(record)
    editor = Editor(start)
    for name, what in script:
        do(record, editor, name, what)
    end, entries = table_of(record), standing(record)
    for _ in editor.past:
        undo(record)
    assert (table_of(record), standing(record), undo_state(record.log).undo_to) == (start, [], None)
    for _ in editor.past:
        redo(record)
    assert (table_of(record), standing(record), undo_state(record.log).redo_to) == (end, entries, None)


# What is said beside the game.


def start_of_game() -> Record:
    record = Record(new_game(3))
    enter(record, *(StepDone(step=line) for line in CHECKLIST))
    enter(record, FirstPlayerChosen(seat=ANA))
    return record


def test_undo_names_the_last_thing_at_the_table_and_not_an_agreement_or_a_name() -> None:
    record = start_of_game()
    chosen = len(record.log)
    enter(record, RulesAgreed(seat=CHAI))
    enter(record, SeatJoined(seat=BORIS, name="Bo", colour="blue"))
    assert undo_state(record.log) == UndoState(position=chosen, undo_to=chosen - 1, redo_to=None)
    alone = Record(new_game(3))
    enter(alone, RulesAgreed(seat=ANA))
    assert undo_state(alone.log) == UndoState(position=0, undo_to=None, redo_to=None), "there is nothing to undo yet"


def test_what_was_said_beside_the_game_is_kept_by_an_undo_and_by_a_redo() -> None:
    record = start_of_game()
    enter(record, RulesAgreed(seat=CHAI))
    enter(record, SeatJoined(seat=BORIS, name="Bo", colour="blue"))
    back = undo_state(record.log).undo_to
    assert back is not None
    enter(record, *keep_joins_and_agreements(record, [TakenBack(to=back)]))
    assert "first_player" not in record.state.finished_steps
    assert (record.state.agreed_seats, record.state.seats[BORIS].name) == (frozenset({CHAI}), "Bo")
    enter(record, RulesAgreed(seat=ANA))
    forward = undo_state(record.log).redo_to
    assert forward is not None, "an agreement in between does not end redoing"
    enter(record, *keep_joins_and_agreements(record, [TakenBack(to=forward)]))
    assert "first_player" in record.state.finished_steps
    assert (record.state.agreed_seats, record.state.seats[BORIS].name) == (frozenset({ANA, CHAI}), "Bo")


def test_an_agreement_to_a_change_goes_with_the_change() -> None:
    record = start_of_game()
    enter(record, RuleChanged(key="target_vp", value=12))
    enter(record, RulesAgreed(seat=CHAI))
    back = undo_state(record.log).undo_to
    assert back is not None
    assert keep_joins_and_agreements(record, [TakenBack(to=back)]) == [TakenBack(to=back)]
