"""Game files that somebody only wants to watch."""

import pytest

from narrator.app.files.game_files import FILE_OVERHEAD, ReplayService
from narrator.core.message import Refused
from tests.support.web import SAMPLE, sample_games

pytestmark = pytest.mark.storeless

FILE = SAMPLE.read_bytes()


def test_the_same_file_has_the_same_name_and_is_folded_once() -> None:
    replays = ReplayService()
    name = replays.open(FILE)
    record = replays.record_of(name)
    assert record is not None
    assert len(record.log) > 400
    assert replays.open(FILE) == name
    assert replays.record_of(name) is record


def test_another_file_has_another_name() -> None:
    replays = ReplayService()
    assert replays.open(FILE) != replays.open(sample_games()[0].read_bytes())


def test_the_one_that_nobody_looked_at_for_longest_goes_first() -> None:
    one, other, third = (path.read_bytes() for path in sample_games()[:3])
    replays = ReplayService(3 * FILE_OVERHEAD + 2_400)
    first, second = replays.open(one), replays.open(other)
    assert replays.record_of(first) is not None
    assert replays.open(third)
    assert replays.record_of(first) is not None
    assert replays.record_of(second) is None


def test_nobody_has_an_unknown_one() -> None:
    assert ReplayService().record_of("x") is None


@pytest.mark.parametrize("text", [b"", b"[]", FILE.replace(b"narrator/1", b"narrator/9")])
def test_a_broken_file_is_refused(text: bytes) -> None:
    with pytest.raises(Refused):
        ReplayService().open(text)
