"""Connections of one address, at all servers together.

A connection is too cheap to be written down: each server counts its own, and tells the others with every so many of an
address. So all together hold at most the limit and, for each other server, one step less than told.
"""

from collections import Counter

from .writer import Writer

STEP = 12
"""A phone has three connections or four, so a table of one household is hardly ever told."""
TELL = (
    "INSERT INTO held (worker, address, number) VALUES (:worker, :address, :number)"
    " ON CONFLICT (worker, address) DO UPDATE SET number = excluded.number"
)
TAKE_BACK = "DELETE FROM held WHERE worker = :worker AND address = :address"
OTHERS = "SELECT coalesce(sum(number), 0) FROM held WHERE address = :address AND worker <> :worker"


class Connections:
    def __init__(self, slate: Writer, most: int) -> None:
        self._slate = slate
        self._most = most
        self._mine: Counter[str] = Counter()
        self._told: Counter[str] = Counter()
        self._others: Counter[str] = Counter()
        """What others had of an address when it was last told of here."""

    def take(self, address: str) -> bool:
        """One more; false where the address has as many as it may have."""
        if self._mine[address] + self._others[address] >= self._most:
            self._look(address)
            if self._mine[address] + self._others[address] >= self._most:
                return False
        self._mine[address] += 1
        if self._mine[address] - self._told[address] >= STEP:
            self._tell(address)
        return True

    def give_back(self, address: str) -> None:
        self._mine[address] -= 1
        if not self._mine[address]:
            del self._mine[address], self._others[address]
            if self._told.pop(address, 0):
                with self._slate.change() as run:
                    run(TAKE_BACK, worker=self._slate.worker, address=address)
        elif self._told[address] - self._mine[address] >= STEP:
            self._tell(address)

    def _tell(self, address: str) -> None:
        self._told[address] = self._mine[address]
        with self._slate.change() as run:
            run(TELL, worker=self._slate.worker, address=address, number=self._mine[address])
        self._look(address)

    def _look(self, address: str) -> None:
        found = self._slate.rows(OTHERS, address=address, worker=self._slate.worker)
        self._others[address] = int(found[0][0]) if found else 0
