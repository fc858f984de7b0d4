"""What was let stand with too small a hand is told in a line, by the number of cards and never by their kind."""

import pytest
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.record.record import Record
from narrator.core.table.events import AnyFact, CityBuilt, DevelopmentBought, RoadBuilt, SettlementBuilt
from narrator.script.scenes.director import current_scene
from tests.support.games import ANA, given, new_game, path, spot

SHORT = msg("event.short_hand", seat=ANA, n=1)
BOUGHT: dict[str, tuple[AnyFact, int]] = {
    "road": (RoadBuilt(seat=ANA, at=path("B2|B3")), 2),
    "settlement": (SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")), 4),
    "city": (CityBuilt(seat=ANA, at=spot("B2-B3-C3")), 5),
    "development card": (DevelopmentBought(seat=ANA), 3),
}
"""Each with the number of cards that it costs."""


def second(event: AnyFact, hand: int, waived: bool = False) -> tuple[Msg, ...]:
    """The lines that the stage has below its largest one."""
    roads = {ANA: ["A2|B2"]} if isinstance(event, SettlementBuilt) else {}
    record = Record(given(new_game(), hands={ANA: hand}, roads=roads, settlements={ANA: ["B2-B3-C3"]}))
    record.add(replace(event, waived=waived))
    return current_scene(record)[1].more_lines


@pytest.mark.parametrize("name", BOUGHT)
def test_what_the_record_misses_is_said_once(name: str) -> None:
    event, price = BOUGHT[name]
    assert second(event, price - 1, waived=True).count(SHORT) == 1


@pytest.mark.parametrize("name", BOUGHT)
def test_what_could_be_paid_needs_no_word(name: str) -> None:
    event, price = BOUGHT[name]
    assert SHORT not in second(event, price)
    assert SHORT not in second(event, price, waived=True)
