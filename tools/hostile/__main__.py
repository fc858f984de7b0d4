"""`python -m tools.hostile`: everything at once. Ends with 1 where something is not as it must be. Needs Linux.

What was found can be sent again: `make hostile ONLY=4711` or `ONLY=4500-5000`, with the same `SEED`.
"""

import argparse
import resource
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.postgres import Server as Postgres
from tools.hostile.flood import bear_the_worst
from tools.hostile.hidden_cards import spy
from tools.hostile.large_files import bring_files
from tools.hostile.loopback_rights import pretend
from tools.hostile.openapi_fuzz import fuzz_api
from tools.hostile.people import People
from tools.hostile.report import Report
from tools.hostile.send_odd_requests import send_odd_requests
from tools.hostile.slow_disk import make_others_wait

COUNT = 100_000
EXAMPLES = 480
"""Of each call that the description has: more than ten thousand requests in all."""
SEED = 13
MEMORY = 300
"""Megabytes."""
USUAL_HANDLES = 1024
"""What a server is started with on most machines."""


def numbers_in(text: str) -> list[int]:
    """
    >>> numbers_in("3,7-9")
    [3, 7, 8, 9]
    """
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def run(people: People, seed: int, numbers: Sequence[int], examples: int, whole: bool = True) -> Report:
    """Odd requests by their numbers; `whole` with spies, large files and the client that does its worst."""
    report = Report()
    parts: list[Callable[[], None]] = [lambda: send_odd_requests(people, report, seed, numbers)]
    if examples:
        parts.append(lambda: fuzz_api(people, report, seed, examples))
    if whole:
        parts += [lambda: spy(people, report)]
        parts += [lambda: bear_the_worst(people, report), lambda: bring_files(people, report)]
        parts += [lambda: pretend(people, report), lambda: make_others_wait(report)]
    try:
        for part in parts:
            try:
                part()
            except Exception:  # what was found so far is told all the same
                report.fault("this could not be tried to its end", traceback.format_exc())
        if (most := people.megabytes) > MEMORY:
            report.fault("too much memory", f"{most} MB")
        report.complaints = people.complaints()
    finally:
        people.close()
    return report


@contextmanager
def database(asked: str) -> Iterator[str]:
    """The address of the games; where a PostgreSQL server is wanted, of one that is begun and ended here."""
    if asked != "postgres":
        yield asked
        return
    server = Postgres(settings=())
    try:
        server.start()
        yield server.new_database("hostile")
    finally:
        server.remove()


def main() -> None:
    parser = argparse.ArgumentParser(prog="make hostile")
    parser.add_argument("--count", type=int, default=COUNT, help="odd requests")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="these odd requests and nothing else: 4711,4500-5000")
    parser.add_argument("--workers", type=int, default=1, help="processes that answer")
    parser.add_argument(
        "--db", default="", help="another store than a file, empty: postgresql://user@host/name; postgres: one is begun"
    )
    asked = parser.parse_args()
    numbers: Sequence[int] = numbers_in(asked.only) if asked.only else range(asked.count)
    resource.setrlimit(resource.RLIMIT_NOFILE, (USUAL_HANDLES, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, database(asked.db) as url:
        people = People(Path(folder), asked.workers, url)
        report = run(people, asked.seed, numbers, 0 if asked.only else EXAMPLES, whole=not asked.only)
    print(f"\n{report}\n\nseed {asked.seed}, {time.monotonic() - begun:.0f} s", flush=True)
    sys.exit(bool(report.faults))


if __name__ == "__main__":
    main()
