"""History: every entry in words, page by page, with a way back to it."""

from bisect import bisect
from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.hand_changes import HandChange
from narrator.app.sessions.negotiation import Talk
from narrator.core.play.development import are_shown
from narrator.core.reading.public_view import Moment, public_fact
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyFact, Corrected, TakenBack
from narrator.script.announcements.announce import action_label, announce
from narrator.text.locale import table_locale
from narrator.text.render import say_aloud
from narrator.web.components.offers import describe_talk
from narrator.web.panels.panel import PANEL_OF_EVENT, encode_events
from narrator.web.rendering.table_context import TableContext

PAGE = 100
"""Entries that are shown at once."""


class HistoryEntry(Struct, frozen=True):
    """One entry of the history."""

    number: int
    seat: int | None
    deed: str
    lines: str
    marks: tuple[str, ...]
    back: str
    """Taking back to here; empty where the record stands here already, or something was entered together with it."""
    amendable: bool
    """Whether it can be entered anew in a panel of its kind."""
    note: str = ""
    """What the host noted beside it."""
    talks: tuple[list[str], ...] = ()
    """What was offered after it, each with its answers, the oldest first."""
    reason: str = ""
    """What a program did it for, in its own words."""
    hands: tuple[str, ...] = ()
    """Which device got whose dealt hand after it."""


class HistoryPage(Struct, frozen=True):
    """Some of the entries, the newest first, and the entries that the pages beside it begin with."""

    entries: list[HistoryEntry]
    newer: int | None
    older: int | None


def history_page(
    table: TableContext,
    talks: Sequence[Talk] = (),
    reasons: Mapping[int, str] | None = None,
    changes: Sequence[HandChange] = (),
) -> HistoryPage:
    """The page with the entry that the address names, else the newest; of one seat where it names one, with what was
    offered in between, and programs' reasons by entry.
    Only what is shown is put into words: an evening may have thousands of entries."""
    seat = table.query.seat
    found = [point for point in reversed(table.head.timeline()) if seat is None or _seat_of(point) == seat]
    begin = _begin_of_page(found, table.query.number("at"))
    shown = found[begin : begin + PAGE]
    said = talk_by_entry(table, [talk for talk in talks if seat is None or seat in talk.seats], found, shown)
    why = reasons or {}
    hands = hands_by_entry(table, [change for change in changes if seat is None or seat == change.seat], found)
    return HistoryPage(
        entries=[
            replace(
                entry_view(table, point),
                talks=said.get(point.number, ()),
                reason=why.get(point.number, ""),
                hands=hands.get(point.number, ()),
            )
            for point in shown
        ],
        newer=found[begin - PAGE].number if begin else None,
        older=found[begin + PAGE].number if begin + PAGE < len(found) else None,
    )


def talk_by_entry(
    table: TableContext, talks: Sequence[Talk], found: Sequence[Snapshot], shown: Sequence[Snapshot]
) -> dict[int, tuple[list[str], ...]]:
    """What was said, beside the last entry before it. What was undone since leaves its talk with what came before."""
    numbers, wanted = sorted(point.number for point in found), {point.number for point in shown}
    said: dict[int, tuple[list[str], ...]] = {}
    for talk in talks:
        entry = _last_before(numbers, talk.offer.seen)
        if entry in wanted:
            said[entry] = (*said.get(entry, ()), describe_talk(table, talk))
    return said


def hands_by_entry(
    table: TableContext, changes: Sequence[HandChange], found: Sequence[Snapshot]
) -> dict[int, tuple[str, ...]]:
    """The changes in words, beside the last entry before each."""
    numbers = sorted(point.number for point in found)
    said: dict[int, tuple[str, ...]] = {}
    for change in changes:
        entry = _last_before(numbers, change.seen)
        said[entry] = (*said.get(entry, ()), " ".join(table.tell(message) for message in change.said))
    return said


def _last_before(numbers: list[int], seen: int) -> int:
    return numbers[max(0, bisect(numbers, seen) - 1)] if numbers else 0


def _begin_of_page(found: list[Snapshot], entry: int | None) -> int:
    index = next((index for index, snapshot in enumerate(found) if snapshot.number == entry), 0)
    return index - index % PAGE


def _seat_of(snapshot: Snapshot) -> int | None:
    return getattr(snapshot.fact, "seat", None)


def entry_view(table: TableContext, snapshot: Snapshot) -> HistoryEntry:
    assert snapshot.fact is not None
    assert snapshot.before is not None
    fact = public_fact(snapshot.fact)
    moment = Moment(snapshot.number, fact, snapshot.before.state, snapshot.state)
    marks = [name for name in ("waived", "late") if getattr(fact, name)]
    if snapshot.left_out:
        marks.append("left_out")
    if are_shown(snapshot.state) and not are_shown(snapshot.before.state):
        marks.append("shown")
    seats = snapshot.state.seats
    is_now = len(seats) == len(table.now.seats)
    locale = table.locale if is_now else table_locale(snapshot.state, table.locale.language, table.locale.bots)
    return HistoryEntry(
        number=snapshot.number,
        seat=_seat_of(snapshot),
        deed=table.tell(action_label(fact)),
        lines="" if snapshot.left_out else say_aloud(announce(moment), locale),
        marks=tuple(marks),
        back=encode_events([TakenBack(to=snapshot.number)]) if _can_go_back_to(table, snapshot.number) else "",
        amendable=type(fact) in PANEL_OF_EVENT,
        note=note_of(fact),
    )


def note_of(fact: AnyFact) -> str:
    return (fact.note or "") if isinstance(fact, Corrected) else ""


def _can_go_back_to(table: TableContext, number: int) -> bool:
    return number != table.head.number and not table.record.refusals(TakenBack(to=number))
