"""Parts that come one after the other: duplicates do nothing, other games are left out, what is missing is named."""

from pathlib import Path

import pytest

from narrator.app.files.qr_transfer import ReceivedParts, with_codes
from narrator.storage.files.qr_parts import split_file

pytestmark = pytest.mark.storeless

SAMPLE = Path("narrator/samples/evening.json").read_bytes()
ONE, TWO, THREE = (part.text for part in split_file(SAMPLE))
OTHER = split_file(SAMPLE + b"\n")[1].text


def codes(received: ReceivedParts, *texts: str) -> tuple[ReceivedParts, list[str]]:
    found, reasons = with_codes(received, texts)
    return found, [reason.code for reason in reasons]


def test_nothing_was_read_at_first() -> None:
    assert (ReceivedParts().total, ReceivedParts().missing, ReceivedParts().is_whole) == (0, [], False)


def test_what_is_missing_is_named_until_all_is_there() -> None:
    received, _ = codes(ReceivedParts(), THREE)
    assert (received.total, received.missing) == (3, [1, 2])
    received, _ = codes(received, ONE)
    assert received.missing == [2]
    received, reasons = codes(received, TWO)
    assert (received.is_whole, reasons) == (True, [])
    assert received.file == SAMPLE


def test_a_part_that_comes_again_changes_nothing() -> None:
    once, _ = codes(ReceivedParts(), ONE, TWO)
    assert codes(once, TWO, ONE, ONE) == (once, [])


def test_the_first_part_says_of_which_game_all_are() -> None:
    received, reasons = codes(ReceivedParts(), ONE, OTHER, THREE, OTHER)
    assert reasons == ["code.other_game"]
    assert received == codes(ReceivedParts(), ONE, THREE)[0]


def test_what_cannot_be_read_takes_nothing_away() -> None:
    received, reasons = codes(ReceivedParts(), ONE, "https://example.com", TWO[:-1], "NARRATOR:9:", "x")
    assert received == codes(ReceivedParts(), ONE)[0]
    assert reasons == ["code.foreign", "code.damaged", "code.newer"]
