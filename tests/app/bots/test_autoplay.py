"""Bots go on by themselves while somebody is there: at their pace, once, and never before a host's page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narrator.app.bots import bots
from narrator.app.bots.autoplay import PRESENCE_SECONDS, SECONDS_AFTER_UNDO, AutoPlay
from narrator.app.bots.bots import Bots
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService
from narrator.core.record.record import Record
from narrator.core.table.events import SettlementBuilt, TakenBack
from narrator.storage.database import in_thread
from tests.support.app import NOON, games_in, ruling, texts
from tests.support.bot_table import BotTable, with_bots


class Watched:
    """A table with a clock that stands still until somebody waits."""

    def __init__(self, table: BotTable) -> None:
        self.table, self.now, self.has_host = table, 0.0, False
        self.begun: list[str] = []
        self.waited: list[float] = []
        self.meanwhile: list[Callable[[], object]] = []
        """What happens during the next waits."""
        self.clock = AutoPlay(
            table.games, table.sessions, table.bots, self._wait, lambda _: self.has_host, lambda: self.now, self._begin
        )

    def _begin(self, look_after: Callable[[str], None], game: str) -> None:
        self.begun.append(game)
        self.look_after = look_after

    def _wait(self, game: str, is_new: Callable[[], bool], seconds: float) -> None:
        self.waited.append(seconds)
        if self.meanwhile:
            self.meanwhile.pop(0)()
        if not is_new():
            self.now += seconds

    def attend(self) -> list[Any]:
        """Somebody comes and is silent from then on; what was entered until nobody counts as there."""
        before = len(self.table.record.log)
        self.clock.note_presence(self.table.id)
        self.look_after(self.table.id)
        return [event.type for event in self.table.record.log[before:]]


def watched(folder: Path, *levels: str, people: int = 0, **rules: Any) -> Watched:
    return Watched(BotTable(folder, with_bots(*levels, people=people, cards="app", dice_source="app", **rules)))


def test_bots_go_on_at_their_pace_as_long_as_somebody_is_there(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")
    assert seen.attend() == [
        "settlement_built",
        "road_built",
        "settlement_built",
        "road_built",
        "settlement_built",
    ]
    assert seen.waited == [9] * 5, "time to place what was built"
    seen.table.bots.pace(seen.table.id, "fast")
    assert len(seen.attend()) > 10


def test_who_comes_again_begins_nothing_twice(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")
    for _ in range(3):
        seen.clock.note_presence(seen.table.id)
    assert seen.begun == [seen.table.id]
    seen.look_after(seen.table.id)
    seen.clock.note_presence(seen.table.id)
    assert len(seen.begun) == 2, "after the last has gone"


def test_a_table_without_bots_costs_nothing(tmp_path: Path) -> None:
    seen = watched(tmp_path, people=3)
    seen.clock.note_presence(seen.table.id)
    assert seen.begun == []


@pytest.mark.parametrize("pace", ["step", "stopped"])
def test_step_by_step_and_stopped_wait_for_a_person(tmp_path: Path, pace: Any) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")
    seen.table.bots.pace(seen.table.id, pace)
    assert seen.attend() == []
    assert seen.waited == [PRESENCE_SECONDS]


def test_where_a_hosts_page_is_open_it_is_the_hosts_and_then_the_servers(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")
    seen.has_host = True
    assert seen.attend() == []

    def leave() -> None:
        seen.has_host = False

    seen.has_host = True
    seen.meanwhile = [leave]
    assert seen.attend()[:2] == ["settlement_built", "road_built"]


def test_a_host_who_comes_meanwhile_is_left_alone(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")

    def come() -> None:
        seen.has_host = True

    seen.meanwhile = [come]
    assert seen.attend() == []


def test_what_somebody_else_did_meanwhile_is_not_done_again(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")
    seen.meanwhile = [seen.table.step] * 4
    entered = seen.attend()
    assert entered[:6] == ["settlement_built", "road_built"] * 3
    places = [event.at for event in seen.table.record.log if isinstance(event, SettlementBuilt)]
    assert len(places) == len(set(places))


@pytest.mark.parametrize("when", ["waits", "thinks", "enters"])
@pytest.mark.parametrize("what", ["its move", "a ruling"])
def test_of_two_processes_one_makes_the_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: str, what: str
) -> None:
    """Both know the same moment. Before one thinks, while it thinks, or when it has thought and is about to enter, the
    other has entered already: the same move, or something that forbids no move and has no key, so that the number alone
    tells."""
    table = BotTable(tmp_path, with_bots("friend", "friend", "friend", people=0, cards="app", dice_source="app"))
    games = games_in(tmp_path)
    sessions = SessionService(games, lambda: NOON)
    trades = TradeService(games, sessions, ProposalService(games, sessions), lambda: NOON)
    other = Bots(games, sessions, trades, lambda count: 0)
    append, overtaken = table.games.storage.games.append, 0

    def meanwhile(moment: int) -> None:
        nonlocal overtaken
        monkeypatch.setattr(bots, "in_thread", in_thread)
        monkeypatch.setattr(table.games.storage.games, "append", append)
        overtaken += (
            other.step(table.id, moment) if what == "its move" else bool(games.enter_events(table.id, [ruling("a")]))
        )

    def think_slowly(work: Callable[..., Any], record: Record, *rest: Any) -> Any:
        meanwhile(len(record.log))
        return work(record, *rest)

    def append_slowly(game: str, first: int, *rest: Any) -> None:
        meanwhile(first - 1)
        append(game, first, *rest)

    for _ in range(15):
        before = len(table.record.log)
        if when == "waits":
            meanwhile(before)
        elif when == "thinks":
            monkeypatch.setattr(bots, "in_thread", think_slowly)
        else:
            monkeypatch.setattr(table.games.storage.games, "append", append_slowly)
        made = table.bots.step(table.id, before)
        assert len(table.record.log) <= before + 1
        if what == "a ruling" and len(table.record.log) > before:
            assert not made
            assert texts(table.record.log[before:]) == ["a"]
    assert overtaken > 8


def test_a_move_is_for_the_version_that_was_seen(tmp_path: Path) -> None:
    """An offer that another process has just made for this bot is not settled before anybody could answer."""
    seen = watched(tmp_path, "friend", "friend", "friend")
    number, note = len(seen.table.record.log), seen.table.session.number
    seen.table.bots.pace(seen.table.id, "fast")
    assert not seen.table.bots.step(seen.table.id, number, note)
    assert seen.table.bots.step(seen.table.id, number, note + 1)


def test_after_an_undo_there_is_time_before_a_bot_goes_on(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")
    seen.table.step()
    seen.table.enter(TakenBack(to=len(seen.table.record.log) - 1))
    assert seen.attend()[0] == "settlement_built"
    assert seen.waited[0] == SECONDS_AFTER_UNDO


def test_a_game_that_is_gone_ends_the_watch(tmp_path: Path) -> None:
    seen = watched(tmp_path, "friend", "friend", "friend")

    def delete() -> None:
        seen.table.games.storage.maintenance.erase_game(seen.table.id)
        seen.table.games.forget(seen.table.id)

    seen.meanwhile = [delete]
    seen.clock.note_presence(seen.table.id)
    seen.look_after(seen.table.id)
    assert len(seen.waited) == 1
