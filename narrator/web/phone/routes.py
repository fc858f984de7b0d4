"""A player's phone: the table in its own language, and what its player may propose."""

from collections.abc import Callable
from gzip import decompress
from hashlib import sha256

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.app.files.game_files import public_file
from narrator.app.sessions import narration, votes
from narrator.app.sessions.votes import agree as agree_to_rules
from narrator.app.sessions.votes import object_to
from narrator.core.message import Refused
from narrator.core.table.cards import Counts
from narrator.core.table.events import AnyFact
from narrator.session.events import Answered, Offered, PhraseSaid, Voted
from narrator.storage.files.game_file import UNREADABLE
from narrator.text.render import say_refusal
from narrator.web.auth.device import this_device
from narrator.web.auth.host_access import is_host, remember_host
from narrator.web.auth.viewer import Member, current_member, member_secret, require_seat, require_viewer
from narrator.web.components.clock import clock_view, with_clock
from narrator.web.components.refusal import Question, phone_shortage_question
from narrator.web.live.live_services import live_services
from narrator.web.panels.panel import count_cards
from narrator.web.phone.view import PhoneContext, phone_page
from narrator.web.practice.view import open_practice
from narrator.web.rendering.page_query import PageQuery, page_query, parse_number
from narrator.web.rendering.responses import htmx, push_url, redirect_to, show
from narrator.web.rendering.table_context import TableContext, page_table_context, passed_table_context
from narrator.web.security.guard import gzipped, gzipped_response
from narrator.web.services import services
from narrator.web.stage.view import stage_view
from narrator.web.stats.view import browsed_stats

blueprint = Blueprint("phone", __name__)
decode_facts = msgspec.json.Decoder(list[AnyFact]).decode


@blueprint.get("/g/<game>/phone")
def phone(game: str) -> ResponseReturnValue:
    """Show the phone's page, or that it waits for a seat. A phone without a seat is redirected to join the game."""
    me = current_member(game)
    has_waited = "asked" in request.args
    if me is not None:
        return redirect_to(f"/g/{game}/phone") if has_waited else _phone(game, me)
    if is_host(game) and not member_secret(game):  # a passed tablet that is the host's again
        return redirect_to(f"/g/{game}/stage")
    seat = services().seats.asked_for(game, member_secret(game))
    if seat is None:
        return redirect_to(f"/join?game={game}{'&asked=1' if has_waited else ''}")
    table = page_table_context(game, services().games.record_of(game), PageQuery())
    is_taken, is_bots = seat in services().games.taken_seats(game), seat in table.locale.bots
    why = "line" if is_taken else "bot" if is_bots else "hand"
    return show("join/asked.html", "join/asked_page.html", game=game, seat=seat, why=why)


@blueprint.post("/g/<game>/seat")
def give_seat(game: str) -> ResponseReturnValue:
    """Let another device have this seat, or refuse it."""
    seat, me = require_seat(game)
    is_given = request.form.get("verdict") == "enter"
    if services().seats.answer(game, _form_number("note") or 0, is_given, seat) and is_given:
        return redirect_to(f"/join?game={game}")
    return _after(game, me, lambda: None)


@blueprint.get("/g/<game>/table")
def table_view(game: str) -> ResponseReturnValue:
    """Show the stage without controls, for a television or a second tablet."""
    viewer = require_viewer(game)
    record, session = services().games.record_of(game), services().sessions.session_of(game)
    table = page_table_context(game, record, PageQuery())
    practice = open_practice(table, session)
    evening = browsed_stats(table, session)
    return show(
        "table_view/stats.html" if evening else "table_view/table.html",
        "table_view/page.html",
        evening=evening,
        leaf=evening.page(session.end.stats_page) if evening else None,
        stage=practice.stage if practice else stage_view(table, session),
        kicker=practice.mark if practice else "",
        game=game,
        version=live_services().hub.page_version(game, record, session),
        clock=clock_view(table, services().now()),
        back=viewer.home_path(game),
        speaker=session.speaker.device,
    )


