"""`make bench`, live: how fast phones hear of a change, and what a connected one costs. All on this machine's loopback.

The server is the real application in a process of its own; this process holds the phones. Games lie on a RAM disk where
there is one: otherwise what other programs write to the disk meanwhile would be measured too.
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
from pathlib import Path
from random import Random, random
from urllib.parse import urlencode

import gevent
import msgspec
from gevent import socket
from gevent.event import Event
from msgspec.structs import replace

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.table.events import Corrected
from narrator.core.table.setup import Setup
from narrator.folders import PACKAGE
from narrator.storage.files.game_file import read_event, read_game
from narrator.storage.storage import open_storage
from narrator.text.languages import LANGUAGES

MID_GAME = 90
ROUNDS = 30
"""Changes that 200 phones hear of, with either server."""
ONE_GAME = 200
GAMES, PHONES_EACH, EVENTS_A_SECOND, SECONDS = 500, 6, 50, 6
WITH_PAGES = 100
"""Games whose phones have fetched their pages when memory is looked at."""
FETCHES = 40
JITTER = 0.15
"""Seconds at most that a phone waits before it fetches, as in `stream.js`."""
CALM = 15
"""Changes a second where all phones fetch their pages, too: each is rendered anew, in this one process."""
RAM = Path("/dev/shm")
LIMIT = 10_000
"""Open files that either process may need."""
NUMBER = re.compile(rb"data: (\d+)")

OURS = """
from gevent import monkey
monkey.patch_all()
import sys
from narrator.cli.startup import open_games
from narrator.cli.network import open_port
from narrator.cli.serve import games_of
from narrator.cli.wsgi_server import Server
from narrator.web.app import create_app
from narrator.web.live.live_services import live_services_of
from narrator.web.auth.config import AccessConfig
from narrator.web.services import services_of
from narrator.web.auth.config import UNLIMITED
access = AccessConfig(limits=UNLIMITED)
app = create_app(games_of(open_games(sys.argv[1])), access=access)
app.add_url_rule("/made", view_func=lambda: str(live_services_of(app).phone_pages.misses))
services_of(app).peers.begin()
listener = open_port("127.0.0.1", 0)
print(listener.getsockname()[1], flush=True)
Server(listener, app, access).serve_forever()
"""
BARE = """
from gevent.event import Event
from gevent.pywsgi import WSGIServer
from narrator.cli.network import open_port
now, light = 0, Event()
def echo(environ, start):
    global now, light
    if environ["REQUEST_METHOD"] == "POST":
        now += 1
        woken, light = light, Event()
        woken.set()
        start("204 No Content", [])
        return []
    if environ["PATH_INFO"] == "/now":
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
        """One answer in full; without gevent, so nothing else runs here meanwhile."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request("GET", path, headers={"Cookie": cookies, "HX-Request": "true", "Accept-Encoding": "gzip"})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        assert answer.status == 200, (path, answer.status)
        return body

    def made(self) -> int:
        """Fragments that it has rendered so far."""
        return int(self.fetch("/made"))


@contextmanager
def running(code: str, *arguments: str) -> Iterator[Server]:
    server = Server(code, *arguments)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


class Line:
    """A connection that stays open, with one request after the other, as a browser has it."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, request: str, cookies: str, body: str = "") -> None:
        head = f"{request} HTTP/1.1\r\nHost: [::]\r\nCookie: {cookies}\r\nHX-Request: true\r\nAccept-Encoding: gzip\r\n"
        if body:
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n"
        self.socket.sendall(f"{head}\r\n{body}".encode())

    def receive(self) -> None:
        """An answer in full."""
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(65536)
        header, _, rest = answer.partition(b"\r\n\r\n")
        assert header.startswith((b"HTTP/1.1 200", b"HTTP/1.1 204")), header[:200]
        length = re.search(rb"Content-Length: (\d+)", header)
        missing = (int(length[1]) if length else 0) - len(rest)
        while missing > 0:
            missing -= len(self.socket.recv(65536))


class Phone:
    """Fetches its page, listens, and remembers when it heard which number."""

    def __init__(self, server: Server, path: str, cookies: str = "", page: str = "/alive") -> None:
        self.page, self.cookies = page, cookies
        self.line = Line(server)
        self.fetch()
        self.stream = Line(server)
        self.stream.send(f"GET {path}", cookies)
        self.heard: dict[int, float] = {}
        self.last = -1
        self.fetches = False
        """Whether it fetches its page when it hears of something, as a true one does."""
        self.errand: gevent.Greenlet | None = None
        self.news = Event()
        self.ear = gevent.spawn(self.listen)

    def listen(self) -> None:
        while said := self.stream.socket.recv(4096):
            for number in NUMBER.findall(said):
                is_news = int(number) != self.last  # who came or left is nothing to a phone
                self.last = int(number)
                self.heard.setdefault(self.last, time.perf_counter())
                self.news.set()
                if is_news and self.fetches and (self.errand is None or self.errand.ready()):
                    self.errand = gevent.spawn_later(random() * JITTER, self.catch_up)

    def wait_for(self, number: int) -> float:
        """When it heard of a number."""
        while self.last < number:
            self.news.clear()
            self.news.wait(20)
        return self.heard.get(number, self.heard[self.last])

    def catch_up(self) -> None:
        """One fetch at a time, until nothing newer came meanwhile."""
        known = -1
        while known != self.last:
            known = self.last
            self.fetch()

    def fetch(self) -> None:
        self.line.send(f"GET {self.page}", self.cookies)
        self.line.receive()

    def hang_up(self) -> None:
        gevent.killall([errand for errand in (self.ear, self.errand) if errand is not None])
        self.line.socket.close()
        self.stream.socket.close()


