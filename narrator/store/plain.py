"""Statements as SQLite itself takes them, with the names of what is put in."""

from sqlalchemy import ClauseElement
from sqlalchemy.dialects import sqlite

_NAMED = sqlite.dialect(paramstyle="named")


def plain(statement: ClauseElement) -> str:
    return str(statement.compile(dialect=_NAMED))
