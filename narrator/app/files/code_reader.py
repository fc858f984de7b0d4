"""Reads the codes in one picture: a program of its own, from standard input to a line of JSON.

Pictures come from strangers, and what unpacks and searches them is not Python: here it can crash or be stopped, and the
games don't notice. It imports nothing of ours, so that it starts in a moment.
"""

import json
import sys
from contextlib import suppress
from io import BytesIO

FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 16_000_000
"""A phone's whole photograph. What is larger is not even unpacked: a small file can hold what fills memory."""
SIDE = 2_400
"""Pixels that a picture is made smaller to: enough for four codes side by side, and read in a moment."""
MOST_MEMORY = 2**30


def read(picture: bytes) -> list[str] | str:
    """What the codes say, or the name of what is wrong."""
    import zxingcpp  # both are extras
    from PIL import Image

    try:
        with Image.open(BytesIO(picture), formats=FORMATS) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                return "too_large"
            opened.draft("L", (SIDE, SIDE))
            grey = opened.convert("L")
    except Image.DecompressionBombError:
        return "too_large"
    except Exception:  # Pillow raises whatever a broken file leads it to
        return "unreadable"
    grey.thumbnail((SIDE, SIDE))
    kinds = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(grey, kinds, try_invert=False, text_mode=zxingcpp.TextMode.Plain)
    return [code.text for code in found] or "no_code"


def limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):  # not every system has limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


if __name__ == "__main__":
    limit_memory()
    print(json.dumps(read(sys.stdin.buffer.read())))
