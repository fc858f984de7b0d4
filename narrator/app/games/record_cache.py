"""Folded records of the games that are being played, kept as long as there is room."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from cachetools import LRUCache

from narrator.app.games.results import EntryRefused, NoSuchGame
from narrator.app.maintenance.damage import continue_record, start_record
from narrator.core.message import Refused
from narrator.core.play.development import are_shown
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.storage.storage import Storage

MOST = 400_000
"""Entries whose states stay folded, of all games together: a thousand tables late in the evening."""
ENTRY = 1_500
"""Bytes that each takes."""
SHARE = 8
"""A part in so many of this machine's memory is for them, where that is less."""
OF_A_GAME = 100
"""What a game takes besides its entries, as entries."""


def room_here() -> int:
    """Entries that may stay folded on this machine."""
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # a system that does not tell
        return MOST // SHARE
    return min(MOST, memory // SHARE // ENTRY)


ROOM = room_here()


class RecordCache:
    """The record of each game as far as it was read. A record that was handed out never changes: a newer one is
    another record, which shares all points with the old."""

    def __init__(self, storage: Storage, room: int = ROOM) -> None:
        self._storage = storage
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: OF_A_GAME + len(record.log))

    def of(self, game: str) -> Record:
        """Return the record up to the last stored entry. Raises `NoSuchGame`, `DamagedGame`."""
        record = self._kept.get(game)
        if record is None:
            setup = self._storage.games.setup(game)
            if setup is None:
                raise NoSuchGame(game)
            record = start_record(game, setup)
            self.keep(game, record)
        new = self._storage.games.entries(game, after=len(record.log))
        if new:
            record = continue_record(game, record, new)
            self.keep(game, record)
        return record

    def known(self, game: str) -> Record:
        """As far as it was read here: enough for who hears of an entry that was made just now. Raises as `of`."""
        return self._kept.get(game) or self.of(game)

    def fold(self, game: str) -> None:
        """So that hardly anything is left to fold for who asks next. Raises as `of`."""
        if game not in self._kept:
            self.of(game)

    def keep(self, game: str, record: Record) -> None:
        with suppress(ValueError):  # larger than all the room: it is folded anew each time
            self._kept[game] = record

    def forget(self, game: str) -> None:
        """What was kept of it may not be what the log has."""
        self._kept.pop(game, None)


class SeatRecords:
    """Records as a seat may see them, or, for no seat, as everybody may: folded from what they may know of each entry,
    so that nothing that is made of them can tell more."""

    def __init__(self, room: int = ROOM) -> None:
        self._kept: LRUCache[tuple[str, int | None], Record] = LRUCache(
            room, getsizeof=lambda record: OF_A_GAME + len(record.log)
        )

    def of(self, game: str, seat: int | None, whole: Record) -> Record:
        """Where the cards lie on the table a record hides nothing, nor where the app dealt and it is over."""
        if whole.game.cards != "app" or are_shown(whole.state):
            return whole
        key = (game, seat)
        observation = self._kept.get(key)
        if observation is None:
            observation = Record(whole.at(0).state)
        new = [public_event(event, seat) for event in whole.log[len(observation.log) :]]
        if new:
            observation = continue_record(game, observation, new)
        with suppress(ValueError):
            self._kept[key] = observation
        return observation

    def forget(self, game: str) -> None:
        for key in [key for key in self._kept if key[0] == game]:
            self._kept.pop(key, None)


def extended(
    record: Record,
    events: Sequence[AnyEvent],
    check: Callable[[Record], None] = lambda record: None,
    ready: Callable[[Record, AnyEvent], AnyEvent] = lambda record, event: event,
) -> Record:
    """The record with some events more, each judged after the one before it. `check` looks at it in between, `ready`
    has the last word on what is entered. Raises `EntryRefused`, and what `check` raises."""
    trial = record.branch()
    for event in events:
        check(trial)
        try:
            event = ready(trial, event)
        except Refused as refused:
            raise EntryRefused(len(trial.log) + 1, trial.state, *refused.reasons) from None
        reasons = trial.keeping_out(event)
        if reasons:
            raise EntryRefused(len(trial.log) + 1, trial.state, *reasons)
        trial.enter(event)
    return trial
