"""A file may come from anybody: one that no evening writes is refused by name, soon, and keeps nobody waiting."""

from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path

import gevent
import pytest

from narrator.app.games import work_limits
from narrator.app.games.games import Games
from narrator.app.games.work_limits import TIME_SLICE, TooMuchWork, WorkLimit, fold_whole
from narrator.core.message import Refused
from narrator.core.record import record as record_module
from narrator.core.record import snapshot
from narrator.core.record.judging import apply
from narrator.core.record.record import MAX_LOG_ENTRIES, Record
from narrator.core.table.events import Amended, AnyEvent, AnyFact, ClockPaused, Corrected, RulingMade, TakenBack
from narrator.core.table.setup import Setup, initial_state
from narrator.core.table.state import GameState
from narrator.storage.files.game_file import read_event, read_game
from tests.support.app import games_in

SAMPLE = read_game((Path(__file__).parents[3] / "narrator" / "samples" / "evening.json").read_bytes())
EVENING: list[AnyEvent] = [read_event(raw) for raw in SAMPLE.events]


def rulings(count: int) -> list[AnyEvent]:
    return [RulingMade(case="x", text=str(number)) for number in range(count)]


def amendments(count: int, entry: int = 1) -> list[AnyEvent]:
    return [Amended(entry=entry, event=RulingMade(case="x", text=f"again {number}")) for number in range(count)]


def codes(games: Games, setup: Setup, events: Sequence[AnyEvent]) -> list[str]:
    with pytest.raises(Refused) as refused:
        games.create(setup, events)
    return [reason.code for reason in refused.value.reasons]


def corrections(count: int) -> list[AnyEvent]:
    return [Corrected(what="hand", seat=0, value=number % 12) for number in range(count)]


@pytest.mark.parametrize(
    ("events", "code"),
    [
        (corrections(5_001), "file.too_many_entries"),
        (rulings(201), "file.too_many_rulings"),
        ([*corrections(3), *amendments(201)], "file.too_many_amendments"),
    ],
)
def test_a_file_that_no_evening_writes_is_refused_by_name(tmp_path: Path, events: list[AnyEvent], code: str) -> None:
    assert codes(games_in(tmp_path), SAMPLE.setup, events) == [code]


def test_a_file_whose_amendments_fold_too_much_again_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work_limits, "MAX_FILE_REFOLDED", 1_000)
    events = [*rulings(1), *corrections(100), *amendments(12)]
    assert codes(games_in(tmp_path), SAMPLE.setup, events) == ["file.too_much_work"]


def test_an_evening_with_many_second_thoughts_is_welcome(tmp_path: Path) -> None:
    games = games_in(tmp_path)
    again = EVENING[-4]
    assert not isinstance(again, TakenBack | Amended)
    late = [Amended(entry=len(EVENING) - 3, event=again, waived=True) for _ in range(100)]
    new = games.create(SAMPLE.setup, [*EVENING, *late])
    assert len(games.record_of(new.id).log) == len(EVENING) + 100


def test_a_hundred_early_amendments_are_folded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each would fold some five hundred entries again; only the last is folded."""
    folded: list[AnyFact] = []

    def counted(state: GameState, event: AnyFact) -> GameState:
        folded.append(event)
        return apply(state, event)

    monkeypatch.setattr(snapshot, "apply", counted)
    games = games_in(tmp_path)
    first = EVENING[20]
    assert not isinstance(first, TakenBack | Amended)
    early = [Amended(entry=21, event=first, waived=True) for _ in range(100)]
    new = games.create(SAMPLE.setup, [*EVENING, *early])
    assert games.record_of(new.id).state.last_entry == len(EVENING) + 100
    assert len(EVENING) <= len(folded) <= 2 * len(EVENING), "as it came in, and once with all amendments"
    folded.clear()
    games_in(tmp_path).record_of(new.id)
    assert 0 < len(folded) <= len(EVENING)


def test_a_file_that_is_slow_for_any_reason_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_limits, "MAX_SECONDS", 0.0)
    assert codes(games_in(tmp_path), SAMPLE.setup, corrections(4_000)) == ["file.too_much_work"]


# Giving way.


def ticking(step: float) -> Callable[[], float]:
    moments = count()
    return lambda: next(moments) * step


def test_long_work_lets_others_go_on_and_ends_when_its_time_is_up() -> None:
    gave_way: list[int] = []
    pace = WorkLimit(
        max_seconds=10.5 * TIME_SLICE, pause=lambda: gave_way.append(1), cpu_seconds=ticking(1.01 * TIME_SLICE)
    )
    for _ in range(10):
        pace.step()
    assert len(gave_way) == 10
    with pytest.raises(TooMuchWork):
        pace.step()


def test_short_work_waits_for_nobody() -> None:
    gave_way: list[int] = []
    pace = WorkLimit(pause=lambda: gave_way.append(1), cpu_seconds=ticking(TIME_SLICE / 1000))
    for _ in range(100):
        pace.step()
    assert gave_way == []


def test_others_are_answered_while_a_long_game_is_opened() -> None:
    record = Record(initial_state(SAMPLE.setup))
    for event in corrections(5_000):
        record.add_unchecked(event)
    answered: list[bool] = []
    other = gevent.spawn(lambda: answered.append(record.fold_some(0)))
    fold_whole(record)
    other.join()
    assert answered == [False], "the other one had its turn before all was folded"
    assert record.fold_some(0)


# What is entered live.


def test_amending_from_the_start_again_and_again_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_module, "MAX_LOG_REFOLDED", 1_000)
    record = Record(initial_state(SAMPLE.setup))
    for event in chain(rulings(1), corrections(100)):
        record.add_unchecked(event)
    for event in amendments(10):
        assert record.refusals(event) == ()
        record.add_unchecked(event)
    assert [reason.code for reason in record.refusals(amendments(1)[0])] == ["log.too_often_changed"]
    assert record.refusals(corrections(1)[0]) == (), "the game goes on"


def test_undo_and_redo_of_the_last_entry_cost_nothing() -> None:
    record = Record(initial_state(SAMPLE.setup))
    for event in corrections(50):
        record.add_unchecked(event)
    for _ in range(20):
        record.add_unchecked(TakenBack(to=49))
        record.add_unchecked(TakenBack(to=50))
    assert record.refolded_entries == 20


def test_a_log_is_full_at_some_time() -> None:
    record = Record(initial_state(SAMPLE.setup))
    record.log = [ClockPaused()] * MAX_LOG_ENTRIES
    assert [reason.code for reason in record.refusals(corrections(1)[0])] == ["log.full"]
