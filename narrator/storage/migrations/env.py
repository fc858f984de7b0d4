"""Run by Alembic: runs the scripts of `versions`, on the connection that `upgrade` hands over."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
