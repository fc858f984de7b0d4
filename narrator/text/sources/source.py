"""How an English source text is written down: key and text, for the code and for the extraction of catalogs."""

from typing import NamedTuple


class Source(NamedTuple):
    key: str
    text: str
    plural: str | None = None


def N(key: str, text: str) -> Source:
    """A message."""
    return Source(key, text)


def NN(key: str, one: str, many: str) -> Source:
    """A message whose form depends on the count `n`."""
    return Source(key, one, many)
