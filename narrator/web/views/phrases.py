"""Ready phrases that phones say to each other, in the reader's words."""

from collections.abc import Iterable

from narrator.store.note import Said
from narrator.web.request.table import Table


def phrases(table: Table, said: Iterable[Said]) -> tuple[tuple[int, str], ...]:
    """Who said what, in the reader's language."""
    return tuple((one.seat, table.say(f"phrase.{one.phrase}", seat=one.seat)) for one in said)
