"""The history: entries as sentences, in pages, and the entries behind a number."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.history import HandChange, Talk
from narrator.core.play.development import are_cards_revealed
from narrator.core.reading.explain import explain
from narrator.core.reading.mistakes import find_hand_mistake
from narrator.core.reading.public_view import Transition, public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyFact, Corrected, TakenBack
from narrator.script.announcements.announce import action_label, announce
from narrator.text.render import say_aloud
from narrator.web.components.offers import describe_talk
from narrator.web.panels.panel import PANEL_OF_EVENT, encode_events
from narrator.web.rendering.table_context import TableContext
from narrator.web.rendering.table_locale import table_locale

ENTRIES_PER_PAGE = 100


class HistoryEntry(Struct, frozen=True):
    number: int
    seat: int | None
    label: str
    lines: str
    marks: tuple[str, ...]
    undo_events: str  # undoes to here; empty if impossible
    can_amend: bool  # there is a panel for this kind of event
    note: str = ""  # by the host
    talks: tuple[list[str], ...] = ()  # offers after it with their answers, oldest first
    reason: str = ""  # given by a program
    hands: tuple[str, ...] = ()  # devices that got a dealt hand after it


class HistoryPage(Struct, frozen=True):
    """Some entries, newest first, and the first entries of the neighboring pages."""

    entries: list[HistoryEntry]
    newer: int | None
    older: int | None


def history_page(
    table: TableContext,
    talks: Sequence[Talk] = (),
    reasons: Mapping[int, str] | None = None,
    changes: Sequence[HandChange] = (),
) -> HistoryPage:
    """Return the page with the entry and for the seat in the query. Only its entries are put into words, as a game may
    have thousands."""
    seat = table.query.seat
    found = [point for point in reversed(table.head.timeline()) if seat is None or _seat_of(point) == seat]
    begin = _begin_of_page(found, table.query.number("at"))
    shown = found[begin : begin + ENTRIES_PER_PAGE]
    said = _talks_by_entry(table, [talk for talk in talks if seat is None or seat in talk.seats], found, shown)
    hands = _hands_by_entry(table, [change for change in changes if seat is None or seat == change.seat], found)
    return HistoryPage(
        entries=[
            replace(
                entry_view(table, point),
                talks=said.get(point.number, ()),
                reason=(reasons or {}).get(point.number, ""),
                hands=hands.get(point.number, ()),
            )
            for point in shown
        ],
        newer=found[begin - ENTRIES_PER_PAGE].number if begin else None,
        older=found[begin + ENTRIES_PER_PAGE].number if begin + ENTRIES_PER_PAGE < len(found) else None,
    )


def _talks_by_entry(
    table: TableContext, talks: Sequence[Talk], found: Sequence[Snapshot], shown: Sequence[Snapshot]
) -> dict[int, tuple[list[str], ...]]:
    """Assign each talk to the last remaining entry before it."""
    numbers, wanted = sorted(point.number for point in found), {point.number for point in shown}
    said: dict[int, tuple[list[str], ...]] = {}
    for talk in talks:
        entry = _last_before(numbers, talk.offer.seen)
        if entry in wanted:
            said[entry] = (*said.get(entry, ()), describe_talk(table, talk))
    return said


def _hands_by_entry(
    table: TableContext, changes: Sequence[HandChange], found: Sequence[Snapshot]
) -> dict[int, tuple[str, ...]]:
    """Assign each change to the last entry before it."""
    numbers = sorted(point.number for point in found)
    said: dict[int, tuple[str, ...]] = {}
    for change in changes:
        entry = _last_before(numbers, change.seen)
        said[entry] = (*said.get(entry, ()), " ".join(table.say_message(message) for message in change.said))
    return said


def _last_before(numbers: list[int], seen: int) -> int:
    return numbers[max(0, bisect(numbers, seen) - 1)] if numbers else 0


def _begin_of_page(found: list[Snapshot], entry: int | None) -> int:
    index = next((index for index, snapshot in enumerate(found) if snapshot.number == entry), 0)
    return index - index % ENTRIES_PER_PAGE


def _seat_of(snapshot: Snapshot) -> int | None:
    return getattr(snapshot.fact, "seat", None)


def entry_view(table: TableContext, snapshot: Snapshot) -> HistoryEntry:
    assert snapshot.fact is not None
    assert snapshot.before is not None
    fact = public_fact(snapshot.fact)
    transition = Transition(snapshot.number, fact, snapshot.before.state, snapshot.state)
    marks = [name for name in ("waived", "late") if getattr(fact, name)]
    if snapshot.left_out:
        marks.append("left_out")
    if are_cards_revealed(snapshot.state) and not are_cards_revealed(snapshot.before.state):
        marks.append("shown")
    is_now = len(snapshot.state.seats) == len(table.state.seats)
    locale = table.locale if is_now else table_locale(snapshot.state, table.locale.language, table.locale.bot_seats)
    return HistoryEntry(
        number=snapshot.number,
        seat=_seat_of(snapshot),
        label=table.say_message(action_label(fact)),
        lines="" if snapshot.left_out else say_aloud(announce(transition), locale),
        marks=tuple(marks),
        undo_events=encode_events([TakenBack(to=snapshot.number)]) if _can_go_back_to(table, snapshot.number) else "",
        can_amend=type(fact) in PANEL_OF_EVENT,
        note=_note_of(fact),
    )


def _note_of(fact: AnyFact) -> str:
    return (fact.note or "") if isinstance(fact, Corrected) else ""


def _can_go_back_to(table: TableContext, number: int) -> bool:
    return number != table.head.number and not table.record.refusals(TakenBack(to=number))


# Why a number is what it is


def explanation_variables(table: TableContext, name: str) -> dict[str, Any]:
    found = explain(table.head, name)
    what, _, whose = name.partition(".")
    return {
        "table": table,
        "title": _number_title(table, what, whose),
        "found": found,
        "lines": [
            (line.entry, table.say_message(action_label(line.fact)), line.amount, _note_of(line.fact))
            for line in found.lines
        ],
        "suspects": _suspects(table, int(whose)) if what == "hand" else [],
    }


def _suspects(table: TableContext, seat: int) -> list[HistoryEntry]:
    """Return the entries that may be a mistake."""
    slip = find_hand_mistake(table.head, seat)
    if not slip:
        return []
    return [entry_view(table, snapshot) for snapshot in table.head.timeline() if snapshot.number in slip.suspects]


def _number_title(table: TableContext, what: str, whose: str) -> str:
    if what == "bank":
        return table.say("explain.bank", resource=whose)
    return table.say("explain.deck") if what == "deck" else table.say(f"explain.{what}", seat=int(whose))
