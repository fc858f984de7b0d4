"""`narrator serve --workers 2`: two processes act as one server, and restarting any of them loses nothing."""

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Set
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import msgspec
import psycopg
import pytest
from msgspec import Struct

from narrator.app.access.credentials import random_token
from narrator.cli.workers import MAX_STOP_SECONDS, give_number
from narrator.storage.shared_state.client_usage import SHARE_STEP
from narrator.web.auth.config import ClientLimits
from tests.support.postgres import programs
from tests.support.running import Running
from tests.support.stores import WITHOUT, server
from tests.support.waiting import PATIENCE, wait_until
from tools.soak import FILE, LOST

pytestmark = pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="needs Linux to tell workers apart")
GOODBYE = "Narrator has stopped. All games are saved.\n"


class House(Running):
    """A real one, with a client that knows which worker it speaks with: a connection stays with who took it."""

    def __init__(self, url: str, folder: Path) -> None:
        command = ["serve", "--workers", "2", "--port", "0", "--db", url, "--host", "127.0.0.1"]
        super().__init__(*command, LANG="C", XDG_DATA_HOME=str(folder), TMPDIR=str(folder))
        self.url = url
        self.lines: list[http.client.HTTPConnection] = []

    @property
    def children(self) -> set[int]:
        number = self.process.pid
        return {*map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())}

    def workers(self, but: Set[int] = frozenset()) -> list[int]:
        """The two processes that answer, once there are two and none of these is left."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if len(children := self.children) == 2 and not children & but:
                return sorted(children)
            time.sleep(0.02)
        raise AssertionError("there are not two workers")

    def interrupt_workers(self, signum: signal.Signals) -> None:
        """Ctrl+C interrupts all processes at once; any other signal is the master's."""
        for worker in self.children if signum == signal.SIGINT else ():
            os.kill(worker, signum)

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


on_both_stores = pytest.mark.parametrize(
    "house",
    ["sqlite", pytest.param("postgres", marks=pytest.mark.skipif(not programs(), reason=WITHOUT))],
    indirect=True,
)


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    is_file = getattr(request, "param", "sqlite") == "sqlite"
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


def texts(line: http.client.HTTPConnection, game: New) -> list[str]:
    """What was entered."""
    line.request("GET", f"/api/v1/games/{game.id}/file", headers={"Authorization": f"Bearer {game.secret}"})
    return [event["text"] for event in json.loads(line.getresponse().read())["events"]]


@on_both_stores
def test_two_workers_are_one_house_and_a_killed_one_is_replaced_and_loses_nothing(house: House) -> None:
    first, second = house.workers()
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

    # One is killed in the middle of a request; the other goes on, and a new one takes its place.
    body = json.dumps({"events": [{"type": "ruling_made", "case": "x", "text": "c"}]})
    headers = {"Authorization": f"Bearer {new.secret}", "Idempotency-Key": "c"}
    one.request("POST", f"/api/v1/games/{new.id}/events", body, headers)
    os.kill(first, signal.SIGKILL)
    with contextlib.suppress(*LOST):
        one.getresponse().read()
    assert entered(other, new.id, new.secret, "c") == 3
    assert entered(other, new.id, new.secret, "d") == 4
    (third,) = {*house.workers(but={first})} - {second}
    assert entered(house.line_to(third), new.id, new.secret, "e") == 5
    assert texts(other, new) == [*"abcde"]
    assert house.stopped_by(signal.SIGTERM) == (0, GOODBYE)


@on_both_stores
def test_hup_replaces_the_workers_and_refuses_nobody(house: House) -> None:
    old = house.workers()
    new = begun(house.line_to(old[0]))
    house.process.send_signal(signal.SIGHUP)
    number, until = 0, time.monotonic() + PATIENCE
    while house.children & {*old} and time.monotonic() < until:
        line = http.client.HTTPConnection("127.0.0.1", int(house.port), timeout=PATIENCE)
        with contextlib.closing(line):
            number = entered(line, new.id, new.secret, str(number))
    assert number > 0
    line = house.line_to(house.workers(but={*old})[1])
    assert texts(line, new) == [str(one) for one in range(number)]


def seconds_to_stop(house: House, signum: signal.Signals) -> float:
    house.workers()
    before = time.monotonic()
    house.interrupt_workers(signum)
    assert house.stopped_by(signum) == (0, GOODBYE)
    return time.monotonic() - before


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_ends_open_pages_before_the_timeout(house: House, tmp_path: Path, signum: signal.Signals) -> None:
    calm = seconds_to_stop(House(f"sqlite:///{tmp_path}/calm.db", tmp_path), signum)
    line = house.line_to(house.workers()[0])
    new = begun(line)
    line.request("GET", f"/g/{new.id}/live", headers={"Cookie": f"host_{new.id}={new.secret}"})
    heard(line.sock, b"data: 0.0.")
    assert seconds_to_stop(house, signum) < 2 * calm + MAX_STOP_SECONDS / 2


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_stop_lets_an_open_request_finish(house: House, signum: signal.Signals) -> None:
    """Its body comes in two parts, with the stop in between."""
    line = house.line_to(house.workers()[0])
    body = json.dumps(FILE).encode()
    line.putrequest("POST", "/api/v1/games")
    line.putheader("Content-Length", str(len(body)))
    line.endheaders(body[:10])
    house.process.send_signal(signum)
    time.sleep(0.5)
    line.send(body[10:])
    assert line.getresponse().status == 201


