"""The tables of the log. Entries and requests are only ever inserted. Times are ISO 8601 in UTC: they sort as text."""

from collections.abc import Iterator

from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table, Text, UniqueConstraint
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

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


def layout() -> Iterator[str]:
    """The statements that make those tables which are not there."""
    for table in METADATA.sorted_tables:
        yield str(CreateTable(table, if_not_exists=True).compile(dialect=sqlite.dialect()))
