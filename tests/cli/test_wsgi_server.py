"""The server under clients that do their worst, each on a loopback address of its own. All of it within seconds."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import gevent
import msgspec
import pytest
from gevent import socket
from gevent.event import Event
from gevent.pool import Pool

from narrator.app.access.credentials import random_token
from narrator.app.files.game_files import begin_from_file
from narrator.app.games.games import Games
from narrator.cli import wsgi_server
from narrator.cli.network import open_port
from narrator.cli.wsgi_server import Server
from narrator.core.table.events import Corrected
from narrator.folders import PACKAGE
from narrator.storage.errors import StorageUnavailable
from narrator.storage.storage import open_storage
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig, ClientLimits
from narrator.web.security.guard import MAX_REQUEST_BYTES
from tests.support.waiting import PATIENCE, wait_until

GUEST, OTHER, HOST = "127.0.0.2", "127.0.0.3", "127.0.0.4"
AGES, SOON = 100.0, 0.1
"""Seconds: what a limit that a test is not about comes to, and what the one that it is about does."""
TIGHT: dict[str, Any] = {
    "connections_per_address": 8,
    "streams_per_address": 4,
    "streams_per_client": 2,
    "header_seconds": AGES,
    "body_seconds": AGES,
    "idle_seconds": AGES,
}

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere 127.0.0.2 has to be set up first")


class House:
    """A server in this process, and what its clients need."""

    def __init__(self, folder: Path, limits: ClientLimits) -> None:
        self.log = open_storage(f"sqlite:///{folder}/games.db")
        self.games = Games(self.log, lambda: datetime.now(UTC), random_token)
        access = AccessConfig(limits=limits)
        listener = open_port("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.server = Server(listener, create_app(self.games, access=access), access)
        self.server.set_spawn(Pool(1000))  # what it still does when the test is over ends with it
        self.server.start()
        self.connections: list[Connection] = []

    def close(self) -> None:
        for connection in self.connections:
            connection.close()
        self.server.stop(0)
        self.log.close()

    def connect(self, address: str) -> "Connection":
        self.connections.append(Connection(self.port, address))
        return self.connections[-1]

    def status(self, address: str, path: str = "/alive") -> int:
        connection = self.connect(address)
        connection.send(f"GET {path}")
        status = connection.status()
        connection.close()
        return status


class Connection:
    def __init__(self, port: int, address: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE, (address, 0))

    def send(self, request: str, body: bytes = b"", **headers: str) -> None:
        lines = [f"{request} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.raw("\r\n".join([*lines, "", ""]).encode() + body)

    def raw(self, data: bytes) -> None:
        self.socket.sendall(data)

    def status(self) -> int:
        """Of the next answer; 0 where there is none any more."""
        with suppress(ConnectionError):
            answer = self.socket.recv(2**16)
            return int(answer.split()[1]) if answer else 0
        return 0

    def is_closed(self) -> bool:
        with suppress(ConnectionError):
            while self.socket.recv(2**16):
                pass
        return True

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    house = House(tmp_path, ClientLimits(**TIGHT | getattr(request, "param", {})))
    yield house
    house.close()


def impatient(*limits: str) -> pytest.MarkDecorator:
    """With a server that does not wait for these."""
    return pytest.mark.parametrize("house", [dict.fromkeys(limits, SOON)], indirect=True)


@pytest.fixture
def usual(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, ClientLimits())
    yield house
    house.close()


# Who only keeps lines busy.


def half_sent(house: House) -> list[Connection]:
    half = [house.connect(GUEST) for _ in range(TIGHT["connections_per_address"])]
    for connection in half:
        connection.raw(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    return half


def test_half_sent_requests_keep_out_nobody_else(house: House) -> None:
    half_sent(house)
    assert house.status(GUEST) == 503
    assert house.status(OTHER) == 204


@impatient("header_seconds")
def test_half_sent_requests_are_let_go(house: House) -> None:
    assert all(connection.is_closed() for connection in half_sent(house))
    assert house.status(GUEST) == 204


@impatient("header_seconds")
@pytest.mark.parametrize("beginning", [b"", b"GET", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"])
def test_a_request_that_comes_letter_by_letter_is_not_waited_for(house: House, beginning: bytes) -> None:
    slow = house.connect(GUEST)
    slow.raw(beginning)
    dripping = gevent.spawn(drip, slow, b"A")
    assert slow.is_closed()
    dripping.kill()


def drip(connection: Connection, letter: bytes) -> None:
    with suppress(OSError):
        while True:
            gevent.sleep(SOON / 5)
            connection.raw(letter)


@impatient("body_seconds")
@pytest.mark.parametrize("length", ["Content-Length: 500", "Transfer-Encoding: chunked"])
def test_a_body_that_comes_letter_by_letter_is_not_waited_for(house: House, length: str) -> None:
    slow = house.connect(GUEST)
    slow.raw(f"POST /device HTTP/1.1\r\nHost: 127.0.0.1\r\n{length}\r\n\r\n".encode())
    dripping = gevent.spawn(drip, slow, b"1\r\na\r\n" if "chunked" in length else b"a")
    assert slow.is_closed()
    dripping.kill()


def test_more_headers_than_anybody_has_are_refused_without_a_word_in_the_terminal(
    house: House, capfd: pytest.CaptureFixture[str]
) -> None:
    connection = house.connect(GUEST)
    connection.raw(b"GET /alive HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: x\r\n" * 200 + b"\r\n")
    assert connection.status() == 400
    assert capfd.readouterr().err == ""
    assert house.status(OTHER) == 204


def test_that_the_games_can_t_be_reached_in_the_background_is_one_line(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever listens is cut off and comes again, a copy is made later: it is no mistake with a traceback."""

    def fail() -> None:
        raise StorageUnavailable("unreachable", path="postgresql://narrator@server/games", why="secret")

    gevent.spawn(fail).join()
    (told,) = caplog.records
    assert told.getMessage() == "in the background: the store is unreachable"
    assert told.exc_info is None


