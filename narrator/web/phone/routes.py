"""A player's phone: the table in its own language, and what its player may propose."""

from collections.abc import Callable
from gzip import decompress
from hashlib import sha256

import msgspec
from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.app.files.game_files import public_file
from narrator.app.sessions import narration, votes
from narrator.core.message import Refused
from narrator.core.table.cards import Counts
from narrator.core.table.events import DECODE_ERRORS, AnyFact
from narrator.session.events import Answered, Offered, PhraseSaid, Voted
from narrator.text.render import say_refusal
from narrator.web.auth.host_access import is_host, redirect_as_host
from narrator.web.auth.preferences import current_preferences
from narrator.web.auth.viewer import PhoneAccess, current_phone_access, phone_secret, require_seat, require_viewer
from narrator.web.components.clock import with_clock
from narrator.web.live.live_services import live_services
from narrator.web.panels.panel import count_cards
from narrator.web.panels.shortage import ShortageQuestion, phone_shortage_question
from narrator.web.phone.view import PhoneContext, phone_view
from narrator.web.rendering.page_query import PageQuery, form_number, page_query, parse_number
from narrator.web.rendering.responses import htmx, push_url, redirect_to, render_fragment_or_page
from narrator.web.rendering.table_context import TableContext, current_table, page_table_context, passed_table_context
from narrator.web.security.guard import gzip_body, gzipped_response
from narrator.web.services import services

blueprint = Blueprint("phone", __name__)
decode_facts = msgspec.json.Decoder(list[AnyFact]).decode


@blueprint.get("/g/<game>/phone")
def phone(game: str) -> ResponseReturnValue:
    """Show the phone's page, or that it waits for a seat. A phone without a seat is redirected to join the game."""
    access = current_phone_access(game)
    has_waited = "asked" in request.args
    if access is not None:
        return redirect_to(f"/g/{game}/phone") if has_waited else _render_phone(game, access)
    if is_host(game) and not phone_secret(game):  # a passed tablet that is the host's again
        return redirect_to(f"/g/{game}/stage")
    seat = services().seats.asked_for(game, phone_secret(game))
    if seat is None:
        return redirect_to(f"/join?game={game}{'&asked=1' if has_waited else ''}")
    is_taken, is_bots = seat in services().games.access.taken_seats(game), seat in current_table(game).locale.bot_seats
    reason = "line" if is_taken else "bot" if is_bots else "hand"
    return render_fragment_or_page("join/waiting.html", "join/waiting_page.html", game=game, seat=seat, reason=reason)


