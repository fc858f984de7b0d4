"""Records across games: the values that go in and out. Imports no database."""

from datetime import datetime

from msgspec import Struct

from narrator.core.reading.result import Corner


class Spelling(Struct, frozen=True):
    """A way in which somebody's name was written."""

    id: str
    plain: str
    """What is the same for one name, however it is written."""
    name: str
    person: str
    """Whose it is: the spelling that they are shown by."""


class KeptSeat(Struct, frozen=True):
    """How somebody came out of a game."""

    game: str
    seat: int
    spelling: str | None
    person: str | None
    """Nobody, where the seat had no name of its own."""
    name: str
    colour: str
    place: int | None
    points: int | None
    won: bool
    seconds: int
    corners: tuple[Corner, ...]
    ended: datetime
    length: int
    """Seconds of the whole game."""
    rounds: int


class PersonRecord(Struct, frozen=True):
    """A person of this server, over all games."""

    id: str
    name: str
    games: int
    wins: int
    points: float | None
    """On average, in games where they were counted."""
    seconds: float | None
    """On turn in a game, on average; none where no game had times."""
    last: datetime


class Against(Struct, frozen=True):
    """Somebody beside somebody else."""

    id: str
    name: str
    games: int
    wins: int
    losses: int
    """Games that the other won."""
    ahead: int
    """Games in which they came out ahead of the other, whoever won."""


class ListedGame(Struct, frozen=True):
    """A game of this server, finished or not."""

    id: str
    names: tuple[str, ...]
    """Of those who sat down first; empty where the set-up can't be read."""
    entries: int
    touched: datetime
    is_over: bool
    is_counted: bool
