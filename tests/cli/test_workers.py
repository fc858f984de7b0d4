"""`narrator serve --workers 2`: one house, whichever process answers, and nothing lost when one of them is killed."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from msgspec import Struct

from narrator.service.credentials import random_token
from tests.cli.test_serve import Running
from tests.postgres import programs
from tests.soak import FILE, LOST
from tests.stores import WITHOUT, server

pytestmark = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="needs Linux to tell workers apart")
PATIENCE = 60
"""Seconds, on a machine that has much else to do."""


class House(Running):
    """A real one, with a client that knows which worker it speaks with: a connection stays with who took it."""

    def __init__(self, url: str, folder: Path) -> None:
        command = ["serve", "--workers", "2", "--port", "0", "--db", url, "--host", "127.0.0.1"]
        super().__init__(*command, LANG="C", XDG_DATA_HOME=str(folder), TMPDIR=str(folder))
        self.lines: list[http.client.HTTPConnection] = []

    @property
    def workers(self) -> list[int]:
        number = self.process.pid
        return sorted(map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split()))

    def new_worker(self, *known: int) -> int:
        """Wait for the worker that takes a dead one's place."""
        until = time.monotonic() + PATIENCE
        while not (found := {*self.workers} - {*known}) and time.monotonic() < until:
            time.sleep(0.05)
        (new,) = found
        return new

    def line_to(self, worker: int) -> http.client.HTTPConnection:
        """A connection that this worker holds: tried until it was the one that took it."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            line = http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=PATIENCE)
            line.connect()
            line.request("GET", "/alive")
            line.getresponse().read()
            if line.sock.getsockname()[1] in ports_held_by(worker):
                self.lines.append(line)
                return line
            line.close()
        raise AssertionError("one of them takes no connection")


def ports_held_by(process: int) -> set[int]:
    """The other ends of its connections."""
    inodes = set()
    for handle in Path(f"/proc/{process}/fd").iterdir():
        with contextlib.suppress(OSError):
            if found := re.fullmatch(r"socket:\[(\d+)\]", os.readlink(handle)):
                inodes.add(found[1])
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return {int(row[2].split(":")[1], 16) for row in rows if row[9] in inodes}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(not programs(), reason=WITHOUT))])
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    is_file = request.param == "sqlite"
    url = f"sqlite:///{tmp_path}/games.db" if is_file else server().new_database(random_token(8).lower())
    started = House(url, tmp_path)
    yield started
    for line in started.lines:
        line.close()
    if started.process.poll() is None:
        started.stopped_by(signal.SIGTERM)
    assert started.process.stdout is not None
    started.process.stdout.close()


def entered(line: http.client.HTTPConnection, game: str, secret: str, text: str) -> int:
    """The number of an entry that was acknowledged, sent with its own key."""
    body = json.dumps({"events": [{"type": "ruling_made", "case": "x", "text": text}]})
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": text}
    line.request("POST", f"/api/v1/games/{game}/events", body, headers)
    answer = line.getresponse()
    said = json.loads(answer.read())
    assert answer.status == 201, said
    return int(said["numbers"][0])


def heard(stream: socket.socket, wanted: bytes) -> None:
    """A stream comes to this number."""
    stream.settimeout(PATIENCE)
    said = b""
    while wanted not in said:
        more = stream.recv(4096)
        assert more, said
        said += more


class New(Struct):
    """A game that was begun by the API."""

    id: str
    secret: str


def begun(line: http.client.HTTPConnection) -> New:
    line.request("POST", "/api/v1/games", json.dumps(FILE))
    return msgspec.json.decode(line.getresponse().read(), type=New)


def test_two_workers_are_one_house_and_one_that_is_killed_loses_nothing(house: House) -> None:
    first, second = house.workers
    one, other = house.line_to(first), house.line_to(second)
    new = begun(one)

    # What is entered at one is heard at the other.
    stream = house.line_to(second)
    stream.request("GET", f"/g/{new.id}/live", headers={"Cookie": f"host_{new.id}={new.secret}"})
    heard(stream.sock, b"data: 0.0.")
    assert entered(one, new.id, new.secret, "a") == 1
    heard(stream.sock, b"data: 1.0.")
    assert entered(other, new.id, new.secret, "b") == 2
    assert entered(one, new.id, new.secret, "a") == 1, "the same key at another worker enters nothing"

    # Wrong codes are counted at both together.
    codes = []
    for number in range(14):
        line = (one, other)[number % 2]
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        line.request("POST", "/join", urlencode({"code": "AAAAAA"}), form)
        answer = line.getresponse()
        answer.read()
        codes.append(answer.status)
    assert codes == [404] * 12 + [429] * 2

    # One is killed in the middle of what it does; the other goes on, and a new one takes its place.
    body = json.dumps({"events": [{"type": "ruling_made", "case": "x", "text": "c"}]})
    headers = {"Authorization": f"Bearer {new.secret}", "Idempotency-Key": "c"}
    one.request("POST", f"/api/v1/games/{new.id}/events", body, headers)
    os.kill(first, signal.SIGKILL)
    with contextlib.suppress(*LOST):
        one.getresponse().read()
    assert entered(other, new.id, new.secret, "c") == 3
    assert entered(other, new.id, new.secret, "d") == 4
    third = house.new_worker(first, second)
    assert entered(house.line_to(third), new.id, new.secret, "e") == 5
    other.request("GET", f"/api/v1/games/{new.id}/file", headers={"Authorization": f"Bearer {new.secret}"})
    assert [event["text"] for event in json.loads(other.getresponse().read())["events"]] == [*"abcde"]
    assert house.stopped_by(signal.SIGTERM) == (0, "Narrator has stopped. All games are saved.\n")


def metric(line: http.client.HTTPConnection, name: str) -> float:
    line.request("GET", "/metrics")
    (value,) = re.findall(rf"^{name} (\S+)$", line.getresponse().read().decode(), re.MULTILINE)
    return float(value)


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
def test_any_worker_reports_the_metrics_of_all_and_a_killed_one_loses_only_its_streams(
    house: House, tmp_path: Path
) -> None:
    first, second = house.workers
    one, other = house.line_to(first), house.line_to(second)
    new = begun(one)
    streams = house.line_to(first), house.line_to(second)
    for stream in streams:
        stream.request("GET", f"/g/{new.id}/live", headers={"Cookie": f"host_{new.id}={new.secret}"})
        heard(stream.sock, b"data: 0.0.")
    entered(one, new.id, new.secret, "a")
    entered(other, new.id, new.secret, "b")
    for line in (one, other):
        assert metric(line, "narrator_entries_total") == 2
        assert metric(line, 'narrator_tap_seconds_bucket{le="\\+Inf"}') == 2
        assert metric(line, "narrator_streams") == 2
    os.kill(first, signal.SIGKILL)
    third = house.line_to(house.new_worker(first, second))
    entered(third, new.id, new.secret, "c")
    assert metric(other, "narrator_entries_total") == 3
    assert metric(other, 'narrator_tap_seconds_bucket{le="\\+Inf"}') == 3
    assert metric(other, "narrator_streams") == 1
    assert [*tmp_path.glob("narrator-metrics-*")]
    house.stopped_by(signal.SIGTERM)
    assert not [*tmp_path.glob("narrator-metrics-*")]


def test_workers_end_with_who_watches_over_them(house: House) -> None:
    workers = house.workers
    house.line_to(workers[0])
    house.process.kill()
    house.process.wait()
    until = time.monotonic() + PATIENCE
    while any(is_alive(worker) for worker in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(is_alive(worker) for worker in workers)


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False
