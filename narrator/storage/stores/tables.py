"""The tables, and how their rows are read. Entries and idempotency keys are only ever inserted.

Times are ISO 8601 in UTC, so they sort as text. Results and people are derived from the games and can be rebuilt,
except for which spellings were merged into one person.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from zlib import crc32

import msgspec
import sqlalchemy as sa

from narrator.core.message import impossible
from narrator.core.table.events import DECODE_ERRORS, AnyEvent, decode_event, repair_time
from narrator.core.table.setup import Setup
from narrator.session.events import StoredSessionEvent, decode_session_event
from narrator.storage.errors import DamagedGame, Part

# Compared by their bytes in both databases; PostgreSQL would use the server's locale.
String = sa.String().with_variant(sa.String(collation="C"), "postgresql")
Text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

METADATA = sa.MetaData()

GAMES = sa.Table(
    "games",
    METADATA,
    sa.Column("id", String, primary_key=True),
    sa.Column("setup", Text, nullable=False),
    sa.Column("join_code", String, nullable=False, unique=True),
    sa.Column("created", String, nullable=False),
    sa.Column("sum", sa.BigInteger),
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("game", sa.ForeignKey(GAMES.c.id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("event", Text, nullable=False),
    sa.Column("written", String, nullable=False),
    sa.Column("sum", sa.BigInteger),
    sqlite_with_rowid=False,
)

IDEMPOTENCY_KEYS = sa.Table(
    "requests",
    METADATA,
    sa.Column("game", sa.ForeignKey(GAMES.c.id), primary_key=True),
    sa.Column("key", String, primary_key=True),
    sa.Column("sha256", String, nullable=False),
    sa.Column("first", sa.Integer, nullable=False),
    sa.Column("last", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

SECRETS = sa.Table(
    "secrets",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("game", sa.ForeignKey(GAMES.c.id), nullable=False),
    sa.Column("kind", String, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("sha256", String, nullable=False),
    sa.Column("created", String, nullable=False),
    sa.UniqueConstraint("game", "kind", "sha256"),
)

SESSION_EVENTS = sa.Table(
    "notes",
    METADATA,
    sa.Column("game", sa.ForeignKey(GAMES.c.id), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("note", Text, nullable=False, key="event"),
    sa.Column("key", String, nullable=False),
    sa.Column("written", String, nullable=False),
    sa.UniqueConstraint("game", "key"),
    sqlite_with_rowid=False,
)

PEOPLE = sa.Table(  # every spelling of a name; `person` is the id of the spelling under which the person is shown
    "people",
    METADATA,
    sa.Column("id", String, primary_key=True),
    sa.Column("plain", String, nullable=False, unique=True),
    sa.Column("name", String, nullable=False),
    sa.Column("person", String, nullable=False, index=True),
)

RESULTS = sa.Table(  # of finished games; `person` is null if the seat had a default name
    "results",
    METADATA,
    sa.Column("game", sa.ForeignKey(GAMES.c.id), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("spelling", String),
    sa.Column("person", String),
    sa.Column("name", String, nullable=False),
    sa.Column("colour", String, nullable=False),
    sa.Column("place", sa.Integer),
    sa.Column("points", sa.Integer),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("corners", Text, nullable=False),
    sa.Column("ended", String, nullable=False),
    sa.Column("length", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Index("results_of", "person"),
    sa.Index("results_lately", "ended"),
    sqlite_with_rowid=False,
)

# Left out of the results.
SAMPLE_GAMES = sa.Table("uncounted", METADATA, sa.Column("game", sa.ForeignKey(GAMES.c.id), primary_key=True))

GAME_ID: sa.BindParameter[str] = sa.bindparam("game_id")

# Locks a game before something is read and written depending on it. SQLite has only one writer and needs no lock.
LOCK_GAME = sa.select(GAMES.c.id).where(GAMES.c.id == GAME_ID).with_for_update(key_share=True)

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
