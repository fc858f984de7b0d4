"""A phone at the table: the same moment in its own language, and what its player may propose."""

from collections.abc import Callable
from datetime import datetime
from gzip import decompress
from hashlib import sha256

import msgspec
from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.core.message import Refused, impossible, irregular
from narrator.core.reading.public_view import public_event
from narrator.core.table.cards import RESOURCES, Counts
from narrator.core.table.events import AnyFact, RulesAgreed
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.store.game_file import UNREADABLE, write_game
from narrator.store.note import Answered, Offered, Said
from narrator.text.render import say_refusal
from narrator.web.live.fragments import Fragments
from narrator.web.live.hub import Hub
from narrator.web.panels.phone import offer_rows
from narrator.web.request.access import remember_host
from narrator.web.request.ask import Ask, as_number, ask_of
from narrator.web.request.device import this_device
from narrator.web.request.guard import squeezed, squeezed_answer
from narrator.web.request.table import Table, at_table
from narrator.web.request.viewer import Viewer, member_of, require_seat, require_viewer
from narrator.web.views.clock import clock_view, closes_actions
from narrator.web.views.phone import Phone, in_language, phone_view
from narrator.web.views.stage import stage_view

read_facts = msgspec.json.Decoder(list[AnyFact]).decode
COPIES = 500
Answer = ResponseReturnValue


