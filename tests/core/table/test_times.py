"""Times of entries: with a zone, of a year that a clock may show, and kept in UTC."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from narrator.core.message import Refused
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, AnyEvent, RulingMade, TakenBack, decode_event, in_utc, repair_time
from tests.support.app import NOON
from tests.support.games import new_game

BANGKOK = timezone(timedelta(hours=7))
ODD = [
    "2026-05-01T12:00:00",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "1899-12-31T23:59:59Z",
    "3000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "9999-12-31T23:59:59-12:00",
]


def said(time: str) -> AnyEvent:
    event: AnyEvent = decode_event(b'{"type":"ruling_made","case":"x","text":"y","time":"%s"}' % time.encode())
    return event


def each_kind(time: datetime) -> list[AnyEvent]:
    ruling = RulingMade(case="x", text="z", time=time)
    return [ruling, Amended(entry=1, event=ruling), Amended(entry=1, time=time), TakenBack(to=0, time=time)]


@pytest.mark.parametrize("time", ODD)
def test_a_time_that_no_clock_can_reckon_with_is_refused_and_cannot_be_let_stand(time: str) -> None:
    record = Record(new_game())
    record.add(said("2026-05-01T12:00:00Z"))
    odd = said(time).time
    assert odd is not None
    for event in each_kind(odd):
        (reason,) = record.refusals(event)
        assert (reason.code, reason.kind) == ("event.time", "impossible")
    with pytest.raises(Refused):
        record.add(RulingMade(case="x", text="y", time=odd, waived=True))


def test_any_zone_is_taken_and_kept_in_utc() -> None:
    noon = datetime(2026, 5, 1, 19, tzinfo=BANGKOK)
    for event in each_kind(noon):
        assert not Record(new_game()).refusals(RulingMade(case="x", text="y", time=noon))
        kept = in_utc(event)
        assert kept == event, "the same moment"
        written = [kept.time, kept.event.time if isinstance(kept, Amended) and kept.event else None]
        assert {time.tzinfo for time in written if time} == {UTC}


@pytest.mark.parametrize("time", ODD)
def test_an_odd_time_is_left_for_the_judge(time: str) -> None:
    assert in_utc(said(time)).time == said(time).time


def test_an_old_entry_without_a_zone_was_utc_and_one_from_no_calendar_has_no_time() -> None:
    plain = NOON.replace(tzinfo=None)
    assert [repair_time(event) for event in each_kind(plain)] == each_kind(NOON)
    assert [repair_time(said(time)).time for time in ODD] == [NOON, *[None] * 6]
    assert repair_time(said("2026-05-01T19:00:00+07:00")).time == NOON
