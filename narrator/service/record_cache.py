"""Folded records of the games that are being played, kept as long as there is room."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from cachetools import LRUCache

from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.store.event_log import EventLog

from .answers import EntryRefused, NoSuchGame
from .damage import begun, followed

ROOM = 100_000
"""Entries whose states stay folded, of all games together: some 1.5 KB each."""
OF_A_GAME = 100
"""What a game takes besides its entries, as entries."""


class Records:
    """The record of each game as far as it was read. A record that was handed out never changes: a newer one is
    another record, which shares all points with the old."""

    def __init__(self, log: EventLog, room: int = ROOM) -> None:
        self._log = log
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: OF_A_GAME + len(record.log))

    def of(self, game: str) -> Record:
        """The record with all that is in the log by now, also from another process. Raises `NoSuchGame`, `Damaged`."""
        record = self._kept.get(game)
        if record is None:
            setup = self._log.setup(game)
            if setup is None:
                raise NoSuchGame(game)
            record = begun(game, setup)
        new = self._log.entries(game, after=len(record.log))
        if new:
            record = followed(game, record, new)
        self.keep(game, record)
        return record

    def keep(self, game: str, record: Record) -> None:
        with suppress(ValueError):  # larger than all the room: it is folded anew each time
            self._kept[game] = record

    def forget(self, game: str) -> None:
        """What was kept of it may not be what the log has."""
        self._kept.pop(game, None)


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