def phone_pages(games: Games, desks: Desks, hub: Hub, now: Callable[[], datetime]) -> Blueprint:
    pages = Blueprint("phone", __name__)
    fragments = Fragments()
    pages.fragments = fragments  # type: ignore[attr-defined]
    copies = Fragments(COPIES)

    @pages.get("/g/<game>/phone")
    def phone(game: str) -> Answer:
        viewer = member_of(games, game)
        if viewer is None:
            return outside(game)
        return show(game, viewer)

    @pages.get("/g/<game>/table")
    def table_view(game: str) -> Answer:
        """The stage without controls, for a television or a second tablet."""
        viewer = require_viewer(games, game)
        table = at_table(game, games.record(game), Ask())
        clock, version = clock_view(table, now()), hub.version(game)
        back = f"/g/{game}/{'stage' if viewer.kind == 'host' else 'phone'}"
        return _page("table", stage=stage_view(table), game=game, version=version, clock=clock, back=back)

    @pages.post("/g/<game>/propose")
    def propose(game: str) -> Answer:
        """What a seat says it did."""
        seat = require_seat(games, game)
        seen = as_number(request.form.get("seen", "")) or 0
        text = request.form.get("events", "")
        try:
            events = read_facts(text)
            desks.propose(game, seat, events, key(game, seat, text), seen)
        except UNREADABLE:
            return show(game, Viewer("seat", seat), "ui.garbled", 400)
        except Refused as refused:
            return show(game, Viewer("seat", seat), refused, 422)
        return show(game, Viewer("seat", seat))

    @pages.post("/g/<game>/withdraw")
    def withdraw(game: str) -> Answer:
        seat = require_seat(games, game)
        desks.withdraw(game, as_number(request.form.get("note", "")) or 0, seat)
        return show(game, Viewer("seat", seat))

    @pages.post("/g/<game>/agree")
    def agree(game: str) -> Answer:
        """A seat agrees to tonight's rules: its own word, so it is entered at once."""
        seat = require_seat(games, game)
        state = games.record(game).state
        if seat in state.agreed:
            return show(game, Viewer("seat", seat))
        agreed = RulesAgreed(seat=seat)
        return done(game, seat, lambda: games.enter(game, [agreed], None, f"agreed {seat} {state.seq}"))

    @pages.post("/g/<game>/offer")
    def offer(game: str) -> Answer:
        seat = require_seat(games, game)
        table = at_table(game, games.record(game), Ask())
        if closes_actions(clock_view(table, now())):
            return show(game, Viewer("seat", seat), Refused(irregular("clock.closed", seat=seat)), 422)
        offered = Offered(seat=seat, give=counts("give"), want=counts("want"), seen=len(games.record(game).log))
        return done(game, seat, lambda: desks.offer(game, offered, key(game, seat, "offer")))

    @pages.post("/g/<game>/answer")
    def answer(game: str) -> Answer:
        """Yes, no or other cards; from one's own phone, or from the offerer's for somebody who has none."""
        seat = require_seat(games, game)
        note = as_number(request.form.get("note", "")) or 0
        who = as_number(request.form.get("seat", str(seat)))
        kind = request.form.get("answer", "")
        if who is None or kind not in ("accept", "decline", "counter"):
            return show(game, Viewer("seat", seat), "ui.garbled", 400)
        if who != seat and not may_answer_for(game, seat, who):
            return show(game, Viewer("seat", seat), Refused(impossible("proposal.another_seat")), 422)
        said = Answered(seat=who, note=max(1, note), answer=kind, give=counts("give"), want=counts("want"))  # type: ignore[arg-type]
        return done(game, seat, lambda: desks.answer(game, said, key(game, who, f"answer {note}")))

    def may_answer_for(game: str, seat: int, other: int) -> bool:
        """The offerer's phone is passed round to those who have none."""
        current = desks.offer_in(game)
        return current is not None and current.offer.seat == seat and other not in games.taken_seats(game)

    @pages.post("/g/<game>/choose")
    def choose(game: str) -> Answer:
        """The offerer picks whom to trade with, on the terms that the page showed."""
        seat = require_seat(games, game)
        partner, given = as_number(request.form.get("partner", "")), as_number(request.form.get("answer", ""))
        return done(game, seat, lambda: desks.choose(game, seat, -1 if partner is None else partner, given or 0))

    @pages.post("/g/<game>/say")
    def say_phrase(game: str) -> Answer:
        seat = require_seat(games, game)
        to = as_number(request.form.get("to", ""))
        phrase = request.form.get("phrase", "")[:30]
        moment = str(int(now().timestamp()) // 2)
        said = Said(seat=seat, phrase=phrase, to=to)
        return done(game, seat, lambda: desks.say(game, said, key(game, seat, f"say {phrase} {to} {moment}")))

    @pages.post("/g/<game>/co-host")
    def co_host(game: str) -> Answer:
        """The phone of somebody whom the host named becomes a host's device, too."""
        seat = require_seat(games, game)
        if seat not in desks.of(game).co_hosts:
            return show(game, Viewer("seat", seat), "ui.stale", 403)
        answer = make_response(redirect(f"/g/{game}/stage", 303))
        remember_host(answer, game, games.new_host_secret(game))
        return answer

    @pages.get("/g/<game>/copy")
    def copy(game: str) -> Answer:
        """The public game file, which every phone keeps: no stolen card is named in it."""
        require_viewer(games, game)
        log = games.record(game).log

        def make() -> str:
            return write_game(games.setup(game), [public_event(event) for event in log]).decode()

        return squeezed_answer(copies.of((game,), str(len(log)), make), mimetype="application/json")

    def done(game: str, seat: int, deed: Callable[[], object]) -> Answer:
        try:
            deed()
        except Refused as refused:
            return show(game, Viewer("seat", seat), refused, 422)
        return show(game, Viewer("seat", seat))

    def show(game: str, viewer: Viewer, trouble: Refused | str | None = None, status: int = 200) -> Response:
        """The phone's page, or for htmx the fragment in it; the plain one is made once for all who see the same."""
        record = games.record(game)
        ask = of_this_moment(ask_of(request.args if request.method == "GET" else {}))
        table = at_table(game, record, ask)
        clock = clock_view(table, now())
        table = replace(table, closed=closes_actions(clock))
        g.theme = record.state.game.theme
        desk = desks.of(game)
        version = hub.version_of(game, len(record.log), desk.number)
        detail = "first_game" if this_device().new == "yes" else None
        reasons = trouble_in_words(table, trouble)
        phrases = (*desk.heard(viewer.seat, now()), *desk.said_by(viewer.seat, now()))

        def make() -> str:
            view = phone_view(table, viewer, desk, now(), version, detail, clock)
            return render_template("phone/phone.html", phone=view, game=game, reasons=reasons, **extras(table, view))

        device = this_device()
        is_up = clock is not None and clock.is_up
        with_phone = len(games.taken_seats(game)) if desk.offer is not None else 0
        number = f"{len(record.log)}.{desk.number}.{len(phrases)}.{is_up}.{with_phone}"
        is_plain = ask == Ask() and not reasons
        body = fragments.of((game, viewer.name, device), number, make) if is_plain else squeezed(make().encode())
        if request.headers.get("HX-Request"):
            answer = squeezed_answer(body, status)
        else:
            text = decompress(body).decode()
            page = render_template("phone/page.html", body=text, game=game, theme=record.state.game.theme)
            answer = make_response(page, status)
        if request.method == "POST" and status == 200:
            answer.headers["HX-Push-Url"] = f"/g/{game}/phone"
        return answer

    def extras(table: Table, view: Phone) -> dict[str, object]:
        """What a phone's own panels need: an offer being made or passed round, a helper card."""
        ask = table.ask
        found: dict[str, object] = {
            "give": ask.list("give"),
            "want": ask.list("want"),
            "offering": None,
            "passed": None,
        }
        is_mine = view.offer is not None and view.offer.mine
        can_answer = view.offer is not None and not is_mine and view.seat is not None
        if (ask.do == "offer" and view.can_offer) or (ask.do == "counter" and can_answer):
            found["offering"] = offer_rows(table, ask.list("give"), ask.list("want"))
        taken, to = games.taken_seats(table.game), ask.number("to")
        if ask.do == "pass" and is_mine and to is not None and to < len(table.now.seats) and to not in taken:
            other = in_language(table, table.now.seats[to].language)
            found["passed"] = (to, phone_view(other, view.viewer, desks.of(table.game), now(), "", None, None), other)
        found["taken"] = taken
        return found

    return pages


def outside(game: str) -> Answer:
    """A phone that has no seat or has lost it: to the door. For htmx as an order, or it would put the door's page into
    its own."""
    door = f"/join?game={game}"
    return ("", 200, {"HX-Redirect": door}) if request.headers.get("HX-Request") else redirect(door, 303)


def of_this_moment(ask: Ask) -> Ask:
    """A phone speaks of now and of its own player; what happened earlier is the host's to enter."""
    return replace(ask, seat=None, late=False, entry=None)


def trouble_in_words(table: Table, trouble: Refused | str | None) -> list[str]:
    if trouble is None:
        return []
    if isinstance(trouble, str):
        return [table.say(trouble)]
    return [say_refusal(reason, table.voice) for reason in trouble.reasons]


def key(game: str, seat: int, what: str) -> str:
    """The same tap from the same page is the same note, however often it comes."""
    sent = f"{game} {seat} {what} {sorted(request.form.items())}"
    return sha256(sent.encode()).hexdigest()[:32]


def counts(name: str) -> Counts:
    """Cards as a form sends them: `ore.ore.wool`."""
    cards = request.form.get(name, "").split(".")[:40]
    return {resource: cards.count(resource) for resource in RESOURCES if resource in cards}


def _page(name: str, **context: object) -> ResponseReturnValue:
    part = f"{name}/{name}.html" if request.headers.get("HX-Request") else f"{name}/page.html"
    return render_template(part, **context)
