"""Why a number is what it is: the entries that made it, and those that look like a slip."""

from typing import Any

from narrator.core.reading.explain import explain
from narrator.core.reading.mistakes import find_slip
from narrator.script.announcements.announce import action_label
from narrator.web.history.view import HistoryEntry, entry_view, note_of
from narrator.web.rendering.table_context import TableContext


def number_page(table: TableContext, name: str) -> dict[str, Any]:
    found = explain(table.head, name)
    what, _, whose = name.partition(".")
    return {
        "table": table,
        "title": number_title(table, what, whose),
        "found": found,
        "lines": [
            (line.entry, table.tell(action_label(line.fact)), line.amount, note_of(line.fact)) for line in found.lines
        ],
        "suspects": suspects(table, int(whose)) if what == "hand" else [],
    }


def suspects(table: TableContext, seat: int) -> list[HistoryEntry]:
    slip = find_slip(table.head, seat)
    if not slip:
        return []
    return [entry_view(table, snapshot) for snapshot in table.head.timeline() if snapshot.number in slip.suspects]


def number_title(table: TableContext, what: str, whose: str) -> str:
    if what == "bank":
        return table.say("explain.bank", resource=whose)
    if what == "deck":
        return table.say("explain.deck")
    return table.say(f"explain.{what}", seat=int(whose))
