"""A phone at the table: the same moment in its own language, and what its player may propose."""

from collections.abc import Callable
from gzip import decompress
from hashlib import sha256

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.table.cards import RESOURCES, Counts
from narrator.core.table.events import AnyFact
from narrator.service import questions
from narrator.service.agreement import agree as agree_to_rules
from narrator.service.agreement import object_to
from narrator.service.files import public_file
from narrator.store.game_file import UNREADABLE
from narrator.store.note import Answered, Offered, Said, Voted
from narrator.text.render import say_refusal
from narrator.web.live.station import station
from narrator.web.request.access import is_host, remember_host
from narrator.web.request.ask import Ask, as_number, ask_of
from narrator.web.request.device import this_device
from narrator.web.request.fragment import htmx, led_to, pushed, show, with_status
from narrator.web.request.guard import squeezed, squeezed_answer
from narrator.web.request.house import house
from narrator.web.request.table import Table, at_table, in_words_of
from narrator.web.request.viewer import Member, member_at, member_secret, require_seat, require_viewer
from narrator.web.views.clock import clock_view, with_clock
from narrator.web.views.evening.pages import browsed_view
from narrator.web.views.phone import Sight
from narrator.web.views.phone_page import phone_page
from narrator.web.views.practice import open_practice
from narrator.web.views.shortage import Question, own_question
from narrator.web.views.stage import stage_view

pages = Blueprint("phone", __name__)
read_facts = msgspec.json.Decoder(list[AnyFact]).decode


@pages.get("/g/<game>/phone")
def phone(game: str) -> ResponseReturnValue:
    """Who has no seat, or has lost it, is led to the door; who waits for one waits here."""
    me = member_at(game)
    has_waited = "asked" in request.args
    if me is not None:
        return led_to(f"/g/{game}/phone") if has_waited else _phone(game, me)
    if is_host(game) and not member_secret(game):  # a tablet that was passed, and is the table's again
        return led_to(f"/g/{game}/stage")
    seat = house().seats.asked_for(game, member_secret(game))
    if seat is None:
        return led_to(f"/join?game={game}{'&asked=1' if has_waited else ''}")
    table = at_table(game, house().games.record(game), Ask())
    is_taken, is_bots = seat in house().games.taken_seats(game), seat in table.voice.bots
    why = "line" if is_taken else "bot" if is_bots else "hand"
    return show("lobby/asked.html", "lobby/asked_page.html", game=game, seat=seat, why=why)


@pages.post("/g/<game>/seat")
def give_seat(game: str) -> ResponseReturnValue:
    """A phone that was away gives its seat to the one that asks for it, or does not."""
    seat, me = require_seat(game)
    is_given = request.form.get("verdict") == "enter"
    note = as_number(request.form.get("note", "")) or 0
    if house().seats.answer(game, note, is_given, seat) and is_given:
        return led_to(f"/join?game={game}")
    return _after(game, me, lambda: None)


@pages.get("/g/<game>/table")
def table_view(game: str) -> ResponseReturnValue:
    """The stage without controls, for a television or a second tablet."""
    viewer = require_viewer(game)
    record, desk = house().games.record(game), house().desks.of(game)
    table = at_table(game, record, Ask())
    practice = open_practice(table, desk)
    evening = browsed_view(table, desk)
    return show(
        "table/evening.html" if evening else "table/table.html",
        "table/page.html",
        evening=evening,
        leaf=evening.page(desk.browsed) if evening else None,
        stage=practice.stage if practice else stage_view(table, desk),
        kicker=practice.mark if practice else "",
        game=game,
        version=station().hub.version_of(game, len(record.log), desk.number),
        clock=clock_view(table, house().now()),
        back=viewer.home(game),
        speaker=desk.speaker,
    )


@pages.post("/g/<game>/propose")
def propose(game: str) -> ResponseReturnValue:
    """What a seat says it did."""
    seat, me = require_seat(game)
    seen = as_number(request.form.get("seen", "")) or 0
    text = request.form.get("events", "")
    try:
        events = read_facts(text)
    except UNREADABLE:
        return _phone(game, me, "ui.garbled", 400)
    if "anyway" not in request.form and (asked := own_question(_table(game, me, Ask()), seat, events)):
        return _phone(game, me, status=422, asked=asked)
    return _after(game, me, lambda: house().desks.propose(game, seat, events, _key(game, seat, text), seen))


