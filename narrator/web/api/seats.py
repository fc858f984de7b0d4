"""A program in a seat: the host's link to it, one call that tells all, and what it may do there."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response, request, stream_with_context, url_for

from narrator.app.games.results import Entered
from narrator.app.programs import Situation
from narrator.core.message import Refused
from narrator.core.reading.public_view import public_state
from narrator.dialects.validation import check_fits
from narrator.storage.files.game_file import read_as
from narrator.web.api.access import (
    Denied,
    body,
    idempotency_key,
    language,
    read_events,
    require_host,
    require_own_origin,
)
from narrator.web.api.errors import answer, answer_refused, problem
from narrator.web.api.seat_shapes import AnswerSent, ConfirmSent, LinkWanted, OfferSent, Proposed, SeatFreed, SeatLink
from narrator.web.api.seat_view import seat_view
from narrator.web.api.shapes import EventsEntered, EventsSent, Failed, PublicState
from narrator.web.auth.host import bearer
from narrator.web.services import services

seats = Blueprint("seats", __name__, url_prefix="/games/<game>/seats")
"""Calls of programs that play."""
LONGEST_WAIT = 30
LARGEST = 10**9
Tell = Callable[[Situation, int | None], Any]
"""A seat's situation in the words of some dialect, with what came after an entry."""
CALLS = ("look", "enter", "roll", "offer", "reply", "confirm", "cancel")


def require_seat(game: str) -> int:
    """The seat whose secret was sent; before everything else about the game, its existence too."""
    secret = bearer()
    if not secret:
        raise Denied(401, "seat_unauthorized")
    seat = services().programs.seat_of(game, secret)
    if seat is None:
        raise Denied(403, "forbidden")
    services().bot_clock.attend(game)
    return seat


# The host's.


@seats.post("/<int:number>/link")
def link(game: str, number: int) -> Response:
    """The host gives a seat that nobody has to a program."""
    require_host(game)
    require_own_origin()
    wanted = read_as(LinkWanted, body() or b"{}")
    check_fits(services().games.record(game).state, wanted.dialect)
    secret = services().programs.give_seat(game, number, wanted.dialect)
    links = {name: url_for(f".{name}", game=game) for name in CALLS}
    if wanted.dialect != "narrator":
        links[wanted.dialect] = f"{links['look']}/{wanted.dialect}"
    return answer(SeatLink(number, secret, wanted.dialect, links), 201)


@seats.delete("/<int:number>/link")
def unlink(game: str, number: int) -> Response:
    """The host takes a seat back from whatever program or phone has it."""
    require_host(game)
    require_own_origin()
    services().seats.free(game, number)
    return answer(SeatFreed(number))


# The program's.


@seats.get("/me")
def look(game: str) -> Response:
    return tell(game, require_seat(game), _in_full)


def tell(game: str, seat: int, words: Tell) -> Response:
    """Where the seat stands: at once, or with `wait` when there is something new."""
    since, notes, wait = _number("since"), _number("notes"), _number("wait", LONGEST_WAIT)
    programs = services().programs
    entries = programs.last_entry(game) if since is None else since
    last_note = programs.last_note(game) if notes is None else notes
    if not wait or programs.is_newer(game, entries, last_note):
        return answer(words(programs.situation(game, seat), since))
    # As a stream it holds up nothing else that this program asks meanwhile.
    waited = stream_with_context(_waited(game, seat, (entries, last_note), wait, words))
    return Response(waited, mimetype="application/json")


@seats.post("/me/events")
def enter(game: str) -> Response:
    seat = require_seat(game)
    require_own_origin()
    sent, key = read_as(EventsSent, body()), idempotency_key()
    record = services().games.record(game, seat)
    events = read_events(sent.events, len(record.log), record.state)
    entered = services().programs.enter(game, seat, events, sent.seen, key)
    if entered is None:
        found = services().programs.situation(game, seat)
        return answer(Proposed(found.seq, list(found.waiting)), 202)
    return _entered(entered)


@seats.post("/me/roll")
def roll(game: str) -> Response:
    """The narrator's dice, where it is this seat's roll."""
    seat = require_seat(game)
    require_own_origin()
    return _entered(services().programs.roll(game, seat))


@seats.post("/me/offer")
def offer(game: str) -> Response:
    seat = require_seat(game)
    require_own_origin()
    sent = read_as(OfferSent, body())
    services().programs.offer(game, seat, sent.give, sent.want, idempotency_key())
    return _told(game, seat, None)


@seats.post("/me/answer")
def reply(game: str) -> Response:
    seat = require_seat(game)
    require_own_origin()
    sent = read_as(AnswerSent, body())
    services().programs.answer(game, seat, sent.answer, sent.give, sent.want, sent.offer)
    return _told(game, seat, None)


@seats.post("/me/confirm")
def confirm(game: str) -> Response:
    seat = require_seat(game)
    require_own_origin()
    sent = read_as(ConfirmSent, body())
    services().programs.confirm(game, seat, sent.partner, sent.answer)
    return _told(game, seat, None)


@seats.post("/me/cancel")
def cancel(game: str) -> Response:
    seat = require_seat(game)
    require_own_origin()
    services().programs.cancel(game, seat)
    return _told(game, seat, None)


def _in_full(found: Situation, since: int | None) -> Any:
    return seat_view(found, since, language())


def _told(game: str, seat: int, since: int | None) -> Response:
    return answer(_in_full(services().programs.situation(game, seat), since))


def _waited(game: str, seat: int, known: tuple[int, int], seconds: int, words: Tell) -> Iterator[bytes]:
    """What there is after something new has come, or nothing for so long. Somebody may have lost the seat meanwhile."""
    programs = services().programs

    def sits() -> bool:
        return programs.seat_of(game, bearer()) == seat

    services().changes.wait(game, lambda: programs.is_newer(game, *known) or not sits(), seconds)
    if not sits():
        yield msgspec.json.encode(Failed(problem("forbidden")))
        return
    try:
        yield msgspec.json.encode(words(programs.situation(game, seat), known[0]))
    except Refused as refused:  # a rule was changed meanwhile, and the dialect has no words for it
        yield answer_refused(refused).get_data()


def _entered(entered: Entered) -> Response:
    last = entered.numbers[-1]
    then = msgspec.convert(public_state(entered.record.at(last).state), PublicState)
    return answer(EventsEntered(last, list(entered.numbers), then), 201)


def _number(name: str, most: int = LARGEST) -> int | None:
    """A number of the query; anything else is a bad request."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 11 and int(text) <= most):
        raise Denied(400, "bad_request")
    return int(text)
