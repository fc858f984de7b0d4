"""What the club's list asks the log for: all games that are played, at one stroke, and what they have noted for it."""

from sqlalchemy import bindparam, false, func, select, update

from .tables import ENTRIES, GAMES, METADATA, NOTES, RESULTS, UNCOUNTED

# The last row of a game is looked up by its key; counting all rows of all games would read all of them.
_ENTRIES = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.game == GAMES.c.id).scalar_subquery()
_NOTES = select(func.max(NOTES.c.number)).where(NOTES.c.game == GAMES.c.id).scalar_subquery()
_WRITTEN = (
    select(ENTRIES.c.written)
    .where(ENTRIES.c.game == GAMES.c.id)
    .order_by(ENTRIES.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_TOUCHED = func.coalesce(_WRITTEN, GAMES.c.created)
RUNNING = (
    select(GAMES.c.id, func.coalesce(_ENTRIES, 0), func.coalesce(_NOTES, 0), _TOUCHED)
    .where(
        bindparam("since") <= _TOUCHED,
        ~select(RESULTS.c.seat).where(RESULTS.c.game == GAMES.c.id).exists(),
        ~select(UNCOUNTED.c.game).where(UNCOUNTED.c.game == GAMES.c.id).exists(),
    )
    .order_by(GAMES.c.created, GAMES.c.id)
)
CLUB_NOTES = (
    select(NOTES.c.game, NOTES.c.number, NOTES.c.note, NOTES.c.written)
    .where(NOTES.c.note.like('{"type":"club!_%', escape="!"))
    .order_by(NOTES.c.game, NOTES.c.number)
)
READABLE = [select(table).limit(0) for table in METADATA.sorted_tables]
"""Fails where a table or a column is missing."""
WRITABLE = update(GAMES).where(false()).values(join_code=GAMES.c.join_code)
"""Changes nothing; a database that can't be written says so all the same."""
