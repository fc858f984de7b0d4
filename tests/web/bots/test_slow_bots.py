"""While a bot thinks, everybody else goes on: other tables with their taps, its own table with its pages."""

import gevent
import pytest

from narrator.app.games.results import NewGame
from narrator.core.table.events import AnyEvent, FirstPlayerChosen, StepDone
from narrator.core.table.setup import initial_state
from narrator.script.steps.setup import needed_checklist
from tests.support.app import ruling
from tests.support.bot_table import ROBO, with_bots
from tests.support.slow_bot import SlowThought
from tests.support.web import Host, House


def test_a_slow_decision_delays_no_tap_of_another_table_and_no_page_of_its_own(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = with_bots("master")
    laid: list[AnyEvent] = [
        *(StepDone(step=step) for step in needed_checklist(initial_state(setup))),
        FirstPlayerChosen(seat=ROBO),
    ]
    host, other = house.host(setup, laid), house.sample()
    beside = Host(house.visitor(), house.games, NewGame(host.id, host.secret, ""))
    before, others = host.seq, other.seq
    slow = SlowThought(monkeypatch)
    go_on = gevent.spawn(host.client.post, f"/g/{host.id}/go_on", data={"seen": str(before)})
    slow.wait()
    assert other.enter(ruling("a")).status_code == 303
    assert beside.get().status_code == 200
    assert (host.seq, other.seq) == (before, others + 1)
    assert slow.ended == 0, "they had to wait for the bot"
    slow.may_end = True
    assert go_on.get().status_code == 303
    assert host.seq == before + 1
