"""What each client has tried within the last minute, at all servers together."""

from narrator.storage.shared_state.shared_state import Run, SharedState

SECONDS = 60.0
COUNT = (
    "SELECT count(*) FROM live_tries"
    " WHERE kind = :kind AND client = :client AND moment > :now - :minute AND moment <= :now + 1"
)
"""Clocks differ by some milliseconds. Rows from further in the future are from before this machine was started."""
ADD = "INSERT INTO live_tries (kind, client, moment) VALUES (:kind, :client, :now)"


class RateCounter:
    def __init__(self, state: SharedState) -> None:
        self._state = state

    def number(self, kind: str, client: str) -> int:
        now = self._state.seconds()
        found = self._state.rows(COUNT, kind=kind, client=client, now=now, minute=SECONDS)
        return found[0][0] if found else 0

    def add_within(self, kind: str, client: str, most: int) -> bool:
        """Count one more, atomically, unless there were as many as that already."""
        now = self._state.seconds()

        def add(run: Run) -> bool:
            ((number,),) = run(COUNT, kind=kind, client=client, now=now, minute=SECONDS)
            may = int(number) < most
            if may:
                run(ADD, kind=kind, client=client, now=now)
            return may

        return self._state.write(add, lock=f"{kind} {client}") is not False
