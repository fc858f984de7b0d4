"""Folded records of the games that are being played, kept as long as there is room."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from cachetools import LRUCache

from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import start
from narrator.store.event_log import EventLog

from .answers import EntryRefused, NoSuchGame
from .pace import Pace

ROOM = 100_000
"""Entries whose states stay folded, of all games together: some 1.5 KB each."""
OF_A_GAME = 100
"""What a game takes besides its entries, as entries."""
AT_ONCE = 100
"""Entries that are folded at a stretch, some milliseconds."""


class Records:
    """The record of each game as far as it was read. A record that was handed out never changes: a newer one is
    another record, which shares all points with the old."""

    def __init__(self, log: EventLog, room: int = ROOM) -> None:
        self._log = log
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: OF_A_GAME + len(record.log))

    def of(self, game: str) -> Record:
        """The record with all that is in the log by now, also from another process."""
        record = self._kept.get(game)
        if record is None:
            setup = self._log.setup(game)
            if setup is None:
                raise NoSuchGame(game)
            record = Record(start(setup))
        new = self._log.entries(game, after=len(record.log))
        if new:
            record = record.branch()
            for event in new:
                record.enter(event)
        self.keep(game, record)
        return record

    def keep(self, game: str, record: Record) -> None:
        with suppress(ValueError):  # larger than all the room: it is folded anew each time
            self._kept[game] = record


def fold_whole(record: Record) -> None:
    """Fold a record that was opened cold, and let others go on meanwhile."""
    pace = Pace()
    while not record.fold_some(AT_ONCE):
        pace.step()


def extended(
    record: Record, events: Sequence[AnyEvent], check: Callable[[Record], None] = lambda record: None
) -> Record:
    """The record with some events more, each judged after the one before it. `check` looks at it in between. Raises
    `EntryRefused`, and what `check` raises."""
    trial = record.branch()
    for event in events:
        check(trial)
        reasons = trial.keeping_out(event)
        if reasons:
            raise EntryRefused(len(trial.log) + 1, trial.state, *reasons)
        trial.enter(event)
    return trial
