"""Joining: the code that was scanned or typed, a seat with a name and a colour, or just watching."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.access.credentials import hash_secret
from narrator.app.access.typed_code import readings
from narrator.app.seats.joining import SeatRequest
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.table.box import COLOURS
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say_refusal
from narrator.web.auth.device import set_cookie, this_device
from narrator.web.auth.viewer import Viewer, member_secret, phone_of, remember_member
from narrator.web.live.services import live_services
from narrator.web.lobby.view import seats_page
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.table_context import page_table_context
from narrator.web.services import services

blueprint = Blueprint("join", __name__)
WATCHING = ("watch", "television")
"""Who takes no seat: somebody with a phone, or a screen that everybody looks at."""


class NoEntrance(Exception):
    """A code that leads nowhere, or one guess too many."""

    def __init__(self, key: str, code: str, status: int) -> None:
        super().__init__(key)
        self.key = key
        self.code = code
        self.status = status


@blueprint.get("/join")
def join() -> ResponseReturnValue:
    """Type the code; who was led here because a seat was not given, or was taken away, is told so."""
    told = [impossible("join.not_given")] if request.args.get("asked") else _lost(request.args.get("game", ""))
    reasons = [say_refusal(reason, TableLocale(this_device().lang)) for reason in told]
    return render_template("join/page.html", code=request.args.get("code", "")[:12], reasons=reasons)


def _lost(game: str) -> list[Refusal]:
    """What became of the seat with a dealt hand that this phone had."""
    session, secret = services().sessions.of(game), member_secret(game)
    seat = session.hands.freed.get(hash_secret(secret)) if secret else None
    if seat is None:
        return []
    return [
        impossible("join.freed" if seat in session.hands.lost else f"join.freed.{session.hands.takers[seat].device}")
    ]


@blueprint.get("/j/<code>")
def scanned(code: str) -> ResponseReturnValue:
    """What the QR code opens."""
    return _seats(_game_behind(code), code)


@blueprint.post("/join")
def enter_code() -> ResponseReturnValue:
    code = request.form.get("code", "")[:12]
    return redirect(f"/j/{services().games.join_code(_game_behind(code))}", 303)


@blueprint.post("/j/<code>")
def take(code: str) -> ResponseReturnValue:
    """Take a seat, ask for one whose phone is away, or just watch."""
    game, seats = _game_behind(code), services().seats
    me, wish, known = phone_of(game), _wish(), member_secret(game)
    own, is_late = me.seat if me else None, seats.is_late(game)
    try:
        if request.form.get("seat") in WATCHING:
            secret = _watch(game, me, known)
        elif seats.must_ask(game, wish.seat, own, known):
            return _asking(game, wish.seat, known if me or seats.asked_for(game, known) is not None else None)
        else:
            secret = seats.take(game, wish, own, this_device().lang)
    except Refused as refused:
        return _seats(game, code, refused, 409)
    if known != secret:
        _leave(game, me, known)
    return _welcomed(game, secret, is_late)


def _watch(game: str, me: Viewer | None, known: str) -> str:
    """Who watches already goes on with the same secret."""
    if me is not None and me.kind == "watch":
        return known
    secret = services().games.watch(game)
    if me is not None and me.seat is not None:
        services().seats.leave(game, me.seat)
    return secret


def _leave(game: str, me: Viewer | None, known: str) -> None:
    """What this phone was before it is no more."""
    services().seats.ask_no_more(game, known)
    if me is not None and me.kind == "watch":
        services().games.stop_watching(game, known)


def _asking(game: str, seat: int | None, known: str | None) -> Response:
    """The phone waits on its own page. Asking is counted like guessing, so that nobody asks without end."""
    services().attempts.count(request.remote_addr or "")
    return _welcomed(game, services().seats.ask(game, seat, known), False)


@blueprint.errorhandler(NoEntrance)
def stay_outside(no: NoEntrance) -> ResponseReturnValue:
    reasons = [say_refusal(impossible(no.key), TableLocale(this_device().lang))]
    return render_template("join/page.html", code=no.code[:12], reasons=reasons), no.status


def _game_behind(code: str) -> str:
    """The game that a code opens; wrong codes are counted."""
    address, attempts = request.remote_addr or "", services().attempts
    if not attempts.may_try(address):
        raise NoEntrance("join.too_often", code, 429)
    game = services().games.find_by_join_code(code) if any(readings(code)) else None
    if game is None:
        if not attempts.count(address):
            raise NoEntrance("join.too_often", code, 429)
        raise NoEntrance("join.wrong_code", code, 404)
    return game


def _is_television() -> bool:
    return request.form.get("seat") == "television"


def _wish() -> SeatRequest:
    """A seat as its owner wants it: name, colour and language."""
    form = request.form
    colour, language = form.get("colour", ""), form.get("language", "")
    return SeatRequest(
        seat=parse_number(form.get("seat", "")),
        name=form.get("name", ""),
        colour=colour if colour in COLOURS else None,
        language=language if language in LANGUAGES else this_device().lang,
    )


def _seats(game: str, code: str, refused: Refused | None = None, status: int = 200) -> Response:
    table = page_table_context(game, services().games.record(game), PageQuery())
    page = render_template(
        "lobby/seats.html",
        game=game,
        code=services().games.join_code(game),
        colours=COLOURS,
        typed=request.form if refused else {},
        **seats_page(table, services(), live_services().hub, refused),
    )
    return make_response(page, status)


def _welcomed(game: str, secret: str, late: bool) -> Response:
    """To the phone's page; whoever comes late finds on it what has happened so far. A television shows the table."""
    own = f"phone{'?do=so_far' if late else ''}"
    answer = make_response(redirect(f"/g/{game}/{'table' if _is_television() else own}", 303))
    remember_member(answer, game, secret)
    language = request.form.get("language", "")
    if language in LANGUAGES:
        set_cookie(answer, "lang", language)
    return answer
