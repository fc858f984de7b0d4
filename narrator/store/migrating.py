"""Bringing tables up to date by Alembic, from whatever version they are: the same scripts for every database.

Slow to import, so only who finds another version than today's does. A new file needs none of it: it is laid out as
`tables.py` says, which a test compares with what the scripts come to.
"""

import sqlite3
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

FOLDER = Path(__file__).with_name("migrations")


def upgrade(connection: Connection) -> None:
    """In the transaction that is open; whoever began it ends it. What has been done already is not done again."""
    scripts = ScriptDirectory(str(FOLDER), version_locations=[str(FOLDER)])
    context = MigrationContext.configure(
        connection,
        opts={"transactional_ddl": False, "fn": lambda known, _: scripts._upgrade_revs("head", known)},
    )
    with Operations.context(context):
        context.run_migrations()


def upgrade_file(connection: sqlite3.Connection) -> None:
    """The tables of an open file, all in one transaction. Whoever else does the same waits, and finds it done."""
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    try:
        with engine.connect() as reached:
            reached.exec_driver_sql("BEGIN IMMEDIATE")
            upgrade(reached)
            reached.commit()
    except DBAPIError as error:
        raise error.orig or error from None  # what SQLite said, for whoever puts it into a sentence
