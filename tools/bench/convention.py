"""`python -m tools.bench.convention`: a hall of tables at two workers, and what a second worker gains.

A thousand tables with four phones each, all of which listen and fetch their page after every change, and a host's page
that listens; taps come at an even pace, now here, now there. Everything on this machine's loopback, the workers in
processes of their own, all phones in this one; it says how much of the processors each took, and what else was going
on. `--seconds 600` is the whole measurement, `--tables 100` a small one; without `--hall` only the gain is measured.
"""

import argparse
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import gevent

from tools.bench.live import JITTER, RAM, Line, Phone, Table, tables, tap

PACE, TABLES, PHONES, SECONDS = 50, 1000, 4, 600
CLIENTS = 8
GAIN_SECONDS = 4.0
ROUNDS = 3
IDLE = 60
MAX_IDLE_TAPS = 40  # the 99th percentile, in idle taps
MAX_SLOPE = 0.5  # growth of memory in the second half, in percent a minute
MIN_GAIN = 1.6  # taps of two workers, in those of one
FILES = 2**16
SETTLING = 3.0
"""Seconds before the first tap, so that nobody is still arriving."""

FORK = """
import os, socket, sys
listener = socket.socket()
listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
listener.bind(("127.0.0.1", 0))
listener.listen(1024)
print(listener.getsockname()[1], flush=True)
for _ in range(int(sys.argv[1]) - 1):  # before anything of gevent runs
    if os.fork() == 0:
        break
from gevent import monkey
monkey.patch_all()
import gevent
from gevent.socket import socket as green_socket
listener = green_socket(listener.family, fileno=listener.detach())
listener.setblocking(False)
"""
OURS = (
    FORK
    + """
from narrator.cli.startup import open_games
from narrator.cli.serve import games_of
from narrator.cli.wsgi_server import Server, raise_file_limit, tune_interpreter
from narrator.web.app import create_app
from narrator.web.auth.config import AccessConfig
from narrator.web.services import services_of
from narrator.web.auth.config import UNLIMITED
raise_file_limit()
access = AccessConfig(limits=UNLIMITED)
log = open_games(sys.argv[2])
app = create_app(games_of(log), access=access, worker=f"bench-{os.getpid()}")
log.games  # imported now, not by the first tap
tune_interpreter()
gevent.spawn(services_of(app).peers.begin)
Server(listener, app, access, is_one_of_several=True).serve_forever()
"""
)
EMPTY = (
    FORK
    + """
from flask import Flask
from gevent.pywsgi import WSGIServer
app = Flask("empty")
app.add_url_rule("/", view_func=lambda: "", methods=["POST"])
WSGIServer(listener, app, log=None, environ={"wsgi.multiprocess": True}).serve_forever()
"""
)


class Workers:
    def __init__(self, code: str, count: int, url: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(count), url], stdout=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.count = count

    @property
    def processes(self) -> list[int]:
        number = self.process.pid
        return [number, *map(int, Path(f"/proc/{number}/task/{number}/children").read_text().split())]

    def memory(self) -> float:
        """Megabytes of all together."""
        return sum(resident(one) for one in self.processes)

    def worked(self) -> float:
        """Seconds that they have kept the processors busy."""
        return sum(worked(one) for one in self.processes)


