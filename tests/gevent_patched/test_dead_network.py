"""The network between Narrator and PostgreSQL is cut without a word: nothing comes and nothing is refused. People are
told so, nothing that was acknowledged is lost or doubled, and it goes on by itself when the network is back."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import gevent
import pytest
from sqlalchemy import Connection, event

from narrator.storage import database
from narrator.storage.postgres import connection_settings
from narrator.storage.postgres import database as on_postgres
from narrator.storage.postgres.database import MAX_CONNECTIONS, PostgresDatabase
from narrator.storage.storage import Storage
from tests.support import stores
from tests.support.app import LAID, NOON, OPENED, ruling
from tests.support.faults import Load, opened
from tests.support.html import text_of
from tests.support.postgres import Server
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web import Host, House

pytestmark = [pytest.mark.file, pytest.mark.skipif(stores.programs() is None, reason=stores.WITHOUT)]


class Wire:
    """A network that can be cut: bytes stay where they are, and no end of a line is told. As it is mended, lines go on
    with what was held, as after a short cut, or are dead for ever, as where a router has forgotten them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._is_whole = threading.Event()
        self._is_whole.set()
        self._answers = threading.Event()
        self._answers.set()
        self._dead: list[socket.socket] = []
        self._lines: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def cut(self, answers_only: bool = False) -> None:
        self._answers.clear()
        if not answers_only:
            self._is_whole.clear()

    def mend(self, forget: bool) -> None:
        if forget:
            self._dead += self._lines
        self._is_whole.set()
        self._answers.set()

    def close(self) -> None:
        self._is_whole.set()
        self._answers.set()
        self._dead.clear()
        for end in (self._listener, *self._lines):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _serve(self) -> None:
        while True:
            try:
                one, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._join, args=(one,), daemon=True).start()

    def _join(self, one: socket.socket) -> None:
        self._is_whole.wait()
        other = socket.create_connection(("127.0.0.1", self._port))
        self._lines += (one, other)
        for a, b, may_pass in ((one, other, self._is_whole), (other, one, self._answers)):
            threading.Thread(target=self._pass_on, args=(a, b, may_pass), daemon=True).start()

    def _pass_on(self, a: socket.socket, b: socket.socket, may_pass: threading.Event) -> None:
        with suppress(OSError):
            data = b" "
            while data:
                data = a.recv(65536)
                may_pass.wait()
                if a in self._dead:
                    return
                b.sendall(data)
            b.shutdown(socket.SHUT_WR)


@pytest.fixture(autouse=True)
def short_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_postgres, "TRANSACTION_TIMEOUT", 2.0)  # a busy machine takes its time
    monkeypatch.setattr(database, "IN_DOUBT_TIMEOUT", 0.5)
    monkeypatch.setattr(database, "RETRY_TIMEOUT", 0.5)
    monkeypatch.setattr(on_postgres, "PING_INTERVAL", 0.3)
    monkeypatch.setitem(connection_settings.DRIVER_OPTIONS, "connect_timeout", 2)  # psycopg takes no shorter one
    monkeypatch.setitem(connection_settings.SERVER_SETTINGS, "idle_in_transaction_session_timeout", "700ms")
    monkeypatch.setitem(connection_settings.SERVER_SETTINGS, "lock_timeout", "300ms")


@pytest.fixture
def wire(server: Server) -> Iterator[Wire]:
    wire = Wire(server.port)
    yield wire
    wire.close()


@pytest.mark.parametrize(
    ("where", "forget"), [("entry", True), ("commit", True), ("commit", False), ("answer", True)], ids=str
)
@pytest.mark.usefixtures("log")
def test_a_network_that_is_cut_without_a_word_is_reported_and_comes_back(
    server: Server,
    url: str,
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    forget: bool,
) -> None:
    far = server.url(url.rpartition("/")[2], wire.port)
    load = Load(opened(far))
    load.reach(5)
    assert isinstance(load.log.database, PostgresDatabase)

    def cut(_: Connection) -> None:
        """An answer is lost where the commit arrives, and what is said to it does not."""
        wire.cut(answers_only=where == "answer")

    event.listen(load.log.database.engine, "begin" if where == "entry" else "commit", cut, once=True)
    wait_until(lambda: load.trouble)
    assert load.trouble == (["unreachable"] if where == "entry" else ["unsure"])
    wire.mend(forget)
    load.reach(len(load.acknowledged) + 5)
    load.check(url)
    assert set(load.trouble) <= {"unreachable", "unsure", "server_busy"}


def test_every_page_reports_it_and_the_first_one_after_it_is_answered(
    url: str,
    server: Server,
    wire: Wire,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A router has forgotten all lines, and of several that wait in the pool nobody has to find out by himself."""
    monkeypatch.setattr(stores, "url_of", lambda _: server.url(url.rpartition("/")[2], wire.port))
    house = House(tmp_path)
    OPENED.append(house.log)
    hosts = [house.host(LAID) for _ in range(MAX_CONNECTIONS)]
    assert asked(hosts) == [200] * MAX_CONNECTIONS
    wire.cut()
    assert asked(hosts[:1]) == [503]
    answer = hosts[0].enter(ruling("a"), seen=0)
    assert (answer.status_code, "The database isn't answering" in text_of(answer)) == (503, True)
    wire.mend(forget=True)
    assert asked(hosts[:1]) == [200]
    assert hosts[0].seq == 0
    assert hosts[0].enter(ruling("a")).status_code < 400
    assert hosts[0].seq == 1


def asked(hosts: list[Host]) -> list[int]:
    """What is answered to all of them at once: every page looks whether something was entered."""
    with gevent.Timeout(PATIENCE):
        return [one.get().status_code for one in [gevent.spawn(host.get) for host in hosts]]


def test_notices_arrive_again_when_the_network_is_back(
    server: Server,
    log: Storage,
    url: str,
    wire: Wire,
) -> None:
    heard: list[str | None] = []
    opened(server.url(url.rpartition("/")[2], wire.port)).database.listen(heard.append)
    wait_until(lambda: heard == [None])
    wire.cut()
    log.games.append("one", 1, [ruling("a")], NOON)
    wire.mend(forget=True)
    wait_until(lambda: heard == [None, None])  # it may be any game of which nothing was heard
    log.games.append("one", 2, [ruling("b")], NOON)
    wait_until(lambda: heard == [None, None, "one"])
