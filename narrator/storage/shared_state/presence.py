"""Who is here: the lines that devices hold open at any server, and when those who hold none were last seen."""

from itertools import count

from cachetools import LRUCache
from msgspec import Struct

from narrator.storage.shared_state.shared_state import Kind, Run, SharedState

ARRIVE = "INSERT INTO live_lines (worker, id, game, name, language) VALUES (:worker, :id, :game, :name, :language)"
RESTORE = f"{ARRIVE} ON CONFLICT (worker, id) DO NOTHING"
LEAVE = "DELETE FROM live_lines WHERE worker = :worker AND id = :id RETURNING name, language"
OPEN = "SELECT count(*) FROM live_lines WHERE game = :game AND name = :name"
SPOKEN = "SELECT max(language) FROM live_lines WHERE game = :game AND name = :name AND language <> :language"
SPEAK = "UPDATE live_lines SET language = :language WHERE game = :game AND name = :name"
SEEN = (
    "INSERT INTO live_seen (game, name, language, last, gone) VALUES (:game, :name, :language, :last, 0)"
    " ON CONFLICT (game, name) DO UPDATE SET language = excluded.language, last = excluded.last, gone = 0"
)
MISS = (
    "UPDATE live_seen SET gone = 1 WHERE game = :game AND gone = 0 AND last <= :before"
    " AND name NOT IN (SELECT name FROM live_lines WHERE game = :game) RETURNING name"
)
MOVES = "moves"
PEOPLE = (
    "SELECT 'seen' AS kind, name, language, 0 AS lines, last, gone FROM live_seen WHERE game = :game UNION ALL"
    " SELECT 'line', name, max(language), count(*), 0, 0 FROM live_lines"
    " WHERE game = :game AND name <> '' GROUP BY name UNION ALL"
    f" SELECT '{MOVES}', '', '', coalesce(max(number), 0), 0, 0 FROM live_news"
    " WHERE game = :game AND kind <> 'log' ORDER BY kind"
)
GAMES_OF = "SELECT DISTINCT game FROM live_lines WHERE worker = :worker"
FORGET_LINES = "DELETE FROM live_lines WHERE worker = :worker AND game = :game RETURNING name, language"
RENAME_LINES = "UPDATE live_lines SET name = :to WHERE game = :game AND name = :name"
RENAME_SEEN = "UPDATE live_seen SET name = :to WHERE game = :game AND name = :name"
DROP_SEEN = "DELETE FROM live_seen WHERE game = :game AND name = :name"
BETWEEN = " between chairs"
WATCHES = "watch"
"""All who watch are one."""
MAX_CACHED_GAMES = 1_000


class Here(Struct):
    """A device that is connected, or was lately."""

    language: str
    lines: int = 0
    last: float = 0.0
    gone: bool = False
    """Whether the host was told that it is not coming back soon."""


