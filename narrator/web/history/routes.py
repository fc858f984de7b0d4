"""History: all entries, amending one of them, and explaining a number by its entries."""

import msgspec
from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.sessions.history import hand_changes, negotiations_in, reasons_in
from narrator.core.reading.explain import is_number
from narrator.core.table.events import DECODE_ERRORS, Amended, AnyFact
from narrator.web.auth.host_access import require_host_of_game
from narrator.web.history.amendment import amendment_variables, consequences_variables
from narrator.web.history.view import explanation_variables, history_page
from narrator.web.rendering.page_query import page_query
from narrator.web.rendering.table_context import current_table, page_table_context
from narrator.web.services import services

blueprint = Blueprint("history", __name__)
blueprint.before_request(require_host_of_game)
read_facts = msgspec.json.Decoder(list[AnyFact]).decode


@blueprint.get("/g/<game>/history")
def history(game: str) -> ResponseReturnValue:
    table = page_table_context(game, services().games.record_of(game), page_query(request.args))
    events, seats = services().games.storage.sessions.events(game), table.state.seats
    page = history_page(table, negotiations_in(events), reasons_in(table.state, events), hand_changes(events))
    return render_template("history/page.html", table=table, game=game, page=page, seats=seats, seat=table.query.seat)


@blueprint.get("/g/<game>/amend")
def amend(game: str) -> ResponseReturnValue:
    """Show the panel to choose an amendment, or the consequences of a chosen one before it is entered."""
    table = page_table_context(game, services().games.record_of(game), page_query(request.args))
    snapshot = next((point for point in table.head.timeline() if point.number == table.query.entry), None) or abort(404)
    event = _parse_event(request.args.get("events", ""))
    if event is None and not request.args.get("remove"):
        return render_template("history/amend.html", game=game, **amendment_variables(table, snapshot))
    amended = Amended(entry=snapshot.number, event=event)
    return render_template("history/consequences.html", game=game, **consequences_variables(table, snapshot, amended))


@blueprint.get("/g/<game>/explain")
def explain_number(game: str) -> ResponseReturnValue:
    table = current_table(game)
    name = request.args.get("number", "")
    if not is_number(table.state, name):
        abort(404)
    return render_template("history/explain.html", game=game, **explanation_variables(table, name))


def _parse_event(text: str) -> AnyFact | None:
    if not text:
        return None
    try:
        events = read_facts(text)
    except DECODE_ERRORS:
        abort(400)
    return events[0] if events else None
