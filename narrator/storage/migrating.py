"""Upgrading tables with Alembic, from whatever version they are: the same scripts for both databases.

A new SQLite file needs none of it: it is created as `tables.py` says, which a test compares with what the scripts come
to.
"""

from pathlib import Path

from sqlalchemy import Connection

from narrator.storage.stores.tables import METADATA

FOLDER = Path(__file__).with_name("migrations")


def create_or_upgrade(connection: Connection) -> None:
    """The tables of an SQLite file that is not of today, unless another process was quicker."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    if version == 0:
        METADATA.create_all(connection)
    else:
        upgrade(connection)


def upgrade(connection: Connection) -> None:
    """In the transaction that is open. What has been done already is not done again."""
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
