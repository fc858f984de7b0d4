"""Bots think beside everything else: without the game's lock, and what has happened meanwhile is not overrun."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import gevent
import pytest

from narrator.app.bots import bots
from narrator.app.bots.bots import MAX_DECISIONS
from narrator.app.sessions.narration import mute_asides
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.session.events import Answered, Offered
from tests.support.app import ruling
from tests.support.bot_table import ANA, BotTable, with_bots
from tests.support.slow_bot import SlowThought


@pytest.fixture
def table(tmp_path: Path) -> BotTable:
    return BotTable(tmp_path, with_bots("player", "player", "player", people=0, cards="app", dice_source="app"))


def entered(table: BotTable) -> list[str]:
    return [event.type for event in table.log]


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], object]) -> list[str]:
    """Let something happen during each thought; what was thought about."""
    found: list[str] = []

    def thought(work: Callable[..., Any], *args: Any) -> Any:
        found.append(work.__name__)
        decided = work(*args)
        happens()
        return decided

    monkeypatch.setattr(bots, "in_thread", thought)
    return found


def test_a_decision_that_was_overtaken_by_a_tap_is_not_entered(
    table: BotTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowThought(monkeypatch)
    step = gevent.spawn(table.step)
    slow.wait()
    table.enter(ruling("a"))
    assert slow.ended == 0, "nobody waits for a thought"
    slow.may_end = True
    assert not step.get()
    assert entered(table) == ["ruling_made"]
    assert slow.begun == 1, "whoever taps next asks for another"


def test_whoever_asks_again_while_a_bot_thinks_waits_for_the_same_move(
    table: BotTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowThought(monkeypatch)
    moment = len(table.record.log)
    steps = [gevent.spawn(table.bots.step, table.id, moment) for _ in range(3)]
    slow.wait()
    slow.may_end = True
    gevent.joinall(steps)
    assert sorted(step.value for step in steps) == [False, False, True]
    assert entered(table) == ["settlement_built"]
    assert slow.begun == 1


def test_a_session_event_that_came_meanwhile_is_thought_about(table: BotTable, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowThought(monkeypatch)
    step = gevent.spawn(table.step)
    slow.wait()
    table.bots.pace(table.id, "fast")
    slow.may_end = True
    assert step.get()
    assert slow.begun == 2
    assert entered(table) == ["settlement_built"]


def test_bots_that_are_stopped_while_one_thinks_do_nothing(table: BotTable, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowThought(monkeypatch)
    step = gevent.spawn(table.step)
    slow.wait()
    table.bots.pace(table.id, "stopped")
    slow.may_end = True
    assert not step.get()
    assert entered(table) == []


def test_a_bot_that_is_always_interrupted_gives_up(table: BotTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt() -> None:
        mute_asides(table.sessions, table.id, True, f"mute {table.session.number}")

    thoughts = meanwhile(monkeypatch, interrupt)
    assert not table.step()
    assert thoughts == ["next_move"] * MAX_DECISIONS
    assert entered(table) == []


def test_nothing_is_decided_under_the_games_lock(table: BotTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither moves nor what bots answer to each other's offers."""

    def is_free() -> bool:
        lock = table.games.lock(table.id)
        is_ours = bool(lock.acquire(blocking=False))
        if is_ours:
            lock.release()
        return is_ours

    thoughts = meanwhile(monkeypatch, lambda: free.append(gevent.spawn(is_free).get()))
    free: list[bool] = []
    while not answers(table):
        assert table.step()
    assert len(thoughts) == len(free)
    assert all(free)


def test_an_answer_that_was_overtaken_by_a_tap_is_thought_about_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = asked(tmp_path)
    taps = [ruling("a")]

    def tap_once() -> None:
        if taps:
            table.enter(taps.pop())

    thoughts = meanwhile(monkeypatch, tap_once)
    table.trades.offer(table.id, Offered(seat=ANA, give={"ore": 1}, want={"wool": 1}), "offer")
    assert thoughts == ["answers_to"] * 2
    assert sorted(answers(table)) == [1, 2]


def test_an_offer_that_is_gone_before_a_bot_has_thought_is_not_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = asked(tmp_path)
    meanwhile(monkeypatch, lambda: table.enter(TurnEnded(seat=ANA)))
    table.trades.offer(table.id, Offered(seat=ANA, give={"ore": 1}, want={"wool": 1}), "offer")
    assert answers(table) == []


def asked(folder: Path) -> BotTable:
    """Ana is on turn and may offer; the others are bots."""
    table = BotTable(folder, with_bots("player", "player", people=1))
    table.place_all()
    table.enter(DiceRolled(seat=ANA, total=12))
    return table


def answers(table: BotTable) -> list[int]:
    return [
        kept.event.seat for kept in table.games.storage.sessions.events(table.id) if isinstance(kept.event, Answered)
    ]
