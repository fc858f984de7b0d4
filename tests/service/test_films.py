"""Game files that somebody only wants to watch."""

import pytest

from narrator.core.message import Refused
from narrator.service.films import OF_A_FILE, Films
from tests.web.kit import SAMPLE, sample_games

pytestmark = pytest.mark.storeless

FILE = SAMPLE.read_bytes()


def test_the_same_file_has_the_same_name_and_is_folded_once() -> None:
    films = Films()
    name = films.open(FILE)
    record = films.of(name)
    assert record is not None
    assert len(record.log) > 400
    assert films.open(FILE) == name
    assert films.of(name) is record


def test_another_file_has_another_name() -> None:
    films = Films()
    assert films.open(FILE) != films.open(sample_games()[0].read_bytes())


def test_the_one_that_nobody_looked_at_for_longest_goes_first() -> None:
    one, other, third = (path.read_bytes() for path in sample_games()[:3])
    films = Films(3 * OF_A_FILE + 2_400)
    first, second = films.open(one), films.open(other)
    assert films.of(first) is not None
    assert films.open(third)
    assert films.of(first) is not None
    assert films.of(second) is None


def test_nobody_has_an_unknown_one() -> None:
    assert Films().of("x") is None


@pytest.mark.parametrize("text", [b"", b"[]", FILE.replace(b"narrator/1", b"narrator/9")])
def test_a_broken_file_is_refused(text: bytes) -> None:
    with pytest.raises(Refused):
        Films().open(text)
