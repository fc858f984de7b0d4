"""The first part: a great many odd requests from many addresses at once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from tools.hostile.draw_request import draw
from tools.hostile.people import People
from tools.hostile.raw_http import address
from tools.hostile.report import Report

WORKERS = 6
BATCH = 500
"""After so many the games are looked at: a change is then among the last ones."""
PER_ADDRESS = 40


def send_odd_requests(people: People, report: Report, seed: int, numbers: Sequence[int]) -> None:
    row = report.begin("odd requests")

    def send(number: int) -> None:
        sent = draw(people, seed, number)
        if not report.is_tired_of(sent):
            report.note(sent, people.ask(sent, address(number // PER_ADDRESS)))

    with ThreadPoolExecutor(WORKERS) as workers:
        for first in range(0, len(numbers), BATCH):
            batch = numbers[first : first + BATCH]
            list(workers.map(send, batch))
            look_at(people, report, f"odd requests {batch[0]}-{batch[-1]}")
            report.progress(first + len(batch), len(numbers))
            if people.server.process.poll() is not None:
                report.fault("the server ended", f"after {batch[-1]}")
                break
    row.megabytes = people.megabytes


def look_at(people: People, report: Report, after: str) -> None:
    """Whether a game has changed that nobody here may change; told once for each change."""
    now = people.kept()
    for game, kept in now.items():
        if kept != people.before[game]:
            report.fault("a game changed", f"{after}: {people.before[game]} became {kept}")
    people.before = now
