"""Panels: rows of buttons and spots on the board that a person can tap, with final texts that templates only draw.
`choose_panel.py` picks the panel of the stage, `phone_panel.py` the one of a player's phone."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from narrator.core.table import events as game_events
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import AnyEvent, Event
from narrator.web.board.geometry import Place
from narrator.web.rendering.page_query import href
from narrator.web.rendering.table_context import TableContext

# The panel in which an event can be entered at any time, and amended. Other events are only entered when a step asks
# for them, and can only be removed.
PANEL_OF_EVENT: dict[type[Event], str] = {
    game_events.RoadBuilt: "build",
    game_events.SettlementBuilt: "build",
    game_events.CityBuilt: "build",
    game_events.DiceRolled: "dice",
    game_events.CardsGained: "gains",
    game_events.CardsDiscarded: "discarded",
    game_events.RobberMoved: "robber",
    game_events.CardStolen: "steal",
    game_events.YearOfPlentyPlayed: "plenty",
    game_events.MonopolyPlayed: "monopoly",
    game_events.PointsRevealed: "points",
    game_events.BankTraded: "bank_trade",
    game_events.PlayersTraded: "trade",
}
MAX_LARGE_CORNERS = 12  # more are drawn as dots
PIECE_OF_EVENT: dict[type[Event], str] = {
    game_events.RoadBuilt: "road",
    game_events.SettlementBuilt: "settlement",
    game_events.CityBuilt: "city",
}


def encode_events(events: Sequence[AnyEvent]) -> str:
    """Return events as a form sends them."""
    return msgspec.json.encode(events).decode()


class Button(Struct, frozen=True, cache_hash=True):
    """A tap that enters events or leads to a further choice."""

    label: str
    events: tuple[AnyEvent, ...] = ()
    href: str | None = None
    action: str = ""  # URL of a form to post instead, without events
    icon: str | None = None
    caption: str = ""  # a smaller second line
    explanation: str = ""  # a third line: where it may go, or why it can't
    cost: tuple[str, ...] = ()  # the cards that it takes, one by one
    receives: tuple[str, ...] = ()  # the cards received for them
    shortfall: str = ""  # which cards are missing, in words; empty if it can be paid
    missing_cards: tuple[str, ...] = ()  # if known
    seat: int | None = None  # whose color it has
    is_picked: bool = False
    is_primary: bool = False  # what most tables tap next
    shortcut: str | None = None  # on the keyboard
    is_disabled: bool = False  # but keeps its place
    is_icon_only: bool = False  # the label is for screen readers

    @property
    def events_json(self) -> str:
        return encode_events(self.events)

    @property
    def longest_word(self) -> int:
        return max(map(len, self.caption.split()), default=0)


class Row(Struct, frozen=True, cache_hash=True):
    """Buttons that belong together.

    `look` is `grid`, `cards` (resources), `hand` (five resources and one more, in a line), `prices`, `numbers`, `few`
    (numbers in a line), `held` (development cards), `deal` (one side of a trade: a name, then cards), `hands` (players
    with a number), `rolls` (players with their roll), `wide` (one to three, full width), `palette`, `dice` or `can`.
    """

    buttons: tuple[Button, ...]
    title: str = ""
    seat: int | None = None
    look: str = "grid"


class Spot(Struct, frozen=True, cache_hash=True):
    at: str
    kind: str  # `settlement`, `city`, `road` or `hex`
    label: str
    events: tuple[AnyEvent, ...] = ()
    href: str | None = None
    rank: int = 0  # position among the hints, from 1; 0 if it is not a hint
    shortfall: str = ""  # as in `Button`
    is_marked: bool = False  # the scenario booklet shows the piece here

    @property
    def events_json(self) -> str:
        return encode_events(self.events)


class HintTile(Struct, frozen=True):
    terrain: str  # the picture's name in the table's theme
    number: int | None
    dots: int
    is_red: bool


class HintView(Struct, frozen=True):
    """A hint: why a place is good and, if there is a board, its tiles."""

    words: tuple[str, ...]
    label: str = ""  # the place, for screen readers
    rank: int = 0  # its number on the board
    is_road: bool = False  # whether the tiles belong to the corner that a road leads to
    tiles: tuple[HintTile, ...] = ()
    odds: str = ""
    harbour: str | None = None


class Panel(Struct, frozen=True):
    """What can be entered in one step."""

    rows: tuple[Row, ...] = ()
    title: str = ""
    lines: tuple[str, ...] = ()
    spots: tuple[Spot, ...] = ()
    close_href: str | None = None  # closes a panel that was opened by hand
    lit_hexes: tuple[str, ...] = ()
    hints: tuple[HintView, ...] = ()  # best first
    remark_label: str = ""  # of a text field; empty if there is none
    all_spots_button: Button | None = None  # switches between legal spots and all spots
    help: str = ""  # shown to the host and never read aloud

    @property
    def has_many_corners(self) -> bool:
        return sum(spot.kind == "settlement" for spot in self.spots) > MAX_LARGE_CORNERS

    def spots_with_places(self, places: Mapping[str, Place]) -> tuple[tuple[Spot, Place], ...]:
        return tuple((spot, places[spot.at]) for spot in self.spots)


def resource_button(table: TableContext, resource: str, events: Sequence[AnyEvent] = (), **fields: Any) -> Button:
    label = table.say("ui.resource", resource=resource)
    return Button(label, tuple(events), **{"icon": resource, **fields})


def adding_buttons(table: TableContext, name: str, chosen: Sequence[str], **changes: Any) -> list[Button]:
    """Return the resources; a tap adds one to the cards that the address lists under `name`."""
    return [
        resource_button(
            table,
            resource,
            href=href(table.query, **changes, **{name: ".".join([*chosen, resource])}),
            caption=str(chosen.count(resource) or ""),
            is_picked=resource in chosen,
        )
        for resource in RESOURCES
    ]


def number_row(
    events: Mapping[int, AnyEvent],
    title: str = "",
    picked: int | None = None,
    seat: int | None = None,
    icon: str | None = None,
) -> Row:
    buttons = (Button(str(number), (event,), icon=icon, is_picked=number == picked) for number, event in events.items())
    return Row(tuple(buttons), title, seat, look="numbers")


def count_cards(cards: Sequence[str]) -> dict[Resource, int]:
    return {resource: cards.count(resource) for resource in RESOURCES if resource in cards}
