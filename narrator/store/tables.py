"""The tables of the log. Entries and requests are only ever inserted. Times are ISO 8601 in UTC: they sort as text."""

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint

VERSION = 2
"""Of this layout; a file that says a higher one was made by a newer Narrator."""

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("setup", Text, nullable=False),
    Column("join_code", String, nullable=False, unique=True),
    Column("created", String, nullable=False),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("game", ForeignKey(GAMES.c.id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
    Column("written", String, nullable=False),
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
