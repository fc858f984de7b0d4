"""The practice turn: a roll, a trade and a road that never were, and what goes back."""

import pytest
from msgspec.structs import replace

from narrator.core.table.cards import NO_CARDS, cards
from narrator.core.table.events import BankTraded, DiceRolled, RoadBuilt
from narrator.script.practice import can_practice, practice_turn
from tests.support.practice import placed

SEEDS = range(12)


def test_it_is_offered_once_everybody_has_placed_until_somebody_rolls() -> None:
    record = placed()
    assert can_practice(record.state)
    assert not any(can_practice(record.copy_up_to(entry).state) for entry in range(len(record.log)))
    rolled = record.copy()
    rolled.add(DiceRolled(seat=record.state.turn, total=8))
    assert not can_practice(rolled.state)
    assert practice_turn(rolled) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_roll_that_pays_then_a_trade_then_a_road(seed: int) -> None:
    record = placed(seed=seed)
    scenes = practice_turn(record)
    parts = [scene.part for scene in scenes]
    assert [part for part in parts if part != "borrow"] == ["roll", "trade", "road", "return"]
    seat, before = record.state.turn, record.state
    after = {scene.part: scene.record for scene in scenes}
    assert after["roll"].state.seats[seat].hand_size > before.seats[seat].hand_size
    assert after["roll"].state.roll != 7
    trade, road = after["trade"].log[-1], after["road"].log[-1]
    assert isinstance(trade, BankTraded)
    assert isinstance(road, RoadBuilt)
    assert len(after["road"].state.roads) == len(before.roads) + 1


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_traded_and_built_is_in_the_hand_and_regular(seed: int) -> None:
    record = placed(seed=seed)
    for one, other in zip(practice_turn(record)[:-2], practice_turn(record)[1:-1], strict=True):
        if other.part in ("trade", "road"):
            assert not one.record.refusals(other.record.log[-1])
            assert one.record.state.hands is not None


@pytest.mark.parametrize("seed", SEEDS)
def test_putting_everything_back_makes_every_hand_what_it_was(seed: int) -> None:
    record = placed(seed=seed)
    *_, road, back = practice_turn(record)
    assert back.record is record
    before, after = record.state.hands, road.record.state.hands
    assert before is not None
    assert after is not None
    moved = {player.seat: player for player in back.players}
    for seat in range(len(record.state.seats)):
        gives, takes = (cards(moved[seat].gives), cards(moved[seat].takes)) if seat in moved else (NO_CARDS, NO_CARDS)
        assert after.bounds(seat).low.minus(gives).plus(takes) == before.bounds(seat).low


def test_it_leaves_no_trace() -> None:
    record = placed()
    before = list(record.log), record.state
    practice_turn(record)
    assert (record.log, record.state) == before


def test_where_trading_comes_first_it_is_over_before_the_road() -> None:
    scenes = practice_turn(placed(turn_phases="separate"))
    assert [scene.part for scene in scenes][-3:] == ["trade", "road", "return"]
    assert len(scenes[-2].record.state.roads) == len(scenes[-1].record.state.roads) + 1


def test_two_who_roll_twice_and_a_table_without_a_board_have_none() -> None:
    assert not can_practice(placed(2).state)
    state = placed().state
    assert not can_practice(replace(state, game=replace(state.game, tracking="counts")))


def test_a_table_of_six_practises_too() -> None:
    record = placed(6)
    assert can_practice(record.state)
    assert practice_turn(record)[-1].players
