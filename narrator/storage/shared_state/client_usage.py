"""Limits that hold for all servers together: connections of an address, live pages of a client, attempts per minute."""

from collections import Counter
from itertools import count

from gevent.lock import BoundedSemaphore

from narrator.storage.shared_state.shared_state import Execute, SharedState

SHARE_STEP = 12  # a phone has three or four connections, so the number of one household is hardly ever shared
SHARE_CONNECTIONS = (
    "INSERT INTO live_address_connections (worker, address, number) VALUES (:worker, :address, :number)"
    " ON CONFLICT (worker, address) DO UPDATE SET number = excluded.number"
)
DROP_CONNECTIONS = "DELETE FROM live_address_connections WHERE worker = :worker AND address = :address"
CONNECTIONS_ELSEWHERE = (
    "SELECT coalesce(sum(number), 0) FROM live_address_connections WHERE address = :address AND worker <> :worker"
)
OPEN_PAGE = (
    "INSERT INTO live_pages (worker, id, client, address, since, is_over)"
    " VALUES (:worker, :id, :client, :address, :since, 0)"
)
RESTORE_PAGE = f"{OPEN_PAGE} ON CONFLICT (worker, id) DO NOTHING"
CLOSE_PAGE = "DELETE FROM live_pages WHERE worker = :worker AND id = :id"
COUNT_PAGES = "SELECT count(*) FROM live_pages WHERE address = :address"
PAGES_OF_CLIENT = (
    "SELECT worker, id FROM live_pages WHERE client = :client AND is_over = 0 ORDER BY since DESC, id DESC"
)
EVICT_PAGE = "UPDATE live_pages SET is_over = 1 WHERE worker = :worker AND id = :id"
EVICTED_PAGES = "SELECT id FROM live_pages WHERE worker = :worker AND is_over = 1"
RATE_WINDOW = 60.0  # seconds
# Clocks differ by milliseconds. Rows from further in the future are from before this machine was started.
COUNT_ATTEMPTS = (
    "SELECT count(*) FROM live_attempts"
    " WHERE kind = :kind AND client = :client AND moment > :now - :minute AND moment <= :now + 1"
)
ADD_ATTEMPT = "INSERT INTO live_attempts (kind, client, moment) VALUES (:kind, :client, :now)"


class Connections:
    """Open connections of each address.

    A connection is too cheap to write a row for it: each server counts its own and shares the number only after every
    `SHARE_STEP` of an address. So the limit may be exceeded by less than one step for each other server."""

    def __init__(self, state: SharedState, most: int) -> None:
        self._state = state
        state.restores.append(self.restore)
        self._most = most
        self._own: Counter[str] = Counter()
        self._shared: Counter[str] = Counter()
        self._elsewhere: Counter[str] = Counter()  # other servers' connections, as of the last look
        self._sharing = BoundedSemaphore()

    def take(self, address: str) -> bool:
        """Count one more; False if the address is at its limit."""
        if self._own[address] + self._elsewhere[address] >= self._most:
            self._look(address)
            if self._own[address] + self._elsewhere[address] >= self._most:
                return False
        self._own[address] += 1
        if self._own[address] - self._shared[address] >= SHARE_STEP:
            self._share(address)
            self._look(address)
        return True

    def give_back(self, address: str) -> None:
        self._own[address] -= 1
        shared = self._shared[address]
        if (shared and not self._own[address]) or shared - self._own[address] >= SHARE_STEP:
            self._share(address)
        if not self._own[address]:
            for counter in (self._own, self._elsewhere, self._shared):
                del counter[address]

    def restore(self) -> None:
        for address in list(self._shared):
            self._share(address)

    def _share(self, address: str) -> None:
        """Write this server's number; one greenlet at a time, so that the last number written is the latest."""
        with self._sharing:
            number = self._shared[address] = self._own[address]
            row = {"worker": self._state.worker, "address": address}

            def share(execute: Execute) -> None:
                if number:
                    execute(SHARE_CONNECTIONS, **row, number=number)
                else:
                    execute(DROP_CONNECTIONS, **row)

            self._state.write(share)

    def _look(self, address: str) -> None:
        found = self._state.rows(CONNECTIONS_ELSEWHERE, address=address, worker=self._state.worker)
        self._elsewhere[address] = int(found[0][0]) if found else 0


class OpenPages:
    """Pages with an open event stream. A client's oldest page has to close when it opens too many."""

    def __init__(self, state: SharedState) -> None:
        self._state = state
        state.restores.append(self.restore)
        self._ids = count(1)
        self._own: dict[int, dict[str, object]] = {}  # this worker's rows
        self._marker: object = None
        self._evicted: set[int] = set()

    def count(self, address: str) -> int:
        return next((number for (number,) in self._state.rows(COUNT_PAGES, address=address)), 0)

    def open(self, client: str, address: str, most: int) -> int:
        """Open a page; of the client's pages only the newest `most` stay. Returns its number."""
        page, since = next(self._ids), self._state.seconds()
        row = {"worker": self._state.worker, "id": page, "client": client, "address": address, "since": since}
        self._own[page] = row

        def open_page(execute: Execute) -> None:
            execute(OPEN_PAGE, **row)
            for worker, oldest in execute(PAGES_OF_CLIENT, client=client)[most:]:
                execute(EVICT_PAGE, worker=worker, id=oldest)
                self._state.announce(execute, "", "unshown")

        self._state.write(open_page, lock=client)
        return page

    def is_evicted(self, page: int) -> bool:
        marker = self._state.change_marker()
        if marker != self._marker:
            self._marker = marker
            evicted = {number for (number,) in self._state.rows(EVICTED_PAGES, worker=self._state.worker)}
            if marker == self._marker:  # else another greenlet has already noticed a later change
                self._evicted = evicted
        return page in self._evicted

    def close(self, page: int) -> None:
        del self._own[page]
        self._state.write(lambda execute: execute(CLOSE_PAGE, worker=self._state.worker, id=page))

    def restore(self) -> None:
        rows = list(self._own.values())

        def add(execute: Execute) -> None:
            for row in rows:
                execute(RESTORE_PAGE, **row)

        self._state.write(add)


class RateCounter:
    def __init__(self, state: SharedState) -> None:
        self._state = state

    def number(self, kind: str, client: str) -> int:
        now = self._state.seconds()
        found = self._state.rows(COUNT_ATTEMPTS, kind=kind, client=client, now=now, minute=RATE_WINDOW)
        return found[0][0] if found else 0

    def add_within(self, kind: str, client: str, most: int) -> bool:
        """Count one more, atomically; False if there were `most` already."""
        now = self._state.seconds()

        def add(execute: Execute) -> bool:
            ((number,),) = execute(COUNT_ATTEMPTS, kind=kind, client=client, now=now, minute=RATE_WINDOW)
            is_within = int(number) < most
            if is_within:
                execute(ADD_ATTEMPT, kind=kind, client=client, now=now)
            return is_within

        return self._state.write(add, lock=f"{kind} {client}") is not False
