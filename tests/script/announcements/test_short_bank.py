"""What a bank that can't pay is told as: an empty stack is not one that is only too small."""

import pytest

from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards
from narrator.core.table.events import DiceRolled
from narrator.script.announcements.announce import announce
from tests.support.games import ANA, BORIS, CHAI, given, new_game, record_of

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


OUT_OF_TURN = DiceRolled(seat=CHAI, total=8, waived=True)


def test_the_player_who_rolled_out_of_turn_is_announced_first_in_turn_order() -> None:
    table = given(
        new_game(bank_shortage="turn_order"),
        step="actions",
        bank=FULL._replace(ore=3),
        cities={BORIS: ["C4-C5-D4"], CHAI: ["C5 NE"]},
    )
    record = record_of(table, OUT_OF_TURN)
    assert [seat.hand_size for seat in record.state.seats] == [0, 1, 2, 0]
    last = public_view(record.head, 1).last_transition
    assert last is not None
    paid = {line.params["seat"]: line.params["cards"] for line in announce(last) if line.key == "event.income"}
    assert paid == {BORIS: {"ore": 1}, CHAI: {"ore": 2}}


def test_a_roll_that_ends_the_game_with_the_turn_before_it_announces_no_cards() -> None:
    table = given(
        new_game(win_timing="end_of_turn", target_vp=8),
        step="actions",
        cities={ANA: ["C4-C5-D4", "A1 NW", "E1 N", "E3 N"]},
    )
    record = record_of(table, OUT_OF_TURN)
    assert [seat.hand_size for seat in record.state.seats] == [0, 0, 0, 0]
    last = public_view(record.head, 1).last_transition
    assert last is not None
    assert "event.income" not in {line.key for line in announce(last)}