@impatient("header_seconds", "body_seconds")
def test_a_connection_is_kept_between_two_requests(house: House) -> None:
    quiet = house.connect(GUEST)
    for _ in range(2):
        quiet.send("GET /alive")
        assert quiet.status() == 204
        gevent.sleep(2 * SOON)


@impatient("idle_seconds")
def test_a_connection_that_says_nothing_any_more_is_closed(house: House) -> None:
    quiet = house.connect(GUEST)
    quiet.send("GET /alive")
    assert quiet.status() == 204
    assert quiet.is_closed()


# Whole requests.


def test_a_body_arrives_in_whatever_pieces(house: House) -> None:
    form = b"look=dark&next=/new"
    whole, chunked = house.connect(GUEST), house.connect(GUEST)
    kind = "application/x-www-form-urlencoded"
    whole.send("POST /device", form[:5], Content_Type=kind, Content_Length=str(len(form)))
    gevent.sleep(0.05)
    whole.raw(form[5:])
    chunked.send(
        "POST /device", b"5\r\nlook=\r\n4\r\ndark\r\n0\r\n\r\n", Content_Type=kind, Transfer_Encoding="chunked"
    )
    for connection in (whole, chunked):
        assert b"look=dark" in connection.socket.recv(2**16)
        connection.send("GET /alive")
        assert connection.status() == 204


@pytest.mark.parametrize("header", ["Upgrade: websocket", "Connection: Upgrade", "Connection: x\r\nUpgrade: websocket"])
def test_nobody_waits_for_another_protocol(house: House, header: str) -> None:
    form = "Content-Type: application/x-www-form-urlencoded"
    for body in (b"", b"Content-Length: 9\r\n\r\nlook=dark"):
        asking = house.connect(GUEST)
        asking.raw(f"POST /device HTTP/1.1\r\nHost: 127.0.0.1\r\n{header}\r\n{form}\r\n".encode() + (body or b"\r\n"))
        assert asking.status() == 303
        asking.close()


