"""API calls of programs in seats, and the host's calls to give and free a seat."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response, request, stream_with_context, url_for

from narrator.app.programs import Situation
from narrator.core.message import Refused
from narrator.dialects.actions import check_rules
from narrator.storage.files.game_file import read_as
from narrator.storage.values import LastNumbers
from narrator.web.api import seat_view
from narrator.web.api.access import Denied, idempotency_key, language, read_events, request_body, require_host
from narrator.web.api.errors import entered_response, json_response, problem, refused_response
from narrator.web.api.schemas import EventsSent, Failed
from narrator.web.auth.host_access import bearer_token
from narrator.web.services import services

seats = Blueprint("seats", __name__, url_prefix="/games/<game>/seats")
MAX_WAIT_SECONDS = 30
MAX_NUMBER = 10**9
Describe = Callable[[Situation, int | None], Any]  # a seat's situation in some dialect, since an entry
LINKED_CALLS = ("look", "enter", "roll", "offer", "reply", "confirm", "cancel")


def require_seat(game: str) -> int:
    """Return the seat whose secret was sent, before revealing anything, even whether the game exists."""
    secret = bearer_token()
    if not secret:
        raise Denied(401, "seat_unauthorized")
    seat = services().programs.seat_of(game, secret)
    if seat is None:
        raise Denied(403, "forbidden")
    services().auto_play.note_presence(game)
    return seat


@seats.post("/<int:number>/link")
def link(game: str, number: int) -> Response:
    require_host(game)
    wanted = read_as(seat_view.LinkWanted, request_body() or b"{}")
    check_rules(services().games.record_of(game).state, wanted.dialect)
    secret = services().programs.give_seat(game, number, wanted.dialect)
    links = {name: url_for(f".{name}", game=game) for name in LINKED_CALLS}
    if wanted.dialect != "narrator":
        links[wanted.dialect] = f"{links['look']}/{wanted.dialect}"
    return json_response(seat_view.SeatLink(number, secret, wanted.dialect, links), 201)


@seats.delete("/<int:number>/link")
def unlink(game: str, number: int) -> Response:
    require_host(game)
    services().seats.free(game, number)
    return json_response(seat_view.SeatFreed(number))


@seats.get("/me")
def look(game: str) -> Response:
    return situation_response(game, require_seat(game), _describe)


def situation_response(game: str, seat: int, describe: Describe) -> Response:
    """Return the seat's situation, at once or with `wait` when there is something new."""
    since, notes, wait = _query_number("since"), _query_number("notes"), _query_number("wait", MAX_WAIT_SECONDS)
    programs = services().programs
    last = services().sessions.last_numbers(game)
    known = LastNumbers(last.entry if since is None else since, last.session if notes is None else notes)
    if not wait or programs.has_news(game, known):
        return json_response(describe(programs.situation(game, seat), since))
    # A stream does not block the program's other requests.
    stream = stream_with_context(_stream_situation(game, seat, known, wait, describe))
    return Response(stream, mimetype="application/json")


@seats.post("/me/events")
def enter(game: str) -> Response:
    seat = require_seat(game)
    sent, key = read_as(EventsSent, request_body()), idempotency_key()
    record = services().games.record_of(game, seat)
    events = read_events(sent.events, len(record.log), record.state)
    entered = services().programs.enter(game, seat, events, sent.seen, key)
    if entered is None:
        found = services().programs.situation(game, seat)
        return json_response(seat_view.Proposed(found.last_entry, list(found.waiting)), 202)
    return entered_response(entered)


@seats.post("/me/roll")
def roll(game: str) -> Response:
    seat = require_seat(game)
    return entered_response(services().programs.roll(game, seat))


@seats.post("/me/offer")
def offer(game: str) -> Response:
    seat = require_seat(game)
    sent = read_as(seat_view.OfferSent, request_body())
    services().programs.offer(game, seat, sent.give, sent.want, idempotency_key())
    return _seat_response(game, seat)


@seats.post("/me/answer")
def reply(game: str) -> Response:
    seat = require_seat(game)
    sent = read_as(seat_view.AnswerSent, request_body())
    services().programs.answer(game, seat, sent.answer, sent.give, sent.want, sent.offer)
    return _seat_response(game, seat)


@seats.post("/me/confirm")
def confirm(game: str) -> Response:
    seat = require_seat(game)
    sent = read_as(seat_view.ConfirmSent, request_body())
    services().programs.confirm(game, seat, sent.partner, sent.answer)
    return _seat_response(game, seat)


@seats.post("/me/cancel")
def cancel(game: str) -> Response:
    seat = require_seat(game)
    services().programs.cancel(game, seat)
    return _seat_response(game, seat)


def _describe(found: Situation, since: int | None) -> Any:
    return seat_view.seat_view(found, since, language())


def _seat_response(game: str, seat: int) -> Response:
    return json_response(_describe(services().programs.situation(game, seat), None))


def _stream_situation(game: str, seat: int, known: LastNumbers, seconds: int, describe: Describe) -> Iterator[bytes]:
    """Yield the situation after something new or the timeout, if the program still has the seat."""
    programs = services().programs

    def has_seat() -> bool:
        return programs.seat_of(game, bearer_token()) == seat

    services().changes.wait(game, lambda: programs.has_news(game, known) or not has_seat(), seconds)
    if not has_seat():
        yield msgspec.json.encode(Failed(problem("forbidden")))
        return
    try:
        yield msgspec.json.encode(describe(programs.situation(game, seat), known[0]))
    except Refused as refused:  # a rule changed meanwhile that the dialect does not know
        yield refused_response(refused).get_data()


def _query_number(name: str, maximum: int = MAX_NUMBER) -> int | None:
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= maximum):
        raise Denied(400, "bad_request")
    return int(text)
