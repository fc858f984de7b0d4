"""The tables, and how their rows are read. Entries and requests are only ever inserted.

Times are ISO 8601 in UTC, so they sort as text. Results and people are derived from the games and can be rebuilt,
except for which spellings were merged into one person.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from zlib import crc32

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    UniqueConstraint,
    bindparam,
    select,
)
from sqlalchemy import String as AnyString
from sqlalchemy import Text as AnyText

from narrator.core.message import impossible
from narrator.core.table.events import AnyEvent, decode_event, repair_time
from narrator.core.table.setup import Setup
from narrator.session.events import StoredSessionEvent, decode_session_event
from narrator.storage.errors import DamagedGame, Part
from narrator.storage.files.game_file import DECODE_ERRORS

# Compared by their bytes in both databases; PostgreSQL would use the server's locale.
String = AnyString().with_variant(AnyString(collation="C"), "postgresql")
Text = AnyText().with_variant(AnyText(collation="C"), "postgresql")

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("setup", Text, nullable=False),
    Column("join_code", String, nullable=False, unique=True),
    Column("created", String, nullable=False),
    Column("sum", BigInteger),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("game", ForeignKey(GAMES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
    Column("written", String, nullable=False),
    Column("sum", BigInteger),
    sqlite_with_rowid=False,
)

REQUESTS = Table(
    "requests",
    METADATA,
    Column("game", ForeignKey(GAMES.c.id), primary_key=True),
    Column("key", String, primary_key=True),
    Column("sha256", String, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    sqlite_with_rowid=False,
)

SECRETS = Table(
    "secrets",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("game", ForeignKey(GAMES.c.id), nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer),
    Column("sha256", String, nullable=False),
    Column("created", String, nullable=False),
    UniqueConstraint("game", "kind", "sha256"),
)

NOTES = Table(  # session events
    "notes",
    METADATA,
    Column("game", ForeignKey(GAMES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("note", Text, nullable=False),
    Column("key", String, nullable=False),
    Column("written", String, nullable=False),
    UniqueConstraint("game", "key"),
    sqlite_with_rowid=False,
)

PEOPLE = Table(  # every spelling of a name; `person` is the id of the spelling under which the person is shown
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("plain", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("person", String, nullable=False, index=True),
)

RESULTS = Table(  # of finished games; `person` is null if the seat had a default name
    "results",
    METADATA,
    Column("game", ForeignKey(GAMES.c.id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("spelling", String),
    Column("person", String),
    Column("name", String, nullable=False),
    Column("colour", String, nullable=False),
    Column("place", Integer),
    Column("points", Integer),
    Column("won", Boolean, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("corners", Text, nullable=False),
    Column("ended", String, nullable=False),
    Column("length", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Index("results_of", "person"),
    Index("results_lately", "ended"),
    sqlite_with_rowid=False,
)

# Sample games, which are left out of the results.
UNCOUNTED = Table("uncounted", METADATA, Column("game", ForeignKey(GAMES.c.id), primary_key=True))

# Locks a game before something is read and written depending on it. SQLite has only one writer and needs no lock.
LOCK_GAME = select(GAMES.c.id).where(GAMES.c.id == bindparam("of")).with_for_update(key_share=True)

LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
Shape = TypeVar("Shape")

_decode_setup = msgspec.json.Decoder(Setup).decode


def read_setup(game: str, text: str | bytes) -> Setup:
    return _decode(game, "setup", 0, text, _decode_setup)


def read_entries(game: str, after: int, rows: Iterable[Sequence[Any]]) -> list[AnyEvent]:
    """Read rows of number and event. Raises `DamagedGame` if a number is missing."""
    events: list[AnyEvent] = []
    for number, (found, text) in enumerate(rows, start=after + 1):
        if found != number:
            raise DamagedGame(game, "entry", number, impossible("row.missing"))
        events.append(repair_time(_decode(game, "entry", number, text, decode_event)))
    return events


def read_session_events(game: str, rows: Iterable[Sequence[Any]]) -> list[StoredSessionEvent]:
    return [
        StoredSessionEvent(number, _decode(game, "note", number, text, decode_session_event), parse_time(written))
        for number, text, written in rows
    ]


def _decode(game: str, part: Part, number: int, text: str | bytes, decode: Callable[[str | bytes], Shape]) -> Shape:
    try:
        return decode(text)
    except (*DECODE_ERRORS, UnicodeError) as error:
        raise DamagedGame(game, part, number, impossible("row.unreadable", why=str(error))) from None


def parse_time(*texts: str | None) -> datetime:
    """Parse the first text that is a time; without one return a time long ago, so that rows can still be sorted."""
    for text in texts:
        try:
            time = datetime.fromisoformat(text or "")
        except (TypeError, ValueError):
            continue
        return time if time.tzinfo else time.replace(tzinfo=UTC)
    return LONG_AGO


def format_time(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def checksum(*parts: object) -> int:
    """Checksum for the `sum` column, over game and setup or over game, number, event and time. SQLite notices a damaged
    page, but not a changed character. Damaged rows may contain anything."""
    return crc32("\n".join(map(str, parts)).encode("utf-8", "surrogatepass"))