@blueprint.post("/g/<game>/seat")
def give_seat(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    is_given = request.form.get("verdict") == "enter"
    if services().seats.answer(game, form_number("note") or 0, is_given, seat) and is_given:
        return redirect_to(f"/join?game={game}")
    return _act(game, access, lambda: None)


@blueprint.post("/g/<game>/propose")
def propose(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    last_seen_entry = form_number("seen") or 0
    text = request.form.get("events", "")
    try:
        events = decode_facts(text)
    except DECODE_ERRORS:
        return _render_phone(game, access, "ui.garbled", 400)
    if "anyway" not in request.form:
        question = phone_shortage_question(_table_context(game, access, PageQuery()), seat, events)
        if question:
            return _render_phone(game, access, status=422, question=question)
    key = _idempotency_key(game, seat, text)
    return _act(game, access, lambda: services().proposals.propose(game, seat, events, key, last_seen_entry))


@blueprint.post("/g/<game>/withdraw")
def withdraw(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    return _act(game, access, lambda: services().sessions.withdraw(game, form_number("note") or 0, seat))


@blueprint.post("/g/<game>/agree")
def agree(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    return _act(game, access, lambda: votes.agree_to_rules(services().games, game, seat))


@blueprint.post("/g/<game>/disagree")
def disagree(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    return _act(game, access, lambda: votes.object_to_rules(services().sessions, access.record, game, seat))


@blueprint.post("/g/<game>/vote")
def cast_vote(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    number, way = form_number("note") or 1, request.form.get("way", "")[:30]
    voted, state = Voted(seat=seat, vote_number=max(1, number), ruling=way), access.record.state
    key = _idempotency_key(game, seat, f"vote {number} {way}")
    return _act(game, access, lambda: votes.vote(services().sessions, state, game, voted, key))


@blueprint.post("/g/<game>/offer")
def make_offer(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    offered = Offered(seat=seat, give=_counts("give"), want=_counts("want"))
    return _act(game, access, lambda: services().trades.offer(game, offered, _idempotency_key(game, seat, "offer")))


@blueprint.post("/g/<game>/answer")
def answer_offer(game: str) -> ResponseReturnValue:
    """Accept, decline or counter an offer, on one's own phone or for another player on the offerer's phone."""
    seat, access = require_seat(game)
    number = form_number("note") or 0
    who = parse_number(request.form.get("seat", str(seat)))
    kind = request.form.get("answer", "")
    if who is None or kind not in ("accept", "decline", "counter"):
        return _render_phone(game, access, "ui.garbled", 400)
    answered = Answered(seat=who, offer_number=max(1, number), answer=kind, give=_counts("give"), want=_counts("want"))  # type: ignore[arg-type]
    key = _idempotency_key(game, who, f"answer {number}")
    return _act(game, access, lambda: services().trades.answer(game, answered, key, seat))


@blueprint.post("/g/<game>/choose")
def choose_answer(game: str) -> ResponseReturnValue:
    """Trade with one of those who answered, on the terms that the page showed."""
    seat, access = require_seat(game)
    partner, number = form_number("partner"), form_number("answer") or 0
    chosen = -1 if partner is None else partner
    return _act(game, access, lambda: services().trades.accept_answer(game, seat, chosen, number))


@blueprint.post("/g/<game>/say")
def say_phrase(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    said = PhraseSaid(seat=seat, phrase=request.form.get("phrase", "")[:30], to=form_number("to"))
    two_seconds = int(services().now().timestamp()) // 2  # the same phrase is said once in this time
    key = _idempotency_key(game, seat, f"say {said.phrase} {said.to} {two_seconds}")
    return _act(game, access, lambda: narration.say_phrase(services().sessions, access.record.state, game, said, key))


@blueprint.post("/g/<game>/co-host")
def co_host(game: str) -> ResponseReturnValue:
    seat, access = require_seat(game)
    secret = services().seats.host_secret(game, seat)
    if secret is None:
        return _render_phone(game, access, "ui.stale", 403)
    return redirect_as_host(game, secret)


@blueprint.get("/g/<game>/copy")
def public_copy(game: str) -> ResponseReturnValue:
    require_viewer(game)
    games = services().games
    record = games.record_of(game)
    version = str(len(record.log))
    packed = live_services().game_copies.get((game,), version, lambda: public_file(games.setup(game), record).decode())
    return gzipped_response(packed, mimetype="application/json")


def _act(game: str, access: PhoneAccess, action: Callable[[], object]) -> Response:
    """Run an action and show the phone after it, or why it was refused."""
    refused: Refused | None = None
    try:
        action()
    except Refused as error:
        refused = error
    access = replace(access, record=services().games.record_of(game, access.viewer.record_seat))
    if refused:
        return _render_phone(game, access, refused, 422)
    return push_url(_render_phone(game, access), f"/g/{game}/phone")


def _render_phone(
    game: str,
    access: PhoneAccess,
    problem: Refused | str | None = None,
    status: int = 200,
    question: ShortageQuestion | None = None,
) -> Response:
    context = _phone_context(game, access)
    body = _gzipped_fragment(game, context, _describe_problem(context.table, problem), question)
    if htmx:
        return gzipped_response(body, status)
    return Response(render_template("phone/page.html", body=decompress(body).decode(), game=game), status)


def _phone_context(game: str, access: PhoneAccess) -> PhoneContext:
    # A phone is about now and its own player; only the host enters what happened earlier.
    query = page_query(request.args if request.method == "GET" else {})
    query = replace(query, seat=None, late=False, entry=None)
    now, session = services().now(), services().sessions.session_of(game)
    table, clock = with_clock(_table_context(game, access, query), now)
    return PhoneContext(
        table=table,
        viewer=access.viewer,
        session=session,
        seats_with_phone=access.taken_seats,
        now=now,
        version=live_services().hub.page_version(game, access.record, session),
        detail="first_game" if current_preferences().novice == "yes" else None,
        clock=clock,
    )


def _table_context(game: str, access: PhoneAccess, query: PageQuery) -> TableContext:
    """Return the table in the phone's language, or on a passed tablet in that of its current holder."""
    if access.viewer.is_passed_tablet and access.viewer.seat is not None:
        return passed_table_context(game, access.record, query, access.viewer.seat)
    return page_table_context(game, access.record, query)


def _gzipped_fragment(
    game: str, context: PhoneContext, problems: list[str], question: ShortageQuestion | None
) -> bytes:
    """Render the fragment; the one without a query is cached as it is sent, gzipped."""

    def make() -> str:
        return render_template(
            "phone/phone.html",
            game=game,
            phone=phone_view(context),
            problems=problems,
            shortage_question=question,
            has_club=services().club.is_open,
        )

    if context.table.query != PageQuery() or problems or question:
        return gzip_body(make().encode())
    reader = (game, context.viewer.name, current_preferences())
    return live_services().phone_pages.get(reader, context.cache_version, make)


def _describe_problem(table: TableContext, problem: Refused | str | None) -> list[str]:
    if problem is None:
        return []
    if isinstance(problem, str):
        return [table.say(problem)]
    return [say_refusal(reason, table.locale) for reason in problem.reasons]


def _idempotency_key(game: str, seat: int, what: str) -> str:
    """Return an idempotency key: the same tap from the same page is one session event, however often it is sent."""
    sent = f"{game} {seat} {what} {sorted(request.form.items())}"
    return sha256(sent.encode()).hexdigest()[:32]


def _counts(name: str) -> Counts:
    """Parse cards as a form sends them: `ore.ore.wool`."""
    return count_cards(request.form.get(name, "").split(".")[:40])
