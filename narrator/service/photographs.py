"""Codes in photographs. What reads them is an extra (`narrator[photos]`): most evenings need none of it."""

from importlib.util import find_spec
from io import BytesIO

import gevent

from narrator.core.message import Refusal, Refused, impossible

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 16_000_000
"""A phone's whole photograph. What is larger is not even unpacked: a small file can hold what fills memory."""
SIDE = 2_400
"""Pixels that a picture is made smaller to: enough for four codes side by side, and read in a moment."""


def can_read() -> bool:
    return find_spec("zxingcpp") is not None and find_spec("PIL") is not None


def codes_in(photograph: bytes) -> list[str]:
    """What the codes in a photograph say, in whatever order. Raises `Refused`. It is read in a thread of its own:
    everybody else is answered meanwhile."""
    found: list[str] | Refusal = gevent.get_hub().threadpool.apply(_read, (photograph,))
    if isinstance(found, Refusal):
        raise Refused(found)
    return found


def _read(photograph: bytes) -> list[str] | Refusal:
    import zxingcpp  # both are extras
    from PIL import Image

    try:
        with Image.open(BytesIO(photograph), formats=FORMATS) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                return impossible("photo.too_large")
            picture.draft("L", (SIDE, SIDE))
            grey = picture.convert("L")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return impossible("photo.too_large")
    except (OSError, ValueError, SyntaxError, EOFError, KeyError, IndexError, TypeError, OverflowError):  # Pillow's
        return impossible("photo.unreadable")
    grey.thumbnail((SIDE, SIDE))
    kinds = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(grey, kinds, text_mode=zxingcpp.TextMode.Plain)
    return [code.text for code in found] or impossible("photo.no_code")
