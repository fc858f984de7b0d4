"""What each client has tried within the last minute, at any of the servers."""

from collections.abc import Callable

from .slate import Slate

SECONDS = 60.0
COUNT = "SELECT count(*) FROM tries WHERE kind = :kind AND client = :client AND moment > :since AND moment <= :now"
ADD = "INSERT INTO tries (kind, client, moment) VALUES (:kind, :client, :now)"
FORGET = "DELETE FROM tries WHERE moment <= :since OR moment > :now"


class Tries:
    def __init__(self, slate: Slate, seconds: Callable[[], float]) -> None:
        self._slate = slate
        self._seconds = seconds

    def number(self, kind: str, client: str) -> int:
        now = self._seconds()
        found = self._slate.rows(COUNT, kind=kind, client=client, since=now - SECONDS, now=now)
        return found[0][0] if found else 0

    def add_within(self, kind: str, client: str, most: int) -> bool:
        """One more, at one stroke, where there were not so many yet."""
        now, may = self._seconds(), True
        with self._slate.change() as run:
            ((number,),) = run(COUNT, kind=kind, client=client, since=now - SECONDS, now=now)
            may = int(number) < most
            if may:
                run(ADD, kind=kind, client=client, now=now)
        return may

    def forget(self) -> None:
        """What was longer ago; and what stands there from before this machine was started."""
        now = self._seconds()
        with self._slate.change() as run:
            run(FORGET, since=now - SECONDS, now=now + 1)
