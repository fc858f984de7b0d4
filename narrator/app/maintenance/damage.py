"""What is wrong with a game that can't be shown: the first entry that the log holds and that can't have happened."""

from collections.abc import Sequence

from narrator.app.games.folding import fold_whole
from narrator.app.games.results import NoSuchGame
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup, start
from narrator.core.table.state import GameState
from narrator.storage.storage import Storage
from narrator.storage.values import DamagedGame


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
    for kept in storage.sessions.notes(game):
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
