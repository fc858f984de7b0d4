"""Statements as a database's own library takes them, with the names of what is put in: the way through SQLAlchemy takes
longer than the database itself. Written once for all databases, and put together when one first wants it."""

from functools import cached_property

from sqlalchemy import ClauseElement, Dialect
from sqlalchemy.dialects import sqlite

_SQLITE = sqlite.dialect(paramstyle="named")


class Plain:
    def __init__(self, statement: ClauseElement) -> None:
        self.statement = statement
        self.sqlite = str(statement.compile(dialect=_SQLITE))

    @cached_property
    def postgres(self) -> str:
        from sqlalchemy.dialects.postgresql import psycopg

        dialect: Dialect = psycopg.dialect()  # type: ignore[no-untyped-call]
        return str(self.statement.compile(dialect=dialect))


def plain(statement: ClauseElement) -> Plain:
    return Plain(statement)
