"""The host comes first: everybody else's requests are worked on one at a time for each client.

One process answers everybody, and a page takes some milliseconds of it. A phone with thirty connections would be thirty
in line before the host's tap; so it is one, and what else it wants waits until that is done and as long again.
"""

from gevent import spawn_later
from gevent.lock import BoundedSemaphore

LONGEST_PAUSE = 1.0


class Line:
    """The requests of one client."""

    def __init__(self, at_once: int) -> None:
        self.turns = BoundedSemaphore(at_once)
        self.waiting = 0
        self.under_way = 0


class Turns:
    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._lines: dict[str, Line] = {}

    def take(self, client: str) -> None:
        """Comes back when it is this request's turn."""
        line = self._lines.setdefault(client, Line(self._at_once))
        line.waiting += 1
        try:
            line.turns.acquire()
            line.under_way += 1
        finally:
            line.waiting -= 1

    def give_back(self, client: str, seconds: float) -> None:
        """So long it took; while more is waiting, the next has its turn after a pause that leaves room for others."""
        if self._lines[client].waiting:
            spawn_later(min(seconds, LONGEST_PAUSE), self._release, client)
        else:
            self._release(client)

    def _release(self, client: str) -> None:
        line = self._lines[client]
        line.under_way -= 1
        line.turns.release()
        if not line.waiting and not line.under_way:
            del self._lines[client]
