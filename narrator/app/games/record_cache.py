"""Folded records of running games, cached by size; finds the first damaged entry of a game."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from cachetools import LRUCache

from narrator.app.games.results import EntryRefused, NoSuchGame
from narrator.app.games.work_limits import fold_whole
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.play.development import are_cards_revealed
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup, initial_state
from narrator.storage.errors import DamagedGame
from narrator.storage.storage import Storage

CACHE_LIMIT = 400_000  # of all games together: a thousand tables late in the evening
ENTRY_BYTES = 700  # per cached entry
MEMORY_SHARE = 8  # at most 1/8 of this machine's memory
GAME_OVERHEAD = 100  # of a game besides its entries, in entries


def max_cached_entries() -> int:
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # a system that does not tell
        return CACHE_LIMIT // MEMORY_SHARE
    return min(CACHE_LIMIT, memory // MEMORY_SHARE // ENTRY_BYTES)


MAX_CACHED_ENTRIES = max_cached_entries()


class RecordCache:
    """The record of each game. Records that were handed out never change: newer ones share the old snapshots."""

    def __init__(self, storage: Storage, max_entries: int = MAX_CACHED_ENTRIES) -> None:
        self._storage = storage
        self._cache: LRUCache[str, Record] = LRUCache(
            max_entries, getsizeof=lambda record: GAME_OVERHEAD + record.last_entry
        )

    def full_record(self, game: str) -> Record:
        """Return the record up to the last stored entry. Raises `NoSuchGame`, `DamagedGame`."""
        record = self._cache.get(game)
        if record is None:
            setup = self._storage.games.setup(game)
            if setup is None:
                raise NoSuchGame(game)
            record = start_record(game, setup)
            self.keep(game, record)
        if new := self._storage.games.entries(game, after=record.last_entry):
            record = fold_stored(game, record, new)
            self.keep(game, record)
        return record

    def cached_record(self, game: str) -> Record:
        """Return the record without looking for newer entries if it is cached. Raises as `full_record`."""
        return self._cache.get(game) or self.full_record(game)

    def keep(self, game: str, record: Record) -> None:
        with suppress(ValueError):  # larger than the cache: it is folded again each time
            self._cache[game] = record

    def forget(self, game: str) -> None:
        self._cache.pop(game, None)


class SeatRecords:
    """Records as one seat or everybody (None) may see them, folded from public events only."""

    def __init__(self, max_entries: int = MAX_CACHED_ENTRIES) -> None:
        self._cache: LRUCache[tuple[str, int | None], Record] = LRUCache(
            max_entries, getsizeof=lambda record: GAME_OVERHEAD + record.last_entry
        )

    def visible_record(self, game: str, seat: int | None, full_record: Record) -> Record:
        """Return the seat's record; the full one if nothing is hidden: cards on the table, or the end of the game."""
        if not full_record.game.is_dealt or are_cards_revealed(full_record.state):
            return full_record
        key = (game, seat)
        record = self._cache.get(key)
        if record is None:
            record = Record(full_record.snapshot_at(0).state)
        new = [public_event(event, seat) for event in full_record.log[record.last_entry :]]
        if new:
            record = fold_stored(game, record, new)
        with suppress(ValueError):
            self._cache[key] = record
        return record

    def forget(self, game: str) -> None:
        for key in [key for key in self._cache if key[0] == game]:
            self._cache.pop(key, None)


EventCompleter = Callable[[Record, AnyEvent], AnyEvent]  # adds what the sender of an event can't know


def judge_and_append(
    record: Record,
    events: Sequence[AnyEvent],
    check: Callable[[Record], None] = lambda record: None,
    complete: EventCompleter = lambda record, event: event,
) -> Record:
    """Return a longer copy of the record. Each event is completed and judged after the previous one. Raises
    `EntryRefused`, and what `check` raises before an event."""
    trial = record.copy()
    for event in events:
        check(trial)
        try:
            event = complete(trial, event)
        except Refused as refused:
            raise EntryRefused(trial.last_entry + 1, trial.state, *refused.reasons) from None
        if reasons := trial.blocking_reasons(event):
            raise EntryRefused(trial.last_entry + 1, trial.state, *reasons)
        trial.add_unchecked(event)
    return trial


def start_record(game: str, setup: Setup) -> Record:
    """Return the record before its first entry. Raises `DamagedGame` for an impossible setup."""
    try:
        return Record(initial_state(setup))
    except Exception as error:
        raise DamagedGame(game, "setup", 0, *_reasons(error)) from error


def fold_stored(game: str, record: Record, events: Sequence[AnyEvent]) -> Record:
    """Return the record with more entries, folded at once to find damage here. Raises `DamagedGame`."""
    later = record.copy()
    try:
        for event in events:
            later.add_unchecked(event)
        fold_whole(later)
    except Exception as error:
        raise _damage_behind(game, record, events, error) from error
    return later


def examine(storage: Storage, game: str) -> None:
    """Check all stored data of a game after a page has failed. Raises `DamagedGame`, or `NoSuchGame`."""
    setup = storage.games.setup(game)
    if setup is None:
        raise NoSuchGame(game)
    record = start_record(game, setup)
    events = storage.games.entries(game)
    fold_stored(game, record, events)
    for number, event in enumerate(events, start=1):
        if reasons := _impossibilities(record, event):
            raise DamagedGame(game, "entry", number, *reasons)
        record.add_unchecked(event)
    for kept in storage.sessions.events(game):
        for seat in (getattr(kept.event, "seat", None), getattr(kept.event, "to", None)):
            if seat is not None and seat >= len(record.state.seats):
                raise DamagedGame(game, "note", kept.number, impossible("seat.unknown", seat=seat))


def _damage_behind(game: str, record: Record, events: Sequence[AnyEvent], failure: Exception) -> Exception:
    """Return the damage that caused a failure, or the failure itself if it doesn't recur."""
    trial = record.copy()
    for number, event in enumerate(events, start=record.last_entry + 1):
        before = trial.copy()
        try:
            trial.add_unchecked(event)
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
    """Return the refusals, or the exception's name for programmers."""
    return error.reasons if isinstance(error, Refused) else (impossible("row.fails", why=type(error).__name__),)
