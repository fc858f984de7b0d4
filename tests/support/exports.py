"""A game to export."""

from datetime import timedelta

from msgspec.structs import replace

from narrator.core.record.record import Record, fold
from narrator.core.table.events import (
    AnyEvent,
    CardStolen,
    Corrected,
    DiceRolled,
    PointsRevealed,
    RobberMoved,
    VictoryDeclared,
)
from narrator.core.table.setup import Setup, initial_state
from tests.support.app import NOON
from tests.support.browser.situations import PLACED, trio
from tests.support.games import ANA, BORIS, hexagon

PLAYED: list[AnyEvent] = [
    *PLACED,
    DiceRolled(seat=ANA, dice=(3, 4)),
    RobberMoved(seat=ANA, to=hexagon("D2")),
    CardStolen(seat=ANA, victim=BORIS, resource="ore", waived=True),
    Corrected(what="knights", seat=ANA, value=3, note="=1+1"),
    PointsRevealed(seat=ANA, count=1, late=True, waived=True),
    VictoryDeclared(seat=ANA, waived=True),
]


def played(events: list[AnyEvent], setup: Setup | None = None) -> Record:
    """One entry every half minute."""
    timed = [replace(event, time=NOON + timedelta(seconds=30 * n)) for n, event in enumerate(events)]
    return fold(initial_state(setup or trio()), timed)
