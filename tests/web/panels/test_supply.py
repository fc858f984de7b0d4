"""A stack in doubt was paid from: one tap says how many there were."""

from msgspec.structs import replace

from narrator.core.record.record import Record, fold
from narrator.core.table.cards import Cards
from narrator.core.table.events import DiceRolled
from narrator.web.components.score import bank_view
from tests.support.games import ANA, BORIS, DANA, given, new_game
from tests.support.web import buttons, panel_at, table_at

ORE_1, ORE_2 = "C4-C5-D4", "C5 N"


def rolled_in_doubt(unseen: int) -> Record:
    """The record knows of no ore in the bank, but of cards that nobody saw; the eight would bring three."""
    bank = Cards(19, 19, 19, 19, 0)
    pieces = given(new_game(), cities={ANA: [ORE_1]}, settlements={BORIS: [ORE_2]})
    table = given(new_game(), step="roll", hands={DANA: 19 - unseen}, bank=bank, buildings=pieces.buildings)
    return fold(replace(table, unsure={"bank.ore": 3}), [DiceRolled(seat=ANA, total=8)])


def asked(record: Record) -> list[str]:
    return [row.title for row in panel_at(record).rows if "Not enough" in row.title]


def test_after_a_roll_that_was_paid_in_doubt_the_stack_is_asked_about_at_once() -> None:
    assert asked(rolled_in_doubt(unseen=3)) == ["Not enough ore in the supply? Tap how many were there"]


def test_a_certain_shortage_asks_nothing() -> None:
    assert asked(rolled_in_doubt(unseen=2)) == []


def test_one_tap_pays_the_roll_by_the_count() -> None:
    record = rolled_in_doubt(unseen=3)
    assert [seat.hand_size for seat in record.state.seats][:2] == [2, 1]
    none = next(button for button in buttons(panel_at(record)) if button.icon == "ore" and button.label == "0")
    record.add(*none.events)
    assert [seat.hand_size for seat in record.state.seats][:2] == [0, 0]
    assert asked(record) == []


def test_cards_that_nobody_saw_stand_beside_the_stacks() -> None:
    known, unseen = (bank_view(table_at(rolled)) for rolled in (fold(new_game(), []), rolled_in_doubt(unseen=5)))
    assert len(known) == 5
    assert (unseen[-1].name, unseen[-1].count) == ("discarded face down", 2)
