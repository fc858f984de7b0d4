"""A game on its way from another Narrator: the parts that were read so far, and which are missing."""

from collections.abc import Iterable

from msgspec import Struct

from narrator.core.message import Refusal, Refused, impossible
from narrator.storage.files.qr_parts import Part, join_parts, read_part


class Carried(Struct, frozen=True):
    """All parts are of one file: the first that was read says of which."""

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
        """The game file. Raises `Refused`."""
        return join_parts(self.parts)


def with_codes(carried: Carried, texts: Iterable[str]) -> tuple[Carried, tuple[Refusal, ...]]:
    """With what these codes say, and why some of them were left out, each reason once. A part that comes again changes
    nothing."""
    parts = {part.number: part for part in carried.parts}
    reasons: dict[str, Refusal] = {}
    for text in texts:
        try:
            part = read_part(text)
            _refuse_another_game(part, parts)
            parts[part.number] = part
        except Refused as refused:
            reasons |= {reason.code: reason for reason in refused.reasons}
    return Carried(tuple(parts[number] for number in sorted(parts))), tuple(reasons.values())


def _refuse_another_game(part: Part, parts: dict[int, Part]) -> None:
    first = next(iter(parts.values()), part)
    if (part.file, part.total) != (first.file, first.total):
        raise Refused(impossible("code.other_game"))
