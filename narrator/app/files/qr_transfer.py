"""Transfer a game from another server by QR codes, typed or read from photographs.

The reader of photographs is an extra (`narrator[photos]`).
"""

import json
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from gevent.lock import BoundedSemaphore
from msgspec import Struct

from narrator.core.message import Refusal, Refused, impossible
from narrator.storage.files.qr_parts import Part, join_parts, read_part


class ReceivedParts(Struct, frozen=True):
    parts: tuple[Part, ...] = ()

    @property
    def total(self) -> int:
        return self.parts[0].total if self.parts else 0

    @property
    def missing(self) -> list[int]:
        found = {part.number for part in self.parts}
        return [number for number in range(1, self.total + 1) if number not in found]

    @property
    def is_whole(self) -> bool:
        return bool(self.parts) and not self.missing

    @property
    def file(self) -> bytes:
        """Raises `Refused`."""
        return join_parts(self.parts)


def with_codes(received: ReceivedParts, texts: Iterable[str]) -> tuple[ReceivedParts, tuple[Refusal, ...]]:
    """Add the parts in these codes; return also why some were left out, each reason once."""
    parts = {part.number: part for part in received.parts}
    reasons: dict[str, Refusal] = {}
    for text in texts:
        try:
            part = read_part(text)
            first = next(iter(parts.values()), part)
            if (part.file, part.total) != (first.file, first.total):
                raise Refused(impossible("code.other_game"))
            parts[part.number] = part
        except Refused as refused:
            reasons |= {reason.code: reason for reason in refused.reasons}
    return ReceivedParts(tuple(parts[number] for number in sorted(parts))), tuple(reasons.values())


READER = Path(__file__).with_name("code_reader.py")
MAX_READ_SECONDS = 8.0  # a photograph takes a fraction of one
READER_LOCK = BoundedSemaphore()  # leaves the rest of the machine to the games


def can_read() -> bool:
    return find_spec("zxingcpp") is not None and find_spec("PIL") is not None


def codes_in(photograph: bytes, seconds: float = MAX_READ_SECONDS) -> list[str]:
    """Return the texts of the codes in a photograph without blocking others. Raises `Refused`."""
    from gevent import subprocess  # only who sends a photograph waits for it

    command = [sys.executable, "-P", str(READER)]
    with READER_LOCK:
        try:
            done = subprocess.run(command, input=photograph, capture_output=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Refused(impossible("photo.no_code")) from None
    found: list[str] | str = json.loads(done.stdout) if done.returncode == 0 else "unreadable"
    if isinstance(found, str):
        raise Refused(impossible(f"photo.{found}"))
    return found
