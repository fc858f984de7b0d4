"""One table writes to a slow disk, or is deleted from a large file, and another one must not wait for it.

`python -m tools.hostile.slow_disk` tells how long a stranger's page and tap take meanwhile. The disk is slowed down by
a small library that is loaded before libc; it needs a C compiler.
"""

import json
import os
import secrets
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from msgspec import Struct
from msgspec.structs import replace

from tests.support.browser.server import Server
from tools.hostile.people import ENTRIES, SAMPLE, Game
from tools.hostile.raw_http import Answer, Sent, exchange, request
from tools.hostile.report import Report
from tools.hostile.stopwatch import Stopwatch

LIMIT = 0.05
"""Seconds that a stranger may wait: for 95 of 100 pages while another table writes, always while a game is deleted."""
TRIES = 3
"""The best counts: the disk has other things to do."""
SLOW = 200
"""Milliseconds of one `fsync`."""
LARGE = 190
"""Megabytes of the file that a game is deleted from."""
SOURCE = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
static void wait_a_while(void) {
    const char *slow = getenv("SLOW_FSYNC_MS");
    if (slow) usleep(1000 * atoi(slow));
}
int fsync(int fd) { wait_a_while(); return ((int (*)(int)) dlsym(RTLD_NEXT, "fsync"))(fd); }
int fdatasync(int fd) { wait_a_while(); return ((int (*)(int)) dlsym(RTLD_NEXT, "fdatasync"))(fd); }
"""
PAUSE = 0.01
WARM = 5


class Times(Struct, frozen=True):
    """Seconds that a stranger's pages and taps took."""

    pages: list[float]
    taps: list[float]

    @property
    def page(self) -> float:
        """95 of 100 pages took at most so long."""
        return statistics.quantiles(self.pages, n=20)[-1]

    def __str__(self) -> str:
        return (
            f"page: median {statistics.median(self.pages) * 1000:.0f} ms, 95 of 100 within {self.page * 1000:.0f} ms, "
            f"slowest {max(self.pages) * 1000:.0f} ms; slowest tap {max(self.taps, default=0) * 1000:.0f} ms"
        )


def slow_library(folder: Path) -> Path | None:
    """The library that slows `fsync` down; none where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    (folder / "slow.c").write_text(SOURCE)
    made = folder / "slow.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, folder / "slow.c", "-ldl"], check=True)
    return made


class House:
    """A server whose disk is as slow as wanted, with two tables at it."""

    def __init__(self, folder: Path, library: Path | None = None) -> None:
        self.folder = folder
        slow = {"LD_PRELOAD": str(library), "SLOW_FSYNC_MS": str(SLOW)} if library else {}
        self.server = Server(folder, **slow)
        self.port = int(self.server.port)
        self.one, self.other = self._begin(), self._begin()

    def _begin(self) -> Game:
        file = json.loads(SAMPLE.read_bytes())
        body = json.dumps({**file, "events": file["events"][:ENTRIES]}).encode()
        made = json.loads(self._sent(request("POST", "/api/v1/games", body)).body)
        return Game(made["id"], made["secret"], made["join_code"])

    def _sent(self, data: bytes) -> Answer:
        """By the server's own time: other programs on this machine are not what is measured."""
        watch = Stopwatch([self.server.process.pid])
        answer = exchange(self.port, Sent("", data), patience=30)
        assert answer.status in (200, 201, 303), answer
        return replace(answer, seconds=watch.seconds())

    def tap(self, game: Game) -> float:
        body = b'{"events":[{"type":"ruling_made","case":"x","text":"y"}]}'
        data = request("POST", f"/api/v1/games/{game.id}/events", body, Authorization=f"Bearer {game.secret}")
        return self._sent(data).seconds

    def page(self, game: Game) -> float:
        data = request("GET", f"/g/{game.id}/stage", Cookie=f"host_{game.id}={game.secret}")
        return self._sent(data).seconds

    def delete(self, game: Game) -> float:
        return self._sent(request("POST", f"/people/games/{game.id}/delete")).seconds

    def while_doing(self, work: Callable[[], object], count: int, taps: bool = False) -> Times:
        """How long the other table waits while this is done, again and again where it is done sooner."""
        for _ in range(WARM):
            self.page(self.other)
        pages: list[float] = []
        tapped: list[float] = []
        is_over = Event()

        def go_on() -> None:
            work()
            is_over.set()

        working = Thread(target=go_on)
        working.start()
        while len(pages) < count or not is_over.is_set():
            pages.append(self.page(self.other))
            if taps:
                tapped.append(self.tap(self.other))
            time.sleep(PAUSE)
        working.join()
        return Times(pages, tapped)

    def close(self) -> None:
        self.server.kill()


