"""What stays in memory when games end: plays games through HTTP with phones looking, deletes them, and counts.

`python -m tools.memory 300` prints one JSON line.
"""

import gc
import json
import os
import sys
import tempfile
from pathlib import Path

from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Corrected
from tests.support.web import HTMX, SAMPLE, Host, House, game_in

WARM_UP = 40
"""Games after which catalogs, templates and shared parts of pages are in memory for good."""
ENTRIES = 150
TAPS = 5
LANGUAGES = ("en", "es", "ru", "th")


def measure(games: int) -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        for _ in range(WARM_UP):
            play_and_delete(house)
        before = counted("before")
        host = house.sample(ENTRIES)
        assert host.get("/stage").status_code == 200
        playing = counted("playing")
        assert host.client.post(f"/people/games/{host.id}/delete").status_code == 200
        del host
        for _ in range(games):
            play_and_delete(house)
        after = counted("after")
        house.log.close()
    return before | playing | after


def play_and_delete(house: House) -> None:
    """A table in mid-game: every tap is followed by four phones, each in another language; then a look back."""
    setup, events = game_in(SAMPLE)
    host = house.host(setup, events[:ENTRIES])
    phones = [house.visitor() for _ in LANGUAGES]
    for seat, (phone, language) in enumerate(zip(phones, LANGUAGES, strict=True)):
        phone.set_cookie(f"me_{host.id}", host.games.access.take_seat(host.id, seat))
        phone.set_cookie("lang", language)
    for tap in range(TAPS):
        assert host.enter(Corrected(what="hand", seat=0, value=tap), headers=HTMX).status_code == 200
        for phone in phones:
            assert phone.get(f"/g/{host.id}/phone", headers=HTMX).status_code == 200
    look_back(host)
    assert host.client.post(f"/people/games/{host.id}/delete").status_code == 200


def look_back(host: Host) -> None:
    for page in ("history", "replay", "evening", "table"):
        assert host.get(f"/{page}").status_code == 200


def counted(when: str) -> dict[str, int]:
    """Live snapshots of records, and resident memory in kilobytes."""
    gc.collect()
    snapshots = sum(isinstance(thing, Snapshot) for thing in gc.get_objects())
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    return {f"snapshots_{when}": snapshots, f"resident_{when}": resident}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]))))
