"""A sum over what was written down, kept beside it: SQLite notices a broken page, but not another letter in a text."""

from zlib import crc32


def setup_checksum(game: str, setup: str) -> int:
    return _sum(game, setup)


def entry_checksum(game: str, number: int, event: str, written: str) -> int:
    return _sum(game, str(number), event, written)


def _sum(*parts: str) -> int:
    """What was read from a broken row may be no text at all."""
    return crc32("\n".join(map(str, parts)).encode("utf-8", "surrogatepass"))
