"""The table's voice: one device reads aloud, the one where it was switched on last."""

from pathlib import Path

import pytest

from narrator.app.sessions.narration import take_voice
from tests.support.evening import Evening

TABLET, TELEVISION = "a" * 16, "b" * 16


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def speaker(evening: Evening) -> str | None:
    return evening.sessions.session_of(evening.id).speaker.device


def test_nobody_speaks_until_a_device_takes_the_voice(evening: Evening) -> None:
    assert speaker(evening) is None
    take_voice(evening.sessions, evening.id, TABLET, is_first=False)
    assert speaker(evening) == TABLET


def test_whoever_takes_it_last_has_it_and_can_give_it_up(evening: Evening) -> None:
    for device in (TABLET, TELEVISION, TABLET, TELEVISION):
        take_voice(evening.sessions, evening.id, device, is_first=False)
        assert speaker(evening) == device
    take_voice(evening.sessions, evening.id, "", is_first=False)
    assert speaker(evening) == ""


def test_a_device_with_its_voice_on_from_another_evening_comes_first_or_not_at_all(evening: Evening) -> None:
    take_voice(evening.sessions, evening.id, TABLET, is_first=True)
    take_voice(evening.sessions, evening.id, TELEVISION, is_first=True)
    assert speaker(evening) == TABLET
    take_voice(evening.sessions, evening.id, "", is_first=False)
    take_voice(evening.sessions, evening.id, TELEVISION, is_first=True)
    assert speaker(evening) == ""


def test_other_session_events_leave_the_voice_where_it_is_and_taking_it_again_writes_nothing(evening: Evening) -> None:
    take_voice(evening.sessions, evening.id, TABLET, is_first=False)
    evening.trust()
    assert speaker(evening) == TABLET
    number = evening.sessions.session_of(evening.id).number
    take_voice(evening.sessions, evening.id, TABLET, is_first=False)
    assert evening.sessions.session_of(evening.id).number == number
    assert evening.sessions.session_of(evening.id).trust.trusted == {0}


def test_a_listener_that_fails_does_not_fail_what_is_stored(evening: Evening) -> None:
    heard: list[int] = []
    evening.sessions.listen(lambda which, number: [][number])
    evening.sessions.listen(lambda which, number: heard.append(number))
    assert take_voice(evening.sessions, evening.id, "tablet", is_first=True)
    assert (heard, evening.sessions.session_of(evening.id).number) == ([1], 1)
