"""Connections of one address, at all servers together.

A connection is too cheap to be written down: each server counts its own and shares the number with every so many of an
address. So all together hold at most the limit and, for each other server, one step less than told.
"""

from collections import Counter

from gevent.lock import BoundedSemaphore

from narrator.storage.shared_state.shared_state import Run, SharedState

STEP = 12
"""A phone has three connections or four, so those of one household are hardly ever told."""
TELL = (
    "INSERT INTO live_held (worker, address, number) VALUES (:worker, :address, :number)"
    " ON CONFLICT (worker, address) DO UPDATE SET number = excluded.number"
)
TAKE_BACK = "DELETE FROM live_held WHERE worker = :worker AND address = :address"
OTHERS = "SELECT coalesce(sum(number), 0) FROM live_held WHERE address = :address AND worker <> :worker"


class Connections:
    def __init__(self, state: SharedState, most: int) -> None:
        self._state = state
        state.restores.append(self.restore)
        self._most = most
        self._mine: Counter[str] = Counter()
        self._told: Counter[str] = Counter()
        self._others: Counter[str] = Counter()
        """What others had of an address when it was last told of here."""
        self._telling = BoundedSemaphore()

    def take(self, address: str) -> bool:
        """Count one more; false if the address has as many as it may have."""
        if self._mine[address] + self._others[address] >= self._most:
            self._look(address)
            if self._mine[address] + self._others[address] >= self._most:
                return False
        self._mine[address] += 1
        if self._mine[address] - self._told[address] >= STEP:
            self._tell(address)
            self._look(address)
        return True

    def give_back(self, address: str) -> None:
        self._mine[address] -= 1
        told = self._told[address]
        if (told and not self._mine[address]) or told - self._mine[address] >= STEP:
            self._tell(address)
        if not self._mine[address]:
            for counter in (self._mine, self._others, self._told):
                del counter[address]

    def restore(self) -> None:
        """Tell everything again after it was lost."""
        for address in list(self._told):
            self._tell(address)

    def _tell(self, address: str) -> None:
        """One at a time, so that the last number told is the last one there was."""
        with self._telling:
            number = self._told[address] = self._mine[address]
            of = {"worker": self._state.worker, "address": address}

            def tell(run: Run) -> None:
                if number:
                    run(TELL, **of, number=number)
                else:
                    run(TAKE_BACK, **of)

            self._state.write(tell)

    def _look(self, address: str) -> None:
        found = self._state.rows(OTHERS, address=address, worker=self._state.worker)
        self._others[address] = int(found[0][0]) if found else 0
