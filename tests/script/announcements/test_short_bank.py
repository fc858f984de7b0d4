"""What a bank that can't pay is told as: an empty stack is not one that is only too small."""

import pytest

from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards
from narrator.core.table.events import DiceRolled
from narrator.script.announcements.announce import announce
from tests.support.games import ANA, given, new_game

FULL = Cards(19, 19, 19, 19, 19)


@pytest.mark.parametrize(
    ("rule", "left", "key"),
    [
        ("official", 1, "event.short_sole"),
        ("official", 0, "event.short_none"),
        ("nobody", 1, "event.short_nobody"),
        ("nobody", 0, "event.short_none"),
    ],
)
def test_one_player_who_is_owed_more_than_there_is(rule: str, left: int, key: str) -> None:
    table = given(new_game(bank_shortage=rule), step="roll", bank=FULL._replace(ore=left), cities={ANA: ["C4-C5-D4"]})
    record = Record(table)
    record.add(DiceRolled(seat=ANA, total=8))
    last = public_view(record.head, 1).last_transition
    assert last is not None
    assert [line.key for line in announce(last) if line.key.startswith("event.short_")] == [key]
