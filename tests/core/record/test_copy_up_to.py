"""A record as it was after an entry, for a replay."""

import pytest

from narrator.core.record.record import Record, fold
from narrator.core.table.events import Amended, DiceRolled, TakenBack
from narrator.core.table.setup import initial_state
from tests.support.evening import EVENING, SETUP
from tests.support.games import ANA


@pytest.fixture(scope="module")
def record() -> Record:
    """An evening in which something was taken back, and something mended."""
    record = fold(initial_state(SETUP), EVENING[:60])
    record.add(TakenBack(to=57))
    record.add(Amended(entry=46, event=DiceRolled(seat=ANA, total=5), waived=True))
    return record


def test_it_is_what_a_log_that_ends_there_says(record: Record) -> None:
    for entry in range(len(record.log) + 1):
        then = record.copy_up_to(entry)
        anew = Record(initial_state(SETUP))
        for event in record.log[:entry]:
            anew.add_unchecked(event)
        assert then.log == anew.log
        assert then.state == anew.state, entry


def test_the_record_itself_stays_as_it_is(record: Record) -> None:
    before = record.state, len(record.log)
    then = record.copy_up_to(46)
    then.add_unchecked(DiceRolled(seat=ANA, total=3))
    assert (record.state, len(record.log)) == before
