"""A game as a film: the steps of the game as it came to stand, its rounds and its moments."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.record.record import Record, fold
from narrator.core.table.events import Amended, AnyEvent, DiceRolled, RulesAgreed, StepDone, TakenBack
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.script.scenes.replay_steps import replay_steps
from tests.support.evening import ANA, EVENING, SETUP
from tests.support.random_games import GAMES, random_game, seeds


def evening(entries: int, *more: AnyEvent) -> Record:
    return fold(initial_state(SETUP), [*EVENING[:entries], *more])


def shown(record: Record, number: int) -> GameState:
    """What the film shows of an entry."""
    film = replay_steps(record)
    return film.record.snapshot_at(film.stops[film.step_of(number)]).state


def as_table(state: GameState) -> GameState:
    """Without the numbers of entries."""
    return replace(state, last_entry=0, unsure=dict.fromkeys(state.unsure, 0))


def test_a_game_that_nobody_changed_is_replayed_entry_by_entry() -> None:
    record = evening(120)
    film = replay_steps(record)
    assert film.record is record
    assert film.stops == film.entry_numbers == tuple(range(121))


def test_entries_of_one_tap_are_one_step_and_any_of_them_leads_there() -> None:
    record = evening(0, *(StepDone(step=step, group=1) for step in ("frame", "hexes")), StepDone(step="numbers"))
    film = replay_steps(record)
    assert film.stops == (0, 2, 3)
    assert [film.step_of(number) for number in range(4)] == [0, 1, 1, 2]


def test_what_was_taken_back_is_not_shown() -> None:
    record = evening(120, TakenBack(to=110), *EVENING[110:112])
    film = replay_steps(record)
    assert film.entry_numbers == (*range(111), 122, 123)
    assert film.step_of(115) == film.step_of(110)
    assert shown(record, 123).last_entry == 112


def test_an_amended_entry_is_shown_as_it_was_amended() -> None:
    rolls = [number for number, event in enumerate(EVENING, start=1) if isinstance(event, DiceRolled)]
    number, roll = rolls[3], EVENING[rolls[3] - 1]
    assert isinstance(roll, DiceRolled)
    other = replace(roll, total=12 if roll.sum != 12 else 11)
    record = evening(number + 1, Amended(entry=number, event=other, waived=True))
    film = replay_steps(record)
    assert film.entry_numbers[-1] == number + 1
    assert film.record.log[number - 1] == other
    assert as_table(shown(record, number)) == as_table(
        fold(initial_state(SETUP), [*EVENING[: number - 1], other]).state
    )


def test_what_was_forgotten_is_shown_where_it_belongs() -> None:
    record = evening(50, Amended(after=3, event=StepDone(step="frame", late=True), waived=True))
    film = replay_steps(record)
    assert film.entry_numbers[3:6] == (3, 51, 4)
    assert film.step_of(51) == 4


def test_what_is_said_beside_the_game_is_no_step() -> None:
    record = evening(50)
    record.add_unchecked(RulesAgreed(seat=ANA))
    record.add_unchecked(EVENING[50])
    film = replay_steps(record)
    assert film.entry_numbers[-2:] == (50, 52)
    assert film.step_of(51) == film.step_of(52)


def test_each_round_begins_at_its_first_step() -> None:
    film = replay_steps(evening(200))
    assert [number for _, number in film.round_starts] == list(range(film.record.state.round + 1))
    for step, number in film.round_starts[1:]:
        before, then = (film.record.snapshot_at(film.stops[at]).state.round for at in (step - 1, step))
        assert (before, then) == (number - 1, number)


def test_where_nobody_counts_rounds_there_are_none() -> None:
    assert replay_steps(evening(3)).round_starts == ()


@GAMES
@given(seeds, st.integers(3, 4), st.data())
def test_however_often_a_game_was_changed_its_replay_ends_where_the_game_is(
    seed: int, players: int, data: st.DataObject
) -> None:
    state, _, events = random_game(seed, players, "official_6e", 120)
    record = fold(state, events)
    for _ in range(3):
        place = data.draw(st.integers(1, len(record.log)))
        changes: list[AnyEvent] = [TakenBack(to=place), Amended(entry=place, waived=True)]
        change = data.draw(st.sampled_from(changes))
        try:
            record.add(change)
        except Refused:
            continue
    film = replay_steps(record)
    assert as_table(film.record.state) == as_table(record.state)
    assert sorted(film.stops) == list(film.stops)
    assert len(set(film.entry_numbers)) == len(film.stops) == len(film.entry_numbers)