def while_writing(folder: Path, library: Path, taps: int = 15, count: int = 100) -> Times:
    """One table taps on a disk that takes 200 ms for every `fsync`."""
    house = House(folder, library)
    try:
        return house.while_doing(lambda: [house.tap(house.one) for _ in range(taps)], count)
    finally:
        house.close()


def while_deleting(folder: Path, megabytes: int, count: int = 60) -> tuple[Times, float]:
    """A game is deleted from a large file; and how long that took."""
    house = House(folder)
    try:
        fill(folder / "games.db", megabytes)
        taken: list[float] = []
        times = house.while_doing(lambda: taken.append(house.delete(house.one)), count, taps=True)
        return times, taken[0]
    finally:
        house.close()


def fill(database: Path, megabytes: int) -> None:
    """Games that nobody opens."""
    row = '{"type":"ruling_made","case":"x","text":"%s"}'
    file = sqlite3.connect(database)
    file.execute("PRAGMA synchronous = OFF")
    size = 0
    while size < megabytes * 1_000_000:
        game = secrets.token_hex(5)
        rows = [(game, number, row % secrets.token_hex(400), "2026-01-01T00:00:00Z", 0) for number in range(1, 300)]
        file.execute("INSERT INTO games VALUES (?, '{}', ?, '2026-01-01T00:00:00Z', 0)", (game, game))
        file.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", rows)
        file.commit()
        size += 300 * 880
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    with database.open("rb") as written:
        os.fsync(written.fileno())  # or whoever writes next would wait for all of it


def at_best(measure: Callable[[int], float]) -> float:
    found = measure(0)
    for number in range(1, TRIES):
        if found > LIMIT:
            found = min(found, measure(number))
    return found


def longest_while_writing(folder: Path, library: Path, taps: int = 15, count: int = 100) -> float:
    return at_best(lambda number: while_writing(_made(folder / f"writing{number}"), library, taps, count).page)


def longest_while_deleting(folder: Path, megabytes: int) -> float:
    def measure(number: int) -> float:
        times, _ = while_deleting(_made(folder / f"deleting{number}"), megabytes)
        return max(*times.pages, *times.taps)

    return at_best(measure)


def make_others_wait(report: Report) -> None:
    """A part of `make hostile`."""
    row = report.begin("a slow disk")
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        waited = {f"a game is deleted from {LARGE} MB": longest_while_deleting(folder, LARGE)}
        if (library := slow_library(folder)) is not None:
            waited[f"another table writes, {SLOW} ms for an fsync"] = longest_while_writing(folder, library)
    row.slowest = max(waited.values())
    for when, seconds in waited.items():
        row.note += f"\n{'':30}{seconds * 1000:.0f} ms while {when}"
        if seconds > LIMIT:
            report.fault("a stranger waited for another table", f"{seconds * 1000:.0f} ms while {when}")


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def main() -> None:
    with tempfile.TemporaryDirectory(dir=os.environ.get("FOLDER")) as text:
        folder = Path(text)
        if (library := slow_library(folder)) is None:
            print("No C compiler: a slow disk was not tried.")
        else:
            print(f"fsync of {SLOW} ms, {while_writing(_made(folder / 'writing'), library)}")
        times, taken = while_deleting(_made(folder / "deleting"), LARGE)
        print(f"deleting a game from {LARGE} MB ({taken * 1000:.0f} ms), {times}")


if __name__ == "__main__":
    main()
