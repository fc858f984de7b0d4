"""One evening of three players, told entry by entry: what the tests of slips, amendments and explanations start from.

The fifth edition's island. Ana has brick 6, lumber 11, grain 12 and 4, wool 5 and 11; Boris lumber 3 and 8, ore 8 and
3, wool 5, brick 5; Chai lumber 9, wool 4, brick 10, ore 3, grain 4 and 6. The card that Chai steals is a wool.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from narrator.core.record.record import Record, fold
from narrator.core.table.events import (
    AnyEvent,
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TurnEnded,
)
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, hexagon, new_game, path, spot


def table() -> GameState:
    return new_game(3, vp_cards="any_time_own_turn")


def _settled(seat: int, at: str) -> AnyFact:
    return SettlementBuilt(seat=seat, at=spot(at))


def _road(seat: int, at: str) -> AnyFact:
    return RoadBuilt(seat=seat, at=path(at))


def _roll(seat: int, total: int) -> AnyFact:
    return DiceRolled(seat=seat, total=total)


EVENING: dict[str, AnyFact] = {
    "Ana begins": FirstPlayerChosen(seat=ANA),
    "Ana's first settlement": _settled(ANA, "B1-B2-C2"),
    "Ana's first road": _road(ANA, "B2|C2"),
    "Boris's first settlement": _settled(BORIS, "C4-C5-D4"),
    "Boris's first road": _road(BORIS, "C4|C5"),
    "Chai's first settlement": _settled(CHAI, "A3-B3-B4"),
    "Chai's first road": _road(CHAI, "B3|B4"),
    "Chai's second settlement": _settled(CHAI, "D2-D3-E2"),
    "Chai's second road": _road(CHAI, "D2|D3"),
    "Boris's second settlement": _settled(BORIS, "D1-D2-E1"),
    "Boris's second road": _road(BORIS, "D1|D2"),
    "Ana's second settlement": _settled(ANA, "D3-D4-E3"),
    "Ana's second road": _road(ANA, "D3|D4"),
    # round 1
    "Ana rolls a six": _roll(ANA, 6),
    "Ana's turn 1 ends": TurnEnded(seat=ANA),
    "Boris rolls an eight": _roll(BORIS, 8),
    "Boris gives Ana ore for wool": PlayersTraded(seat=BORIS, partner=ANA, give={"ore": 1}, receive={"wool": 1}),
    "Boris's road": _road(BORIS, "C2|D1"),
    "Boris's turn 1 ends": TurnEnded(seat=BORIS),
    "Chai rolls a four": _roll(CHAI, 4),
    "Chai buys a card": DevelopmentBought(seat=CHAI),
    "Chai's turn 1 ends": TurnEnded(seat=CHAI),
    # round 2
    "Ana rolls an eleven": _roll(ANA, 11),
    "Ana buys a card": DevelopmentBought(seat=ANA),
    "Ana's turn 2 ends": TurnEnded(seat=ANA),
    "Boris rolls a three": _roll(BORIS, 3),
    "Boris's turn 2 ends": TurnEnded(seat=BORIS),
    "Chai's knight": KnightPlayed(seat=CHAI),
    "Chai moves the robber": RobberMoved(seat=CHAI, to=hexagon("D4")),
    "Chai steals from Ana": CardStolen(seat=CHAI, victim=ANA),
    "Chai rolls a six": _roll(CHAI, 6),
    "Chai trades grain for wool": BankTraded(seat=CHAI, give={"grain": 4}, receive={"wool": 1}),
    "Chai's turn 2 ends": TurnEnded(seat=CHAI),
    # round 3
    "Ana rolls a five": _roll(ANA, 5),
    "Ana's monopoly": MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 2, CHAI: 1}),
    "Ana's turn 3 ends": TurnEnded(seat=ANA),
    "Boris rolls another eight": _roll(BORIS, 8),
    "Boris gives Ana lumber for grain": PlayersTraded(
        seat=BORIS, partner=ANA, give={"lumber": 1}, receive={"grain": 1}
    ),
    "Boris's settlement": _settled(BORIS, "C1-C2-D1"),
    "Boris's turn 3 ends": TurnEnded(seat=BORIS),
    "Chai rolls an eight": _roll(CHAI, 8),
    "Chai's turn 3 ends": TurnEnded(seat=CHAI),
    # round 4
    "Ana rolls a twelve": _roll(ANA, 12),
    "Ana's turn 4 ends": TurnEnded(seat=ANA),
    "Boris rolls a seven": _roll(BORIS, 7),
    "Ana discards": CardsDiscarded(seat=ANA, cards={"brick": 1, "lumber": 1, "ore": 2}),
    "Boris moves the robber": RobberMoved(seat=BORIS, to=hexagon("D3")),
    "Boris steals from Chai": CardStolen(seat=BORIS, victim=CHAI),
    "Boris's turn 4 ends": TurnEnded(seat=BORIS),
    "Chai rolls another four": _roll(CHAI, 4),
    "Chai's turn 4 ends": TurnEnded(seat=CHAI),
    # round 5
    "Ana rolls another six": _roll(ANA, 6),
    "Ana's road": _road(ANA, "B2|C3"),
    "Ana's turn 5 ends": TurnEnded(seat=ANA),
    "Boris rolls another three": _roll(BORIS, 3),
    "Boris trades lumber for grain": BankTraded(seat=BORIS, give={"lumber": 4}, receive={"grain": 1}),
    "Boris buys a card": DevelopmentBought(seat=BORIS),
    "Boris shows a point": PointsRevealed(seat=BORIS, count=1),
    "Boris's turn 5 ends": TurnEnded(seat=BORIS),
    "Chai rolls a nine": _roll(CHAI, 9),
    "Chai buys another card": DevelopmentBought(seat=CHAI),
    "Chai's turn 5 ends": TurnEnded(seat=CHAI),
}
LABELS = list(EVENING)


def entry(label: str) -> int:
    """The number of an entry in the evening told rightly."""
    return LABELS.index(label) + 1


def evening(
    until: str = LABELS[-1],
    *,
    after: str | None = None,
    instead: Mapping[str, AnyFact | None] | None = None,
) -> list[AnyEvent]:
    """The evening's entries up to one of them, from the one after another on; some entered otherwise, or not at all."""
    first = entry(after) if after else 0
    told = {**EVENING, **(instead or {})}
    return [fact for label in LABELS[first : entry(until)] if (fact := told[label]) is not None]


def rightly(until: str = LABELS[-1]) -> GameState:
    """The state of the evening entered as it was."""
    return numberless(fold(table(), evening(until)).state)


def numberless(state: GameState) -> GameState:
    """A state without the number of its last entry."""
    return replace(state, last_entry=0)


def go_on(record: Record, events: list[AnyEvent]) -> Record:
    for event in events:
        record.add(event)
    return record


def codes_of(record: Record, event: AnyEvent) -> list[str]:
    return [reason.code for reason in record.refusals(event)]
