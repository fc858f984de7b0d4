"""Joining a game: enter or scan its code, then take a seat or watch."""

from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.app.access.credentials import hash_secret
from narrator.app.access.typed_input import readings
from narrator.app.seats.joining import SeatRequest, is_setting_up
from narrator.core.message import Refused, impossible
from narrator.core.table.box import COLOURS
from narrator.text.languages import LANGUAGES
from narrator.web.auth.client import this_address
from narrator.web.auth.preferences import current_preferences, set_cookie
from narrator.web.auth.viewer import Viewer, phone_secret, phone_viewer, remember_phone
from narrator.web.components.refusal import refusal_texts
from narrator.web.live.live_services import live_services
from narrator.web.lobby.view import seat_views
from narrator.web.rendering.page_query import form_number
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("join", __name__)
SEATLESS_CHOICES = ("watch", "television")


class JoinRefused(Exception):
    """A wrong code or too many attempts, with a message key, the code and an HTTP status."""


@blueprint.get("/join")
def join() -> ResponseReturnValue:
    """Show the form for the code, after a redirect also why the device has no seat."""
    key = "join.not_given" if request.args.get("asked") else _why_seat_was_lost(request.args.get("game", ""))
    return _join_page(key, request.args.get("code", ""))


def _why_seat_was_lost(game: str) -> str:
    """Return the message key for a phone whose seat with a dealt hand was freed, or ""."""
    session, secret = services().sessions.session_of(game), phone_secret(game)
    seat = session.hands.freed.get(hash_secret(secret)) if secret else None
    if seat is None:
        return ""
    return "join.freed" if seat in session.hands.lost else f"join.freed.{session.hands.takers[seat].device}"


@blueprint.errorhandler(JoinRefused)
def refuse(refused: JoinRefused) -> ResponseReturnValue:
    key, code, status = refused.args
    return _join_page(key, code), status


def _join_page(key: str, code: str) -> str:
    reasons = refusal_texts(Refused(impossible(key))) if key else []
    return render_template("join/page.html", code=code[:12], reasons=reasons)


@blueprint.get("/j/<code>")
def scanned_code(code: str) -> ResponseReturnValue:
    return _seats_page(_find_game(code))


@blueprint.post("/join")
def enter_code() -> ResponseReturnValue:
    code = request.form.get("code", "")[:12]
    return redirect(f"/j/{services().games.access.join_code(_find_game(code))}", 303)


@blueprint.post("/j/<code>")
def take_seat(code: str) -> ResponseReturnValue:
    """Take a seat, request one whose phone is away, or watch."""
    game, seats = _find_game(code), services().seats
    me, wanted, known = phone_viewer(game), _seat_request(), phone_secret(game)
    own, is_late = me.seat if me else None, seats.is_late(game)
    try:
        if request.form.get("seat") in SEATLESS_CHOICES:
            secret = _watch(game, me, known)
        elif seats.must_ask(game, wanted.seat, own, known):
            return _request_seat(game, wanted.seat, known if me or seats.asked_for(game, known) is not None else None)
        else:
            secret = seats.take(game, wanted, own, current_preferences().lang)
    except Refused as refused:
        return _seats_page(game, refused, 409)
    if known != secret:
        seats.ask_no_more(game, known)
        if me is not None and me.kind == "watch":
            services().games.access.stop_watching(game, known)
    return _joined(game, secret, is_late)


def _watch(game: str, me: Viewer | None, known: str) -> str:
    if me is not None and me.kind == "watch":
        return known
    secret = services().games.access.watch(game)
    if me is not None and me.seat is not None:
        services().seats.leave(game, me.seat)
    return secret


def _request_seat(game: str, seat: int | None, known: str | None) -> Response:
    """Let the phone wait for the host's answer; requests are rate-limited like wrong codes."""
    services().join_code_limit.count(this_address())
    return _joined(game, services().seats.ask(game, seat, known), False)


def _find_game(code: str) -> str:
    """Return the game that a code opens, and count wrong codes."""
    address, limit = this_address(), services().join_code_limit
    if not limit.may_try(address):
        raise JoinRefused("join.too_often", code, 429)
    game = services().games.access.find_by_join_code(code) if any(readings(code)) else None
    if game is None:
        if not limit.count(address):
            raise JoinRefused("join.too_often", code, 429)
        raise JoinRefused("join.wrong_code", code, 404)
    return game


def _seat_request() -> SeatRequest:
    form = request.form
    colour, language = form.get("colour", ""), form.get("language", "")
    return SeatRequest(
        seat=form_number("seat"),
        name=form.get("name", ""),
        colour=colour if colour in COLOURS else None,
        language=language if language in LANGUAGES else current_preferences().lang,
    )


def _seats_page(game: str, refused: Refused | None = None, status: int = 200) -> Response:
    table, hub = current_table(game), live_services().hub
    page = render_template(
        "join/seats.html",
        game=game,
        code=services().games.access.join_code(game),
        colours=COLOURS,
        typed=request.form if refused else {},
        seats=seat_views(table, services(), hub),
        present={seat for seat in services().games.access.taken_seats(game) if hub.is_phone_present(game, seat)},
        can_name=is_setting_up(table.state),
        theme=table.state.game.theme,
        reasons=refusal_texts(refused, table.locale),
    )
    return make_response(page, status)


def _joined(game: str, secret: str, is_late: bool) -> Response:
    """Redirect to the phone page (with a summary for latecomers), or a television to the television."""
    phone = f"phone{'?do=so_far' if is_late else ''}"
    page = "table" if request.form.get("seat") == "television" else phone
    response = make_response(redirect(f"/g/{game}/{page}", 303))
    remember_phone(response, game, secret)
    language = request.form.get("language", "")
    if language in LANGUAGES:
        set_cookie(response, "lang", language)
    return response
