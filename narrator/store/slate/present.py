"""Who is here: the lines that devices hold open at any of the servers, and when those who hold none were last seen."""

from itertools import count

from msgspec import Struct

from .slate import Kind, Run
from .writer import Writer

ARRIVE = "INSERT INTO lines (worker, id, game, name, language) VALUES (:worker, :id, :game, :name, :language)"
LEAVE = "DELETE FROM lines WHERE worker = :worker AND id = :id RETURNING game, name, language"
OPEN = "SELECT count(*) FROM lines WHERE game = :game AND name = :name"
SPOKEN = "SELECT max(language) FROM lines WHERE game = :game AND name = :name AND language <> :language"
SPEAK = "UPDATE lines SET language = :language WHERE game = :game AND name = :name"
SEEN = (
    "INSERT INTO seen (game, name, language, last, gone) VALUES (:game, :name, :language, :last, 0)"
    " ON CONFLICT (game, name) DO UPDATE SET language = excluded.language, last = excluded.last, gone = 0"
)
MISS = (
    "UPDATE seen SET gone = 1 WHERE game = :game AND gone = 0 AND last <= :before"
    " AND name NOT IN (SELECT name FROM lines WHERE game = :game) RETURNING name"
)
PEOPLE = (
    "SELECT name, language, 0, last, gone FROM seen WHERE game = :game UNION ALL"
    " SELECT name, max(language), count(*), 0, 0 FROM lines WHERE game = :game AND name <> '' GROUP BY name"
)
MOVES = "SELECT max(number) FROM news WHERE game = :game AND kind <> 'log'"
LEFT_BEHIND = "SELECT game, name, language FROM lines WHERE worker = :worker"
FORGET_LINES = "DELETE FROM lines WHERE worker = :worker"
RENAME_LINES = "UPDATE lines SET name = :to WHERE game = :game AND name = :name"
RENAME_SEEN = "UPDATE seen SET name = :to WHERE game = :game AND name = :name"
DROP_SEEN = "DELETE FROM seen WHERE game = :game AND name = :name RETURNING name"
BETWEEN = " between chairs"
WATCHES = "watch"
"""All who watch are one."""


class Here(Struct):
    """A device that is connected, or was lately."""

    language: str
    lines: int = 0
    last: float = 0.0
    gone: bool = False
    """Whether the host was told that it is not coming back soon."""


class Present:
    """The people of all games."""

    def __init__(self, slate: Writer) -> None:
        self._slate = slate
        self._ids = count(1)
        self._stamp: object = None
        self._people: dict[str, dict[str, Here]] = {}
        self._moves: dict[str, int] = {}

    # What pages ask: read once, until somebody has changed something.

    def both(self, game: str) -> tuple[int, dict[str, Here]]:
        """Moves and people, with one look at the slate."""
        return self.moves(game), self._people_of(game)

    def people(self, game: str) -> dict[str, Here]:
        """By the names of their viewers."""
        self._look()
        return self._people_of(game)

    def _people_of(self, game: str) -> dict[str, Here]:
        if game not in self._people:
            found: dict[str, Here] = {}
            for name, language, lines, last, gone in self._slate.rows(PEOPLE, game=game):
                if lines or name not in found:
                    found[name] = Here(language, lines, last, bool(gone))
            self._people[game] = found
        return self._people[game]

    def moves(self, game: str) -> int:
        """Another number whenever somebody has come or left."""
        self._look()
        if game not in self._moves:
            self._moves[game] = int(next((number for (number,) in self._slate.rows(MOVES, game=game)), 0) or 0)
        return self._moves[game]

    def _look(self) -> None:
        stamp = self._slate.stamp()
        if stamp != self._stamp:
            self._stamp = stamp
            self._people.clear()
            self._moves.clear()

    # Who comes and leaves.

    def arrive(self, game: str, name: str, language: str) -> tuple[int, bool]:
        """One more line: what it is left by, and whether the host has to hear of it."""
        line, is_news = next(self._ids), name == WATCHES
        of = {"game": game, "name": name}
        with self._slate.change() as run:
            ((others,),) = run(OPEN, **of)
            ((before,),) = run(SPOKEN, **of, language=language)
            if before is not None:
                run(SPEAK, **of, language=language)
            run(ARRIVE, worker=self._slate.worker, id=line, language=language, **of)
            is_news = is_news or (name != "host" and (not others or before is not None))
            if is_news:
                self._slate.tell(run, game, "people")
        return line, is_news

    def leave(self, line: int) -> bool:
        """Whether the host has to hear of it."""
        is_news = False
        with self._slate.change() as run:
            for game, name, language in run(LEAVE, worker=self._slate.worker, id=line):
                is_news = self._left(run, game, name, language)
        return is_news

    def _left(self, run: Run, game: str, name: str, language: str) -> bool:
        """Nobody is missed at a chair that was made free."""
        if not name:
            return False
        run(SEEN, game=game, name=name, language=language, last=self._slate.seconds())
        ((others,),) = run(OPEN, game=game, name=name)
        is_news = name == WATCHES or (name != "host" and not others)
        if is_news:
            self._slate.tell(run, game, "people")
        return is_news

    def greet(self, game: str, name: str, language: str) -> None:
        """Somebody has just come in and will listen in a moment."""
        with self._slate.change() as run:
            run(SEEN, game=game, name=name, language=language, last=self._slate.seconds())

    def miss(self, game: str, before: float) -> None:
        """Who was last seen before that counts as gone, and the host is told so once."""
        if any(not here.lines and not here.gone and here.last <= before for here in self.people(game).values()):
            with self._slate.change() as run:
                if run(MISS, game=game, before=before):
                    self._slate.tell(run, game, "people")

    def change_chairs(self, game: str, one: str, other: str) -> None:
        """The lines go with them."""
        with self._slate.change() as run:
            for rename in (RENAME_LINES, RENAME_SEEN):
                for name, to in ((one, BETWEEN), (other, one), (BETWEEN, other)):
                    run(rename, game=game, name=name, to=to)
            self._slate.tell(run, game, "people")

    def free(self, game: str, name: str) -> None:
        """Nobody sits there any more; whoever did hears of a change."""
        if name in self.people(game):
            with self._slate.change() as run:
                run(RENAME_LINES, game=game, name=name, to="")
                run(DROP_SEEN, game=game, name=name)
                self._slate.tell(run, game, "rights")

    def tell(self, game: str, kind: Kind) -> None:
        """Something else that all pages of a game have to look at."""
        with self._slate.change() as run:
            self._slate.tell(run, game, kind)

    # What others leave behind.

    def bury(self, worker: str) -> None:
        """A server is no more: its people were here until now."""
        with self._slate.change() as run:
            left = run(LEFT_BEHIND, worker=worker)
            run(FORGET_LINES, worker=worker)
            for game, name, language in left:
                self._left(run, game, name, language)
