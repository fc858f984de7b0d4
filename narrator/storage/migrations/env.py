"""Run by Alembic: the scripts of `versions`, on the connection that `migrating.py` hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
