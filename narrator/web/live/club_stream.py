"""Server-sent events for the club's list of tables. The storage is polled every other second for all listeners
together, whichever process writes; with a thousand tables, that costs less than a notification for every tap."""

from collections.abc import Callable, Generator
from contextlib import suppress

from gevent import sleep

from narrator.app.club import Club
from narrator.storage.errors import StorageUnavailable
from narrator.storage.values import RunningGame
from narrator.web.live.hub import KEEP_ALIVE_MESSAGE, KEEP_ALIVE_SECONDS, RETRY_MESSAGE

INTERVAL = 2.0  # seconds


class ClubStream:
    def __init__(self, club: Club, seconds: Callable[[], float]) -> None:
        self._club = club
        self._seconds = seconds
        self._polled = -INTERVAL
        self._marker = 0

    def version(self, running: list[RunningGame]) -> str:
        """Return the page's version. Only the last number changes; it is a hash, so it may become smaller."""
        return f"0.0.{self._club.change_marker(running)}"

    def _polled_version(self) -> str:
        if self._seconds() - self._polled >= INTERVAL:
            self._polled = self._seconds()
            with suppress(StorageUnavailable):
                self._marker = self._club.change_marker()
        return f"0.0.{self._marker}"

    def stream(self, may_listen: Callable[[], bool], once: bool = False) -> Generator[bytes]:
        """Yield a message for each new version, and keep-alives, until the device may not listen any more."""
        yield RETRY_MESSAGE
        sent, silent = "", 0.0
        while may_listen():
            version = self._polled_version()
            if version != sent or silent >= KEEP_ALIVE_SECONDS:
                yield f"data: {version}\n\n".encode() if version != sent else KEEP_ALIVE_MESSAGE
                sent, silent = version, 0.0
            if once:
                return
            sleep(INTERVAL)
            silent += INTERVAL
