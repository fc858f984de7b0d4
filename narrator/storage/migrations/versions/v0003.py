"""Everything up to the version that PostgreSQL began with. Of files from before it some have part of it."""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "3", None

STRING = sa.String().with_variant(sa.String(collation="C"), "postgresql")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    known = sa.inspect(op.get_bind()).get_table_names()
    for table in (_games, _entries, _requests, _secrets, _notes, _people, _results, _uncounted):
        if table.__name__.removeprefix("_") not in known:
            table()
    for name in {"games", "entries"} & set(known):
        if "sum" not in {column["name"] for column in sa.inspect(op.get_bind()).get_columns(name)}:
            op.add_column(name, sa.Column("sum", sa.BigInteger))


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", STRING, primary_key=True),
        sa.Column("setup", TEXT, nullable=False),
        sa.Column("join_code", STRING, nullable=False, unique=True),
        sa.Column("created", STRING, nullable=False),
        sa.Column("sum", sa.BigInteger),
    )


def _of_game() -> sa.Column[str]:
    return sa.Column("game", STRING, sa.ForeignKey("games.id"), primary_key=True)


def _number(name: str = "number") -> sa.Column[int]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _entries() -> None:
    op.create_table(
        "entries",
        _of_game(),
        _number(),
        sa.Column("event", TEXT, nullable=False),
        sa.Column("written", STRING, nullable=False),
        sa.Column("sum", sa.BigInteger),
        sqlite_with_rowid=False,
    )


def _requests() -> None:
    op.create_table(
        "requests",
        _of_game(),
        sa.Column("key", STRING, primary_key=True),
        sa.Column("sha256", STRING, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("last", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def _secrets() -> None:
    op.create_table(
        "secrets",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", STRING, sa.ForeignKey("games.id"), nullable=False),
        sa.Column("kind", STRING, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("sha256", STRING, nullable=False),
        sa.Column("created", STRING, nullable=False),
        sa.UniqueConstraint("game", "kind", "sha256"),
    )


def _notes() -> None:
    op.create_table(
        "notes",
        _of_game(),
        _number(),
        sa.Column("note", TEXT, nullable=False),
        sa.Column("key", STRING, nullable=False),
        sa.Column("written", STRING, nullable=False),
        sa.UniqueConstraint("game", "key"),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", STRING, primary_key=True),
        sa.Column("plain", STRING, nullable=False, unique=True),
        sa.Column("name", STRING, nullable=False),
        sa.Column("person", STRING, nullable=False),
    )
    op.create_index("ix_people_person", "people", ["person"])


def _results() -> None:
    op.create_table(
        "results",
        _of_game(),
        _number("seat"),
        sa.Column("spelling", STRING),
        sa.Column("person", STRING),
        sa.Column("name", STRING, nullable=False),
        sa.Column("colour", STRING, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("corners", TEXT, nullable=False),
        sa.Column("ended", STRING, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("results_of", "results", ["person"])
    op.create_index("results_lately", "results", ["ended"])


def _uncounted() -> None:
    op.create_table("uncounted", _of_game())
