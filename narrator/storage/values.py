"""Values that go in and out of the storage. Imports no database.

Entries are only ever added. The storage keeps what it is given and judges nothing: that is the application's task.
"""

from datetime import datetime
from typing import Literal, NamedTuple

from msgspec import Struct

from narrator.core.reading.result import Corner
from narrator.core.table.setup import Setup

SecretKind = Literal[
    "host",  # a host's device
    "program",  # a program with a host's rights
    "link",  # makes one device a host's
    "seat",  # a player's phone
    "watch",  # a spectator's device
]


class Secret(Struct, frozen=True):
    """A credential that lets its holder act for the host or for a seat. Only its hash is stored."""

    kind: SecretKind
    sha256: str
    created: datetime
    seat: int | None = None  # with kind "host": the co-host's seat


class StoredGame(Struct, frozen=True):
    id: str
    setup: Setup
    join_code: str
    created: datetime
    host: Secret


class StoredKey(Struct, frozen=True):
    """An idempotency key and the entries that were sent with it, so that sending them again enters nothing."""

    key: str
    sha256: str  # of the events as sent: the same key with other events is a mistake
    first: int
    last: int


class LastActivity(Struct, frozen=True):
    id: str
    entries: int
    when: datetime


class LastNumbers(NamedTuple):
    """The numbers of a game's last entry and last session event."""

    entry: int
    session: int


class RunningGame(Struct, frozen=True):
    id: str
    last: LastNumbers
    last_played: datetime  # time of the last entry, or of creation


class ListedGame(Struct, frozen=True):
    id: str
    names: tuple[str, ...]  # of the first players; empty if the setup can't be read
    entries: int
    last_played: datetime
    is_over: bool
    is_counted: bool


# Results across games.


class Spelling(Struct, frozen=True):
    id: str
    plain: str  # normalized: equal for all spellings of one name
    name: str
    person: str  # id of the spelling under which the person is shown


class StoredResult(Struct, frozen=True):
    game: str
    seat: int
    spelling: str | None
    person: str | None  # none if the seat had a default name
    name: str
    colour: str
    place: int | None
    points: int | None
    won: bool
    seconds: int
    corners: tuple[Corner, ...]
    ended: datetime
    length: int  # seconds of the whole game
    rounds: int


class PersonRecord(Struct, frozen=True):
    id: str
    name: str
    games: int
    wins: int
    points: float | None  # average over games with counted points
    seconds: float | None  # average time on turn per game; none without timed games
    last: datetime


class OpponentRecord(Struct, frozen=True):
    id: str
    name: str
    games: int
    wins: int
    losses: int  # games that the other won
    ahead: int  # games in which they finished ahead of the other, whether or not they won
