"""A phone at the table: the same moment in its own language, and what its player may propose."""

from collections.abc import Callable
from gzip import decompress
from hashlib import sha256

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.app.files.game_files import public_file
from narrator.app.sessions import questions
from narrator.app.sessions.agreement import agree as agree_to_rules
from narrator.app.sessions.agreement import object_to
from narrator.core.message import Refused
from narrator.core.table.cards import RESOURCES, Counts
from narrator.core.table.events import AnyFact
from narrator.session.events import Answered, Offered, PhraseSaid, Voted
from narrator.storage.files.game_file import UNREADABLE
from narrator.text.render import say_refusal
from narrator.web.auth.device import this_device
from narrator.web.auth.host import is_host, remember_host
from narrator.web.auth.viewer import Member, member_at, member_secret, require_seat, require_viewer
from narrator.web.components.clock import clock_view, with_clock
from narrator.web.components.refusal import Question, own_question
from narrator.web.evening.view import browsed_view
from narrator.web.live.services import live_services
from narrator.web.phone.view import PhoneContext, phone_page
from narrator.web.practice.view import open_practice
from narrator.web.rendering.fragment import htmx, led_to, pushed, show, with_status
from narrator.web.rendering.page_query import PageQuery, page_query, parse_number
from narrator.web.rendering.table_context import TableContext, in_words_of, table_context
from narrator.web.security.guard import gzipped, gzipped_response
from narrator.web.services import services
from narrator.web.stage.view import stage_view

blueprint = Blueprint("phone", __name__)
read_facts = msgspec.json.Decoder(list[AnyFact]).decode


@blueprint.get("/g/<game>/phone")
def phone(game: str) -> ResponseReturnValue:
    """Who has no seat, or has lost it, is led to the door; who waits for one waits here."""
    me = member_at(game)
    has_waited = "asked" in request.args
    if me is not None:
        return led_to(f"/g/{game}/phone") if has_waited else _phone(game, me)
    if is_host(game) and not member_secret(game):  # a tablet that was passed, and is the table's again
        return led_to(f"/g/{game}/stage")
    seat = services().seats.asked_for(game, member_secret(game))
    if seat is None:
        return led_to(f"/join?game={game}{'&asked=1' if has_waited else ''}")
    table = table_context(game, services().games.record(game), PageQuery())
    is_taken, is_bots = seat in services().games.taken_seats(game), seat in table.locale.bots
    why = "line" if is_taken else "bot" if is_bots else "hand"
    return show("join/asked.html", "join/asked_page.html", game=game, seat=seat, why=why)


@blueprint.post("/g/<game>/seat")
def give_seat(game: str) -> ResponseReturnValue:
    """A phone that was away gives its seat to the one that asks for it, or does not."""
    seat, me = require_seat(game)
    is_given = request.form.get("verdict") == "enter"
    note = parse_number(request.form.get("note", "")) or 0
    if services().seats.answer(game, note, is_given, seat) and is_given:
        return led_to(f"/join?game={game}")
    return _after(game, me, lambda: None)


@blueprint.get("/g/<game>/table")
def table_view(game: str) -> ResponseReturnValue:
    """The stage without controls, for a television or a second tablet."""
    viewer = require_viewer(game)
    record, session = services().games.record(game), services().sessions.of(game)
    table = table_context(game, record, PageQuery())
    practice = open_practice(table, session)
    evening = browsed_view(table, session)
    return show(
        "table_view/evening.html" if evening else "table_view/table.html",
        "table_view/page.html",
        evening=evening,
        leaf=evening.page(session.browsed) if evening else None,
        stage=practice.stage if practice else stage_view(table, session),
        kicker=practice.mark if practice else "",
        game=game,
        version=live_services().hub.version_of(game, len(record.log), session.number),
        clock=clock_view(table, services().now()),
        back=viewer.home(game),
        speaker=session.speaker,
    )


