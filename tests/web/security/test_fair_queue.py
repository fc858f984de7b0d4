"""The host comes first, and one client never has more than its share."""

import gevent
import pytest
from gevent import socket
from gevent.event import Event

from narrator.web.security import fair_queue
from narrator.web.security.fair_queue import ClientQueues, HostsFirst

LONG = 30
"""Seconds after which a test gives up."""


class Work:
    """Requests of several clients, written down in the order in which they begin and end. Each yields in its middle,
    and where somebody `holds` it, it ends only when that is over."""

    def __init__(self, at_once: int = 1) -> None:
        self.turns = ClientQueues(at_once)
        self.done: list[str] = []

    def ask(self, client: str, seconds: float = 0.0, holds: Event | None = None) -> gevent.Greenlet:
        """So long it says that it took."""
        return gevent.spawn(self._do, client, seconds, holds)

    def _do(self, client: str, seconds: float, holds: Event | None) -> None:
        self.turns.acquire(client)
        self.done.append(f"{client}+")
        gevent.sleep(0)
        if holds is not None:
            holds.wait(LONG)
        self.done.append(f"{client}-")
        self.turns.release(client, seconds)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long somebody had to rest, written down and left out."""
    found: list[float] = []
    monkeypatch.setattr(fair_queue, "sleep", found.append)
    return found


def test_one_client_is_worked_on_once_at_a_time_however_many_connections_it_has() -> None:
    work = Work()
    gevent.joinall([work.ask("phone") for _ in range(5)], raise_error=True, timeout=LONG)
    assert work.done == ["phone+", "phone-"] * 5


def test_others_do_not_wait_for_it() -> None:
    work, held = Work(), Event()
    crowd = [work.ask("phone", holds=held) for _ in range(3)]
    gevent.sleep(0)
    work.ask("other").join(LONG)
    assert work.done == ["phone+", "other+", "other-"]
    held.set()
    gevent.joinall(crowd, timeout=LONG)


def test_while_more_is_waiting_it_rests_as_long_as_it_worked(pauses: list[float]) -> None:
    work = Work()
    gevent.joinall([work.ask("phone", 0.05) for _ in range(3)], timeout=LONG)
    assert pauses == [0.05, 0.05]


def test_who_comes_back_one_by_one_never_waits(pauses: list[float]) -> None:
    work = Work()
    for _ in range(5):
        work.ask("phone").join(LONG)
    assert pauses == []


def test_who_gives_up_waiting_is_forgotten() -> None:
    work, held = Work(), Event()
    first, second = work.ask("phone", holds=held), work.ask("phone")
    gevent.sleep(0)
    second.kill()
    held.set()
    first.join(LONG)
    gevent.sleep(0)
    assert work.done == ["phone+", "phone-"]
    assert not work.turns._queues
    work.ask("phone").join(LONG)
    assert work.done == ["phone+", "phone-"] * 2


@pytest.mark.parametrize("at_once", [2, 3])
def test_a_wider_line_has_more_turns(at_once: int) -> None:
    work, held = Work(at_once), Event()
    crowd = [work.ask("phone", holds=held) for _ in range(4)]
    gevent.sleep(0)
    gevent.sleep(0)
    assert work.done == ["phone+"] * at_once
    held.set()
    gevent.joinall(crowd, timeout=LONG)


def test_a_tap_that_comes_while_phones_are_in_line_is_answered_before_the_next_of_them() -> None:
    line, done = HostsFirst(), []
    tablet, server = socket.socketpair()

    def answer_host() -> None:
        server.recv(1)
        done.append("host")

    def answer_phone() -> None:
        line.wait()
        done.append("phone")
        if len(done) == 3:
            tablet.send(b"!")

    all_of_them = [gevent.spawn(answer_host), *(gevent.spawn(answer_phone) for _ in range(40))]
    with tablet, server:
        gevent.joinall(all_of_them, raise_error=True, timeout=LONG)
    assert done.index("host") <= 4
    assert done.count("phone") == 40


def test_phones_are_answered_in_the_order_in_which_they_came() -> None:
    line, done = HostsFirst(), []

    def answer_phone(number: int) -> None:
        line.wait()
        done.append(number)
        if number < 20:  # others come while some are waiting
            later.append(gevent.spawn(answer_phone, number + 20))

    later: list[gevent.Greenlet] = []
    gevent.joinall([gevent.spawn(answer_phone, number) for number in range(20)], timeout=LONG)
    gevent.joinall(later, raise_error=True, timeout=LONG)
    assert done == list(range(40))
