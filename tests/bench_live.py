"""`make bench`, live: how fast phones hear of a change, and what a connected one costs. All on this machine's loopback.

The server is the real application in a process of its own; this process holds the phones.
"""

import gc
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from random import Random
from urllib.parse import urlencode

import gevent
import msgspec
from gevent import socket
from gevent.event import Event

from narrator.core.events import Corrected
from narrator.service.games import Games
from narrator.service.tokens import random_token
from narrator.store.codec import read_event, read_game
from narrator.store.sql_log import SqlLog
from narrator.text.places import LANGUAGES, PACKAGE

MID_GAME = 210
ROUNDS = 40
"""Changes that 200 phones hear of, with either server."""
ONE_GAME = 200
GAMES, PHONES_EACH, EVENTS_A_SECOND, SECONDS = 500, 6, 50, 8
FETCHES = 40
NUMBER = re.compile(rb"data: (\d+)")

OURS = """
import sys
from gevent.pywsgi import WSGIServer
from narrator.cli.serve import games_of, open_log, open_port
from narrator.web.app import create_app
app = create_app(games_of(open_log(sys.argv[1])))
app.add_url_rule("/made", view_func=lambda: str(app.blueprints["phone"].fragments.made))
listener = open_port("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
WSGIServer(listener, app, log=None).serve_forever()
"""
BARE = """
from gevent.event import Event
from gevent.pywsgi import WSGIServer
from narrator.cli.serve import open_port
now, light = 0, Event()
def echo(environ, start):
    global now, light
    if environ["REQUEST_METHOD"] == "POST":
        now += 1
        woken, light = light, Event()
        woken.set()
        start("204 No Content", [])
        return []
    start("200 OK", [("Content-Type", "text/event-stream")])
    return stream()
def stream():
    while True:
        waiting = light
        yield b"data: %d\\n\\n" % now
        waiting.wait()
listener = open_port("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
WSGIServer(listener, echo, log=None).serve_forever()
"""


class Table(msgspec.Struct):
    """A game with its host and its phones."""

    id: str
    host: str
    turn: int
    phones: list[str]
    """What each phone's cookies hold."""
    entries: int = MID_GAME


class Server:
    def __init__(self, code: str, *arguments: str) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def memory(self) -> float:
        """Kilobytes that its process holds."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(float(line.split()[1]) for line in status if line.startswith("VmRSS"))

    def fetch(self, path: str, cookies: str = "") -> bytes:
        """One answer in full, by a connection of its own as after a sleep; without gevent, so nothing else runs here."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request("GET", path, headers={"Cookie": cookies, "HX-Request": "true"})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        assert answer.status == 200, (path, answer.status)
        return body


@contextmanager
def running(code: str, *arguments: str) -> Iterator[Server]:
    server = Server(code, *arguments)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


class Phone:
    """Listens, and remembers when it heard which number."""

    def __init__(self, server: Server, path: str, cookies: str = "") -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port))
        self.line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\n\r\n".encode())
        self.heard: dict[int, float] = {}
        self.last = -1
        self.news = Event()
        self.ear = gevent.spawn(self.listen)

    def listen(self) -> None:
        while said := self.line.recv(4096):
            for number in NUMBER.findall(said):
                self.last = int(number)
                self.heard.setdefault(self.last, time.perf_counter())
                self.news.set()

    def wait_for(self, number: int) -> float:
        """When it heard of a number."""
        while self.last < number:
            self.news.clear()
            self.news.wait(20)
        return self.heard.get(number, self.heard[self.last])

    def hang_up(self) -> None:
        self.ear.kill()
        self.line.close()


