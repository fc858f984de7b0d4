"""Ready phrases that phones say to each other, in the reader's words."""

from collections.abc import Iterable

from narrator.session.events import PhraseSaid
from narrator.web.rendering.table_context import TableContext


def phrases(table: TableContext, said: Iterable[PhraseSaid]) -> tuple[tuple[int, str], ...]:
    """Who said what, in the reader's language."""
    return tuple((one.seat, table.say(f"phrase.{one.phrase}", seat=one.seat)) for one in said)
