"""What can be tapped: buttons in rows, and spots on the board. Words are said already; the template only draws."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from narrator.core.table.events import AnyEvent
from narrator.web.board.geometry import Place


def written(events: Sequence[AnyEvent]) -> str:
    """Events as a form sends them."""
    return msgspec.json.encode(events).decode()


class Button(Struct, frozen=True, cache_hash=True):
    """One tap: it enters events, or leads to a further choice."""

    label: str
    events: tuple[AnyEvent, ...] = ()
    href: str | None = None
    action: str = ""
    """Where it sends its form instead, without events."""
    icon: str | None = None
    caption: str = ""
    """A smaller second line."""
    where: str = ""
    """A further one: where it may go, or why it can't."""
    cost: tuple[str, ...] = ()
    """The cards that it takes, one by one."""
    gets: tuple[str, ...] = ()
    """The cards that come for them."""
    dear: str = ""
    """What is missing to pay for it, in words; empty where it can be paid."""
    lacks: tuple[str, ...] = ()
    """The cards that are missing, where it is known which."""
    seat: int | None = None
    """Whose colour it wears."""
    picked: bool = False
    main: bool = False
    """What most tables tap next."""
    key: str | None = None
    """The key that taps it."""
    off: bool = False
    """Keeps its place, but can't be tapped now."""
    small: bool = False
    """Only its picture is shown; the words are for those who hear the page."""

    @property
    def value(self) -> str:
        return written(self.events)

    @property
    def longest(self) -> int:
        """Letters of the longest word below."""
        return max(map(len, self.caption.split()), default=0)


class Row(Struct, frozen=True, cache_hash=True):
    """Buttons that belong together."""

    buttons: tuple[Button, ...]
    title: str = ""
    seat: int | None = None
    look: str = "grid"
    """`grid`, `cards` (resources), `hand` (all five and one more, in a line), `prices`, `held` (development cards),
    `numbers`, `few` (numbers in a line), `deal` (one side of a trade: a name, then cards), `hands` (players with a
    number), `rolls` (players with what they rolled), `wide` (one to three, as wide as the room), `palette`, `dice`."""


class Spot(Struct, frozen=True, cache_hash=True):
    """A place on the board that can be tapped."""

    at: str
    kind: str
    """`settlement`, `city`, `road` or `hex`."""
    label: str
    events: tuple[AnyEvent, ...] = ()
    href: str | None = None
    rank: int = 0
    """Its place among the hints, from 1; nought for all others."""
    dear: str = ""
    """What is missing to pay for it, in words; empty where it can be paid."""
    marked: bool = False
    """A booklet draws the piece here."""

    @property
    def value(self) -> str:
        return written(self.events)


class Tile(Struct, frozen=True):
    """A hex in small."""

    terrain: str
    """As its picture is called, in the table's theme."""
    number: int | None
    dots: int
    red: bool


class Tip(Struct, frozen=True):
    """What was asked for: a place in pictures, and why it is good in words. Without a board it is words alone."""

    words: tuple[str, ...]
    label: str = ""
    """The place, for those who hear the page."""
    rank: int = 0
    """Its number on the board."""
    is_road: bool = False
    """Whether the tiles are those of the corner that a road leads to."""
    tiles: tuple[Tile, ...] = ()
    odds: str = ""
    """How often it pays."""
    harbour: str | None = None
    """The harbour's kind."""


class Panel(Struct, frozen=True):
    """What the host can enter in one step."""

    rows: tuple[Row, ...] = ()
    title: str = ""
    notes: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    """Where there are some, the board takes the stage."""
    back: str | None = None
    """The way out of it, where it was opened by hand."""
    lit: tuple[str, ...] = ()
    """Hexes to point at."""
    tiles: bool = False
    """The board takes the stage although nothing is picked: the table lays its tiles."""
    hints: tuple[Tip, ...] = ()
    """What was asked for, the best first."""
    remark: str = ""
    """What is asked beside a field to type a note in; empty where nothing is noted."""
    other: Button | None = None
    """Shows the spots that the rules forbid, or only those that they allow: it lies quietly on the sea."""
    about: str = ""
    """What to tap for something else, for the host's eyes: never spoken, since only the host has that button."""

    @property
    def takes_stage(self) -> bool:
        return bool(self.spots) or self.tiles

    def placed(self, places: Mapping[str, Place]) -> tuple[tuple[Spot, Place], ...]:
        """The spots, each with the place on the picture where it lies."""
        return tuple((spot, places[spot.at]) for spot in self.spots)
