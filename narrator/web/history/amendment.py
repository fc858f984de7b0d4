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
    """The panel, and the board as it was then."""
    drawing, pieces = island_and_pieces(table.panel_state, table.preferences.board_turn)
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
    """The consequences and a button to enter the amendment, or why it is impossible."""
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
    single = [say_consequence(message, table.locale) for message in rest if len(_alike(message, rest)) < 2]
    return [*_card_moves(table, moved), *single, *_doubts(table, rest)]


def _card_moves(table: TableContext, found: Iterable[Repayment]) -> Iterator[str]:
    """Say who puts back and who takes which cards."""
    for one in found:
        if one.to_return.total():
            yield table.say("amend.puts_back", seat=one.seat, cards=one.to_return.counts())
        if one.to_take.total():
            yield table.say("event.income", seat=one.seat, cards=one.to_take.counts())


def _alike(message: Msg, among: Sequence[Msg]) -> list[Msg]:
    """Return all hands, or all stacks of the bank, that become certain or uncertain together."""
    kind = _doubted(message)
    return [other for other in among if kind and other.key == message.key and _doubted(other) == kind]


def _doubted(message: Msg) -> str:
    """Return whether a doubt is about a "hand" or the "bank"."""
    what = str(message.params["count"]).partition(".")[0] if message.key in DOUBTS else ""
    return what if what in ("hand", "bank") else ""


def _doubts(table: TableContext, rest: Sequence[Msg]) -> Iterator[str]:
    """Say doubts of the same kind in one sentence."""
    for message in rest:
        alike = _alike(message, rest)
        if len(alike) > 1 and alike[0] is message:
            key = f"{message.key}.{_doubted(message)}s"
            seats = [int(str(one.params["count"])[5:]) for one in alike] if key.endswith("hands") else []
            yield table.say(key, names=seats) if seats else table.say(key)


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
