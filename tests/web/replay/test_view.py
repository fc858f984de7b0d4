"""A step of a replay: where it stands, where one can jump to, and that it folds nothing twice."""

from collections.abc import Iterator

import pytest

from narrator.core.record import snapshot
from narrator.core.record.judging import apply
from narrator.core.record.record import Record
from narrator.core.record.snapshot import CHECKPOINT_INTERVAL
from narrator.core.table.events import AnyFact, TakenBack
from narrator.core.table.state import GameState
from narrator.web.replay.view import Replay, replay_view
from tests.support.web import SAMPLE, House, record_in


@pytest.fixture
def record(house: House) -> Iterator[Record]:
    with house.app.test_request_context("/"):
        house.app.preprocess_request()
        yield record_in(SAMPLE)


def key(replay: Replay, name: str) -> int | None:
    return next((jump.step for jump in replay.jumps if jump.key == name), None)


@pytest.mark.parametrize("change", [None, TakenBack(to=450)])
def test_a_step_folds_at_most_from_a_checkpoint_on_and_only_once(
    record: Record, change: TakenBack | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if change:
        record.add_unchecked(change)
    replay_view(record)
    folded: list[object] = []

    def counted(state: GameState, fact: AnyFact) -> GameState:
        folded.append(fact)
        return apply(state, fact)

    monkeypatch.setattr(snapshot, "apply", counted)
    for at in (100, 400, 5):
        assert replay_view(record, at).stage.last_entry == at
        assert len(folded) <= CHECKPOINT_INTERVAL
        folded.clear()
        assert replay_view(record, at).stage.last_entry == at
        assert folded == []


def test_the_keys_lead_to_the_rounds_and_moments_beside_this_step(record: Record) -> None:
    replay = replay_view(record, 150)
    rounds, moments = ([jump.step for jump in jumps] for jumps in (replay.rounds, replay.highlights))
    for steps, back, on in ((rounds, "PageUp", "PageDown"), (moments, "p", "n")):
        assert key(replay, back) == max(step for step in steps if step < replay.step)
        assert key(replay, on) == min(step for step in steps if step > replay.step)


def test_at_the_start_nothing_leads_back_and_at_the_end_nothing_on(record: Record) -> None:
    first, last = replay_view(record), replay_view(record, 9999)
    assert (first.step, first.previous, key(first, "PageUp"), key(first, "p")) == (0, None, None, None)
    assert (last.step, last.next, key(last, "PageDown"), key(last, "n")) == (last.steps, None, None, None)


def test_rounds_and_moments_stand_in_their_order_and_one_of_them_is_here(record: Record) -> None:
    replay = replay_view(record, 150)
    steps = [jump.step for jump in replay.jumps]
    assert steps == sorted(steps)
    here = [jump.step for jump in replay.jumps if jump.is_here]
    assert here == [max(step for step in steps if step <= replay.step)]


def test_a_moment_wears_the_colour_of_its_player(record: Record) -> None:
    win = replay_view(record).highlights[-1]
    assert (win.words, win.colour) == ("Ana wins!", "red")


def test_a_hand_on_the_scrubber_names_a_step(record: Record) -> None:
    assert replay_view(record, step=42).step == 42
    assert replay_view(record, step=99_999).step == len(record.log)


def test_before_the_first_entry_there_is_a_page_too(record: Record) -> None:
    empty = Record(record.snapshot_at(0).state)
    replay = replay_view(empty)
    assert (replay.steps, replay.previous, replay.next, replay.jumps) == (0, None, None, ())
    assert replay.percent(0) == "0.00"
