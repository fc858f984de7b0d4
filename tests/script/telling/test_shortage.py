"""What was let stand with too small a hand is told in a line, by the number of cards and never by their kind."""

from narrator.core.message import Msg, msg
from narrator.core.reading.public_view import view_for
from narrator.core.record.record import Record
from narrator.core.table.events import RoadBuilt
from narrator.script.telling.tell import tell
from tests.kit import ANA, given, new_game, path

SHORT = msg("event.short_hand", seat=ANA, n=1)


def told(hand: int, waived: bool = False) -> tuple[Msg, ...]:
    record = Record(given(new_game(), hands={ANA: hand}, settlements={ANA: ["B2-B3-C3"]}))
    record.add(RoadBuilt(seat=ANA, at=path("B2|B3"), waived=waived))
    last = view_for(record.head, 1).last
    assert last is not None
    return tell(last)


def test_what_the_record_misses_is_said_once() -> None:
    assert told(1, waived=True).count(SHORT) == 1


def test_what_could_be_paid_needs_no_word() -> None:
    assert SHORT not in told(2)
    assert SHORT not in told(2, waived=True)