@pytest.mark.parametrize("chunked", [False, True])
def test_what_is_too_large_is_reported_and_not_read_to_its_end(
    house: House, chunked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wsgi_server, "LINGER_SECONDS", SOON)
    sender = house.connect(GUEST)
    length = {"Transfer_Encoding": "chunked"} if chunked else {"Content_Length": str(10**9)}
    sender.send("POST /import", b"", Content_Type="application/x-www-form-urlencoded", **length)
    piece = b"a" * 2**16
    with suppress(ConnectionError):
        for _ in range(MAX_REQUEST_BYTES // len(piece) + 2):
            sender.raw(b"10000\r\n" + piece + b"\r\n" if chunked else piece)
    dripping = gevent.spawn(drip, sender, b"1\r\na\r\n" if chunked else b"a")
    assert sender.status() == 413
    assert sender.is_closed()
    dripping.kill()


def test_a_raw_byte_in_a_query_is_no_mistake_of_ours(house: House) -> None:
    asking = house.connect(GUEST)
    asking.raw(b"GET /?lang=\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert asking.status() == 200


# Pages that listen.


class Listener:
    """A page of a watcher's phone."""

    def __init__(self, house: House, address: str, game: str, secret: str) -> None:
        self.connection = house.connect(address)
        self.connection.send(f"GET /g/{game}/live", Cookie=f"me_{game}={secret}")
        self.state = self.connection.status()


@pytest.fixture
def game(house: House) -> str:
    return begin_from_file(house.games, (PACKAGE / "samples" / "evening.json").read_bytes(), 90).id


def test_an_address_listens_with_so_many_pages_and_others_still_come_in(house: House, game: str) -> None:
    secrets = [house.games.access.watch(game) for _ in range(TIGHT["streams_per_address"] + 1)]
    heard = [Listener(house, GUEST, game, secret) for secret in secrets]
    assert [listener.state for listener in heard] == [200] * TIGHT["streams_per_address"] + [429]
    assert Listener(house, OTHER, game, secrets[-1]).state == 200
    assert house.status(GUEST) == 204
    heard[0].connection.close()
    cards = cycle(range(3, 12))

    def is_let_in() -> bool:
        """A line that nobody holds any more is noticed when something is said on it."""
        house.games.enter_events(game, [Corrected(what="hand", seat=0, value=next(cards))])
        return Listener(house, GUEST, game, secrets[-1]).state == 200

    wait_until(is_let_in)


@impatient("idle_seconds")
def test_of_one_client_the_oldest_page_gives_way(house: House, game: str) -> None:
    secret = house.games.access.watch(game)
    heard = [Listener(house, GUEST, game, secret) for _ in range(TIGHT["streams_per_client"] + 1)]
    assert [listener.state for listener in heard] == [200] * len(heard)
    house.games.enter_events(game, [Corrected(what="hand", seat=0, value=3)])
    assert heard[0].connection.is_closed()
    house.games.enter_events(game, [Corrected(what="hand", seat=0, value=4)])
    assert b"data: 92." in told(heard[-1])


def told(listener: Listener) -> bytes:
    said = b""
    while b"data: 92." not in said:
        said += listener.connection.socket.recv(2**16)
    return said


# The host comes first.


class Crowd:
    """One phone on many connections, each asking again as soon as it is answered."""

    def __init__(self, house: House, path: str, cookie: str, count: int = 30) -> None:
        self.is_over = Event()
        self.answered = 0
        self.greenlets = [gevent.spawn(self._ask, house.connect(GUEST), path, cookie) for _ in range(count)]

    def _ask(self, connection: Connection, path: str, cookie: str) -> None:
        while not self.is_over.is_set():
            connection.send(f"GET {path}", Cookie=cookie)
            read_answer(connection)
            self.answered += 1
        connection.close()

    def stop(self) -> None:
        self.is_over.set()
        gevent.killall(self.greenlets)


def read_answer(connection: Connection) -> bytes:
    connection.socket.settimeout(PATIENCE)
    answer: bytes = connection.socket.recv(2**16)
    head, _, body = answer.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or 0)
    while len(body) < length:
        body += connection.socket.recv(2**16)
    return head


def tap(house: House, connection: Connection, game: str, secret: str, number: int) -> None:
    event = msgspec.json.encode([Corrected(what="hand", seat=0, value=number % 12)]).decode()
    form = f"seen={number}&events={event}".encode()
    kind = {"Content_Type": "application/x-www-form-urlencoded", "HX_Request": "true"}
    cookie = f"host_{game}={secret}"
    connection.send(f"POST /g/{game}/enter", form, Cookie=cookie, Content_Length=str(len(form)), **kind)
    assert b" 200 " in read_answer(connection)


@pytest.mark.parametrize("path", ["/g/{}/phone?do=score", "/new/rules?r.hand_limit={}", "/library?q={}"])
def test_a_phone_on_thirty_connections_hardly_slows_the_hosts_tap(usual: House, path: str) -> None:
    """What is answered to the phone before the host is: a page or two, not thirty."""
    new = begin_from_file(usual.games, (PACKAGE / "samples" / "evening.json").read_bytes(), 90)
    secret = usual.games.access.take_seat(new.id, 1)
    crowd = Crowd(usual, path.format(new.id), f"me_{new.id}={secret}")
    wait_until(lambda: crowd.answered)
    connection, before_the_host = usual.connect(HOST), []
    for number in range(90, 110):
        answered = crowd.answered
        tap(usual, connection, new.id, new.secret, number)
        before_the_host.append(crowd.answered - answered)
        gevent.sleep(0.02)
    crowd.stop()
    assert median(before_the_host) <= 2, before_the_host


# Open files.


def test_the_file_limit_is_raised_as_far_as_it_goes() -> None:
    code = (
        "import resource\n"
        "hard = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 4096)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))\n"
        "from narrator.cli.wsgi_server import raise_file_limit\n"
        "raise_file_limit()\n"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE) == (hard, hard))\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "True\n"
