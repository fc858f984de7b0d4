"""Game files that are only watched, not played on: shared, so that every server can show them."""

from narrator.storage.shared_state.shared_state import Execute, SharedState

MAX_FILES = 30  # the last opened ones stay
ADD = (
    "INSERT INTO live_replays (name, file, opened) VALUES (:name, :file, :now)"
    " ON CONFLICT (name) DO UPDATE SET opened = excluded.opened"
)
DELETE_OLD = (
    "DELETE FROM live_replays WHERE name NOT IN (SELECT name FROM live_replays ORDER BY opened DESC LIMIT :most)"
)
GET = "SELECT file FROM live_replays WHERE name = :name"


class ReplayFiles:
    def __init__(self, state: SharedState) -> None:
        self._state = state

    def put(self, name: str, file: bytes) -> None:
        now = self._state.seconds()

        def put(execute: Execute) -> None:
            execute(ADD, name=name, file=file.decode(), now=now)
            execute(DELETE_OLD, most=MAX_FILES)

        self._state.write(put, lock="replays")

    def get(self, name: str) -> bytes | None:
        return next((str(file).encode() for (file,) in self._state.rows(GET, name=name)), None)
