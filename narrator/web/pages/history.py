"""History: every entry in words, undo to here, amend with its consequences first, and why a number is what it is."""

import msgspec
from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from narrator.core.reading.named_numbers import is_number
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import Amended, AnyFact
from narrator.service.hand_changes import hand_changes
from narrator.service.negotiation import talks_in
from narrator.service.reasons import reasons_in
from narrator.store.game_file import UNREADABLE
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask, ask_of
from narrator.web.request.house import house
from narrator.web.request.table import Table, at_table
from narrator.web.views.amendment import choosing_page, consequences_page
from narrator.web.views.history import history_page
from narrator.web.views.numbers import number_page

pages = Blueprint("history", __name__)
read_facts = msgspec.json.Decoder(list[AnyFact]).decode


@pages.get("/g/<game>/history")
def history(game: str) -> ResponseReturnValue:
    require_host(game)
    table = at_table(game, house().games.record(game), ask_of(request.args))
    notes, seats = house().games.storage.sessions.notes(game), table.now.seats
    page = history_page(table, talks_in(notes), reasons_in(table.now, notes), hand_changes(notes))
    return render_template("history.html", table=table, game=game, page=page, seats=seats, seat=table.ask.seat)


@pages.get("/g/<game>/amend")
def amend(game: str) -> ResponseReturnValue:
    """What an amendment would change, before anything is entered; without an event, the panel to choose it."""
    require_host(game)
    table = at_table(game, house().games.record(game), ask_of(request.args))
    snapshot = _entry(table, table.ask.entry)
    event = _chosen(request.args.get("events", ""))
    if event is None and not request.args.get("remove"):
        return render_template("amend.html", game=game, **choosing_page(table, snapshot))
    amended = Amended(entry=snapshot.number, event=event)
    return render_template("consequences.html", game=game, **consequences_page(table, snapshot, amended))


@pages.get("/g/<game>/explain")
def explanation(game: str) -> ResponseReturnValue:
    """The entries that made a number."""
    require_host(game)
    table = at_table(game, house().games.record(game), Ask())
    name = request.args.get("number", "")
    if not is_number(table.now, name):
        abort(404)
    return render_template("explain.html", game=game, **number_page(table, name))


def _entry(table: Table, number: int | None) -> Snapshot:
    for snapshot in table.head.timeline():
        if snapshot.number == number:
            return snapshot
    abort(404)


def _chosen(text: str) -> AnyFact | None:
    if not text:
        return None
    try:
        events = read_facts(text)
    except UNREADABLE:
        abort(400)
    return events[0] if events else None