def test_a_stop_right_after_the_start_does_not_wait_for_a_timeout(tmp_path: Path) -> None:
    """The workers have just been forked and have imported nothing yet."""
    before = time.monotonic()
    calm = House(f"sqlite:///{tmp_path}/calm.db", tmp_path)
    for worker in calm.workers():
        calm.line_to(worker).close()
    calm.stopped_by(signal.SIGTERM)
    to_start_and_stop = time.monotonic() - before
    started = House(f"sqlite:///{tmp_path}/games.db", tmp_path)
    while not started.children:
        time.sleep(0.001)
    before = time.monotonic()
    assert started.stopped_by(signal.SIGTERM) == (0, GOODBYE)
    assert time.monotonic() - before < to_start_and_stop + MAX_STOP_SECONDS / 2


def metric(line: http.client.HTTPConnection, name: str) -> float:
    line.request("GET", "/metrics")
    (value,) = re.findall(rf"^{name} (\S+)$", line.getresponse().read().decode(), re.MULTILINE)
    return float(value)


def test_any_worker_reports_the_metrics_of_all_and_a_killed_one_loses_only_its_streams(
    house: House, tmp_path: Path
) -> None:
    first, second = house.workers()
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
    (new_worker,) = {*house.workers(but={first})} - {second}
    third = house.line_to(new_worker)
    entered(third, new.id, new.secret, "c")
    assert metric(other, "narrator_entries_total") == 3
    assert metric(other, 'narrator_tap_seconds_bucket{le="\\+Inf"}') == 3
    assert metric(other, "narrator_streams") == 1
    assert [*tmp_path.glob("narrator-metrics-*")]
    house.stopped_by(signal.SIGTERM)
    assert not [*tmp_path.glob("narrator-metrics-*")]


@pytest.mark.skipif(not programs(), reason=WITHOUT)
@pytest.mark.parametrize("house", ["postgres"], indirect=True)
def test_a_worker_that_waits_for_the_database_answers_others(house: House) -> None:
    """gevent has patched it before the database driver was imported."""
    worker = house.workers()[0]
    writing, other = house.line_to(worker), house.line_to(worker)
    new = begun(writing)
    with psycopg.connect(house.url) as locked, psycopg.connect(house.url, autocommit=True) as looking:

        def waiting() -> list[Any]:
            """The statements that wait for the lock, and since when."""
            locks = "SELECT pid, query_start FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted"
            return looking.execute(f"{locks} AND datname = current_database()").fetchall()

        def is_answered_meanwhile() -> bool:
            wait_until(waiting)
            before = waiting()
            other.request("GET", "/alive")
            assert other.getresponse().status == 204
            return before == waiting() != []

        locked.execute("LOCK TABLE entries")
        writer = threading.Thread(target=entered, args=(writing, new.id, new.secret, "a"))
        writer.start()
        assert any(is_answered_meanwhile() for _ in range(3)), "it was answered after the statement had given up"
    writer.join()
    assert texts(writing, new) == ["a"]


@on_both_stores
def test_workers_end_when_their_master_is_killed(house: House) -> None:
    workers = house.workers()
    house.line_to(workers[0])
    house.process.kill()
    house.process.wait()
    until = time.monotonic() + PATIENCE
    while any(is_alive(worker) for worker in workers) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(is_alive(worker) for worker in workers)


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_workers_whose_file_is_gone_save_all_games_once(tmp_path: Path, signum: signal.Signals) -> None:
    started = House(f"sqlite:///{tmp_path}/games.db", tmp_path)
    lines = [started.line_to(worker) for worker in started.workers()]
    new = begun(lines[0])
    assert entered(lines[1], new.id, new.secret, "a") == 1
    (tmp_path / "games.db").unlink()
    started.interrupt_workers(signum)
    status, said = started.stopped_by(signum)
    assert (status, said.count("\n")) == (0, 1)
    assert f"all games are now saved in {tmp_path}/games-2.db" in said
    assert not (tmp_path / "games-3.db").exists()
    for line in lines:
        line.close()


def test_the_house_code_is_in_no_command_line_and_no_environment(house: House) -> None:
    (code,) = re.findall(r"House code .*: (\w+)\.", house.said)
    for process in (house.process.pid, *house.workers()):
        for file in ("cmdline", "environ"):
            assert code.encode() not in Path(f"/proc/{process}/{file}").read_bytes()


def test_workers_together_hold_the_limit_of_connections_for_one_address(house: House) -> None:
    """Each tells the other only of every so many."""
    for worker in house.workers():
        house.line_to(worker).close()

    def is_limited() -> bool:
        """Once they know of each other."""
        answers = []
        for _ in range(ClientLimits().connections_per_address + 16 * SHARE_STEP):
            line = http.client.HTTPConnection("127.0.0.1", int(house.port), timeout=PATIENCE)
            line.request("GET", "/alive")
            answers.append(line.getresponse().status)
            house.lines.append(line)
        while house.lines:
            house.lines.pop().close()
        assert {*answers[: ClientLimits().connections_per_address]} == {204}
        return {*answers[-SHARE_STEP:]} == {503}

    wait_until(is_limited)


def test_a_worker_has_the_number_of_the_dead_one_that_it_replaces() -> None:
    """With its name it clears up at once what the dead one has left in the shared state."""
    master = SimpleNamespace(WORKERS={11: SimpleNamespace(number=1), 13: SimpleNamespace(number=3)})
    worker: Any = SimpleNamespace()
    give_number(master, worker)
    assert worker.number == 2


def test_the_master_imports_neither_the_application_nor_a_driver() -> None:
    """Each worker imports them after gevent has patched it."""
    modules = ("flask", "psycopg", "sqlalchemy", "narrator.web.app")
    code = f"import sys, narrator.cli.workers; print([name for name in {modules} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().split()[2] != "Z"
    except OSError:
        return False
