"""How each kind of event is tapped: one row a kind. What has none is entered only where its step asks for it."""

from msgspec import Struct

from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    DiceRolled,
    Event,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    YearOfPlentyPlayed,
)


class Tapping(Struct, frozen=True):
    """One row."""

    panel: str
    """The panel in which it can be entered at any time, and anew where it was entered wrongly."""
    spot: str = ""
    """The piece that a tap on the board puts down."""


TAPPINGS: dict[type[Event], Tapping] = {
    RoadBuilt: Tapping("build", "road"),
    SettlementBuilt: Tapping("build", "settlement"),
    CityBuilt: Tapping("build", "city"),
    DiceRolled: Tapping("dice"),
    CardsGained: Tapping("gains"),
    CardsDiscarded: Tapping("discarded"),
    RobberMoved: Tapping("robber"),
    CardStolen: Tapping("steal"),
    YearOfPlentyPlayed: Tapping("plenty"),
    MonopolyPlayed: Tapping("monopoly"),
    PointsRevealed: Tapping("points"),
    BankTraded: Tapping("bank_trade"),
    PlayersTraded: Tapping("trade"),
}


def panel_of(kind: type[Event]) -> str:
    """The name of the panel of a kind; empty where an entry of it can only be removed."""
    return TAPPINGS[kind].panel if kind in TAPPINGS else ""


def spot_of(kind: type[Event]) -> str:
    """The piece that a spot of this kind is for; empty where the board has none."""
    return TAPPINGS[kind].spot if kind in TAPPINGS else ""
