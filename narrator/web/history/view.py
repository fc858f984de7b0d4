"""The history: entries as sentences, in pages, and the entries behind a number."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.sessions.history import HandChange, Negotiation
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
Thing = TypeVar("Thing")


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
    talks: Sequence[Negotiation] = (),
    reasons: Mapping[int, str] | None = None,
    changes: Sequence[HandChange] = (),
) -> HistoryPage:
    """Return the page with the entry and for the seat in the query. Only its entries are put into words, as a game may
    have thousands."""
    seat = table.query.seat
    found = [point for point in reversed(table.head.timeline()) if seat is None or _seat_of(point) == seat]
    at = table.query.number("at")
    index = next((index for index, point in enumerate(found) if point.number == at), 0)
    begin = index - index % ENTRIES_PER_PAGE
    shown = found[begin : begin + ENTRIES_PER_PAGE]
    said = _by_entry(found, ((talk.offer.seen, talk) for talk in talks if seat is None or seat in talk.seats))
    hands = _by_entry(found, ((change.seen, change) for change in changes if seat is None or seat == change.seat))
    return HistoryPage(
        entries=[
            replace(
                entry_view(table, point),
                talks=tuple(describe_talk(table, talk) for talk in said[point.number]),
                reason=(reasons or {}).get(point.number, ""),
                hands=tuple(" ".join(map(table.say_message, change.said)) for change in hands[point.number]),
            )
            for point in shown
        ],
        newer=found[begin - ENTRIES_PER_PAGE].number if begin else None,
        older=found[begin + ENTRIES_PER_PAGE].number if begin + ENTRIES_PER_PAGE < len(found) else None,
    )


def _by_entry(found: Sequence[Snapshot], things: Iterable[tuple[int, Thing]]) -> Mapping[int, list[Thing]]:
    """Assign each thing, given with the number of entries seen by then, to the last remaining entry before it."""
    numbers = sorted(point.number for point in found)
    assigned: defaultdict[int, list[Thing]] = defaultdict(list)
    for seen, thing in things:
        assigned[numbers[max(0, bisect(numbers, seen) - 1)] if numbers else 0].append(thing)
    return assigned


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
    undo = TakenBack(to=snapshot.number)
    can_undo = snapshot.number != table.head.number and not table.record.refusals(undo)
    return HistoryEntry(
        number=snapshot.number,
        seat=_seat_of(snapshot),
        label=table.say_message(action_label(fact)),
        lines="" if snapshot.left_out else say_aloud(announce(transition), locale),
        marks=tuple(marks),
        undo_events=encode_events([undo]) if can_undo else "",
        can_amend=type(fact) in PANEL_OF_EVENT,
        note=_note_of(fact),
    )


def _note_of(fact: AnyFact) -> str:
    return (fact.note or "") if isinstance(fact, Corrected) else ""


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
    slip = find_hand_mistake(table.head, seat)
    if not slip:
        return []
    return [entry_view(table, snapshot) for snapshot in table.head.timeline() if snapshot.number in slip.suspects]


def _number_title(table: TableContext, what: str, whose: str) -> str:
    if what == "bank":
        return table.say("explain.bank", resource=whose)
    return table.say("explain.deck") if what == "deck" else table.say(f"explain.{what}", seat=int(whose))
