"""Upgrades of the tables with Alembic, from any earlier version; the same scripts for both databases.

A published script never changes. A new SQLite file is created from `stores/tables.py` instead; a test compares both.
"""

from pathlib import Path

from sqlalchemy import Connection

FOLDER = Path(__file__).parent


def upgrade(connection: Connection) -> None:
    """Run the missing scripts in the transaction that is open."""
    from alembic import command  # slow to import, and seldom needed
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