class Poster:
    """A host's device: one line that stays open, one tap after the other."""

    def __init__(self, server: Server) -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port))
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def post(self, path: str, cookies: str = "", **form: object) -> float:
        """When it was sent. Comes back with the answer."""
        body = urlencode(form)
        head = f"POST {path} HTTP/1.1\r\nHost: x\r\nCookie: {cookies}\r\nHX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
        begun = time.perf_counter()
        self.line.sendall((head + body).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.line.recv(65536)
        header, _, rest = answer.partition(b"\r\n\r\n")
        assert header.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204")), header[:200]
        length = re.search(rb"Content-Length: (\d+)", header)
        missing = (int(length[1]) if length else 0) - len(rest)
        while missing > 0:
            missing -= len(self.line.recv(65536))
        return begun

    def tap(self, table: Table) -> float:
        """The host sets a hand right: an entry that is always possible."""
        event = Corrected(what="hand", seat=table.turn, value=table.entries % 12)
        form = {"seen": table.entries, "events": msgspec.json.encode([event]).decode()}
        table.entries += 1
        return self.post(f"/g/{table.id}/enter", table.host, **form)


def tables(url: str, count: int, seats: int, watching: int) -> list[Table]:
    """Games in mid-play, with phones that have joined."""
    log = SqlLog(url)
    games = Games(log, lambda: datetime.now(UTC), random_token)
    file = read_game((PACKAGE / "samples" / "evening.json").read_bytes())
    events = [read_event(raw) for raw in file.events[:MID_GAME]]
    found = []
    for _ in range(count):
        new = games.create(file.setup, events)
        secrets = [games.take_seat(new.id, seat) for seat in range(seats)] + [games.watch(new.id) for _ in range(watching)]
        phones = [f"me_{new.id}={secret}; lang={LANGUAGES[n % len(LANGUAGES)]}" for n, secret in enumerate(secrets)]
        found.append(Table(new.id, f"host_{new.id}={new.secret}", games.record(new.id).state.turn, phones))
    log.close()
    return found


def connect(server: Server, joined: list[tuple[str, str]]) -> list[Phone]:
    """All these phones listen, and have heard what is current."""
    phones = [Phone(server, path, cookies) for path, cookies in joined]
    for phone in phones:
        phone.wait_for(0)
    return phones


def to_the_last(folder: str) -> tuple[float, float]:
    """Seconds from the tap until the last of 200 phones has heard: ours and a bare echo's, turn by turn."""
    url = f"sqlite:///{folder}/one.db"
    (table,) = tables(url, 1, 4, ONE_GAME - 4)
    ours: list[float] = []
    bare: list[float] = []
    with running(OURS, url) as server, running(BARE) as echo:
        phones = connect(server, [(f"/g/{table.id}/live", cookies) for cookies in table.phones])
        clients = connect(echo, [("/", "")] * ONE_GAME)
        host, poster = Poster(server), Poster(echo)
        for round in range(1, ROUNDS + 1):
            sent = gevent.spawn(host.tap, table)
            ours.append(max(phone.wait_for(MID_GAME + round) for phone in phones) - sent.get())
            sent = gevent.spawn(poster.post, "/")
            bare.append(max(client.wait_for(round) for client in clients) - sent.get())
        for phone in (*phones, *clients):
            phone.hang_up()
    return statistics.median(ours), statistics.median(bare)


def many_games(folder: str) -> None:
    url = f"sqlite:///{folder}/many.db"
    all_tables = tables(url, GAMES, 4, PHONES_EACH - 4)
    with running(OURS, url) as server:
        for table in all_tables:  # every game is known to the server before its memory is looked at
            server.fetch(f"/g/{table.id}/phone", table.phones[0])
        before = server.memory()
        joined = [(f"/g/{table.id}/live", cookies) for table in all_tables for cookies in table.phones]
        begun = time.perf_counter()
        phones = connect(server, joined)
        connected = time.perf_counter() - begun
        memory = (server.memory() - before) / len(phones)
        print(f"{len(phones):,} phones in {GAMES} games connected in {connected:.1f} s")
        print(f"memory of a connected phone: {memory:.0f} KB (at most 60)")
        fetch = one_fetch(server, all_tables[0])
        times = under_way(server, all_tables, phones)
        median, last = statistics.median(times), max(times)
        print(
            f"notice of {EVENTS_A_SECOND} changes a second: median {median * 1000:.1f} ms, slowest {last * 1000:.0f} ms; "
            f"one fetch {fetch * 1000:.1f} ms; ratio {median / fetch:.2f} (at most 3)"
        )
        for phone in phones:
            phone.hang_up()


def one_fetch(server: Server, table: Table) -> float:
    """Seconds for a phone's fragment just after a change, with nothing else going on."""
    host = Poster(server)
    seconds = []
    for _ in range(FETCHES):
        host.tap(table)
        gevent.sleep(0.01)
        begun = time.perf_counter()
        server.fetch(f"/g/{table.id}/phone", table.phones[1])
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def under_way(server: Server, all_tables: list[Table], phones: list[Phone]) -> list[float]:
    """Seconds from tap to notice of every phone that had one, while taps come at an even pace wherever the wheel points."""
    wheel = Random(1)
    hosts = [Poster(server) for _ in range(16)]
    taps: list[tuple[int, int, float]] = []
    free = list(hosts)

    def tap(number: int) -> None:
        table = all_tables[number]
        host = free.pop()
        entry = table.entries + 1
        taps.append((number, entry, host.tap(table)))
        free.append(host)

    begun = time.perf_counter()
    deeds = []
    order = wheel.sample(range(GAMES), min(GAMES, EVENTS_A_SECOND * SECONDS))
    for count, number in enumerate(order):
        gevent.sleep(max(0, begun + count / EVENTS_A_SECOND - time.perf_counter()))
        while not free:
            gevent.sleep(0.001)
        deeds.append(gevent.spawn(tap, number))
    gevent.joinall(deeds, raise_error=True)
    return [
        phone.wait_for(entry) - sent
        for number, entry, sent in taps
        for phone in phones[number * PHONES_EACH : (number + 1) * PHONES_EACH]
    ]


def main() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        ours, bare = to_the_last(folder)
        print(
            f"notice to the last of {ONE_GAME} phones: {ours * 1000:.1f} ms; a bare echo's {bare * 1000:.1f} ms; "
            f"ratio {ours / bare:.2f} (at most 2)"
        )
        many_games(folder)


if __name__ == "__main__":
    main()
