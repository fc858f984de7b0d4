"""The link that a host gives to an assistant: whose game it is, and the key that says what may be done there."""

import re
from typing import NamedTuple
from urllib.parse import urlsplit

GAME = re.compile(r"/(?:g|api/v1/games)/([\w-]+)(?:/.*)?")


class Link(NamedTuple):
    address: str
    """Of the server: `http://192.168.1.20:8080`."""
    game: str
    key: str
    """A host's or a seat's secret. It stands behind the `#`, which no program sends on by mistake."""


def read_link(text: str) -> Link | None:
    """
    >>> read_link("http://localhost:8080/g/k7m2p9xw/stage#SECRET")
    Link(address='http://localhost:8080', game='k7m2p9xw', key='SECRET')
    >>> read_link("http://localhost:8080/g/k7m2p9xw") is None
    True
    """
    try:
        parts = urlsplit(text.strip())
        found, _ = GAME.fullmatch(parts.path), parts.port
    except ValueError:  # a port that is none, half a bracket
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or found is None or not parts.fragment.isalnum():
        return None
    return Link(f"{parts.scheme}://{parts.netloc}", found[1], parts.fragment)
