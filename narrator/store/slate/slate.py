"""The slate: what servers of the same games tell one another while they run. Nothing on it is missed when it is wiped.

Who is here, who tried what in the last minute, who does the house's work. It is written often and need not be on the
disk, so it lies beside the games and not among them: no entry waits for it, no copy holds it.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Literal, NamedTuple, Protocol

Kind = Literal["log", "people", "rights", "erased"]
"""Something was entered or noted; somebody came or left; somebody's rights have changed; something was deleted."""


class News(NamedTuple):
    """What another server has done with a game."""

    game: str
    kind: Kind
    number: int
    """Higher than that of all news before, of whichever game."""


class Run(Protocol):
    def __call__(self, statement: str, **of: object) -> list[Any]:
        """One statement of a change; the rows that it gives."""


class Slate(Protocol):
    """Rows as they are asked for in SQL that both stores speak, with `:names` for values. Reading never fails: where
    the slate is broken there is nothing on it. Neither does writing, which is then left out."""

    carries_log: bool
    """Whether what was entered is told here; else the log itself tells it."""

    def rows(self, statement: str, **of: object) -> list[Any]: ...

    def change(self) -> AbstractContextManager[Run]:
        """All or nothing, and nobody else changes anything meanwhile."""

    def tell(self, run: Run, worker: str, game: str, kind: Kind) -> int:
        """News for all others, with what is being changed; its number."""

    def stamp(self) -> object:
        """Another one whenever something may have changed."""

    def latest(self) -> int:
        """The number of the last news."""

    def follow(
        self, worker: str, known: int, heard: Callable[[list[News]], None], is_eager: Callable[[], bool]
    ) -> None:
        """Calls back with what others tell beyond what is known; never returns. Where nobody else is there it need not
        hurry."""

    def close(self) -> None: ...


TABLES = {
    "workers": "id TEXT PRIMARY KEY, beats BIGINT NOT NULL",
    "leases": "name TEXT PRIMARY KEY, worker TEXT NOT NULL",
    "news": "game TEXT, kind TEXT, number BIGINT NOT NULL, worker TEXT NOT NULL, PRIMARY KEY (game, kind)",
    "lines": "worker TEXT, id BIGINT, game TEXT NOT NULL, name TEXT NOT NULL, language TEXT NOT NULL,"
    " PRIMARY KEY (worker, id)",
    "seen": "game TEXT, name TEXT, language TEXT NOT NULL, last DOUBLE PRECISION NOT NULL, gone INTEGER NOT NULL,"
    " PRIMARY KEY (game, name)",
    "pages": "worker TEXT, id BIGINT, client TEXT NOT NULL, address TEXT NOT NULL, since DOUBLE PRECISION NOT NULL,"
    " is_over INTEGER NOT NULL, PRIMARY KEY (worker, id)",
    "held": "worker TEXT, address TEXT, number BIGINT NOT NULL, PRIMARY KEY (worker, address)",
    "tries": "kind TEXT NOT NULL, client TEXT NOT NULL, moment DOUBLE PRECISION NOT NULL",
    "films": "name TEXT PRIMARY KEY, file TEXT NOT NULL, opened DOUBLE PRECISION NOT NULL",
}
"""By name, with their columns. What belongs to a worker is gone with it."""
INDEXES = {
    "news_lately": "news (number)",
    "lines_of": "lines (game, name)",
    "pages_of_client": "pages (client)",
    "pages_of_address": "pages (address)",
    "pages_over": "pages (worker, is_over)",
    "tries_of": "tries (kind, client, moment)",
}
