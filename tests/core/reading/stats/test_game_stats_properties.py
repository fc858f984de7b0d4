"""What must hold of the statistics of every game: parts add up, and nothing is counted that did not happen."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.reading.result import count_rolls
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.core.record.clock import seconds_by_owner
from narrator.core.record.record import Record, fold
from narrator.core.table.box import PIPS
from narrator.core.table.cards import NO_CARDS
from narrator.core.table.events import Amended, AnyEvent, DiceRolled, TakenBack
from narrator.core.table.state import GameState, longest_road_seat, points
from tests.support.examples import examples
from tests.support.games import new_game
from tests.support.player import Policy, TrueTable
from tests.support.random_games import PRESETS, TABLES, random_game

FEW = examples(5)
seeds = st.integers(0, 10**6)
ANY_TABLE: list[tuple[int, dict[str, Any]]] = [(3, {}), (4, {}), *TABLES, *((3, {"preset": one}) for one in PRESETS)]


def played(
    seed: int, table: tuple[int, dict[str, Any]], most: int, **policy: Any
) -> tuple[GameState, TrueTable, Record]:
    players, rules = table
    state = new_game(players, layout="random_tokens", seed=seed, **rules)
    true = TrueTable(state, seed, Policy(**policy))
    return state, true, fold(state, true.events(most))


def check_cards(night: GameStats) -> None:
    """Every hand is what came less what went, and nothing had to be recounted."""
    for seat in night.seats:
        assert sum(pile.total() for pile in seat.gains.values()) - sum(
            pile.total() for pile in seat.losses.values()
        ) == (seat.hand)
        assert "recounted" not in {*seat.gains, *seat.losses}
    for way in ("trade", "monopoly", "stolen", "forced"):
        gained = sum(seat.gained(way) for seat in night.seats)
        assert gained == sum(seat.lost(way) for seat in night.seats), way
    assert sum(theft.cards for theft in night.thefts) == sum(seat.gained("stolen") for seat in night.seats)
    assert sum(one.cards.total() for one in night.discards) == sum(seat.lost("discarded") for seat in night.seats)
    assert sum(one.total for one in night.monopolies) == sum(seat.gained("monopoly") for seat in night.seats)


def check_kinds(night: GameStats, true: TrueTable) -> None:
    """By kind too, as far as it was seen: what is not told as unknown is what the hand really holds."""
    for seat, hand in zip(night.seats, true.hands, strict=True):
        known, unknown = NO_CARDS, 0
        for pile in seat.gains.values():
            known, unknown = known.plus(pile.cards), unknown + pile.unknown
        for pile in seat.losses.values():
            known, unknown = known.minus(pile.cards), unknown + pile.unknown
        assert sum(map(abs, known.minus(hand))) <= unknown


def check_points(night: GameStats, state: GameState) -> None:
    for seat in night.seats:
        assert seat.sources.points == points(state, seat.seat)
    assert night.rounds[-1].points == tuple(seat.sources.points for seat in night.seats)
    assert night.points_changes[-1].sources == tuple(seat.sources for seat in night.seats)
    by_round = {one.number: one.points for one in night.rounds}
    assert {step.round: step.points for step in night.points_changes}.items() <= by_round.items()
    holders: dict[str, int | None] = {"longest_road": None, "largest_army": None}
    for swing in night.title_swings:
        assert holders[swing.title] == swing.giver
        holders[swing.title] = swing.taker
    assert holders == {"longest_road": state.longest_road, "largest_army": state.largest_army}
    assert {one.seat for one in night.seats if one.sources.longest_road} == {longest_road_seat(state)} - {None}


def check_luck(night: GameStats) -> None:
    for seat in night.seats:
        assert seat.luck is not None
        assert seat.luck.received.total() == seat.gained("roll")
        assert abs(seat.luck.luck - (seat.gained("roll") - seat.luck.expected)) < 1e-9
    assert night.rounds[-1].luck == tuple(seat.luck for seat in night.seats)
    kept = [visit.blocked_cards.get(seat.seat, 0) for visit in night.robber_visits for seat in night.seats]
    assert sum(kept) == sum(seat.blocked.total() for seat in night.seats)


def check_dice(night: GameStats, record: Record) -> None:
    facts = (snapshot.fact for snapshot in record.head.history())
    assert list(night.dice.totals) == count_rolls([fact.sum for fact in facts if isinstance(fact, DiceRolled)])
    assert [sum(column) for column in zip(*night.dice.by_seat, strict=True)] == [one.count for one in night.dice.totals]
    assert sum(len(turn.rolls) for turn in night.turns) == night.dice.roll_count


@FEW
@given(seeds, st.sampled_from(ANY_TABLE), st.integers(30, 500))
def test_parts_of_every_statistic_add_up(seed: int, table: tuple[int, dict[str, Any]], most: int) -> None:
    _, true, record = played(seed, table, most, tokens=3, seen_theft=0.3, unseen_discard=0.3)
    night = game_stats(record.head)
    check_cards(night)
    check_kinds(night, true)
    check_points(night, record.state)
    check_luck(night)
    check_dice(night, record)
    assert night.time == seconds_by_owner(record.head)
    assert [turn.first for turn in night.turns] == sorted({turn.first for turn in night.turns})
    assert sum(seat.turns for seat in night.seats) == len(night.turns)


@FEW
@given(seeds, st.sampled_from([*TABLES[:3], (4, {})]))
def test_luck_is_nought_over_all_that_the_dice_might_have_shown(seed: int, table: tuple[int, dict[str, Any]]) -> None:
    """Whatever stands on the board: weighed by their odds, all rolls of one moment bring what was promised."""
    _, _, record = played(seed, table, 80)
    while record.state.phase.step != "roll":
        record = record.copy_up_to(len(record.log) - 1)
    before = game_stats(record.head)
    after = {total: game_stats(_rolled(record, total).head) for total in PIPS}
    for seat in before.seats:
        luck = [(pips, after[total].seats[seat.seat].luck, seat.luck) for total, pips in PIPS.items()]
        got = sum(pips * (new.received.total() - old.received.total()) for pips, new, old in luck if new and old)
        assert [new.expected_36ths.total() - old.expected_36ths.total() for _, new, old in luck if new and old] == [
            got
        ] * len(PIPS)


def _rolled(record: Record, total: int) -> Record:
    twin = record.copy()
    twin.add(DiceRolled(seat=record.state.turn, total=total))
    return twin


@FEW
@given(seeds, st.data())
def test_an_amended_game_has_the_statistics_of_the_same_game_played_so(seed: int, data: st.DataObject) -> None:
    state, _, events = random_game(seed, 4, "official_6e", 120)
    thrown = [number for number, event in enumerate(events) if isinstance(event, DiceRolled) and event.sum != 7]
    if not thrown:
        return
    place = data.draw(st.sampled_from(thrown))
    other = data.draw(st.sampled_from([total for total in PIPS if total != 7]))
    amended: list[AnyEvent] = [*events]
    amended[place] = replace(events[place], dice=None, total=other)
    record = fold(state, events)
    record.add(Amended(entry=place + 1, event=amended[place], waived=True))  # type: ignore[arg-type]
    same = Record(state)
    for event in amended:
        same.add(replace(event, waived=True))
    assert game_stats(record.head) == game_stats(same.head)
    assert game_stats(fold(state, [*events, TakenBack(to=60)]).head) == game_stats(fold(state, events[:60]).head)
