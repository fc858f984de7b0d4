"""Reads the QR codes in a picture: a separate program, from standard input to a line of JSON.

Pictures come from strangers, and the native decoders may crash or hang: here they can be killed without harm. It
imports nothing of ours, to start fast.
"""

import json
import sys
from contextlib import suppress
from io import BytesIO

FORMATS = ("JPEG", "PNG", "WEBP")
MAX_PIXELS = 16_000_000  # a phone's photograph; larger files aren't unpacked, as they might fill the memory
MAX_SIDE = 2_400  # pixels after scaling: enough for four codes side by side
MAX_MEMORY = 2**30


def read(picture: bytes) -> list[str] | str:
    """Return the texts of the codes, or the name of an error."""
    import zxingcpp  # both are extras
    from PIL import Image

    try:
        with Image.open(BytesIO(picture), formats=FORMATS) as opened:
            if opened.width * opened.height > MAX_PIXELS:
                return "too_large"
            opened.draft("L", (MAX_SIDE, MAX_SIDE))
            grey = opened.convert("L")
    except Image.DecompressionBombError:
        return "too_large"
    except Exception:  # Pillow raises whatever a broken file leads it to
        return "unreadable"
    grey.thumbnail((MAX_SIDE, MAX_SIDE))
    kinds = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    found = zxingcpp.read_barcodes(grey, kinds, try_invert=False, text_mode=zxingcpp.TextMode.Plain)
    return [code.text for code in found] or "no_code"


def limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError):  # not every system has limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    limit_memory()
    print(json.dumps(read(sys.stdin.buffer.read())))
