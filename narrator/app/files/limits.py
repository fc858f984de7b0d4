"""How much a game file may hold: more than any evening, and no more than a server folds while others wait."""

from collections.abc import Sequence

from narrator.app.games.folding import FoldBudget, TooMuchWork
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.core.table.events import Amended, AnyEvent, RulingMade

MOST_ENTRIES = 5_000
MOST_RULINGS = 200
MOST_AMENDMENTS = 200
MOST_REFOLDED = 60_000
"""Entries that its amendments may have folded again: an amendment costs as much as all that came after its place."""
MOST_SECONDS = 1.8
"""Whatever else makes it slow."""


def check_counts(events: Sequence[AnyEvent]) -> None:
    """Raises `Refused` for a file that no evening writes."""
    if len(events) > MOST_ENTRIES:
        raise Refused(impossible("file.too_many_entries", n=MOST_ENTRIES))
    if sum(isinstance(event, RulingMade) for event in events) > MOST_RULINGS:
        raise Refused(impossible("file.too_many_rulings", n=MOST_RULINGS))
    if sum(isinstance(event, Amended) for event in events) > MOST_AMENDMENTS:
        raise Refused(impossible("file.too_many_amendments", n=MOST_AMENDMENTS))


class FileBudget:
    """What folding one file may cost, checked after each of its entries."""

    def __init__(self, pace: FoldBudget | None = None) -> None:
        self._pace = pace or FoldBudget(MOST_SECONDS)

    def check(self, record: Record) -> None:
        try:
            self._pace.step()
        except TooMuchWork:
            raise Refused(impossible("file.too_much_work")) from None
        if record.refolded_entries > MOST_REFOLDED:
            raise Refused(impossible("file.too_much_work"))
