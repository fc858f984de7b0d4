"""Game files that somebody only wants to watch, so that any of the servers can show them."""

from .writer import Writer

ROOM = 30
"""Files; those that were opened last stay."""
PUT = (
    "INSERT INTO films (name, file, opened) VALUES (:name, :file, :now)"
    " ON CONFLICT (name) DO UPDATE SET opened = excluded.opened"
)
CLEAR = "DELETE FROM films WHERE name NOT IN (SELECT name FROM films ORDER BY opened DESC LIMIT :room)"
GET = "SELECT file FROM films WHERE name = :name"


class Shelf:
    def __init__(self, slate: Writer) -> None:
        self._slate = slate

    def put(self, name: str, file: bytes) -> None:
        with self._slate.change() as run:
            run(PUT, name=name, file=file.decode(), now=self._slate.seconds())
            run(CLEAR, room=ROOM)

    def get(self, name: str) -> bytes | None:
        return next((str(file).encode() for (file,) in self._slate.rows(GET, name=name)), None)
