"""Other servers of the same games: they hear what was written here, and who listens here hears what they wrote.

Any of them may be killed at any moment: what it left on the slate is cleared away by those that live on.
"""

import logging
from collections.abc import Callable

import gevent

from narrator.store.database import Database
from narrator.store.slate.servers import Servers
from narrator.store.slate.slate import Kind, News
from narrator.store.slate.writer import Writer

BEAT = 10.0
"""Seconds between two signs of life."""
PATIENCE = 30.0
"""So many seconds after its last sign a server counts as dead."""
THOROUGH = 2.0
"""Seconds between two looks at everything, where somebody wrote who does not say what."""

Heard = Callable[[str | None, Kind], None]
"""Called with the game that another server has changed, none where it may be any, and what kind of change it was."""


class Others:
    def __init__(self, database: Database, slate: Writer) -> None:
        self._database = database
        self._slate = slate
        self._servers = Servers(slate, PATIENCE)
        self._listeners: list[Heard] = []
        self._heirs: list[Callable[[str], None]] = [self._servers.bury]
        self._is_looking = False

    @property
    def are_there(self) -> bool:
        return bool(self._servers.others)

    def listen(self, heard: Heard) -> None:
        """Have somebody called after another server has changed something."""
        self._listeners.append(heard)

    def inherit(self, bury: Callable[[str], None]) -> None:
        """Have somebody clear away what a dead server has left."""
        self._heirs.insert(0, bury)

    def tell(self, game: str, _: int) -> None:
        """Something was entered or noted here."""
        if self._slate.slate.carries_log and self.are_there:
            with self._slate.change() as run:
                self._slate.tell(run, game, "log")

    def do_the_house_work(self) -> bool:
        """Whether it is this server that makes copies and clears up: exactly one of them, and another when it dies."""
        return self._servers.has("house work")

    # For as long as the server runs.

    def begin(self) -> None:
        """Under a name that a dead server had this one takes its place: what it left is not waited for."""
        slate, worker = self._slate.slate, self._slate.worker
        self._bury(worker)
        self.beat()
        self._database.listen(self._written)
        gevent.spawn(slate.follow, worker, slate.latest(), self.heard, self._is_eager)
        gevent.spawn(self._live)

    def end(self) -> None:
        """Others go on with what this server did."""
        self._bury(self._slate.worker)
        self._slate.slate.close()

    def _live(self) -> None:
        while True:
            gevent.sleep(BEAT)
            self.beat()

    def beat(self) -> None:
        for worker in self._servers.beat():
            self._bury(worker)
        if self.do_the_house_work():
            self._servers.sweep()

    def _bury(self, worker: str) -> None:
        for bury in self._heirs:
            bury(worker)

    def _is_eager(self) -> bool:
        """Asked after each change of the slate, which may be that somebody else has come."""
        if not self.are_there:
            self._servers.look()
        return self.are_there

    # What is heard.

    def heard(self, news: list[News]) -> None:
        for one in news:
            self._tell(one.game, one.kind)

    def _written(self, game: str | None) -> None:
        """What the log itself says. Where it can't tell which game, all are looked at, but not all the time: what other
        servers enter is on the slate already."""
        if game is not None:
            self._tell(game, "log")
        elif not self._is_looking:
            self._is_looking = True
            gevent.spawn_later(THOROUGH if self.are_there else 0, self._look_at_all)

    def _look_at_all(self) -> None:
        self._is_looking = False
        self._tell(None, "log")

    def _tell(self, game: str | None, kind: Kind) -> None:
        for heard in self._listeners:
            try:
                heard(game, kind)
            except Exception:  # the others hear of it, and what comes next is heard, too
                logging.getLogger(__name__).exception("A listener failed on %s %s", game, kind)
