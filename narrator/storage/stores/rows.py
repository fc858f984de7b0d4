"""What stands in a row, read. What can't be read is told by its game and its number, and nothing else fails with it."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec

from narrator.core.message import impossible
from narrator.core.table.events import AnyEvent, decode_event, with_zone
from narrator.core.table.setup import Setup
from narrator.session.events import StoredSessionEvent, decode_session_event
from narrator.storage.files.game_file import UNREADABLE
from narrator.storage.values import DamagedGame, Part

LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
Shape = TypeVar("Shape")

_decode_setup = msgspec.json.Decoder(Setup).decode


def read_setup(game: str, text: str | bytes) -> Setup:
    return _read(game, "setup", 0, text, _decode_setup)


def read_entries(game: str, after: int, rows: Iterable[Sequence[Any]]) -> list[AnyEvent]:
    """Numbers and entries, which follow one another without a gap."""
    events: list[AnyEvent] = []
    for number, (found, text) in enumerate(rows, start=after + 1):
        if found != number:
            raise DamagedGame(game, "entry", number, impossible("row.missing"))
        events.append(with_zone(_read(game, "entry", number, text, decode_event)))
    return events


def read_notes(game: str, rows: Iterable[Sequence[Any]]) -> list[StoredSessionEvent]:
    """Numbers, notes and when they came."""
    return [
        StoredSessionEvent(number, _read(game, "note", number, text, decode_session_event), read_time(written))
        for number, text, written in rows
    ]


def read_time(*texts: str | None) -> datetime:
    """The first that is a time. Rows are sorted by it and phrases end by it: where there is none, it was long ago."""
    for text in texts:
        try:
            time = datetime.fromisoformat(text or "")
        except (TypeError, ValueError):
            continue
        return time if time.tzinfo else time.replace(tzinfo=UTC)
    return LONG_AGO


def written(time: datetime) -> str:
    """As it stands in a row: it sorts as text."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def _read(game: str, part: Part, number: int, text: str | bytes, decode: Callable[[str | bytes], Shape]) -> Shape:
    try:
        return decode(text)
    except (*UNREADABLE, UnicodeError) as error:
        raise DamagedGame(game, part, number, impossible("row.unreadable", why=str(error))) from None
