"""The last part: one client does its worst, and the host's tap is measured beside its idle time.

The client is a process of its own, so that it takes no time from the host who is measured.
"""

import contextlib
import http.client
import json
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from threading import Thread
from urllib.parse import urlencode

from tools.hostile.people import Game, People
from tools.hostile.raw_http import SERVER, Sent, exchange, request
from tools.hostile.report import Report

CLIENT = "127.0.99.9"
CONNECTIONS = 30
HELD = 1100
"""Requests that are never finished, and streams that are never left."""
LONGEST = 150
"""Seconds after which a client has done its worst in any case."""
TAPS = 25
WARMING = 5
PAUSE = 0.05
PATIENCE = 10.0
LONGEST_WAIT = 30
CALM = 2
"""Seconds for the server to finish what it has begun."""
TIMES = 5
"""So many times its idle time the host's tap may take."""
FORM = "application/x-www-form-urlencoded"
LOST = (OSError, http.client.HTTPException)

Knock = Callable[[http.client.HTTPConnection, int], None]


class Host:
    """Taps on one game, each on a connection of its own, as a tablet does that comes back."""

    def __init__(self, people: People, game: Game) -> None:
        self.port, self.game = people.port, game
        self.unanswered = self.seen = 0
        self.seen = self._entries()

    def taps(self, count: int) -> list[float]:
        """How long each took. Whoever has waited too long gives up."""
        found: list[float] = []
        while len(found) < count and sum(found) < LONGEST_WAIT:
            found.append(self._tap())
            time.sleep(PAUSE)
        return found

    def _tap(self) -> float:
        events = json.dumps([{"type": "ruling_made", "case": "x", "text": f"tap {self.seen}"}])
        body = urlencode({"events": events, "seen": self.seen}).encode()
        cookie = f"host_{self.game.id}={self.game.secret}"
        data = request("POST", f"/g/{self.game.id}/enter", body, Content_Type=FORM, Cookie=cookie, HX_Request="true")
        answer = exchange(self.port, Sent("tap", data), patience=PATIENCE)
        if answer.status != 200:
            self.unanswered += 1
            self.seen = self._entries()
            return PATIENCE
        self.seen += 1
        return answer.seconds

    def _entries(self) -> int:
        """How far the game is by now; where nobody answers, as far as before."""
        state = Sent("state", request("GET", f"/api/v1/games/{self.game.id}"))
        answer = exchange(self.port, state, patience=PATIENCE / 2)
        return int(json.loads(answer.body)["seq"]) if answer.status == 200 else self.seen


def bear_the_worst(people: People, report: Report, taps: int = TAPS) -> None:
    row = report.begin("one client's worst")
    seat, host = people.seat(people.tapped, 1), Host(people, people.tapped)
    host.taps(WARMING)
    idle = statistics.median(host.taps(taps))
    row.note = f"the host's tap: {idle * 1000:.0f} ms idle"
    for number, name in enumerate(WORST):
        with doing(name, people.port, people.tapped.id, seat):
            taken = host.taps(taps)
        usual, worst = statistics.median(taken), max(taken)
        row.note += f"\n{'':30}{usual * 1000:.0f} ms beside {name}, at most {worst * 1000:.0f}"
        if usual > TIMES * idle:
            report.fault(f"the host's tap took over {TIMES} times its idle time", f"{usual / idle:.0f} times: {name}")
        report.progress(number + 1, len(WORST))
        time.sleep(CALM)
    if host.unanswered:
        report.fault("the host's tap was not answered", f"{host.unanswered} times")
    row.megabytes = people.megabytes


# What the client does.


@contextlib.contextmanager
def doing(name: str, port: int, game: str, seat: str) -> Iterator[None]:
    """While somebody does this. That it was done all the time is made sure of: nothing is borne easily."""
    command = [sys.executable, "-m", "tools.hostile.flood", name, str(port), game, seat]
    client = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert client.stdout is not None
        assert client.stdout.readline(), f"{name} did not begin"
        time.sleep(1)
        yield
        assert client.poll() is None, f"{name} ended early"
    finally:
        client.kill()
        client.communicate()


def ask_for_pages(port: int, game: str, seat: str) -> None:
    paths = [f"/g/{game}/phone?do=build&n={number}" for number in range(7)]
    _on_many_connections(port, lambda wire, n: wire.request("GET", paths[n % 7], headers={"Cookie": seat}))


def ask_for_new_drawings(port: int, game: str, seat: str) -> None:
    def knock(wire: http.client.HTTPConnection, number: int) -> None:
        wire.request("GET", f"/new/rules?target_vp={5 + number % 11}&turn_seconds={30 + number % 600}&turn_timer=soft")

    _on_many_connections(port, knock)


def begin_games(port: int, game: str, seat: str) -> None:
    _on_many_connections(port, lambda wire, number: wire.request("POST", "/sample"))


def say_things(port: int, game: str, seat: str) -> None:
    def knock(wire: http.client.HTTPConnection, number: int) -> None:
        headers = {"Cookie": seat, "Content-Type": FORM}
        wire.request("POST", f"/g/{game}/offer", urlencode({"give": "ore", "want": "wool", "n": number}), headers)

    _on_many_connections(port, knock)


def hold_connections(port: int, game: str, seat: str) -> None:
    """Half of them never finish their request, half of them listen for ever."""
    raise_handles()
    listening = request("GET", f"/g/{game}/live", Cookie=seat)
    held: list[socket.socket] = []
    for number in range(HELD):
        with contextlib.suppress(OSError):
            wire = socket.create_connection((SERVER, port), 5, (CLIENT, 0))
            wire.sendall(listening if number % 2 else listening[:30])
            held.append(wire)
    print("held", flush=True)
    time.sleep(LONGEST)


def raise_handles() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _on_many_connections(port: int, knock: Knock) -> None:
    until = time.monotonic() + LONGEST

    def hammer(first: int) -> None:
        number = first * 1_000_000
        while time.monotonic() < until:
            wire = http.client.HTTPConnection(SERVER, port, timeout=20, source_address=(CLIENT, 0))
            with contextlib.suppress(*LOST):
                while time.monotonic() < until:
                    number += 1
                    knock(wire, number)
                    wire.getresponse().read()
            wire.close()
            time.sleep(0.01)

    for first in range(CONNECTIONS):
        Thread(target=hammer, args=(first,), daemon=True).start()
    print("begun", flush=True)
    time.sleep(LONGEST)


WORST: dict[str, Callable[[int, str, str], None]] = {
    "30 connections": ask_for_pages,
    "new drawings": ask_for_new_drawings,
    "new games": begin_games,
    "offers": say_things,
    "held connections": hold_connections,
}

if __name__ == "__main__":
    WORST[sys.argv[1]](int(sys.argv[2]), *sys.argv[3:])
