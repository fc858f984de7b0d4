"""Disputes: look up a ruling, decide otherwise, or let the phones vote."""

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.access.typed_input import clean_text
from narrator.app.games.results import EntryRefused
from narrator.app.sessions import votes
from narrator.text.word_breaks import strip_marks
from narrator.web.auth.host_access import require_host_of_game
from narrator.web.dispute.view import dispute_variables
from narrator.web.live.live_services import live_services
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("dispute", __name__)
blueprint.before_request(require_host_of_game)


@blueprint.get("/g/<game>/dispute")
def dispute(game: str) -> ResponseReturnValue:
    return _render_dispute(game)


@blueprint.post("/g/<game>/question")
def open_dispute(game: str) -> ResponseReturnValue:
    """Stop the clock and open the page."""
    stopped = votes.pause_for_question(services().games, game, services().now())
    return redirect(f"/g/{game}/dispute{'?stopped=1' if stopped else ''}", 303)


@blueprint.post("/g/<game>/answered")
def close_dispute(game: str) -> ResponseReturnValue:
    """Return to the game, and restart the clock if this question stopped it."""
    if request.form.get("stopped"):
        votes.resume_after_question(services().games, game, services().now())
    return redirect(f"/g/{game}/stage", 303)


@blueprint.post("/g/<game>/dispute")
def record_ruling(game: str) -> ResponseReturnValue:
    """Record the table's own ruling; it is shown when the case returns."""
    text, case = clean_text(request.form.get("text", "")), request.form.get("case", "")[:60]
    try:
        votes.record_ruling(services().games, services().sessions, game, case, text, request.form.get("seen", ""))
    except EntryRefused as refused:
        return _render_dispute(game, refused, 422)
    return _back_to_page(game, f"#{case}")


@blueprint.post("/g/<game>/vote/ask")
def ask_table(game: str) -> ResponseReturnValue:
    case, seen = request.form.get("case", "")[:60], request.form.get("seen", "")[:20]
    key = sha256(f"ask {case} {seen} {request.form.get('session', '')[:20]}".encode()).hexdigest()
    votes.start_vote(services().sessions, services().games.record_of(game).state, game, case, key)
    return _back_to_page(game, "#vote")


@blueprint.post("/g/<game>/vote/stop")
def stop_vote(game: str) -> ResponseReturnValue:
    votes.stop_vote(services().sessions, game)
    return _back_to_page(game)


def _render_dispute(game: str, refused: EntryRefused | None = None, status: int = 200) -> Response:
    table, session = current_table(game), services().sessions.session_of(game)
    view = dispute_variables(table, _search_text(request.values), refused, session.vote)
    view["stopped"] = request.values.get("stopped", "")[:1]
    view["version"] = live_services().hub.page_version(game, table.record, session)
    view["seats"] = table.state.seats
    return make_response(render_template("dispute/page.html", game=game, session=session.number, **view), status)


def _back_to_page(game: str, anchor: str = "") -> ResponseReturnValue:
    fields = {"q": _search_text(request.form), "stopped": request.form.get("stopped", "")[:1]}
    query = urlencode({name: value for name, value in fields.items() if value})
    return redirect(f"/g/{game}/dispute?{query}{anchor}", 303)


def _search_text(form: Mapping[str, str]) -> str:
    return strip_marks(form.get("q", "")).strip()[:100]
