"""Ruling C-04: a wrong number was entered, and the cards it paid are set right."""

from narrator.core.reading.mistakes import Repayment, repayments
from narrator.core.record.record import Record
from narrator.core.table.cards import NO_CARDS, Cards
from narrator.core.table.events import Amended, DiceRolled, TakenBack, TurnEnded
from tests.support.games import ANA, BORIS, CHAI, given, hexagon, new_game, record_of

ORE = Cards(ore=1)


def rolled(*totals: int) -> Record:
    """Ana has a settlement at the ore's 8 and the grain's 9 on F5; Boris a city at the same 8."""
    table = given(new_game(), step="roll", settlements={ANA: ["C4-C5-D4"]}, cities={BORIS: ["C5 NE"]})
    record = record_of(table)
    for seat, total in enumerate(totals):
        record.add(DiceRolled(seat=seat, total=total))
        record.add(TurnEnded(seat=seat))
    return record


def last_change(record: Record) -> list[Repayment]:
    return repayments(record.snapshot_at(len(record.log) - 1), record.head)


def test_C_04_a_roll_that_is_taken_back_is_handed_back() -> None:
    record = rolled(8)
    record.add(TakenBack(to=0))
    assert last_change(record) == [Repayment(ANA, ORE, NO_CARDS), Repayment(BORIS, Cards(ore=2), NO_CARDS)]


def test_C_04_a_roll_that_comes_back_is_paid_again() -> None:
    record = rolled(8)
    record.add(TakenBack(to=0))
    record.add(TakenBack(to=2))
    assert last_change(record) == [Repayment(ANA, NO_CARDS, ORE), Repayment(BORIS, NO_CARDS, Cards(ore=2))]


def test_C_04_a_roll_that_is_amended_pays_the_difference() -> None:
    record = rolled(8, 4)
    paid = {one.seat: (one.to_return, one.to_take) for one in amended(record, 1, 4)}
    assert paid[BORIS][0] == Cards(ore=2)
    assert paid[ANA][0] == ORE
    assert amended(rolled(8, 4), 1, 8) == [], "the same again"


def amended(record: Record, entry: int, total: int) -> list[Repayment]:
    record.add(Amended(entry=entry, event=DiceRolled(seat=ANA, total=total)))
    return last_change(record)


def test_C_04_nothing_is_to_be_moved_for_a_seven_or_a_number_that_pays_nobody() -> None:
    record = rolled(2)
    record.add(TakenBack(to=0))
    assert last_change(record) == []


def test_C_04_a_second_roll_like_the_first_paid_nothing_and_gives_nothing_back() -> None:
    table = given(new_game(2), step="roll", settlements={ANA: ["C4-C5-D4"]})
    record = record_of(table, DiceRolled(seat=ANA, total=8), DiceRolled(seat=ANA, total=8), TakenBack(to=1))
    assert last_change(record) == []


def test_C_04_what_the_robber_blocked_is_not_handed_back() -> None:
    pieces = {"settlements": {ANA: ["C4-C5-D4"]}, "cities": {BORIS: ["C5 NE"]}}
    table = given(new_game(), step="roll", robber=hexagon("C5"), **pieces)  # type: ignore[arg-type]
    assert last_change(record_of(table, DiceRolled(seat=ANA, total=8), TakenBack(to=0))) == []


def test_C_04_in_turn_order_the_player_who_rolled_out_of_turn_hands_back_what_came_first() -> None:
    table = given(
        new_game(bank_shortage="turn_order"),
        bank=Cards(19, 19, 19, 19, 3),
        cities={BORIS: ["C4-C5-D4"], CHAI: ["C5 NE"]},
    )
    record = record_of(table, DiceRolled(seat=CHAI, total=8, waived=True), TakenBack(to=0))
    assert last_change(record) == [Repayment(BORIS, ORE, NO_CARDS), Repayment(CHAI, Cards(ore=2), NO_CARDS)]