@pages.post("/g/<game>/withdraw")
def withdraw(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    note = as_number(request.form.get("note", "")) or 0
    return _after(game, me, lambda: house().desks.withdraw(game, note, seat))


@pages.post("/g/<game>/agree")
def agree(game: str) -> ResponseReturnValue:
    """A seat agrees to tonight's rules."""
    seat, me = require_seat(game)
    return _after(game, me, lambda: agree_to_rules(house().games, game, seat))


@pages.post("/g/<game>/disagree")
def disagree(game: str) -> ResponseReturnValue:
    """A seat says no to what was changed."""
    seat, me = require_seat(game)
    return _after(game, me, lambda: object_to(house().desks, me.record, game, seat))


@pages.post("/g/<game>/vote")
def vote(game: str) -> ResponseReturnValue:
    """How a seat would rule on what the host asks."""
    seat, me = require_seat(game)
    note, way = as_number(request.form.get("note", "")) or 1, request.form.get("way", "")[:30]
    said, state = Voted(seat=seat, note=max(1, note), way=way), me.record.state
    key = _key(game, seat, f"vote {note} {way}")
    return _after(game, me, lambda: questions.vote(house().desks, state, game, said, key))


@pages.post("/g/<game>/offer")
def offer(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    offered = Offered(seat=seat, give=_counts("give"), want=_counts("want"))
    return _after(game, me, lambda: house().desks.offer(game, offered, _key(game, seat, "offer")))


@pages.post("/g/<game>/answer")
def answer(game: str) -> ResponseReturnValue:
    """Yes, no or other cards; from one's own phone, or from the offerer's for somebody who has none."""
    seat, me = require_seat(game)
    note = as_number(request.form.get("note", "")) or 0
    who = as_number(request.form.get("seat", str(seat)))
    kind = request.form.get("answer", "")
    if who is None or kind not in ("accept", "decline", "counter"):
        return _phone(game, me, "ui.garbled", 400)
    said = Answered(seat=who, note=max(1, note), answer=kind, give=_counts("give"), want=_counts("want"))  # type: ignore[arg-type]
    return _after(game, me, lambda: house().desks.answer(game, said, _key(game, who, f"answer {note}"), seat))


@pages.post("/g/<game>/choose")
def choose(game: str) -> ResponseReturnValue:
    """The offerer picks whom to trade with, on the terms that the page showed."""
    seat, me = require_seat(game)
    partner, given = as_number(request.form.get("partner", "")), as_number(request.form.get("answer", ""))
    return _after(game, me, lambda: house().desks.choose(game, seat, -1 if partner is None else partner, given or 0))


@pages.post("/g/<game>/say")
def say_phrase(game: str) -> ResponseReturnValue:
    seat, me = require_seat(game)
    said = Said(seat=seat, phrase=request.form.get("phrase", "")[:30], to=as_number(request.form.get("to", "")))
    moment = str(int(house().now().timestamp()) // 2)
    key = _key(game, seat, f"say {said.phrase} {said.to} {moment}")
    return _after(game, me, lambda: house().desks.say(game, said, key))


@pages.post("/g/<game>/co-host")
def co_host(game: str) -> ResponseReturnValue:
    """The phone of somebody whom the host named becomes a host's device, too."""
    seat, me = require_seat(game)
    secret = house().seats.host_secret(game, seat)
    if secret is None:
        return _phone(game, me, "ui.stale", 403)
    answer = make_response(redirect(f"/g/{game}/stage", 303))
    remember_host(answer, game, secret)
    return answer


@pages.get("/g/<game>/copy")
def copy(game: str) -> ResponseReturnValue:
    """The public game file, which every phone keeps."""
    require_viewer(game)
    games = house().games
    record = games.record(game)
    number = str(len(record.log))
    packed = station().copies.of((game,), number, lambda: public_file(games.setup(game), record).decode())
    return squeezed_answer(packed, mimetype="application/json")


def _after(game: str, me: Member, deed: Callable[[], object]) -> Response:
    """The phone after something was said, or with what speaks against it."""
    trouble: Refused | None = None
    try:
        deed()
    except Refused as refused:
        trouble = refused
    now = replace(me, record=house().games.record(game, me.viewer.reads_as))
    return _phone(game, now, trouble, 422) if trouble else pushed(_phone(game, now), f"/g/{game}/phone")


def _phone(
    game: str, me: Member, trouble: Refused | str | None = None, status: int = 200, asked: Question | None = None
) -> Response:
    """The phone's page, or for htmx the fragment in it."""
    sight = _sight(game, me)
    body = _fragment(game, sight, _in_words(sight.table, trouble), asked)
    if htmx:
        return squeezed_answer(body, status)
    return with_status(render_template("phone/page.html", body=decompress(body).decode(), game=game), status)


def _sight(game: str, me: Member) -> Sight:
    ask = _of_this_moment(ask_of(request.args if request.method == "GET" else {}))
    now, desk = house().now(), house().desks.of(game)
    table, clock = with_clock(_table(game, me, ask), now)
    return Sight(
        table=table,
        viewer=me.viewer,
        desk=desk,
        taken=me.taken,
        now=now,
        version=station().hub.version_of(game, len(me.record.log), desk.number),
        detail="first_game" if this_device().new == "yes" else None,
        clock=clock,
    )


def _table(game: str, me: Member, ask: Ask) -> Table:
    """A phone speaks its own language, a passed tablet that of whom it was passed to."""
    if me.viewer.passed and me.viewer.seat is not None:
        return in_words_of(game, me.record, ask, me.viewer.seat)
    return at_table(game, me.record, ask)


def _fragment(game: str, sight: Sight, reasons: list[str], asked: Question | None) -> bytes:
    """Compressed; the plain one is made once for all who see the same."""

    def make() -> str:
        more = {"anyway": asked, "is_club": house().club.is_open, "called": sight.desk.club.call}
        return render_template("phone/phone.html", game=game, reasons=reasons, **more, **phone_page(sight))

    if sight.table.ask != Ask() or reasons or asked:
        return squeezed(make().encode())
    return station().phones.of((game, sight.viewer.name, this_device()), sight.number, make)


def _of_this_moment(ask: Ask) -> Ask:
    """A phone speaks of now and of its own player; what happened earlier is the host's to enter."""
    return replace(ask, seat=None, late=False, entry=None)


def _in_words(table: Table, trouble: Refused | str | None) -> list[str]:
    if trouble is None:
        return []
    if isinstance(trouble, str):
        return [table.say(trouble)]
    return [say_refusal(reason, table.voice) for reason in trouble.reasons]


def _key(game: str, seat: int, what: str) -> str:
    """The same tap from the same page is the same note, however often it comes."""
    sent = f"{game} {seat} {what} {sorted(request.form.items())}"
    return sha256(sent.encode()).hexdigest()[:32]


def _counts(name: str) -> Counts:
    """Cards as a form sends them: `ore.ore.wool`."""
    cards = request.form.get(name, "").split(".")[:40]
    return {resource: cards.count(resource) for resource in RESOURCES if resource in cards}