def resident(process: int) -> float:
    """Megabytes."""
    with open(f"/proc/{process}/status") as status:
        return next(float(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def worked(process: int) -> float:
    """Seconds that a process has kept the processors busy, all its threads together."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


class Guest(Phone):
    """A phone that remembers how long after each tap it had the page that goes with it."""

    def __init__(self, workers: Workers, table: Table, cookies: str, tapped: dict[str, float]) -> None:
        self.table, self.tapped = table, tapped
        self.waits: list[float] = []
        super().__init__(workers, f"/g/{table.id}/live", cookies, f"/g/{table.id}/phone")  # type: ignore[arg-type]

    def catch_up(self) -> None:
        super().catch_up()
        if self.table.id in self.tapped:
            self.waits.append(time.perf_counter() - self.tapped[self.table.id])


@contextmanager
def running(code: str, count: int, url: str = "") -> Iterator[Workers]:
    workers = Workers(code, count, url)
    try:
        yield workers
    finally:
        os.killpg(workers.process.pid, signal.SIGKILL)
        workers.process.communicate()


def throughput(workers: Workers, work: Callable[[Line, int], None]) -> float:
    """Requests a second that some clients get answered, each on connections that are opened anew now and then."""
    done = 0
    until = time.perf_counter() + GAIN_SECONDS

    def client(number: int) -> None:
        nonlocal done
        while time.perf_counter() < until:
            line = Line(workers)  # type: ignore[arg-type]
            for _ in range(20):
                work(line, number)
                done += 1
            line.socket.close()

    begun = time.perf_counter()
    gevent.joinall([gevent.spawn(client, number) for number in range(CLIENTS)], raise_error=True)
    return done / (time.perf_counter() - begun)


def gain(folder: Path) -> None:
    """What two workers answer beside one, ours and with an empty view, turn by turn."""
    ours: list[list[float]] = [[], []]
    empty: list[list[float]] = [[], []]

    def post(line: Line, _: int) -> None:
        line.send("POST /", "", "a=b")
        line.receive()

    for round in range(ROUNDS):
        for index, count in enumerate((1, 2)):
            with running(EMPTY, count) as workers:
                warm_up(workers, post)
                empty[index].append(throughput(workers, post))
            url = f"sqlite:///{folder}/gain-{round}-{count}.db"
            found = tables(url, CLIENTS, 1, 0)
            with running(OURS, count, url) as workers:

                def tap_at(line: Line, number: int, found: list[Table] = found) -> None:
                    tap(line, found[number])

                warm_up(workers, tap_at)
                ours[index].append(throughput(workers, tap_at))
    mine, bare = (statistics.median(two) / statistics.median(one) for one, two in (ours, empty))
    print(
        f"two workers beside one: {mine:.2f} times as many taps ({statistics.median(ours[1]):.0f} a second); "
        f"(at least {MIN_GAIN}); of an empty view {bare:.2f} times"
    )


def warm_up(workers: Workers, work: Callable[[Line, int], None]) -> None:
    """Until every worker has answered a few."""
    for number in range(4 * CLIENTS):
        line = Line(workers)  # type: ignore[arg-type]
        work(line, number % CLIENTS)
        line.socket.close()


def hall(folder: Path, count: int, pace: int, seconds: int) -> None:
    url = f"sqlite:///{folder}/hall.db"
    print(f"{count} tables are laid", flush=True)
    all_tables = tables(url, count, PHONES, 0)
    with running(OURS, 2, url) as workers:
        idle = idle_tap(workers, all_tables[0])
        print(f"an idle tap takes {idle * 1000:.1f} ms; {count * PHONES} phones connect", flush=True)
        tapped: dict[str, float] = {}
        hosts = [Phone(workers, f"/g/{table.id}/live", table.host) for table in all_tables]  # type: ignore[arg-type]
        phones = [guest for table in all_tables for guest in connected(workers, table, tapped)]
        for phone in phones:
            phone.fetches = True
        gevent.sleep(SETTLING)
        first, busy, mine = workers.memory(), workers.worked(), time.process_time()
        all_busy, begun = everything_worked(), time.perf_counter()
        memory: list[tuple[float, float]] = []
        times = taps_at(workers, all_tables, tapped, pace, seconds, memory)
        lasted = time.perf_counter() - begun
        slow = percentile(times, 99)
        busy, mine, all_busy = workers.worked() - busy, time.process_time() - mine, everything_worked() - all_busy
        print(
            f"{count} tables with {PHONES} phones each, {len(times) / lasted:.0f} taps a second for {lasted:.0f} s: "
            f"median {statistics.median(times) * 1000:.0f} ms, 99th percentile {slow * 1000:.0f} ms, "
            f"{slow / idle:.1f} times an idle tap (at most {MAX_IDLE_TAPS})"
        )
        print(
            f"memory {first:.0f} MB at first and {workers.memory():.0f} MB at the end; in the second half it grew by "
            f"{slope(memory[len(memory) // 2 :]):.2f} % a minute (under {MAX_SLOPE})"
        )
        waits = [wait for phone in phones for wait in phone.waits]
        print(
            f"a phone has its new page {statistics.median(waits) * 1000:.0f} ms after the tap, 99 of 100 within "
            f"{percentile(waits, 99) * 1000:.0f} ms (up to {JITTER * 1000:.0f} of them it waits by itself)"
        )
        print(
            f"for each tap the workers took {busy / len(times) * 1000:.1f} ms of the processors and the phones "
            f"{mine / len(times) * 1000:.1f} ms; busy all in all: {busy / lasted:.0%} of one processor, "
            f"{mine / lasted:.0%}, and other programs {max(0.0, all_busy - busy - mine) / lasted:.0%}"
        )
        for one in (*phones, *hosts):
            one.hang_up()


def slope(samples: list[tuple[float, float]]) -> float:
    """Percent a minute by which a quantity grows, as the line that fits best."""
    if len(samples) < 2:
        return 0.0
    times, values = zip(*samples, strict=True)
    growth: float = statistics.linear_regression(times, values).slope
    mean: float = statistics.mean(values)
    return growth * 60 / mean * 100


def everything_worked() -> float:
    """Seconds that this machine's processors were busy, whatever with."""
    user, nice, system, _, _, hard, soft, *_ = map(int, Path("/proc/stat").read_text().split()[1:10])
    return (user + nice + system + hard + soft) / os.sysconf("SC_CLK_TCK")


def connected(workers: Workers, table: Table, tapped: dict[str, float]) -> list[Guest]:
    """Each has fetched its page and listens."""
    found = [Guest(workers, table, cookies, tapped) for cookies in table.phones]
    gevent.sleep(0)
    return found


def idle_tap(workers: Workers, table: Table) -> float:
    line, times = Line(workers), []  # type: ignore[arg-type]
    for _ in range(IDLE):
        begun = time.perf_counter()
        tap(line, table)
        times.append(time.perf_counter() - begun)
    line.socket.close()
    return statistics.median(times)


def taps_at(
    workers: Workers,
    all_tables: list[Table],
    tapped: dict[str, float],
    pace: int,
    seconds: int,
    memory: list[tuple[float, float]],
) -> list[float]:
    """How long each tap took, from when it was due: what stood in line counts as well."""
    times: list[float] = []
    lines: list[Line] = []
    chance, begun, told = Random(1), time.perf_counter(), 0

    def tap_at(table: Table, due: float) -> None:
        line = lines.pop() if lines else Line(workers)  # type: ignore[arg-type]
        tapped[table.id] = due
        tap(line, table)
        times.append(time.perf_counter() - due)
        lines.append(line)

    deeds = []
    waiting: set[str] = set()
    for number in range(pace * seconds):
        due = begun + number / pace
        gevent.sleep(max(0.0, due - time.perf_counter()))
        table = next(one for one in iter(lambda: chance.choice(all_tables), None) if one.id not in waiting)
        waiting.add(table.id)
        deed = gevent.spawn(tap_at, table, due)
        deed.link(lambda _, id=table.id: waiting.discard(id))
        deeds.append(deed)
        if (passed := int(time.perf_counter() - begun) // 10) > told and times:
            told = passed
            lately = times[-pace * 10 :]
            memory.append((10.0 * passed, workers.memory()))
            print(
                f"{passed * 10} s: {len(times)} taps, median {statistics.median(lately) * 1000:.0f} ms, "
                f"99th percentile {percentile(lately, 99) * 1000:.0f} ms, {memory[-1][1]:.0f} MB",
                flush=True,
            )
    gevent.joinall(deeds, raise_error=True, timeout=60)
    return times


def percentile(times: list[float], which: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * which // 100)]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.bench.convention")
    parser.add_argument("--hall", action="store_true", help="the hall, not the gain")
    parser.add_argument("--seconds", type=int, default=SECONDS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--pace", type=int, default=PACE, help="taps a second")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if most == resource.RLIM_INFINITY else min(FILES, most), most))
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as folder:
        if asked.hall:
            hall(Path(folder), asked.tables, asked.pace, asked.seconds)
        else:
            gain(Path(folder))


if __name__ == "__main__":
    main()
