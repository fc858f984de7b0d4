"""A question at the table: the page that answers it, and what the table decides."""

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.service import questions
from narrator.service.answers import EntryRefused
from narrator.service.typed_text import clean_text
from narrator.text.line_breaks import unmarked
from narrator.web.live.station import station
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.views.dispute import dispute_page

pages = Blueprint("dispute", __name__)


@pages.get("/g/<game>/dispute")
def dispute(game: str) -> ResponseReturnValue:
    require_host(game)
    return _dispute(game)


@pages.post("/g/<game>/question")
def stop(game: str) -> ResponseReturnValue:
    """Somebody asks: the clock stands still, and the page opens."""
    require_host(game)
    stopped = questions.ask(house().games, game, house().now())
    return redirect(f"/g/{game}/dispute{'?stopped=1' if stopped else ''}", 303)


@pages.post("/g/<game>/answered")
def go_on(game: str) -> ResponseReturnValue:
    """Back to the game: the clock that the question stopped goes on."""
    require_host(game)
    if request.form.get("stopped"):
        questions.go_on(house().games, game, house().now())
    return redirect(f"/g/{game}/stage", 303)


@pages.post("/g/<game>/dispute")
def rule(game: str) -> ResponseReturnValue:
    """The table ruled otherwise: it is written down and shown when the case returns."""
    require_host(game)
    text, case = clean_text(request.form.get("text", "")), request.form.get("case", "")[:60]
    try:
        questions.rule(house().games, house().desks, game, case, text, request.form.get("seen", ""))
    except EntryRefused as refused:
        return _dispute(game, refused, 422)
    return redirect(f"/g/{game}/dispute?{urlencode(_kept(request.form))}#{case}", 303)


@pages.post("/g/<game>/vote/ask")
def ask_table(game: str) -> ResponseReturnValue:
    """Every phone is asked how it would rule."""
    require_host(game)
    case, seen = request.form.get("case", "")[:60], request.form.get("seen", "")[:20]
    key = sha256(f"ask {case} {seen} {request.form.get('desk', '')[:20]}".encode()).hexdigest()
    questions.ask_table(house().desks, house().games.record(game).state, game, case, key)
    return redirect(f"/g/{game}/dispute?{urlencode(_kept(request.form))}#vote", 303)


@pages.post("/g/<game>/vote/stop")
def stop_vote(game: str) -> ResponseReturnValue:
    require_host(game)
    questions.stop_vote(house().desks, game)
    return redirect(f"/g/{game}/dispute?{urlencode(_kept(request.form))}", 303)


def _dispute(game: str, refused: EntryRefused | None = None, status: int = 200) -> Response:
    record, desk = house().games.record(game), house().desks.of(game)
    table = at_table(game, record, Ask())
    view = dispute_page(table, _asked_for(request.values), refused, desk.vote)
    view["stopped"] = request.values.get("stopped", "")[:1]
    view["version"] = station().hub.version_of(game, len(record.log), desk.number)
    view["seats"] = table.now.seats
    return make_response(render_template("dispute.html", game=game, desk=desk.number, **view), status)


def _kept(form: Mapping[str, str]) -> dict[str, str]:
    """What the page goes on with."""
    found = {"q": _asked_for(form), "stopped": form.get("stopped", "")[:1]}
    return {name: value for name, value in found.items() if value}


def _asked_for(form: Mapping[str, str]) -> str:
    return unmarked(form.get("q", "")).strip()[:100]
