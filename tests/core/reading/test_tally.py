"""The evening in figures: standings and dice."""

from narrator.core.reading.result import standings
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.table.events import DiceRolled, TakenBack, TurnEnded
from narrator.core.table.phase import Over
from tests.support.games import ANA, BORIS, CHAI, DANA, given, new_game, record_of

TABLE = {
    "settlements": {ANA: ["A1 N"], BORIS: ["A3 N"], CHAI: ["E1 S", "E3 S"], DANA: ["C3-C4-D3"]},
    "cities": {ANA: ["C1 NW"], BORIS: ["C5 NE"]},
}


def places(**situation: object) -> list[tuple[int, int, int]]:
    found = standings(given(new_game(), **{**TABLE, **situation}))  # type: ignore[arg-type]
    return [(one.seat, one.place, one.points) for one in found]


def test_who_has_more_points_stands_higher_and_equals_share_a_place() -> None:
    assert places() == [(ANA, 1, 3), (BORIS, 1, 3), (CHAI, 3, 2), (DANA, 4, 1)]


def test_the_winner_comes_first_whatever_the_others_have() -> None:
    assert places(step=Over(DANA)) == [(DANA, 1, 1), (ANA, 2, 3), (BORIS, 2, 3), (CHAI, 4, 2)]


def test_a_game_that_was_broken_off_has_no_winner() -> None:
    assert [place for _, place, _ in places(step=Over())] == [1, 1, 3, 4]


def test_who_has_left_stands_nowhere() -> None:
    assert [seat for seat, _, _ in places(seats={BORIS: {"has_left": True}})] == [ANA, CHAI, DANA]


def test_points_are_what_they_are_made_of() -> None:
    seats = {CHAI: {"knights": 3, "revealed_points": 2}}
    for one in standings(given(new_game(), **TABLE, seats=seats)):  # type: ignore[arg-type]
        made_of = one.settlements + 2 * one.cities + 2 * one.longest_road + 2 * one.largest_army + one.points_cards
        assert one.points == made_of
        assert one.largest_army == (one.seat == CHAI)


def test_the_dice_are_counted_and_what_was_taken_back_is_not() -> None:
    begin = given(new_game(), step="roll")
    record = record_of(
        begin,
        DiceRolled(seat=ANA, total=8),
        TurnEnded(seat=ANA),
        DiceRolled(seat=BORIS, dice=(3, 5)),
        TurnEnded(seat=BORIS),
        DiceRolled(seat=CHAI, total=12),
        TakenBack(to=4),
        DiceRolled(seat=CHAI, total=2),
    )
    totals = game_stats(record.head).dice.totals
    assert {one.total: one.count for one in totals} == {**dict.fromkeys(range(2, 13), 0), 8: 2, 2: 1}
    assert sum(one.expected for one in totals) == 3
    assert {one.total: one.expected for one in totals}[7] == 0.5
