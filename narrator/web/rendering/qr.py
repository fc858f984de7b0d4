"""QR codes as SVG: one path, kept because drawing one takes a while, and the longer the text the longer.

Drawn here and not by qrcode, whose SVG has a fixed size in millimetres and an id, the same in two codes on a page.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup

SHORT = 120
"""Up to so many letters eight patterns are tried for the one that cameras like best, in eight times the time."""
LONGEST = 1_000
"""What is longer makes a code too fine for a camera that looks for one by itself."""
FINEST = 1_400
"""Somebody who holds a phone still in front of a screen gets so much."""


@lru_cache(maxsize=256)
def qr(text: str) -> Markup:
    """A code for everybody; one with a secret in it is drawn anew each time, so that nothing keeps it."""
    return drawn_qr(text)


def drawn_qr(text: str, is_coarse: bool = False) -> Markup:
    """Dark on white in every look: cameras read nothing else reliably. A coarse one forgives less dirt, which a screen
    has none of, and has larger squares."""
    from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M  # slow to import, and not every evening has phones
    from qrcode.main import QRCode

    pattern = None if len(text) <= SHORT else 0
    level = ERROR_CORRECT_L if is_coarse else ERROR_CORRECT_M
    code: QRCode[object] = QRCode(error_correction=level, border=3, mask_pattern=pattern)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    path = "".join(f"M{x} {y}h{width}v1h-{width}z" for y, row in enumerate(rows) for x, width in _runs(row))
    size = len(rows)
    return Markup(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" aria-label="QR" shape-rendering="crispEdges">'
        '<path fill="#fff" d="M0 0h{0}v{0}H0z"/><path fill="#000" d="{1}"/></svg>'
    ).format(size, Markup(path))


def _runs(row: list[bool | None]) -> Iterator[tuple[int, int]]:
    """Where the dark stretches of a row begin, and how wide they are: a third of what single squares would take.

    >>> [*_runs([True, True, False, True])]
    [(0, 2), (3, 1)]
    """
    begin = 0
    for dark, squares in groupby(map(bool, row)):
        width = len(list(squares))
        if dark:
            yield begin, width
        begin += width


def wifi_text(name: str, password: str) -> str:
    """What a phone's camera takes as a network.

    >>> wifi_text("Café; 2", "a:b")
    'WIFI:T:WPA;S:Café\\\\; 2;P:a\\\\:b;;'
    """
    kind = "WPA" if password else "nopass"
    return f"WIFI:T:{kind};S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in text)
