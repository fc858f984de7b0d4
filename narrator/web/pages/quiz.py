"""A quiz of odd cases: for one alone, where everything stands in the address, and for the whole table on its phones."""

from contextlib import suppress
from hashlib import sha256

from flask import Blueprint, redirect, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.service import quizzes
from narrator.store.note import Guessed
from narrator.web.live.station import station
from narrator.web.request.access import require_host
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.fragment import led_to, show
from narrator.web.request.house import house
from narrator.web.request.table import at_table
from narrator.web.request.viewer import require_seat
from narrator.web.request.words import page_voice
from narrator.web.views.quiz import alone, quiz_view

pages = Blueprint("quiz", __name__)
SEEDS = 10**6


@pages.get("/quiz")
def quiz() -> ResponseReturnValue:
    seed = as_number(request.args.get("seed", ""))
    if seed is None:
        return redirect(f"/quiz?seed={house().pick(SEEDS)}", 303)
    given = [way[:30] for way in request.args.get("given", "")[:400].split(".") if way]
    at = as_number(request.args.get("at", "")) or 1
    return show("quiz/alone.html", "quiz/alone_page.html", quiz=alone(seed, given, at, page_voice()))


@pages.get("/g/<game>/quiz")
def of_table(game: str) -> ResponseReturnValue:
    """The host's page: the question for all to see, who has answered, and the next one."""
    require_host(game)
    record, desk = house().games.record(game), house().desks.of(game)
    table = at_table(game, record, Ask())
    return show(
        "quiz/table.html",
        "quiz/table_page.html",
        quiz=quiz_view(desk.quiz, record, None, table.voice),
        seats=table.now.seats,
        phones=station().hub.phones(game),
        game=game,
        version=station().hub.version_of(game, len(record.log), desk.number),
    )


@pages.post("/g/<game>/quiz")
def turn(game: str) -> ResponseReturnValue:
    """The host begins, shows the answer, goes on to the next question, or stops."""
    require_host(game)
    desks, what = house().desks, request.form.get("do", "")
    seed, at = as_number(request.form.get("seed", "")), as_number(request.form.get("at", ""))
    if what == "begin":
        quizzes.begin(desks, house().games.record(game), game, house().pick(SEEDS))
    elif what == "stop":
        quizzes.stop(desks, game)
    elif seed is not None and at is not None:
        quizzes.turn(desks, game, seed, at, what == "show")
    return led_to(f"/g/{game}/stage") if what == "stop" else redirect(f"/g/{game}/quiz", 303)


@pages.post("/g/<game>/guess")
def guess(game: str) -> ResponseReturnValue:
    """A phone's own answer. One that came too late is no error: its page shows the right one."""
    seat, me = require_seat(game)
    at, way = as_number(request.form.get("at", "")) or 1, request.form.get("way", "")[:30]
    number = house().desks.of(game).number
    key = sha256(f"guess {game} {seat} {at} {way} {number}".encode()).hexdigest()[:32]
    with suppress(Refused):
        quizzes.guess(house().desks, me.record, game, Guessed(seat=seat, at=max(1, min(at, 99)), way=way), key)
    return redirect(f"/g/{game}/phone", 303)
