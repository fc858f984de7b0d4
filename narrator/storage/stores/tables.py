"""The tables of the log. Entries and requests are only ever inserted. Times are ISO 8601 in UTC: they sort as text.

What is written down for good carries a sum of its letters (`sums.py`). Results and people are read off the games: they
can be made anew, but for who is whom.
"""

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

String = AnyString().with_variant(AnyString(collation="C"), "postgresql")
Text = AnyText().with_variant(AnyText(collation="C"), "postgresql")
"""Compared by their bytes in every database: PostgreSQL would sort as is done in the country that it was set up for."""

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

NOTES = Table(
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


PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("plain", String, nullable=False, unique=True),
    Column("name", String, nullable=False),
    Column("person", String, nullable=False, index=True),
)
"""Every way in which somebody's name was written, and whose it is: the `id` of the one that they are shown by."""

RESULTS = Table(
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
"""Who came out how, of each game that is over. `person` is nobody where a seat had no name of its own."""

UNCOUNTED = Table("uncounted", METADATA, Column("game", ForeignKey(GAMES.c.id), primary_key=True))
"""Games that no record is kept of: samples, to try things on."""

LOCK_GAME = select(GAMES.c.id).where(GAMES.c.id == bindparam("of")).with_for_update(key_share=True)
"""For who reads something of a game and writes what follows from it. SQLite has one writer and needs no lock."""
