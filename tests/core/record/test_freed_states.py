"""Old snapshots give up their states and fold them again on demand."""

import pytest

from narrator.core.record.record import MAX_UNFREED, Record, fold
from narrator.core.record.snapshot import CHECKPOINT_INTERVAL
from narrator.core.table.events import Amended, DiceRolled, TakenBack
from narrator.core.table.setup import initial_state
from tests.support.evening import EVENING, SETUP
from tests.support.games import ANA


@pytest.fixture
def record() -> Record:
    """An evening with an entry taken back and one amended."""
    record = fold(initial_state(SETUP), EVENING[:60])
    record.add(TakenBack(to=57))
    record.add(Amended(entry=46, event=DiceRolled(seat=ANA, total=5), waived=True))
    for event in EVENING[60:]:
        record.add_unchecked(event)
    assert len(EVENING) > 3 * CHECKPOINT_INTERVAL
    return record


def kept_states(record: Record) -> list[int]:
    return [point.number for point in record.head.timeline() if "state" in point.__dict__]


def test_only_the_newest_snapshots_and_the_checkpoints_keep_their_states(record: Record) -> None:
    newest = [point.number for point in record.head.timeline()[-MAX_UNFREED:]]
    assert [number for number in kept_states(record) if number % CHECKPOINT_INTERVAL] == newest


def test_a_freed_state_is_the_same_again(record: Record) -> None:
    timeline = record.head.timeline()
    for point in (timeline[-20], timeline[3], timeline[100], *timeline):
        entries = record.log[: point.number]
        if not any(isinstance(event, Amended) for event in record.log[point.number :]):
            anew = Record(initial_state(SETUP))
            for event in entries:
                anew.add_unchecked(event)
            assert point.state == anew.state, point.number


def test_what_a_page_about_the_past_folded_is_freed_at_the_next_checkpoint(record: Record) -> None:
    timeline = record.head.timeline()
    assert all(point.state for point in timeline)
    assert len(kept_states(record)) == len(timeline)
    for _ in range(CHECKPOINT_INTERVAL):
        record.add_unchecked(EVENING[-1])
        assert record.state
    assert len(kept_states(record)) < 3 * MAX_UNFREED + CHECKPOINT_INTERVAL