class Presence:
    """The people of all games. Writes that concern a game are made under its lock."""

    def __init__(self, state: SharedState) -> None:
        self._state = state
        state.cleanups.append(self.cleanup_worker)
        state.restores.append(self.restore)
        self.seconds = state.seconds
        """The clock of `Here.last`."""
        self._ids = count(1)
        self._mine: dict[int, dict[str, str]] = {}
        """The lines of this worker, to restore them."""
        self._stamp: object = None
        self._found: LRUCache[str, tuple[int, dict[str, Here]]] = LRUCache(MAX_CACHED_GAMES)

    # What pages ask: read once, until somebody has changed something.

    def people(self, game: str) -> dict[str, Here]:
        """By the names of their viewers."""
        return self.both(game)[1]

    def moves(self, game: str) -> int:
        """Another number whenever somebody has come or left."""
        return self.both(game)[0]

    def both(self, game: str) -> tuple[int, dict[str, Here]]:
        """Moves and people."""
        stamp = self._state.stamp()
        if stamp != self._stamp:
            self._stamp = stamp
            self._found.clear()
        if (known := self._found.get(game)) is not None:
            return known
        rows = self._state.rows(PEOPLE, game=game)
        moves, people = 0, dict[str, Here]()
        for kind, name, language, lines, last, gone in rows:
            if kind == MOVES:
                moves = int(lines)
            elif lines or name not in people:
                people[name] = Here(language, lines, last, bool(gone))
        if rows and stamp == self._stamp:  # nobody has noticed a change meanwhile
            self._found[game] = moves, people
        return moves, people

    # Who comes and leaves.

    def arrive(self, game: str, name: str, language: str) -> tuple[int, bool]:
        """Add a line. Returns its number, for `leave`, and whether the host has to be told."""
        line, of = next(self._ids), {"game": game, "name": name}
        self._mine[line] = {**of, "language": language}

        def arrive(run: Run) -> bool:
            ((others,),) = run(OPEN, **of)
            ((before,),) = run(SPOKEN, **of, language=language)
            if before is not None:
                run(SPEAK, **of, language=language)
            run(ARRIVE, worker=self._state.worker, id=line, language=language, **of)
            is_news = name == WATCHES or (name != "host" and (not others or before is not None))
            self._state.tell(run, game, "people" if is_news else "seen")
            return is_news

        return line, bool(self._state.write(arrive, lock=game))

    def leave(self, line: int) -> bool:
        """Whether the host has to be told."""
        game, now = self._mine.pop(line)["game"], self._state.seconds()

        def leave(run: Run) -> bool:
            left = run(LEAVE, worker=self._state.worker, id=line)
            return any(self._left(run, game, name, language, now) for name, language in left)

        return bool(self._state.write(leave, lock=game))

    def _left(self, run: Run, game: str, name: str, language: str, now: float) -> bool:
        """Nobody is missed at a chair that was made free."""
        if not name:
            return False
        run(SEEN, game=game, name=name, language=language, last=now)
        ((others,),) = run(OPEN, game=game, name=name)
        is_news = name == WATCHES or (name != "host" and not others)
        self._state.tell(run, game, "people" if is_news else "seen")
        return is_news

    def greet(self, game: str, name: str, language: str) -> None:
        """Somebody has just come in and will listen in a moment."""
        now = self._state.seconds()

        def greet(run: Run) -> None:
            run(SEEN, game=game, name=name, language=language, last=now)
            self._state.tell(run, game, "seen")

        self._state.write(greet, lock=game)

    def miss(self, game: str, seconds: float) -> None:
        """Who was last seen longer ago than that counts as gone, and the host is told once."""
        before = self._state.seconds() - seconds

        def miss(run: Run) -> None:
            if run(MISS, game=game, before=before):
                self._state.tell(run, game, "people")

        if any(not here.lines and not here.gone and here.last <= before for here in self.people(game).values()):
            self._state.write(miss, lock=game)

    def swap_seats(self, game: str, one: str, other: str) -> None:
        """The lines go with them."""

        def change(run: Run) -> None:
            for rename in (RENAME_LINES, RENAME_SEEN):
                for name, to in ((one, BETWEEN), (other, one), (BETWEEN, other)):
                    run(rename, game=game, name=name, to=to)
            self._state.tell(run, game, "people")

        self._state.write(change, lock=game)

    def free(self, game: str, name: str) -> None:
        """Nobody sits there any more; the device that did is told of a change."""

        def free(run: Run) -> None:
            run(RENAME_LINES, game=game, name=name, to="")
            run(DROP_SEEN, game=game, name=name)
            self._state.tell(run, game, "rights")

        if name in self.people(game):
            self._state.write(free, lock=game)

    def tell(self, game: str, kind: Kind) -> None:
        """Something else that all pages of a game have to look at."""
        self._state.write(lambda run: self._state.tell(run, game, kind), lock=game)

    # Workers that die, or come back.

    def cleanup_worker(self, worker: str) -> None:
        """A worker is gone: its people were here until now."""
        now = self._state.seconds()
        for (game,) in self._state.rows(GAMES_OF, worker=worker):

            def clean(run: Run, game: str = game) -> None:
                for name, language in run(FORGET_LINES, worker=worker, game=game):
                    self._left(run, game, name, language, now)

            self._state.write(clean, lock=game)

    def restore(self) -> None:
        """Add the lines of this worker again after they were lost."""
        for line, of in list(self._mine.items()):

            def add(run: Run, line: int = line, of: dict[str, str] = of) -> None:
                run(RESTORE, worker=self._state.worker, id=line, **of)
                self._state.tell(run, of["game"], "people")

            if line in self._mine:
                self._state.write(add, lock=of["game"])
