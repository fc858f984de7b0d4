"""A game file in parts for codes: put together again it is the same file, and what is not whole is refused."""

import bz2
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.message import Refused
from narrator.storage.files.qr_parts import LETTERS, MAX_PART_BYTES, MAX_PARTS, Part, join_parts, read_part, split_file
from tests.support.long_game import LONG_GAME

pytestmark = pytest.mark.file

SAMPLE = Path("narrator/samples/evening.json").read_bytes()
CODES = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""What the compact mode of QR codes can hold."""


def code_of(refused: pytest.ExceptionInfo[Refused]) -> str:
    return refused.value.reasons[0].code


def test_a_game_comes_out_of_its_parts_in_whatever_order_they_come() -> None:
    texts = [part.text for part in split_file(SAMPLE)]
    assert len(texts) == 3
    Random(1).shuffle(texts)
    assert join_parts(map(read_part, texts)) == SAMPLE


@given(st.binary(max_size=5000))
def test_any_bytes_come_out_as_they_went_in(file: bytes) -> None:
    parts = split_file(file)
    assert join_parts(read_part(part.text) for part in parts) == file
    assert all(set(part.text) <= CODES and len(part.data) <= MAX_PART_BYTES for part in parts)


def test_a_game_of_three_hundred_entries_with_their_times_needs_five_codes() -> None:
    assert len(split_file(LONG_GAME)) == 5


def test_parts_say_which_they_are_and_those_of_another_file_differ() -> None:
    parts = split_file(SAMPLE)
    assert [(part.number, part.total) for part in parts] == [(1, 3), (2, 3), (3, 3)]
    assert len({part.file for part in parts}) == 1
    assert split_file(SAMPLE + b" ")[0].file != parts[0].file


@pytest.mark.parametrize(
    "text", ["", "x", "https://example.com", "WIFI:T:WPA;S:x;P:y;;", "narrator:1:A:1:1:0:0", ":::::::"]
)
def test_what_is_no_part_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        read_part(text)
    assert code_of(refused) == "code.foreign"


def test_a_part_of_a_later_version_is_reported_as_such() -> None:
    with pytest.raises(Refused) as refused:
        read_part(split_file(SAMPLE)[0].text.replace("NARRATOR:1:", "NARRATOR:2:"))
    assert code_of(refused) == "code.newer"


def test_a_letter_that_was_read_wrongly_is_noticed_wherever_it_stands() -> None:
    text = split_file(b"Ana, Boris and Chai")[0].text
    for place in range(len("NARRATOR:1:"), len(text)):
        for letter in ("7" if text[place] != "7" else "8", "%", "ก"):
            with pytest.raises(Refused) as refused:
                read_part(text[:place] + letter + text[place + 1 :])
            assert code_of(refused) == "code.damaged", place


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: text + "0", lambda text: text + ":0"])
def test_a_part_that_is_cut_or_longer_is_damaged(change) -> None:
    with pytest.raises(Refused) as refused:
        read_part(change(split_file(SAMPLE)[0].text))
    assert code_of(refused) == "code.damaged"


@pytest.mark.parametrize(("number", "total"), [(0, 3), (4, 3), (-1, 3), (1, MAX_PARTS + 1), (1, 0)])
def test_a_part_with_a_place_that_it_cannot_have_is_damaged(number: int, total: int) -> None:
    with pytest.raises(Refused) as refused:
        read_part(Part("00000000", number, total, b"x").text)
    assert code_of(refused) == "code.damaged"


def test_parts_that_lie_about_their_file_or_lack_one_are_damaged() -> None:
    parts = split_file(SAMPLE)
    lying = [Part(part.file, part.number, part.total, part.data[::-1]) for part in parts]
    for wrong in (lying, parts[:2], [*parts, parts[0]]):
        with pytest.raises(Refused) as refused:
            join_parts(wrong)
        assert code_of(refused) == "code.damaged"


def named(packed: bytes) -> list[Part]:
    """The one part of something that is no packed game, rightly named."""
    return [Part(sha256(packed).hexdigest()[:8].upper(), 1, 1, packed)]


@pytest.mark.parametrize("packed", [b"no game", bz2.compress(SAMPLE)[:-9]])
def test_what_cannot_be_unpacked_is_damaged(packed: bytes) -> None:
    with pytest.raises(Refused) as refused:
        join_parts(named(packed))
    assert code_of(refused) == "code.damaged"


def test_little_that_unpacks_to_much_is_stopped() -> None:
    packed = bz2.compress(bytes(50_000_000))
    assert len(packed) < MAX_PART_BYTES
    with pytest.raises(Refused) as refused:
        join_parts(named(packed))
    assert code_of(refused) == "code.too_many"


def test_a_file_that_needs_too_many_codes_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        split_file(Random(1).randbytes(MAX_PART_BYTES * (MAX_PARTS + 1)))
    assert code_of(refused) == "code.too_many"


def test_letters_can_be_pasted_and_taken_apart() -> None:
    assert len(LETTERS) == 41
    assert 41**3 >= 2**16
    assert not set(LETTERS) & set(" :%/")
