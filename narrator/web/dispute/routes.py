"""A question at the table: the page that answers it, and what the table decides."""

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.access.typed_input import clean_text
from narrator.app.games.results import EntryRefused
from narrator.app.sessions import votes
from narrator.text.line_breaks import unmarked
from narrator.web.auth.host import require_host
from narrator.web.dispute.view import dispute_page
from narrator.web.live.services import live_services
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.table_context import table_context
from narrator.web.services import services

blueprint = Blueprint("dispute", __name__)


@blueprint.get("/g/<game>/dispute")
def dispute(game: str) -> ResponseReturnValue:
    require_host(game)
    return _dispute(game)


@blueprint.post("/g/<game>/question")
def stop(game: str) -> ResponseReturnValue:
    """Somebody asks: the clock stands still, and the page opens."""
    require_host(game)
    stopped = votes.ask(services().games, game, services().now())
    return redirect(f"/g/{game}/dispute{'?stopped=1' if stopped else ''}", 303)


@blueprint.post("/g/<game>/answered")
def go_on(game: str) -> ResponseReturnValue:
    """Back to the game: the clock that the question stopped goes on."""
    require_host(game)
    if request.form.get("stopped"):
        votes.go_on(services().games, game, services().now())
    return redirect(f"/g/{game}/stage", 303)


@blueprint.post("/g/<game>/dispute")
def rule(game: str) -> ResponseReturnValue:
    """The table ruled otherwise: it is written down and shown when the case returns."""
    require_host(game)
    text, case = clean_text(request.form.get("text", "")), request.form.get("case", "")[:60]
    try:
        votes.rule(services().games, services().sessions, game, case, text, request.form.get("seen", ""))
    except EntryRefused as refused:
        return _dispute(game, refused, 422)
    return redirect(f"/g/{game}/dispute?{urlencode(_kept(request.form))}#{case}", 303)


@blueprint.post("/g/<game>/vote/ask")
def ask_table(game: str) -> ResponseReturnValue:
    """Every phone is asked how it would rule."""
    require_host(game)
    case, seen = request.form.get("case", "")[:60], request.form.get("seen", "")[:20]
    key = sha256(f"ask {case} {seen} {request.form.get('desk', '')[:20]}".encode()).hexdigest()
    votes.ask_table(services().sessions, services().games.record(game).state, game, case, key)
    return redirect(f"/g/{game}/dispute?{urlencode(_kept(request.form))}#vote", 303)


@blueprint.post("/g/<game>/vote/stop")
def stop_vote(game: str) -> ResponseReturnValue:
    require_host(game)
    votes.stop_vote(services().sessions, game)
    return redirect(f"/g/{game}/dispute?{urlencode(_kept(request.form))}", 303)


def _dispute(game: str, refused: EntryRefused | None = None, status: int = 200) -> Response:
    record, session = services().games.record(game), services().sessions.of(game)
    table = table_context(game, record, PageQuery())
    view = dispute_page(table, _asked_for(request.values), refused, session.vote)
    view["stopped"] = request.values.get("stopped", "")[:1]
    view["version"] = live_services().hub.version_of(game, len(record.log), session.number)
    view["seats"] = table.now.seats
    return make_response(render_template("dispute/page.html", game=game, session=session.number, **view), status)


def _kept(form: Mapping[str, str]) -> dict[str, str]:
    """What the page goes on with."""
    found = {"q": _asked_for(form), "stopped": form.get("stopped", "")[:1]}
    return {name: value for name, value in found.items() if value}


def _asked_for(form: Mapping[str, str]) -> str:
    return unmarked(form.get("q", "")).strip()[:100]