def tap(line: Line, table: Table) -> float:
    """The host sets a hand right, an entry that is always possible. When it was sent; comes back with the answer."""
    event = Corrected(what="hand", seat=table.turn, value=table.entries % 12)
    form = urlencode({"seen": table.entries, "events": msgspec.json.encode([event]).decode()})
    table.entries += 1
    begun = time.perf_counter()
    line.send(f"POST /g/{table.id}/enter", table.host, form)
    line.receive()
    return begun


def ring(line: Line) -> float:
    """The same for the bare echo."""
    begun = time.perf_counter()
    line.send("POST /", "")
    line.receive()
    return begun


def tables(url: str, count: int, seats: int, watching: int) -> list[Table]:
    """Games in mid-play, with phones that have joined."""
    log = open_storage(url)
    games = Games(log, lambda: datetime.now(UTC), random_token)
    file = read_game((PACKAGE / "samples" / "evening.json").read_bytes())
    events = [replace(read_event(raw), waived=True) for raw in file.events[:MID_GAME]]  # whatever a harbour allows
    found = []
    for number in range(count):
        new = games.create(own_setup(file.setup, number), events)
        secrets = [games.access.take_seat(new.id, seat) for seat in range(seats)] + [
            games.access.watch(new.id) for _ in range(watching)
        ]
        phones = [f"me_{new.id}={secret}; lang={LANGUAGES[n % len(LANGUAGES)]}" for n, secret in enumerate(secrets)]
        found.append(Table(new.id, f"host_{new.id}={new.secret}", games.record_of(new.id).state.turn, phones))
    log.close()
    return found


def own_setup(setup: Setup, number: int) -> Setup:
    """Other names and other harbours at every table: what is kept for one must not serve them all."""
    players = [replace(player, name=f"{player.name} {number}") for player in setup.players]
    assert setup.board is not None
    assert setup.board.harbours is not None
    kinds = [harbour.kind for harbour in setup.board.harbours]
    Random(number).shuffle(kinds)
    harbours = [replace(one, kind=kind) for one, kind in zip(setup.board.harbours, kinds, strict=True)]
    return replace(setup, players=players, board=replace(setup.board, harbours=harbours))


def connect(server: Server, table: Table | None, with_page: bool = False, count: int = ONE_GAME) -> list[Phone]:
    """All phones of a table listen, and have heard what is current. Without a table: as many clients of the echo."""
    if table is None:
        phones = [Phone(server, "/", page="/now") for _ in range(count)]
    else:
        page = f"/g/{table.id}/phone" if with_page else "/alive"
        phones = [Phone(server, f"/g/{table.id}/live", cookies, page) for cookies in table.phones]
    for phone in phones:
        phone.wait_for(0)
        phone.page = f"/g/{table.id}/phone" if table else phone.page
    return phones


def one_game(folder: Path) -> None:
    """The way to the last of 200 phones, turn by turn with a bare echo; then what their fetches cost."""
    url = f"sqlite:///{folder}/one.db"
    (table,) = tables(url, 1, 4, ONE_GAME - 4)
    ours: list[float] = []
    bare: list[float] = []
    with running(OURS, url) as server, running(BARE) as echo:
        phones, clients = connect(server, table, with_page=True), connect(echo, None)
        host, ringer = Line(server), Line(echo)
        for round in range(1, ROUNDS + 1):
            sent = gevent.spawn(tap, host, table)
            ours.append(max(phone.wait_for(MID_GAME + round) for phone in phones) - sent.get())
            sent = gevent.spawn(ring, ringer)
            bare.append(max(client.wait_for(round) for client in clients) - sent.get())
        report("notice to the last of 200 phones", ours, "a bare echo's", statistics.median(bare), 2)
        fetch_all(server, table, host, phones)
        for phone in (*phones, *clients):
            phone.hang_up()


def two_processes(folder: Path) -> None:
    """The way from a tap at one server to the last of 200 phones at another, turn by turn with a tap at their own."""
    url = f"sqlite:///{folder}/two.db"
    (table,) = tables(url, 1, 4, ONE_GAME - 4)
    own: list[float] = []
    other: list[float] = []
    with running(OURS, url) as server, running(OURS, url) as elsewhere:
        phones, (here, there) = connect(server, table), (Line(server), Line(elsewhere))
        tap(there, table)
        for round in range(2, 2 * ROUNDS + 2, 2):
            sent = gevent.spawn(tap, here, table)
            own.append(max(phone.wait_for(MID_GAME + round) for phone in phones) - sent.get())
            sent = gevent.spawn(tap, there, table)
            other.append(max(phone.wait_for(MID_GAME + round + 1) for phone in phones) - sent.get())
        report(
            "notice from one process to 200 phones at another", other, "the same process's", statistics.median(own), 3
        )
        for phone in phones:
            phone.hang_up()