@blueprint.post("/g/<game>/propose")
def propose(game: str) -> ResponseReturnValue:
    """Propose what the player did; the host confirms it."""
    seat, me = require_seat(game)
    seen = _form_number("seen") or 0
    text = request.form.get("events", "")
    try:
        events = decode_facts(text)
    except UNREADABLE:
        return _phone(game, me, "ui.garbled", 400)
    if "anyway" not in request.form and (asked := phone_shortage_question(_table(game, me, PageQuery()), seat, events)):
        return _phone(game, me, status=422, asked=asked)
    return _after(game, me, lambda: services().proposals.propose(game, seat, events, _key(game, seat, text), seen))


@blueprint.post("/g/<game>/withdraw")
def withdraw(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    return _after(game, me, lambda: services().sessions.withdraw(game, _form_number("note") or 0, seat))


@blueprint.post("/g/<game>/agree")
def agree(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    return _after(game, me, lambda: agree_to_rules(services().games, game, seat))


@blueprint.post("/g/<game>/disagree")
def disagree(game: str) -> ResponseReturnValue:
    """Reject a change of the rules."""
    seat, me = require_seat(game)
    return _after(game, me, lambda: object_to(services().sessions, me.record, game, seat))


@blueprint.post("/g/<game>/vote")
def vote(game: str) -> ResponseReturnValue:
    """Vote on a ruling that the host asks for."""
    seat, me = require_seat(game)
    note, way = _form_number("note") or 1, request.form.get("way", "")[:30]
    voted, state = Voted(seat=seat, note=max(1, note), way=way), me.record.state
    key = _key(game, seat, f"vote {note} {way}")
    return _after(game, me, lambda: votes.vote(services().sessions, state, game, voted, key))


@blueprint.post("/g/<game>/offer")
def offer(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    offered = Offered(seat=seat, give=_counts("give"), want=_counts("want"))
    return _after(game, me, lambda: services().trades.offer(game, offered, _key(game, seat, "offer")))


@blueprint.post("/g/<game>/answer")
def answer(game: str) -> ResponseReturnValue:
    """Accept, decline or counter an offer, on one's own phone or for another player on the offerer's phone."""
    seat, me = require_seat(game)
    note = _form_number("note") or 0
    who = parse_number(request.form.get("seat", str(seat)))
    kind = request.form.get("answer", "")
    if who is None or kind not in ("accept", "decline", "counter"):
        return _phone(game, me, "ui.garbled", 400)
    answered = Answered(seat=who, note=max(1, note), answer=kind, give=_counts("give"), want=_counts("want"))  # type: ignore[arg-type]
    return _after(game, me, lambda: services().trades.answer(game, answered, _key(game, who, f"answer {note}"), seat))


@blueprint.post("/g/<game>/choose")
def choose(game: str) -> ResponseReturnValue:
    """Trade with one of those who answered, on the terms that the page showed."""
    seat, me = require_seat(game)
    partner, number = _form_number("partner"), _form_number("answer") or 0
    return _after(
        game, me, lambda: services().trades.accept_answer(game, seat, -1 if partner is None else partner, number)
    )


@blueprint.post("/g/<game>/say")
def say_phrase(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    said = PhraseSaid(seat=seat, phrase=request.form.get("phrase", "")[:30], to=_form_number("to"))
    moment = str(int(services().now().timestamp()) // 2)
    key = _key(game, seat, f"say {said.phrase} {said.to} {moment}")
    return _after(game, me, lambda: narration.say_phrase(services().sessions, me.record.state, game, said, key))


@blueprint.post("/g/<game>/co-host")
def co_host(game: str) -> ResponseReturnValue:
    """Make the phone of a co-host a host's device, too."""
    seat, me = require_seat(game)
    secret = services().seats.host_secret(game, seat)
    if secret is None:
        return _phone(game, me, "ui.stale", 403)
    answer = make_response(redirect(f"/g/{game}/stage", 303))
    remember_host(answer, game, secret)
    return answer


@blueprint.get("/g/<game>/copy")
def copy(game: str) -> ResponseReturnValue:
    """Return the public game file, which every phone keeps."""
    require_viewer(game)
    games = services().games
    record = games.record_of(game)
    number = str(len(record.log))
    packed = live_services().game_copies.get((game,), number, lambda: public_file(games.setup(game), record).decode())
    return gzipped_response(packed, mimetype="application/json")


def _after(game: str, me: Member, action: Callable[[], object]) -> Response:
    """Run an action and show the phone after it, or why it was refused."""
    trouble: Refused | None = None
    try:
        action()
    except Refused as refused:
        trouble = refused
    now = replace(me, record=services().games.record_of(game, me.viewer.record_seat))
    return _phone(game, now, trouble, 422) if trouble else push_url(_phone(game, now), f"/g/{game}/phone")


def _phone(
    game: str, me: Member, trouble: Refused | str | None = None, status: int = 200, asked: Question | None = None
) -> Response:
    """Render the phone's page, or for htmx the fragment in it."""
    context = _phone_context(game, me)
    body = _fragment(game, context, _trouble_texts(context.table, trouble), asked)
    if htmx:
        return gzipped_response(body, status)
    return Response(render_template("phone/page.html", body=decompress(body).decode(), game=game), status)


def _phone_context(game: str, me: Member) -> PhoneContext:
    # A phone is about now and its own player; only the host enters what happened earlier.
    asked = page_query(request.args if request.method == "GET" else {})
    query = replace(asked, seat=None, late=False, entry=None)
    now, session = services().now(), services().sessions.session_of(game)
    table, clock = with_clock(_table(game, me, query), now)
    return PhoneContext(
        table=table,
        viewer=me.viewer,
        session=session,
        taken=me.taken_seats,
        now=now,
        version=live_services().hub.page_version(game, me.record, session),
        detail="first_game" if this_device().new == "yes" else None,
        clock=clock,
    )


def _table(game: str, me: Member, query: PageQuery) -> TableContext:
    """Return the table in the phone's language, or on a passed tablet in that of its current holder."""
    if me.viewer.is_passed_tablet and me.viewer.seat is not None:
        return passed_table_context(game, me.record, query, me.viewer.seat)
    return page_table_context(game, me.record, query)


def _fragment(game: str, context: PhoneContext, reasons: list[str], asked: Question | None) -> bytes:
    """Return the gzipped fragment; the one without a query is cached for all devices that see the same."""

    def make() -> str:
        more = {"anyway": asked, "is_club": services().club.is_open, "called": context.session.club.call}
        return render_template("phone/phone.html", game=game, reasons=reasons, **more, **phone_page(context))

    if context.table.query != PageQuery() or reasons or asked:
        return gzipped(make().encode())
    return live_services().phone_pages.get((game, context.viewer.name, this_device()), context.number, make)


def _trouble_texts(table: TableContext, trouble: Refused | str | None) -> list[str]:
    if trouble is None:
        return []
    if isinstance(trouble, str):
        return [table.say(trouble)]
    return [say_refusal(reason, table.locale) for reason in trouble.reasons]


def _key(game: str, seat: int, what: str) -> str:
    """Return an idempotency key: the same tap from the same page is one session event, however often it is sent."""
    sent = f"{game} {seat} {what} {sorted(request.form.items())}"
    return sha256(sent.encode()).hexdigest()[:32]


def _counts(name: str) -> Counts:
    """Parse cards as a form sends them: `ore.ore.wool`."""
    return count_cards(request.form.get(name, "").split(".")[:40])


def _form_number(name: str) -> int | None:
    return request.form.get(name, type=parse_number)
