"""A game file as texts for QR codes: packed, cut into parts, and put together again in whatever order they were read.

A part is letters that codes hold best, so that a phone's camera can show it as text, too. It says which file it is of,
which part of how many, and its checksum: `NARRATOR:1:5F0A48EA:3:12:A98CB032:…`.
"""

import bz2
from collections.abc import Iterable, Sequence
from hashlib import sha256
from zlib import crc32

from msgspec import Struct

from narrator.core.message import Refused, impossible

MARK, VERSION = "NARRATOR", "1"
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-."
"""Three of these 41 hold two bytes. A space or a colon is none of them: a part can be pasted and taken apart."""
MOST_BYTES = 900
"""In one part: a code of 117 squares a side, which a phone photographs from a screen."""
MOST_PARTS = 99
LARGEST_FILE = 1_000_000
"""What little was packed so that it becomes more than this is no game."""


class Part(Struct, frozen=True):
    file: str
    """The beginning of the packed file's SHA-256: tells one game from another, and from itself an entry later."""
    number: int
    """From 1."""
    total: int
    data: bytes

    @property
    def text(self) -> str:
        return ":".join(
            (MARK, VERSION, self.file, str(self.number), str(self.total), self._checksum, _letters(self.data))
        )

    @property
    def _checksum(self) -> str:
        return f"{crc32(f'{self.file}:{self.number}:{self.total}:'.encode() + self.data):08X}"


def parts_of(file: bytes) -> list[Part]:
    """Packed by bzip2, which made the least of real games, with zlib and LZMA beside it. Raises `Refused`."""
    packed = bz2.compress(file)
    pieces = [packed[start : start + MOST_BYTES] for start in range(0, len(packed), MOST_BYTES)]
    if len(pieces) > MOST_PARTS:
        raise Refused(impossible("code.too_many"))
    return [Part(_name(packed), number, len(pieces), piece) for number, piece in enumerate(pieces, start=1)]


def read_part(text: str) -> Part:
    """Raises `Refused` for what is no part, or was damaged on its way."""
    mark, _, rest = text.strip().partition(":")
    version, _, rest = rest.partition(":")
    if mark != MARK:
        raise Refused(impossible("code.foreign"))
    if version != VERSION:
        raise Refused(impossible("code.newer"))
    try:
        file, number, total, _, letters = rest.split(":")
        part = Part(file, int(number), int(total), _bytes(letters))
    except ValueError:
        raise Refused(impossible("code.damaged")) from None
    if part.text != text.strip() or not 1 <= part.number <= part.total <= MOST_PARTS:
        raise Refused(impossible("code.damaged"))
    return part


def joined(parts: Iterable[Part]) -> bytes:
    """The game file again, from all of its parts. Raises `Refused`."""
    ordered = sorted(parts, key=lambda part: part.number)
    packed = b"".join(part.data for part in ordered)
    if [part.number for part in ordered] != list(range(1, ordered[0].total + 1)) or _name(packed) != ordered[0].file:
        raise Refused(impossible("code.damaged"))
    try:
        unpacking = bz2.BZ2Decompressor()
        file = unpacking.decompress(packed, LARGEST_FILE)
    except OSError:
        raise Refused(impossible("code.damaged")) from None
    if not unpacking.eof:
        raise Refused(impossible("code.too_many" if len(file) == LARGEST_FILE else "code.damaged"))
    return file


def _name(packed: bytes) -> str:
    return sha256(packed).hexdigest()[:8].upper()


def _letters(data: bytes) -> str:
    """
    >>> _letters(b"Ana"), _bytes(_letters(b"Ana"))
    ('M-9F2', b'Ana')
    """
    pairs = (data[start : start + 2] for start in range(0, len(data), 2))
    return "".join(_digits(int.from_bytes(pair), 3 if len(pair) == 2 else 2) for pair in pairs)


def _digits(value: int, count: int) -> str:
    return "".join(LETTERS[value // len(LETTERS) ** place % len(LETTERS)] for place in range(count))


def _bytes(letters: str) -> bytes:
    """Raises `ValueError` for letters that nothing is written in."""
    groups = (letters[start : start + 3] for start in range(0, len(letters), 3))
    return b"".join(_value(group).to_bytes(len(group) - 1) for group in groups)


def _value(group: Sequence[str]) -> int:
    value = 0
    for letter in reversed(group):
        value = value * len(LETTERS) + LETTERS.index(letter)
    if len(group) < 2 or value >= 256 ** (len(group) - 1):
        raise ValueError(group)
    return value
