"""Joining: the code that was scanned or typed, a seat with a name and a colour, or just watching."""

from collections.abc import Callable

from flask import Blueprint, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.core.message import Refused, impossible
from narrator.core.table.box import COLOURS
from narrator.core.table.events import SeatJoined
from narrator.core.table.phase import SettingUp
from narrator.core.table.state import GameState
from narrator.service.credentials import as_code
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.text.languages import LANGUAGES
from narrator.text.render import Voice, say_refusal
from narrator.web.live.hub import Hub
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.attempts import Attempts
from narrator.web.request.device import YEAR, this_device
from narrator.web.request.table import at_table
from narrator.web.request.typed import own_name
from narrator.web.request.viewer import Viewer, member_of, remember_member
from narrator.web.views.seats import chairs

Answer = ResponseReturnValue


def joining_pages(games: Games, desks: Desks, hub: Hub, seconds: Callable[[], float]) -> Blueprint:
    pages = Blueprint("joining", __name__)
    attempts = Attempts(seconds)

    @pages.get("/join")
    def join() -> Answer:
        """Type the code."""
        return render_template("lobby/join.html", code=request.args.get("code", "")[:12], reasons=[])

    @pages.get("/j/<code>")
    def scanned(code: str) -> Answer:
        """What the QR code opens."""
        game, answer = entrance(code)
        return answer if game is None else show_seats(game, as_code(code))

    @pages.post("/join")
    def enter_code() -> Answer:
        code = request.form.get("code", "")[:12]
        game, answer = entrance(code)
        return answer if game is None else redirect(f"/j/{as_code(code)}", 303)

    @pages.post("/j/<code>")
    def take(code: str) -> Answer:
        """Take a seat, or just watch."""
        game, answer = entrance(code)
        if game is None:
            return answer
        if request.form.get("seat") == "watch":
            return welcomed(game, games.watch(game), is_late(game))
        try:
            return take_seat(game, as_number(request.form.get("seat", "")))
        except Refused as refused:
            return show_seats(game, as_code(code), refused, 409)

    def entrance(code: str) -> tuple[str | None, Answer]:
        """The game behind a code; wrong codes are counted."""
        address = request.remote_addr or ""
        if not attempts.may_try(address):
            return None, refused_entrance("join.too_often", code, 429)
        game = games.find_by_join_code(code) if as_code(code) else None
        if game is None:
            attempts.failed(address)
            return None, refused_entrance("join.wrong_code", code, 404)
        return game, ""

    def take_seat(game: str, seat: int | None) -> Answer:
        state = games.record(game).state
        setting_up = isinstance(state.phase, SettingUp)
        if seat is None or seat >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        is_anothers = member_of(games, game) != Viewer("seat", seat) and seat in games.taken_seats(game)
        if is_anothers and hub.is_connected(game, Viewer("seat", seat)):
            raise Refused(impossible("join.seat_taken", seat=seat))
        if is_anothers:
            desks.distrust(game, seat)
        if setting_up:
            games.enter(game, with_room(state, joining(state, seat), games.taken_seats(game)), None, None)
        secret = games.take_seat(game, seat)
        hub.greet(game, Viewer("seat", seat), this_device().lang)
        return welcomed(game, secret, not setting_up)

    def is_late(game: str) -> bool:
        return not isinstance(games.record(game).state.phase, SettingUp)

    def show_seats(game: str, code: str, refused: Refused | None = None, status: int = 200) -> Answer:
        record = games.record(game)
        table = at_table(game, record, Ask())
        reasons = [say_refusal(reason, table.voice) for reason in refused.reasons] if refused else []
        page = render_template(
            "lobby/seats.html",
            game=game,
            code=code,
            chairs=chairs(game, record.state, games, desks, hub),
            colours=COLOURS,
            can_name=isinstance(record.state.phase, SettingUp),
            theme=record.state.game.theme,
            reasons=reasons,
            typed=request.form if refused else {},
        )
        return make_response(page, status)

    return pages


def joining(state: GameState, seat: int) -> SeatJoined:
    """A seat as its owner wants it: name, colour and language."""
    now = state.seats[seat]
    colour = request.form.get("colour", "")
    language = request.form.get("language", "")
    return SeatJoined(
        seat=seat,
        name=own_name(request.form.get("name", "")) or now.name,
        colour=colour if colour in COLOURS else now.colour,
        language=language if language in LANGUAGES else this_device().lang,
    )


def with_room(state: GameState, joined: SeatJoined, taken: set[int]) -> list[SeatJoined]:
    """A colour that only an empty chair has is free: that chair gets the one that is given up for it."""
    other = next((seat for seat, now in enumerate(state.seats) if now.colour == joined.colour), joined.seat)
    spare = next((colour for colour in COLOURS if colour not in {seat.colour for seat in state.seats}), None)
    if other in {joined.seat, *taken} or spare is None:
        return [joined]
    empty, given_up = state.seats[other], state.seats[joined.seat].colour
    moved = SeatJoined(seat=other, name=empty.name, colour=spare, language=empty.language)
    return [moved, joined, replace(moved, colour=given_up)]


def welcomed(game: str, secret: str, late: bool) -> Answer:
    """To the phone's page; whoever comes late finds on it what has happened so far."""
    answer = make_response(redirect(f"/g/{game}/phone{'?do=so_far' if late else ''}", 303))
    remember_member(answer, game, secret)
    language = request.form.get("language", "")
    if language in LANGUAGES:
        answer.set_cookie("lang", language, max_age=YEAR, httponly=True, samesite="Lax")
    return answer


def refused_entrance(key: str, code: str, status: int) -> Answer:
    voice = Voice(this_device().lang)
    reasons = [say_refusal(impossible(key), voice)]
    return render_template("lobby/join.html", code=code[:12], reasons=reasons), status
