"""The host comes first, and one client never has more than its share."""

import gevent
import pytest

from narrator.web.request import turns
from narrator.web.request.turns import Turns


class Work:
    """Requests of several clients, each as long as it says, written down in the order in which they begin and end."""

    def __init__(self, at_once: int = 1) -> None:
        self.turns = Turns(at_once)
        self.done: list[str] = []

    def ask(self, client: str, seconds: float = 0.01) -> gevent.Greenlet:
        return gevent.spawn(self._do, client, seconds)

    def _do(self, client: str, seconds: float) -> None:
        self.turns.take(client)
        self.done.append(f"{client}+")
        gevent.sleep(seconds)
        self.done.append(f"{client}-")
        self.turns.give_back(client, seconds)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long somebody had to rest, written down and left out."""
    found: list[float] = []
    monkeypatch.setattr(turns, "sleep", found.append)
    return found


def test_one_client_is_worked_on_once_at_a_time_however_many_connections_it_has() -> None:
    work = Work()
    gevent.joinall([work.ask("phone") for _ in range(5)], raise_error=True, timeout=2)
    assert work.done == ["phone+", "phone-"] * 5


def test_others_do_not_wait_for_it() -> None:
    work = Work()
    crowd = [work.ask("phone", 0.05) for _ in range(3)]
    gevent.sleep(0.01)
    work.ask("other", 0).join(1)
    assert work.done == ["phone+", "other+", "other-"]
    gevent.joinall(crowd, timeout=2)


def test_while_more_is_waiting_it_rests_as_long_as_it_worked(pauses: list[float]) -> None:
    work = Work()
    gevent.joinall([work.ask("phone", 0.05) for _ in range(3)], timeout=2)
    assert pauses == [0.05, 0.05]


def test_who_comes_back_one_by_one_never_waits(pauses: list[float]) -> None:
    work = Work()
    for _ in range(5):
        work.ask("phone").join(1)
    assert pauses == []


def test_who_gives_up_waiting_is_forgotten() -> None:
    work = Work()
    first, second = work.ask("phone", 0.05), work.ask("phone")
    gevent.sleep(0.01)
    second.kill()
    first.join(1)
    gevent.sleep(0)
    assert work.done == ["phone+", "phone-"]
    assert not work.turns._lines
    work.ask("phone").join(1)
    assert work.done == ["phone+", "phone-"] * 2


@pytest.mark.parametrize("at_once", [2, 3])
def test_a_wider_line_has_more_turns(at_once: int) -> None:
    work = Work(at_once)
    crowd = [work.ask("phone") for _ in range(4)]
    gevent.sleep(0)
    gevent.sleep(0)
    assert work.done == ["phone+"] * at_once
    gevent.joinall(crowd, timeout=2)
