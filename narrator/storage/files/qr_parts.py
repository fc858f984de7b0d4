"""A game file as texts for QR codes: compressed and split into parts, which may be scanned in any order.

A part uses only QR codes' alphanumeric characters, so that a phone's camera can also show it as text. It contains the
file's id, its number, the number of parts and a checksum: `NARRATOR:1:5F0A48EA:3:12:A98CB032:…`.
"""

import bz2
from collections.abc import Iterable, Sequence
from hashlib import sha256
from zlib import crc32

from msgspec import Struct

from narrator.core.message import Refused, impossible

PREFIX, VERSION = "NARRATOR", "1"
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$*+-."  # three of these 41 encode two bytes; no space, no colon
MAX_PART_BYTES = 900  # a QR code with 117 squares a side, which a phone can scan from a screen
MAX_PARTS = 99
MAX_FILE_BYTES = 1_000_000  # a larger file is not a game but a decompression bomb


class Part(Struct, frozen=True):
    file: str  # the first digits of the compressed file's SHA-256
    number: int  # from 1
    total: int
    data: bytes

    @property
    def text(self) -> str:
        fields = (PREFIX, VERSION, self.file, self.number, self.total, self._checksum, _letters(self.data))
        return ":".join(map(str, fields))

    @property
    def _checksum(self) -> str:
        return f"{crc32(f'{self.file}:{self.number}:{self.total}:'.encode() + self.data):08X}"


def split_file(file: bytes) -> list[Part]:
    """Compress a file, with bzip2 because it beat zlib and LZMA on real games, and split it. Raises `Refused`."""
    packed = bz2.compress(file)
    pieces = [packed[start : start + MAX_PART_BYTES] for start in range(0, len(packed), MAX_PART_BYTES)]
    if len(pieces) > MAX_PARTS:
        raise Refused(impossible("code.too_many"))
    return [Part(_file_id(packed), number, len(pieces), piece) for number, piece in enumerate(pieces, start=1)]


def read_part(text: str) -> Part:
    """Parse a scanned text. Raises `Refused` if it is not a part or is damaged."""
    mark, _, rest = text.strip().partition(":")
    version, _, rest = rest.partition(":")
    if mark != PREFIX:
        raise Refused(impossible("code.foreign"))
    if version != VERSION:
        raise Refused(impossible("code.newer"))
    try:
        file, number, total, _, letters = rest.split(":")
        part = Part(file, int(number), int(total), _bytes(letters))
    except ValueError:
        raise Refused(impossible("code.damaged")) from None
    if part.text != text.strip() or not 1 <= part.number <= part.total <= MAX_PARTS:
        raise Refused(impossible("code.damaged"))
    return part


def join_parts(parts: Iterable[Part]) -> bytes:
    """Return the game file made of all its parts. Raises `Refused`."""
    ordered = sorted(parts, key=lambda part: part.number)
    packed = b"".join(part.data for part in ordered)
    if [part.number for part in ordered] != list(range(1, ordered[0].total + 1)) or _file_id(packed) != ordered[0].file:
        raise Refused(impossible("code.damaged"))
    try:
        decompressor = bz2.BZ2Decompressor()
        file = decompressor.decompress(packed, MAX_FILE_BYTES)
    except OSError:
        raise Refused(impossible("code.damaged")) from None
    if not decompressor.eof:
        raise Refused(impossible("code.too_many" if len(file) == MAX_FILE_BYTES else "code.damaged"))
    return file


def _file_id(packed: bytes) -> str:
    return sha256(packed).hexdigest()[:8].upper()


def _letters(data: bytes) -> str:
    """
    >>> _letters(b"Ana"), _bytes(_letters(b"Ana"))
    ('M-9F2', b'Ana')
    """
    pairs = (data[start : start + 2] for start in range(0, len(data), 2))
    base = len(LETTERS)
    return "".join(
        LETTERS[int.from_bytes(pair) // base**place % base] for pair in pairs for place in range(len(pair) + 1)
    )


def _bytes(letters: str) -> bytes:
    """Raises `ValueError` for other letters."""
    groups = (letters[start : start + 3] for start in range(0, len(letters), 3))
    return b"".join(_value(group).to_bytes(len(group) - 1) for group in groups)


def _value(group: Sequence[str]) -> int:
    value = 0
    for letter in reversed(group):
        value = value * len(LETTERS) + LETTERS.index(letter)
    if len(group) < 2 or value >= 256 ** (len(group) - 1):
        raise ValueError(group)
    return value
