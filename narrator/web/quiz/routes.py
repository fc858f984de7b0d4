"""A quiz about odd cases: for one person, with its state in the query, or for a table on its phones."""

from contextlib import suppress
from hashlib import sha256

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from narrator.app.sessions import quizzes
from narrator.core.message import Refused
from narrator.session.events import QuizAnswered
from narrator.web.auth.host_access import require_host
from narrator.web.auth.viewer import require_seat
from narrator.web.live.live_services import live_services
from narrator.web.quiz.view import quiz_view, solo_quiz_view
from narrator.web.rendering.page_query import form_number, parse_number
from narrator.web.rendering.responses import redirect_to, render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.rendering.template_helpers import page_locale
from narrator.web.services import services

blueprint = Blueprint("quiz", __name__)
SEEDS = 10**6


@blueprint.get("/quiz")
def solo_quiz() -> ResponseReturnValue:
    seed = parse_number(request.args.get("seed", ""))
    if seed is None:
        return redirect(f"/quiz?seed={services().random_below(SEEDS)}", 303)
    given = [way[:30] for way in request.args.get("given", "")[:400].split(".") if way]
    at = parse_number(request.args.get("at", "")) or 1
    return render_fragment_or_page(
        "quiz/alone.html", "quiz/alone_page.html", quiz=solo_quiz_view(seed, given, at, page_locale())
    )


@blueprint.get("/g/<game>/quiz")
def table_quiz(game: str) -> ResponseReturnValue:
    require_host(game)
    table, session = current_table(game), services().sessions.session_of(game)
    return render_fragment_or_page(
        "quiz/table.html",
        "quiz/table_page.html",
        quiz=quiz_view(session.quiz, table.record, None, table.locale),
        seats=table.state.seats,
        phones=live_services().hub.count_phones(game),
        game=game,
        version=live_services().hub.page_version(game, table.record, session),
    )


@blueprint.post("/g/<game>/quiz")
def control_quiz(game: str) -> ResponseReturnValue:
    require_host(game)
    sessions, action = services().sessions, request.form.get("do", "")
    seed, at = form_number("seed"), form_number("at")
    if action == "begin":
        quizzes.begin(sessions, services().games.record_of(game), game, services().random_below(SEEDS))
    elif action == "stop":
        quizzes.stop(sessions, game)
    elif seed is not None and at is not None:
        quizzes.turn(sessions, game, seed, at, action == "show")
    return redirect_to(f"/g/{game}/stage") if action == "stop" else redirect(f"/g/{game}/quiz", 303)


@blueprint.post("/g/<game>/guess")
def guess(game: str) -> ResponseReturnValue:
    """Submit an answer from a phone; a late one is ignored, as the page then shows the right answer."""
    seat, access = require_seat(game)
    at, way = form_number("at") or 1, request.form.get("way", "")[:30]
    number = services().sessions.session_of(game).number
    key = sha256(f"guess {game} {seat} {at} {way} {number}".encode()).hexdigest()[:32]
    with suppress(Refused):
        answered = QuizAnswered(seat=seat, at=max(1, min(at, 99)), option=way)
        quizzes.guess(services().sessions, access.record, game, answered, key)
    return redirect(f"/g/{game}/phone", 303)
