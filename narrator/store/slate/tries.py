"""What each client has tried within the last minute, at any of the servers."""

from .writer import Writer

SECONDS = 60.0
COUNT = "SELECT count(*) FROM tries WHERE kind = :kind AND client = :client AND moment > :since AND moment <= :now"
ADD = "INSERT INTO tries (kind, client, moment) VALUES (:kind, :client, :now)"


class Tries:
    def __init__(self, slate: Writer) -> None:
        self._slate = slate

    def number(self, kind: str, client: str) -> int:
        now = self._slate.seconds()
        found = self._slate.rows(COUNT, kind=kind, client=client, since=now - SECONDS, now=now)
        return found[0][0] if found else 0

    def add_within(self, kind: str, client: str, most: int) -> bool:
        """One more, at one stroke, where there were not so many yet."""
        now, may = self._slate.seconds(), True
        with self._slate.change() as run:
            ((number,),) = run(COUNT, kind=kind, client=client, since=now - SECONDS, now=now)
            may = int(number) < most
            if may:
                run(ADD, kind=kind, client=client, now=now)
        return may
