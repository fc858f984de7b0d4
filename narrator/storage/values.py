"""The values that go in and out of the storage, and its errors. Imports no database.

Entries are only ever added. The storage keeps what it is given and judges nothing: that is the service's task.
"""

from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from narrator.core.message import Refusal
from narrator.core.table.setup import Setup

Part = Literal["setup", "entry", "note"]
SecretKind = Literal["host", "program", "link", "seat", "watch"]
"""A host's device, a program with a host's rights, a link that makes one device a host's, a phone with a seat, one that
watches."""


class Secret(Struct, frozen=True):
    """Who holds it may act for the host or for a seat. Only its hash is kept."""

    kind: SecretKind
    sha256: str
    created: datetime
    seat: int | None = None
    """Of a host's device: the co-host whose phone it is."""


class StoredGame(Struct, frozen=True):
    """A game as it is begun."""

    id: str
    setup: Setup
    join_code: str
    created: datetime
    host: Secret


class StoredRequest(Struct, frozen=True):
    """Something that was entered under a key, so that sending it again enters nothing."""

    key: str
    sha256: str
    """Of the events as they were sent: the same key with other events is a mistake."""
    first: int
    last: int


class LastActivity(Struct, frozen=True):
    """When something was last written to a game."""

    id: str
    entries: int
    when: datetime


class RunningGame(Struct, frozen=True):
    """A game that is not over, by its last numbers."""

    id: str
    entries: int
    notes: int
    touched: datetime
    """When the last entry was written, or the game begun."""


class AlreadyTaken(Exception):
    """Another game has this id or this join code."""


class NumberTaken(Exception):
    """Somebody else has entered something under this number, or under this key, in the meantime."""


class StorageUnavailable(Exception):
    """The log can't be opened, read or written: `code` says why, `params` about which file."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class DamagedGame(StorageUnavailable):
    """Something that is kept of one game can't be read, or can't have happened. Other games don't hang on it."""

    def __init__(self, game: str, part: Part, number: int, *reasons: Refusal) -> None:
        super().__init__("game_damaged", game=game)
        self.game = game
        self.part = part
        self.number = number
        """Of the first bad entry or note."""
        self.reasons = reasons
