"""History: every entry in words, undo to here, amend with its consequences first, and why a number is what it is."""

from typing import Any

import msgspec
from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from narrator.core.message import Refused
from narrator.core.reading.consequences import consequences
from narrator.core.reading.explain import explain
from narrator.core.reading.named_numbers import is_number
from narrator.core.reading.public_view import Moment, public_fact
from narrator.core.reading.slips import find_slip
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended, AnyFact, TakenBack
from narrator.script.telling.deeds import deed
from narrator.script.telling.tell import tell
from narrator.service.games import Games
from narrator.store.game_file import UNREADABLE
from narrator.text.render import say_aloud, say_consequence, say_refusal
from narrator.text.voice import voice_of
from narrator.web.board.drawing import island, pieces
from narrator.web.panels.amending import amending_panel
from narrator.web.panels.panel import written
from narrator.web.panels.tappings import panel_of
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask, ask_of
from narrator.web.request.table import Table, at_table
from narrator.web.views.stage import places_of


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


def history_pages(games: Games) -> Blueprint:
    pages = Blueprint("history", __name__)

    @pages.get("/g/<game>/history")
    def history(game: str) -> ResponseReturnValue:
        require_host(games, game)
        table = at_table(game, games.record(game), ask_of(request.args))
        entries = [entry_view(table, snapshot) for snapshot in table.head.timeline()]
        seat = table.ask.seat
        shown = [entry for entry in reversed(entries) if seat is None or entry.seat == seat]
        seats = table.now.seats
        return render_template("history.html", table=table, game=game, entries=shown, seats=seats, seat=seat)

    @pages.get("/g/<game>/amend")
    def amend(game: str) -> ResponseReturnValue:
        """What an amendment would change, before anything is entered; without an event, the panel to choose it."""
        require_host(games, game)
        table = at_table(game, games.record(game), ask_of(request.args))
        snapshot = _entry(table, table.ask.entry)
        event = _proposed(request.args.get("events", ""))
        if event is None and not request.args.get("remove"):
            return render_template(
                "amend.html", game=game, point=entry_view(table, snapshot), **_choosing(table, snapshot)
            )
        amended = Amended(entry=snapshot.number, event=event)
        return render_template(
            "consequences.html",
            table=table,
            game=game,
            point=entry_view(table, snapshot),
            **_preview(table, amended),
        )

    @pages.get("/g/<game>/explain")
    def explanation(game: str) -> ResponseReturnValue:
        """The entries that made a number."""
        require_host(games, game)
        table = at_table(game, games.record(game), Ask())
        name = request.args.get("number", "")
        if not is_number(table.now, name):
            abort(404)
        found = explain(table.head, name)
        lines = [(line.entry, table.tell(deed(line.fact)), line.amount) for line in found.lines]
        what, _, whose = name.partition(".")
        title = number_title(table, what, whose)
        slip = find_slip(table.head, int(whose)) if what == "hand" else None
        suspects = [entry_view(table, p) for p in table.head.timeline() if slip and p.number in slip.suspects]
        return render_template(
            "explain.html", table=table, game=game, title=title, found=found, lines=lines, suspects=suspects
        )

    return pages


def number_title(table: Table, what: str, whose: str) -> str:
    if what == "bank":
        return table.say("explain.bank", resource=whose)
    if what == "deck":
        return table.say("explain.deck")
    return table.say(f"explain.{what}", seat=int(whose))


def entry_view(table: Table, snapshot: Snapshot) -> HistoryEntry:
    assert snapshot.fact is not None
    assert snapshot.before is not None
    fact = public_fact(snapshot.fact)
    moment = Moment(snapshot.number, fact, snapshot.before.state, snapshot.state)
    marks = [name for name in ("waived", "late") if getattr(fact, name)]
    if snapshot.left_out:
        marks.append("left_out")
    seats = snapshot.state.seats
    voice = table.voice if len(seats) == len(table.now.seats) else voice_of(snapshot.state, table.voice.language)
    return HistoryEntry(
        number=snapshot.number,
        seat=getattr(fact, "seat", None),
        deed=table.tell(deed(fact)),
        lines="" if snapshot.left_out else say_aloud(tell(moment), voice),
        marks=tuple(marks),
        back=written([TakenBack(to=snapshot.number)]) if _can_go_back_to(table, snapshot.number) else "",
        amendable=bool(panel_of(type(fact))),
    )


def _can_go_back_to(table: Table, number: int) -> bool:
    return number != table.head.number and not table.record.refusals(TakenBack(to=number))


def _entry(table: Table, number: int | None) -> Snapshot:
    for snapshot in table.head.timeline():
        if snapshot.number == number:
            return snapshot
    abort(404)


def _proposed(text: str) -> AnyFact | None:
    if not text:
        return None
    try:
        events: list[AnyFact] = msgspec.json.decode(text, type=list[AnyFact])
    except UNREADABLE:
        abort(400)
    return events[0] if events else None


def _choosing(table: Table, snapshot: Snapshot) -> dict[str, Any]:
    """The panel, and the island as it lay then."""
    board, turn = table.state.game.board, table.device.board_turn
    drawn = island(board, turn) if board is not None else None
    return {
        "stage": {"table": table},
        "table": table,
        "panel": amending_panel(table, snapshot),
        "drawing_of_island": drawn,
        "pieces_then": pieces(table.state, turn) if board is not None else None,
        "places": places_of(drawn),
    }


def _preview(table: Table, amended: Amended) -> dict[str, Any]:
    """Consequences in words, and the tap that enters it; or why it can't be."""
    reasons = table.record.refusals(amended)
    impossible = [reason for reason in reasons if reason.kind == "impossible"]
    event = msgspec.structs.replace(amended, waived=True) if reasons else amended
    lines: list[str] = []
    if not impossible:
        try:
            lines = [say_consequence(message, table.voice) for message in consequences(table.record, amended)]
        except Refused:
            lines = []
    is_removal = amended.event is None
    return {
        "is_removal": is_removal,
        "reasons": [say_refusal(reason, table.voice) for reason in reasons],
        "lines": lines,
        "enter": None if impossible else written([event]),
        "deed": table.tell(deed(amended.event)) if amended.event is not None and not impossible else "",
    }
