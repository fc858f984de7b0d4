"""Pages that listen, at all servers together: so many of one client, of which the oldest give way, and so many of one
address."""

from itertools import count

from narrator.storage.shared_state.shared_state import Run, SharedState

OPEN = (
    "INSERT INTO live_pages (worker, id, client, address, since, is_over)"
    " VALUES (:worker, :id, :client, :address, :since, 0)"
)
RESTORE = f"{OPEN} ON CONFLICT (worker, id) DO NOTHING"
CLOSE = "DELETE FROM live_pages WHERE worker = :worker AND id = :id"
OF_ADDRESS = "SELECT count(*) FROM live_pages WHERE address = :address"
OF_CLIENT = "SELECT worker, id FROM live_pages WHERE client = :client AND is_over = 0 ORDER BY since DESC, id DESC"
END = "UPDATE live_pages SET is_over = 1 WHERE worker = :worker AND id = :id"
OVER = "SELECT id FROM live_pages WHERE worker = :worker AND is_over = 1"


class OpenPages:
    def __init__(self, state: SharedState) -> None:
        self._state = state
        state.restores.append(self.restore)
        self._ids = count(1)
        self._mine: dict[int, dict[str, object]] = {}
        """The pages of this worker, to restore them."""
        self._stamp: object = None
        self._over: set[int] = set()

    def of_address(self, address: str) -> int:
        return next((number for (number,) in self._state.rows(OF_ADDRESS, address=address)), 0)

    def open(self, client: str, address: str, most: int) -> int:
        """Open one more; the client's oldest gives way if it has as many as that already."""
        page, since = next(self._ids), self._state.seconds()
        of = {"worker": self._state.worker, "id": page, "client": client, "address": address, "since": since}
        self._mine[page] = of

        def open_page(run: Run) -> None:
            run(OPEN, **of)
            for whose, oldest in run(OF_CLIENT, client=client)[most:]:
                run(END, worker=whose, id=oldest)
                self._state.tell(run, "", "seen")

        self._state.write(open_page, lock=client)
        return page

    def is_over(self, page: int) -> bool:
        """Whether it has to give way."""
        stamp = self._state.stamp()
        if stamp != self._stamp:
            self._stamp = stamp
            over = {number for (number,) in self._state.rows(OVER, worker=self._state.worker)}
            if stamp == self._stamp:  # nobody has noticed a change meanwhile
                self._over = over
        return page in self._over

    def close(self, page: int) -> None:
        del self._mine[page]
        self._state.write(lambda run: run(CLOSE, worker=self._state.worker, id=page))

    def restore(self) -> None:
        """Count the pages of this worker again after they were lost."""

        def add(run: Run) -> None:
            for of in mine:
                run(RESTORE, **of)

        mine = list(self._mine.values())
        self._state.write(add)
