"""Events: the facts that a host reports, each a small frozen value, and the times they carry.

Every event can be waived by the host although irregular (`waived`), have happened earlier (`late`), carry the time of
its entry (`time`) and belong together with other entries (`group`, the number of the first one). The numbers of entries
decide their order; times are informative only.
"""

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from narrator.core.table.box import Colour, HarbourKind
from narrator.core.table.cards import Count, Counts, DevelopmentKind, Resource

SeatNumber = Annotated[int, Meta(ge=0, le=1000)]
Die = Annotated[int, Meta(ge=1, le=6)]
Total = Annotated[int, Meta(ge=2, le=12)]
TokenNumber = Annotated[int, Meta(ge=2, le=12)]
Positive = Annotated[int, Meta(ge=1, le=1000)]
EntryNumber = Annotated[int, Meta(ge=0, le=10**9)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Text = Annotated[str, Meta(max_length=2000)]
Place = Annotated[str, Meta(max_length=60)]


def type_name(class_name: str) -> str:
    """
    >>> type_name("YearOfPlentyPlayed")
    'year_of_plenty_played'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", class_name).lower()


class Event(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type", tag=type_name
):
    """Fields of all events. Facts about the whole table have no seat."""

    waived: bool = False
    late: bool = False
    time: datetime | None = None
    group: EntryNumber | None = None

    @property
    def type(self) -> str:
        return str(self.__struct_config__.tag)


class SeatEvent(Event, frozen=True, kw_only=True):
    """An event with a seat that acted."""

    seat: SeatNumber


class TouchedHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex that a building touches, at a table without a board: resource and number."""

    resource: Resource
    number: TokenNumber

    def __post_init__(self) -> None:
        if self.number == 7:
            raise ValueError("no hex carries a seven")


# before the game
class StepDone(Event, frozen=True, kw_only=True):
    step: Annotated[str, Meta(max_length=60)]


class FirstPlayerChosen(SeatEvent, frozen=True, kw_only=True):
    rolls: dict[SeatNumber, Total] | None = None
    drawn: bool = False  # the app drew the seat; every device shows the draw


class SeatJoined(SeatEvent, frozen=True, kw_only=True):
    name: Name
    colour: Colour
    language: Annotated[str, Meta(max_length=35)] | None = None


class PlayerLeft(SeatEvent, frozen=True, kw_only=True):
    pass


# building
class SettlementBuilt(SeatEvent, frozen=True, kw_only=True):
    at: Place | None = None
    touches: Annotated[list[TouchedHex], Meta(max_length=3)] | None = None
    harbour: HarbourKind | None = None
    # `counts` only, Catan for Two: trade tokens that this spot brings
    tokens: Annotated[int, Meta(ge=0, le=3)] | None = None


class RoadBuilt(SeatEvent, frozen=True, kw_only=True):
    at: Place | None = None


class CityBuilt(SeatEvent, frozen=True, kw_only=True):
    at: Place | None = None
    settlement: Annotated[int, Meta(ge=1, le=5)] | None = None


class RoadReported(SeatEvent, frozen=True, kw_only=True):
    length: Annotated[int, Meta(ge=0, le=15)]


# dice and income
class DiceRolled(SeatEvent, frozen=True, kw_only=True):
    dice: tuple[Die, Die] | None = None
    total: Total | None = None

    def __post_init__(self) -> None:
        if (self.dice is None) == (self.total is None):
            raise ValueError("exactly one of `dice` and `total`")

    @property
    def sum(self) -> int:
        return sum(self.dice) if self.dice else self.total or 0


class CardsGained(Event, frozen=True, kw_only=True):
    seat: SeatNumber | None = None
    gains: dict[SeatNumber, Counts]


# the robber
class CardsDiscarded(SeatEvent, frozen=True, kw_only=True):
    cards: Counts | None = None
    count: Positive | None = None

    def __post_init__(self) -> None:
        if (self.cards is None) == (self.count is None):
            raise ValueError("exactly one of `cards` and `count`")


class RobberMoved(SeatEvent, frozen=True, kw_only=True):
    to: Place | None = None
    blocks: TouchedHex | None = None


class CardStolen(SeatEvent, frozen=True, kw_only=True):
    victim: SeatNumber | None
    resource: Resource | None = None


# development cards
class DevelopmentBought(SeatEvent, frozen=True, kw_only=True):
    # known if the app deals or a bot plays with open cards; otherwise only its owner knows it
    card: DevelopmentKind | None = None


class KnightPlayed(SeatEvent, frozen=True, kw_only=True):
    pass


class RoadBuildingPlayed(SeatEvent, frozen=True, kw_only=True):
    pass


class YearOfPlentyPlayed(SeatEvent, frozen=True, kw_only=True):
    cards: Counts


class MonopolyPlayed(SeatEvent, frozen=True, kw_only=True):
    resource: Resource
    taken: dict[SeatNumber, Count]


class PointsRevealed(SeatEvent, frozen=True, kw_only=True):
    count: Positive


# trade
class BankTraded(SeatEvent, frozen=True, kw_only=True):
    give: Counts
    receive: Counts


class PlayersTraded(SeatEvent, frozen=True, kw_only=True):
    partner: SeatNumber
    give: Counts
    receive: Counts


# Catan for Two: colours that nobody plays, and trade tokens
class NeutralSettlementBuilt(Event, frozen=True, kw_only=True):
    """A neutral colour's first settlement, or the one placed after a player's own."""

    seat: SeatNumber | None = None
    colour: Colour
    at: Place | None = None


class NeutralRoadBuilt(SeatEvent, frozen=True, kw_only=True):
    """Placed after a player's own road, or after their settlement if no neutral settlement fits."""

    colour: Colour
    at: Place | None = None


class NeutralRoadReported(Event, frozen=True, kw_only=True):
    """`counts` only: the table measured a neutral colour's longest road."""

    seat: SeatNumber | None = None
    colour: Colour
    length: Annotated[int, Meta(ge=0, le=15)]


class TokensSpent(SeatEvent, frozen=True, kw_only=True):
    """Trade tokens spent on a `forced_trade` (`taken` from the rival and `given` back, if somebody saw them) or on
    sending the robber home (`to` a desert, if there are several). The price depends on the points."""

    action: Literal["forced_trade", "robber_home"]
    taken: Counts | None = None
    given: Counts | None = None
    to: Place | None = None


class KnightGivenUp(SeatEvent, frozen=True, kw_only=True):
    """A played knight leaves the table for two tokens."""


# turns
class TurnEnded(SeatEvent, frozen=True, kw_only=True):
    pass


class VictoryDeclared(SeatEvent, frozen=True, kw_only=True):
    pass


# the table
class RulesAgreed(SeatEvent, frozen=True, kw_only=True):
    pass


class ClockPaused(Event, frozen=True, kw_only=True):
    """A break: the turn's clock stops."""


class ClockResumed(Event, frozen=True, kw_only=True):
    pass


class RuleChanged(Event, frozen=True, kw_only=True):
    key: Annotated[str, Meta(max_length=60)]
    value: Any


class RulingMade(Event, frozen=True, kw_only=True):
    case: Annotated[str, Meta(max_length=60)]
    text: Text


class Corrected(Event, frozen=True, kw_only=True):
    """A number that the table counted again. `what` decides whether `seat` and `resource` are needed."""

    what: Annotated[str, Meta(max_length=60)]
    value: Any
    seat: SeatNumber | None = None
    resource: Resource | None = None
    note: Text | None = None


# the log itself
class TakenBack(Event, frozen=True, kw_only=True):
    to: EntryNumber
    seat: SeatNumber | None = None


class Amended(Event, frozen=True, kw_only=True):
    """`entry` with an event replaces that entry, without one removes it; `after` with an event inserts."""

    entry: EntryNumber | None = None
    after: EntryNumber | None = None
    event: "AnyFact | None" = None
    seat: SeatNumber | None = None

    def __post_init__(self) -> None:
        if (self.entry is None) == (self.after is None):
            raise ValueError("exactly one of `entry` and `after`")
        if self.after is not None and self.event is None:
            raise ValueError("an `event` to insert")


# everything that happens at the table
AnyFact = (
    StepDone
    | FirstPlayerChosen
    | SeatJoined
    | PlayerLeft
    | SettlementBuilt
    | RoadBuilt
    | CityBuilt
    | RoadReported
    | DiceRolled
    | CardsGained
    | CardsDiscarded
    | RobberMoved
    | CardStolen
    | DevelopmentBought
    | KnightPlayed
    | RoadBuildingPlayed
    | YearOfPlentyPlayed
    | MonopolyPlayed
    | PointsRevealed
    | BankTraded
    | PlayersTraded
    | NeutralSettlementBuilt
    | NeutralRoadBuilt
    | NeutralRoadReported
    | TokensSpent
    | KnightGivenUp
    | TurnEnded
    | VictoryDeclared
    | RulesAgreed
    | ClockPaused
    | ClockResumed
    | RuleChanged
    | RulingMade
    | Corrected
)
AnyEvent = AnyFact | TakenBack | Amended  # and changes to the record of it

decode_event = msgspec.json.Decoder(AnyEvent).decode
encode_event = msgspec.json.Encoder().encode
DECODE_ERRORS = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # what decoding raises for broken JSON


# far enough from the ends of the calendar that times can be added to and shown in any zone
EARLIEST, LATEST = datetime(1900, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)


def is_plausible_time(time: datetime) -> bool:
    """Return whether a time has a zone and a plausible year. A clock that is wrong by decades must not stop a game."""
    return time.tzinfo is not None and EARLIEST <= time < LATEST


def implausible_time(event: AnyEvent) -> datetime | None:
    """Return the implausible time of an event, or of the event inside an amendment, if there is one."""
    if event.time is not None and not is_plausible_time(event.time):
        return event.time
    inner = event.event if isinstance(event, Amended) else None
    return implausible_time(inner) if inner is not None else None


def in_utc(event: AnyEvent) -> AnyEvent:
    """Return the event with its times in UTC. Implausible times are left for `implausible_time` to report."""
    if isinstance(event, Amended) and event.event is not None:
        event = replace(event, event=in_utc(event.event))
    if event.time is None or event.time.tzinfo is UTC or not is_plausible_time(event.time):
        return event
    return replace(event, time=event.time.astimezone(UTC))


def repair_time(event: AnyEvent) -> AnyEvent:
    """Repair an event stored before times were checked: without a zone it was UTC, implausible times are dropped."""
    if isinstance(event, Amended) and event.event is not None:
        event = replace(event, event=repair_time(event.event))
    if event.time is None or is_plausible_time(event.time):
        return event
    time = event.time.replace(tzinfo=event.time.tzinfo or UTC)
    return replace(event, time=time if is_plausible_time(time) else None)
