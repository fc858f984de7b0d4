"""Codes are read back from pictures of them, also from bad ones; what is no photograph is refused and does no harm."""

import struct
import zlib
from collections.abc import Callable

import pytest
from PIL import Image

from narrator.app.files.qr_transfer import ReceivedParts, codes_in, with_codes
from narrator.core.message import Refused
from narrator.storage.files.qr_parts import split_file
from narrator.web.rendering.qr import drawn_qr
from tests.support.codes import as_file, blurred, leaning, on_a_table, picture_of, scaled, turned
from tests.support.html import parse
from tests.support.long_game import LONG_GAME

pytestmark = pytest.mark.storeless

TEXTS = [part.text for part in split_file(LONG_GAME)]
SHOWN = [picture_of(parse(drawn_qr(text)).in_class("qr")) for text in TEXTS]


def reason(photograph: bytes, seconds: float = 8) -> str:
    with pytest.raises(Refused) as refused:
        codes_in(photograph, seconds)
    return refused.value.reasons[0].code


def test_a_whole_game_is_read_back_from_photographs_of_its_codes() -> None:
    """One is turned, one blurred, one small, one taken from the side; two stand on one photograph."""
    photographs = [
        turned(on_a_table(SHOWN[0]), 11),
        blurred(on_a_table(SHOWN[1]), 2),
        scaled(on_a_table(SHOWN[2]), 0.6),
        leaning(on_a_table(SHOWN[3], SHOWN[4])),
    ]
    found = [text for photograph in photographs for text in codes_in(as_file(photograph))]
    assert sorted(found) == sorted(TEXTS)
    received, reasons = with_codes(ReceivedParts(), found)
    assert reasons == ()
    assert received.file == LONG_GAME


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    "change", [lambda p: p, lambda p: turned(p, 180), lambda p: scaled(p, 4)], ids=("plain", "upside down", "large")
)
def test_every_kind_of_photograph_is_read(kind: str, change: Callable[[Image.Image], Image.Image]) -> None:
    assert codes_in(as_file(change(on_a_table(SHOWN[4])), kind)) == [TEXTS[4]]


def test_a_photograph_without_a_code_says_so() -> None:
    assert reason(as_file(Image.new("L", (400, 300), 90))) == "photo.no_code"
    assert reason(as_file(blurred(on_a_table(SHOWN[0]), 12))) == "photo.no_code"


WHOLE = as_file(SHOWN[0], "PNG")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x",
        b"\x89PNG\r\n\x1a\n",
        WHOLE[: len(WHOLE) // 2],
        as_file(SHOWN[4])[:400],
        b"GIF89a" + bytes(50),
        LONG_GAME,
    ],
    ids=["nothing", "a letter", "a head", "half a PNG", "some of a JPEG", "a GIF", "a game file"],
)
def test_what_is_no_photograph_is_refused(content: bytes) -> None:
    assert reason(content) == "photo.unreadable"


def bomb(width: int, height: int) -> bytes:
    """A picture of few bytes that claims this many pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    packed = [struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


@pytest.mark.parametrize(("width", "height"), [(4_001, 4_000), (10_000, 10_000), (50_000, 50_000), (2**31 - 1, 1)])
def test_a_picture_of_too_many_pixels_is_not_even_unpacked(width: int, height: int) -> None:
    assert reason(bomb(width, height)) == "photo.too_large"


def test_a_picture_that_was_made_to_be_slow_is_given_up() -> None:
    """Corners of codes and nothing else: whoever looks for codes tries every three of them."""
    corner = Image.new("L", (9, 9), 255)
    for ring, ink in ((7, 0), (5, 255), (3, 0)):
        corner.paste(ink, ((9 - ring) // 2, (9 - ring) // 2, (9 + ring) // 2, (9 + ring) // 2))
    full = Image.new("L", (1_800, 1_800), 255)
    for x in range(0, 1_800, 9):
        for y in range(0, 1_800, 9):
            full.paste(corner, (x, y))
    assert reason(as_file(full, "PNG"), seconds=1.5) == "photo.no_code"
