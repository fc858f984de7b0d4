"""The second part: small files that are long to fold, through both doors."""

import json
import time
from typing import Any

from tools.hostile.people import People
from tools.hostile.raw_http import Sent, address, exchange, request
from tools.hostile.report import Report
from tools.hostile.send_odd_requests import look_at
from tools.hostile.stopwatch import Stopwatch

LONGEST_FREEZE = 120
PLAYERS = [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}]
FILES = {"500 rulings and 500 amendments": (500, 500), "1,000 and 1,000": (1000, 1000), "20,000 rulings": (20_000, 0)}


def file_of(rulings: int, amendments: int) -> bytes:
    said: dict[str, Any] = {"type": "ruling_made", "case": "x", "text": "y"}
    changed = {"type": "amended", "entry": 1, "event": said}
    events = [*[said] * rulings, *[changed] * amendments]
    file = {"format": "narrator/1", "setup": {"players": PLAYERS, "tracking": "script"}, "events": events}
    return json.dumps(file, separators=(",", ":")).encode()


def bring_files(people: People, report: Report) -> None:
    row = report.begin("large files")
    kind = "multipart/form-data; boundary=x"
    for number, (name, size) in enumerate(FILES.items()):
        file = file_of(*size)
        form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="g"\r\n\r\n' + file + b"\r\n--x--\r\n"
        doors = [request("POST", "/api/v1/games", file), request("POST", "/import", form, Content_Type=kind)]
        for access, data in enumerate(doors):
            sent = Sent(f"{name}, {('to the API', 'to /import')[access]}", data)
            report.note(sent, people.ask(sent, address(5000 + number * 2 + access)))
            _wait_until_it_answers(people, report, sent)
        report.progress(number + 1, len(FILES))
    look_at(people, report, "large files")
    row.megabytes = people.megabytes


def _wait_until_it_answers(people: People, report: Report, after: Sent) -> None:
    alive, begun, watch = Sent("alive", request("GET", "/alive")), time.monotonic(), Stopwatch(people.processes)
    while exchange(people.port, alive).status != 204 and time.monotonic() - begun < LONGEST_FREEZE:
        time.sleep(0.1)
    if (frozen := watch.seconds()) > 1:
        report.fault("everybody waited", f"{frozen:.0f} s after {after.name}")
