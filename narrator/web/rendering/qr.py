"""QR codes as SVG paths. qrcode's own SVG has a fixed size in millimeters and an id, which would appear twice on a
page with two codes."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from markupsafe import Markup

MAX_OPTIMIZED = 120  # characters; up to here all eight mask patterns are tried, which takes eight times as long
LONGEST = 1_000  # characters; longer ones are too fine for a camera that scans by itself
FINEST = 1_400  # characters, for a phone held still in front of a screen


@lru_cache(maxsize=256)
def qr(text: str) -> Markup:
    """Return a cached code. Use `drawn_qr` for secrets."""
    return drawn_qr(text)


def drawn_qr(text: str, is_coarse: bool = False) -> Markup:
    """Draw a code, dark on white in every theme. A coarse one has larger squares and less error correction."""
    from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M  # slow to import and not always needed
    from qrcode.main import QRCode

    pattern = None if len(text) <= MAX_OPTIMIZED else 0
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
    """Yield start and width of each dark run in a row.

    >>> [*_runs([True, True, False, True])]
    [(0, 2), (3, 1)]
    """
    start = 0
    for dark, squares in groupby(map(bool, row)):
        width = len(list(squares))
        if dark:
            yield start, width
        start += width


def wifi_text(name: str, password: str) -> str:
    """Return the text of a code that joins a Wi-Fi network.

    >>> wifi_text("Café; 2", "a:b")
    'WIFI:T:WPA;S:Café\\\\; 2;P:a\\\\:b;;'
    """
    kind = "WPA" if password else "nopass"
    return f"WIFI:T:{kind};S:{_escaped(name)};P:{_escaped(password)};;"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in '\\;,":' else letter for letter in text)
