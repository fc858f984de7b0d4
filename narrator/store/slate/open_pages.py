"""Pages that listen, at any of the servers: so many of one client, of which the oldest give way, and so many of one
address."""

from itertools import count

from .writer import Writer

OPEN = (
    "INSERT INTO pages (worker, id, client, address, since, is_over)"
    " VALUES (:worker, :id, :client, :address, :since, 0)"
)
CLOSE = "DELETE FROM pages WHERE worker = :worker AND id = :id"
OF_ADDRESS = "SELECT count(*) FROM pages WHERE address = :address"
OF_CLIENT = "SELECT worker, id FROM pages WHERE client = :client AND is_over = 0 ORDER BY since DESC, id DESC"
END = "UPDATE pages SET is_over = 1 WHERE worker = :worker AND id = :id"
OVER = "SELECT id FROM pages WHERE worker = :worker AND is_over = 1"


class OpenPages:
    def __init__(self, slate: Writer) -> None:
        self._slate = slate
        self._ids = count(1)
        self._stamp: object = None
        self._over: set[int] = set()

    def of_address(self, address: str) -> int:
        return next((number for (number,) in self._slate.rows(OF_ADDRESS, address=address)), 0)

    def open(self, client: str, address: str, most: int) -> int:
        """One more, for which the client's oldest gives way where it has so many already."""
        page = next(self._ids)
        with self._slate.change() as run:
            run(OPEN, worker=self._slate.worker, id=page, client=client, address=address, since=self._slate.seconds())
            for worker, oldest in run(OF_CLIENT, client=client)[most:]:
                run(END, worker=worker, id=oldest)
        return page

    def is_over(self, page: int) -> bool:
        """Whether it has to give way."""
        stamp = self._slate.stamp()
        if stamp != self._stamp:
            self._stamp = stamp
            self._over = {number for (number,) in self._slate.rows(OVER, worker=self._slate.worker)}
        return page in self._over

    def close(self, page: int) -> None:
        with self._slate.change() as run:
            run(CLOSE, worker=self._slate.worker, id=page)
