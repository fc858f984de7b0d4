"""Going back: undo and redo named after what they take or bring, and which cards the table then has to move."""

from collections.abc import Iterable, Iterator

from narrator.core.reading.mistakes import Repayment
from narrator.core.record.undo import undo_of
from narrator.core.table.events import TakenBack
from narrator.script.announcements.announce import action_label_at
from narrator.web.panels.panel import Button
from narrator.web.rendering.table_context import TableContext


def undo_buttons(table: TableContext) -> tuple[Button | None, Button | None]:
    """One step back and one forward, each named after what it takes or brings."""
    log = table.record.log
    undo = undo_of(log)
    found: list[Button | None] = [None, None]
    if undo.back is not None:
        last = table.tell(action_label_at(log, undo.at))
        found[0] = Button(table.say("ui.undo"), (TakenBack(to=undo.back),), icon="undo", caption=last, key="u")
    if undo.forward is not None:
        back = table.tell(action_label_at(log, undo.forward))
        found[1] = Button(
            table.say("ui.redo"), (TakenBack(to=undo.forward),), icon="redo", caption=back, key="y", small=True
        )
    return found[0], found[1]


def moves(table: TableContext, found: Iterable[Repayment], puts_back: str = "undo.puts_back") -> Iterator[str]:
    """Who puts which cards back and who takes which, person by person."""
    for one in found:
        if one.back.total():
            yield table.say(puts_back, seat=one.seat, cards=one.back.counts())
        if one.take.total():
            yield table.say("event.income", seat=one.seat, cards=one.take.counts())
