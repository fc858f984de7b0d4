"""Amending an entry: the panel to choose the new event, and the consequences before it is entered."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from narrator.core.message import Msg, Refused
from narrator.core.reading.mistakes import Repayment, consequences, repayments
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended
from narrator.script.announcements.announce import action_label
from narrator.text.render import say_consequence, say_refusal
from narrator.web.board.geometry import island_and_pieces, places_of
from narrator.web.history.view import entry_view
from narrator.web.panels.choose_panel import amend_panel
from narrator.web.panels.panel import encode_events
from narrator.web.rendering.table_context import TableContext

DOUBTS = ("consequence.sure", "consequence.unsure")


def amendment_variables(table: TableContext, snapshot: Snapshot) -> dict[str, Any]:
    drawing, pieces = island_and_pieces(table.panel_state, table.preferences.board_rotation)
    return {
        "stage": {"table": table},
        "table": table,
        "entry": entry_view(table, snapshot),
        "panel": amend_panel(table, snapshot),
        "drawing_of_island": drawing,
        "pieces_then": pieces,
        "places": places_of(drawing),
    }


def consequences_variables(table: TableContext, snapshot: Snapshot, amended: Amended) -> dict[str, Any]:
    reasons = table.record.refusals(amended)
    is_possible = all(reason.kind != "impossible" for reason in reasons)
    event = replace(amended, waived=True) if reasons else amended
    return {
        "table": table,
        "entry": entry_view(table, snapshot),
        "is_removal": amended.event is None,
        "reasons": [say_refusal(reason, table.locale) for reason in reasons],
        "lines": _consequences(table, amended) if is_possible else [],
        "enter": encode_events([event]) if is_possible else None,
        "new_label": table.say_message(action_label(amended.event))
        if amended.event is not None and is_possible
        else "",
    }


def _consequences(table: TableContext, amended: Amended) -> list[str]:
    """List the cards to move first, then the totals that those cards do not explain."""
    try:
        found = consequences(table.record, amended)
        moved = repayments(table.head, table.record.preview_amendment(amended).head, with_purchases=True)
    except Refused:
        return []
    rest = [message for message in found if not _is_explained(message, moved)]
    doubts: dict[str, list[Msg]] = {}
    for message in rest:
        if kind := _doubted(message):
            doubts.setdefault(f"{message.key}.{kind}s", []).append(message)
    several = {key: alike for key, alike in doubts.items() if len(alike) > 1}
    single = [message for message in rest if not any(message in alike for alike in several.values())]
    return [
        *_card_moves(table, moved),
        *(say_consequence(message, table.locale) for message in single),
        *(_say_doubts(table, key, alike) for key, alike in several.items()),
    ]


def _card_moves(table: TableContext, found: Iterable[Repayment]) -> Iterator[str]:
    for one in found:
        if one.to_return.total():
            yield table.say("amend.puts_back", seat=one.seat, cards=one.to_return.counts())
        if one.to_take.total():
            yield table.say("event.income", seat=one.seat, cards=one.to_take.counts())


def _doubted(message: Msg) -> str:
    """Return whether a doubt is about a "hand" or the "bank"."""
    what = str(message.params["count"]).partition(".")[0] if message.key in DOUBTS else ""
    return what if what in ("hand", "bank") else ""


def _say_doubts(table: TableContext, key: str, alike: Sequence[Msg]) -> str:
    """Say doubts about several hands, or several stacks of the bank, in one sentence."""
    if not key.endswith("hands"):
        return table.say(key)
    return table.say(key, names=[int(str(message.params["count"]).removeprefix("hand.")) for message in alike])


def _is_explained(message: Msg, moved: Sequence[Repayment]) -> bool:
    """Whether the cards to move explain the change of a total."""
    about = message.params
    if message.key == "consequence.hand":
        by = sum(one.to_take.total() - one.to_return.total() for one in moved if one.seat == about["seat"])
    elif message.key == "consequence.bank":
        by = sum(one.to_return.count_of(about["resource"]) - one.to_take.count_of(about["resource"]) for one in moved)
    else:
        return False
    return bool(by == about["new"] - about["old"])
