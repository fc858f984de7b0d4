"""The line on which the club's list listens: it says when a table has changed, whichever process wrote it.

One look at the log every other second, for all who listen here, costs less than to be told of every tap of a thousand
tables.
"""

from collections.abc import Callable, Generator
from contextlib import suppress

from gevent import sleep

from narrator.app.club import Club
from narrator.storage.errors import StorageUnavailable
from narrator.storage.values import RunningGame
from narrator.web.live.hub import ALIVE, KEEP_ALIVE, RETRY

INTERVAL = 2.0


class ClubStream:
    def __init__(self, club: Club, seconds: Callable[[], float]) -> None:
        self._club = club
        self._seconds = seconds
        self._looked = -INTERVAL
        self._stamp = 0

    def version(self, running: list[RunningGame]) -> str:
        """As a page carries it: in the place that says nothing of older and newer."""
        return f"0.0.{self._club.stamp(running)}"

    def _version(self) -> str:
        """As it was at the last look."""
        if self._seconds() - self._looked >= INTERVAL:
            self._looked = self._seconds()
            with suppress(StorageUnavailable):  # while the log can't be read, nothing is news
                self._stamp = self._club.stamp()
        return f"0.0.{self._stamp}"

    def stream(self, may: Callable[[], bool], once: bool = False) -> Generator[bytes]:
        """Until the device may listen no more."""
        yield RETRY
        said, silent = "", 0.0
        while may():
            now = self._version()
            if now != said or silent >= KEEP_ALIVE:
                yield f"data: {now}\n\n".encode() if now != said else ALIVE
                said, silent = now, 0.0
            if once:
                return
            sleep(INTERVAL)
            silent += INTERVAL
