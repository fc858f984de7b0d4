"""Folded records of the games that are being played, kept as long as there is room."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from cachetools import LRUCache

from narrator.app.games.limits import fold_whole
from narrator.app.games.results import EntryRefused, NoSuchGame
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.play.development import are_shown
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup, start
from narrator.core.table.state import GameState
from narrator.storage.errors import DamagedGame
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


def start_record(game: str, setup: Setup) -> Record:
    """The record before its first entry. Raises `DamagedGame` for a set-up that no table can have."""
    try:
        return Record(start(setup))
    except Exception as error:
        raise DamagedGame(game, "setup", 0, *_reasons(error)) from error


def continue_record(game: str, record: Record, events: Sequence[AnyEvent]) -> Record:
    """The record with some entries more, which were judged when they were entered. Folded at once, so that what can't
    have happened is told here and not by some page. Raises `DamagedGame`."""
    later = record.branch()
    try:
        for event in events:
            later.enter(event)
        fold_whole(later)
    except Exception as error:
        raise _first_that_fails(game, record, events, error) from error
    return later


def examine(storage: Storage, game: str) -> None:
    """Look at all that is kept of a game, when a page of it has failed. Raises `DamagedGame`, or `NoSuchGame`."""
    setup = storage.games.setup(game)
    if setup is None:
        raise NoSuchGame(game)
    record = start_record(game, setup)
    events = storage.games.entries(game)
    continue_record(game, record, events)
    for number, event in enumerate(events, start=1):
        if wrong := _impossibilities(record, event):
            raise DamagedGame(game, "entry", number, *wrong)
        record.enter(event)
    _examine_notes(storage, game, record.state)


def _examine_notes(storage: Storage, game: str, state: GameState) -> None:
    for kept in storage.sessions.events(game):
        seats = (getattr(kept.event, "seat", None), getattr(kept.event, "to", None))
        for seat in seats:
            if seat is not None and seat >= len(state.seats):
                raise DamagedGame(game, "note", kept.number, impossible("seat.unknown", seat=seat))


def _first_that_fails(game: str, record: Record, events: Sequence[AnyEvent], failure: Exception) -> Exception:
    """The damage that a failure comes from; the failure itself where it does not come again."""
    trial = record.branch()
    for number, event in enumerate(events, start=len(record.log) + 1):
        before = trial.branch()
        try:
            trial.enter(event)
            trial.head  # noqa: B018
        except Exception as error:
            return DamagedGame(game, "entry", number, *(_impossibilities(before, event) or _reasons(error)))
    return failure


def _impossibilities(record: Record, event: AnyEvent) -> tuple[Refusal, ...]:
    try:
        return tuple(reason for reason in record.refusals(event) if reason.kind == "impossible")
    except Exception as error:
        return _reasons(error)


def _reasons(error: Exception) -> tuple[Refusal, ...]:
    """Where nothing speaks against it and it fails all the same, programmers may read what failed."""
    return error.reasons if isinstance(error, Refused) else (impossible("row.fails", why=type(error).__name__),)