@blueprint.post("/g/<game>/propose")
def propose(game: str) -> ResponseReturnValue:
    """What a seat says it did."""
    seat, me = require_seat(game)
    seen = parse_number(request.form.get("seen", "")) or 0
    text = request.form.get("events", "")
    try:
        events = read_facts(text)
    except UNREADABLE:
        return _phone(game, me, "ui.garbled", 400)
    if "anyway" not in request.form and (asked := own_question(_table(game, me, PageQuery()), seat, events)):
        return _phone(game, me, status=422, asked=asked)
    return _after(game, me, lambda: services().sessions.propose(game, seat, events, _key(game, seat, text), seen))


@blueprint.post("/g/<game>/withdraw")
def withdraw(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    note = parse_number(request.form.get("note", "")) or 0
    return _after(game, me, lambda: services().sessions.withdraw(game, note, seat))


@blueprint.post("/g/<game>/agree")
def agree(game: str) -> ResponseReturnValue:
    """A seat agrees to tonight's rules."""
    seat, me = require_seat(game)
    return _after(game, me, lambda: agree_to_rules(services().games, game, seat))


@blueprint.post("/g/<game>/disagree")
def disagree(game: str) -> ResponseReturnValue:
    """A seat says no to what was changed."""
    seat, me = require_seat(game)
    return _after(game, me, lambda: object_to(services().sessions, me.record, game, seat))


@blueprint.post("/g/<game>/vote")
def vote(game: str) -> ResponseReturnValue:
    """How a seat would rule on what the host asks."""
    seat, me = require_seat(game)
    note, way = parse_number(request.form.get("note", "")) or 1, request.form.get("way", "")[:30]
    said, state = Voted(seat=seat, note=max(1, note), way=way), me.record.state
    key = _key(game, seat, f"vote {note} {way}")
    return _after(game, me, lambda: questions.vote(services().sessions, state, game, said, key))


@blueprint.post("/g/<game>/offer")
def offer(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    offered = Offered(seat=seat, give=_counts("give"), want=_counts("want"))
    return _after(game, me, lambda: services().sessions.offer(game, offered, _key(game, seat, "offer")))


@blueprint.post("/g/<game>/answer")
def answer(game: str) -> ResponseReturnValue:
    """Yes, no or other cards; from one's own phone, or from the offerer's for somebody who has none."""
    seat, me = require_seat(game)
    note = parse_number(request.form.get("note", "")) or 0
    who = parse_number(request.form.get("seat", str(seat)))
    kind = request.form.get("answer", "")
    if who is None or kind not in ("accept", "decline", "counter"):
        return _phone(game, me, "ui.garbled", 400)
    said = Answered(seat=who, note=max(1, note), answer=kind, give=_counts("give"), want=_counts("want"))  # type: ignore[arg-type]
    return _after(game, me, lambda: services().sessions.answer(game, said, _key(game, who, f"answer {note}"), seat))


@blueprint.post("/g/<game>/choose")
def choose(game: str) -> ResponseReturnValue:
    """The offerer picks whom to trade with, on the terms that the page showed."""
    seat, me = require_seat(game)
    partner, given = parse_number(request.form.get("partner", "")), parse_number(request.form.get("answer", ""))
    return _after(
        game, me, lambda: services().sessions.choose(game, seat, -1 if partner is None else partner, given or 0)
    )


@blueprint.post("/g/<game>/say")
def say_phrase(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    said = PhraseSaid(
        seat=seat, phrase=request.form.get("phrase", "")[:30], to=parse_number(request.form.get("to", ""))
    )
    moment = str(int(services().now().timestamp()) // 2)
    key = _key(game, seat, f"say {said.phrase} {said.to} {moment}")
    return _after(game, me, lambda: services().sessions.say(game, said, key))


@blueprint.post("/g/<game>/co-host")
def co_host(game: str) -> ResponseReturnValue:
    """The phone of somebody whom the host named becomes a host's device, too."""
    seat, me = require_seat(game)
    secret = services().seats.host_secret(game, seat)
    if secret is None:
        return _phone(game, me, "ui.stale", 403)
    answer = make_response(redirect(f"/g/{game}/stage", 303))
    remember_host(answer, game, secret)
    return answer


@blueprint.get("/g/<game>/copy")
def copy(game: str) -> ResponseReturnValue:
    """The public game file, which every phone keeps."""
    require_viewer(game)
    games = services().games
    record = games.record(game)
    number = str(len(record.log))
    packed = live_services().copies.of((game,), number, lambda: public_file(games.setup(game), record).decode())
    return gzipped_response(packed, mimetype="application/json")


def _after(game: str, me: Member, deed: Callable[[], object]) -> Response:
    """The phone after something was said, or with what speaks against it."""
    trouble: Refused | None = None
    try:
        deed()
    except Refused as refused:
        trouble = refused
    now = replace(me, record=services().games.record(game, me.viewer.reads_as))
    return _phone(game, now, trouble, 422) if trouble else pushed(_phone(game, now), f"/g/{game}/phone")


def _phone(
    game: str, me: Member, trouble: Refused | str | None = None, status: int = 200, asked: Question | None = None
) -> Response:
    """The phone's page, or for htmx the fragment in it."""
    context = _sight(game, me)
    body = _fragment(game, context, _in_words(context.table, trouble), asked)
    if htmx:
        return gzipped_response(body, status)
    return with_status(render_template("phone/page.html", body=decompress(body).decode(), game=game), status)


def _sight(game: str, me: Member) -> PhoneContext:
    query = _of_this_moment(page_query(request.args if request.method == "GET" else {}))
    now, session = services().now(), services().sessions.of(game)
    table, clock = with_clock(_table(game, me, query), now)
    return PhoneContext(
        table=table,
        viewer=me.viewer,
        session=session,
        taken=me.taken,
        now=now,
        version=live_services().hub.version_of(game, len(me.record.log), session.number),
        detail="first_game" if this_device().new == "yes" else None,
        clock=clock,
    )


def _table(game: str, me: Member, query: PageQuery) -> TableContext:
    """A phone speaks its own language, a passed tablet that of whom it was passed to."""
    if me.viewer.passed and me.viewer.seat is not None:
        return in_words_of(game, me.record, query, me.viewer.seat)
    return table_context(game, me.record, query)


def _fragment(game: str, context: PhoneContext, reasons: list[str], asked: Question | None) -> bytes:
    """Compressed; the plain one is made once for all who see the same."""

    def make() -> str:
        more = {"anyway": asked, "is_club": services().club.is_open, "called": context.session.club.call}
        return render_template("phone/phone.html", game=game, reasons=reasons, **more, **phone_page(context))

    if context.table.query != PageQuery() or reasons or asked:
        return gzipped(make().encode())
    return live_services().phones.of((game, context.viewer.name, this_device()), context.number, make)


def _of_this_moment(query: PageQuery) -> PageQuery:
    """A phone speaks of now and of its own player; what happened earlier is the host's to enter."""
    return replace(query, seat=None, late=False, entry=None)


def _in_words(table: TableContext, trouble: Refused | str | None) -> list[str]:
    if trouble is None:
        return []
    if isinstance(trouble, str):
        return [table.say(trouble)]
    return [say_refusal(reason, table.locale) for reason in trouble.reasons]


def _key(game: str, seat: int, what: str) -> str:
    """The same tap from the same page is the same note, however often it comes."""
    sent = f"{game} {seat} {what} {sorted(request.form.items())}"
    return sha256(sent.encode()).hexdigest()[:32]


def _counts(name: str) -> Counts:
    """Cards as a form sends them: `ore.ore.wool`."""
    cards = request.form.get(name, "").split(".")[:40]
    return {resource: cards.count(resource) for resource in RESOURCES if resource in cards}