def fetch_all(server: Server, table: Table, host: Line, phones: list[Phone]) -> None:
    """After each change all phones fetch their page, as fast as they can."""
    readers = len(LANGUAGES) + 4  # those who watch see the same in each language, each seat has its own
    before, seconds = server.made(), []
    for _ in range(5):
        tap(host, table)
        begun = time.perf_counter()
        gevent.joinall([gevent.spawn(phone.fetch) for phone in phones], raise_error=True)
        seconds.append(time.perf_counter() - begun)
    made = (server.made() - before) / 5
    print(
        f"{ONE_GAME} phones fetch their page after a change: {statistics.median(seconds) * 1000:.0f} ms; "
        f"fragments rendered {made:g} (at most {readers}: once for each language and viewer)"
    )


def many_games(folder: Path) -> None:
    url = f"sqlite:///{folder}/many.db"
    all_tables = tables(url, GAMES, 4, PHONES_EACH - 4)
    with running(OURS, url) as server:
        for table in all_tables:  # the server knows every game before its memory is looked at
            server.fetch(f"/g/{table.id}/live?once=1", table.phones[0])
        for cookies in all_tables[-1].phones:
            server.fetch(f"/g/{all_tables[-1].id}/phone", cookies)
        before, begun = server.memory(), time.perf_counter()
        phones = [phone for table in all_tables[:WITH_PAGES] for phone in connect(server, table, with_page=True)]
        memory = (server.memory() - before) / len(phones)
        phones += [phone for table in all_tables[WITH_PAGES:] for phone in connect(server, table)]
        seconds = time.perf_counter() - begun
        print(f"memory of a connected phone, with its page and its two lines: {memory:.0f} KB (at most 60)")
        print(f"{len(phones):,} phones in {GAMES} games connected in {seconds:.1f} s")
        fetch = one_fetch(server, all_tables[0])
        times = under_way(server, all_tables, phones, EVENTS_A_SECOND)
        report(f"notice among them at {EVENTS_A_SECOND} changes a second", times, "one fetch", fetch, 3)
        for phone in phones:
            phone.fetches = True
        calm = statistics.median(under_way(server, all_tables, phones, CALM))
        print(f"the same at {CALM} a second while every phone fetches its page after each notice: {calm * 1000:.1f} ms")
        for phone in phones:
            phone.hang_up()


def one_fetch(server: Server, table: Table) -> float:
    """Seconds for a phone's fragment just after a change, with nothing else going on."""
    host = Line(server)
    seconds = []
    for _ in range(FETCHES):
        tap(host, table)
        begun = time.perf_counter()
        server.fetch(f"/g/{table.id}/phone", table.phones[1])
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def under_way(server: Server, all_tables: list[Table], phones: list[Phone], pace: int) -> list[float]:
    """Seconds from tap to notice for each phone of the table, while taps come at an even pace, now here, now there."""
    hosts: list[Line] = []
    taps: list[tuple[int, int, float]] = []

    def tap_at(number: int) -> None:
        table, host = all_tables[number], hosts.pop() if hosts else Line(server)
        entry = table.entries + 1
        taps.append((number, entry, tap(host, table)))
        hosts.append(host)

    order = Random(1).sample(range(GAMES), pace * SECONDS)
    begun = time.perf_counter()
    deeds = []
    for count, number in enumerate(order):
        gevent.sleep(max(0, begun + count / pace - time.perf_counter()))
        deeds.append(gevent.spawn(tap_at, number))
    gevent.joinall(deeds, raise_error=True)
    if (held := len(taps) / (time.perf_counter() - begun)) < 0.9 * pace:
        print(f"this machine is too busy: it held only {held:.0f} of {pace} changes a second")
    return [
        phone.wait_for(entry) - sent
        for number, entry, sent in taps
        for phone in phones[number * PHONES_EACH : (number + 1) * PHONES_EACH]
    ]


def report(what: str, seconds: list[float], beside: str, measure: float, limit: float) -> None:
    median = statistics.median(seconds)
    print(
        f"{what}: {median * 1000:.1f} ms (slowest {max(seconds) * 1000:.0f}); {beside} {measure * 1000:.1f} ms; "
        f"ratio {median / measure:.2f} (at most {limit:g})"
    )


def main() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < LIMIT:
        print(f"left out: {GAMES * PHONES_EACH:,} phones need {LIMIT:,} open files, this machine allows {most:,}")
        return
    resource.setrlimit(resource.RLIMIT_NOFILE, (LIMIT, most))
    gc.disable()
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as folder:
        one_game(Path(folder))
        two_processes(Path(folder))
        many_games(Path(folder))


if __name__ == "__main__":
    main()
