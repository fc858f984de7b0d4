"""The host's stage: the page, and every tap on it."""

from hashlib import sha256

import msgspec
from flask import Blueprint, Response, g, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.core.events import AnyEvent
from narrator.core.message import Refusal
from narrator.core.message import Refused as CoreRefused
from narrator.core.record import Record
from narrator.core.setup import BoardSetup, Setup
from narrator.script.helper_cards import helper_cards
from narrator.service.answers import EntryRefused, KeyReused, Stale
from narrator.service.games import Games

from .access import remember_host, require_host
from .ask import Ask, ask_of
from .device import this_device
from .stage_view import Refused, card_view, refused_view, stage_view
from .table import Table, table_of
from .words import voice_of

read_events = msgspec.json.Decoder(list[AnyEvent]).decode


def stage_pages(games: Games) -> Blueprint:
    pages = Blueprint("stage", __name__)

    @pages.get("/g/<game>/host/<secret>")
    def become_host(game: str, secret: str) -> ResponseReturnValue:
        """The host's link: from here on this device is the host's."""
        games.setup(game)
        answer = make_response(redirect(f"/g/{game}/stage", 303))
        if not games.is_host(game, secret):
            return render_template("error.html", key="error.secret"), 403
        remember_host(answer, game, secret)
        return answer

    @pages.get("/g/<game>/")
    @pages.get("/g/<game>/stage")
    def stage(game: str) -> ResponseReturnValue:
        require_host(games, game)
        return page(at_table(game, games.record(game), ask_of(request.args)))

    @pages.post("/g/<game>/enter")
    def enter(game: str) -> ResponseReturnValue:
        """One tap: what happened, judged and recorded, and the stage as it is then."""
        require_host(games, game)
        text = request.form.get("events", "")
        seen = request.form.get("seen", type=int)
        try:
            events = tuple(read_events(text.encode()))
        except (msgspec.DecodeError, UnicodeError):
            return page(at_table(game, games.record(game), Ask()), notice="ui.garbled", status=400)
        try:
            entered = games.enter(game, events, seen, key_of(seen, text))
        except Stale:
            return page(at_table(game, games.record(game), Ask()), notice="ui.stale", status=409)
        except KeyReused:
            return page(at_table(game, games.record(game), Ask()), notice="ui.stale", status=409)
        except EntryRefused as refused:
            return at_odds(games, game, refused.reasons, events)
        except CoreRefused as refused:
            return at_odds(games, game, refused.reasons, events)
        if not request.headers.get("HX-Request"):
            return redirect(f"/g/{game}/stage", 303)
        return page(at_table(game, entered.record, Ask()), fresh=True, url=f"/g/{game}/stage")

    @pages.get("/g/<game>/file")
    def file(game: str) -> ResponseReturnValue:
        """The game file, to keep or to go on with elsewhere."""
        require_host(games, game)
        answer = Response(games.file(game), mimetype="application/json")
        answer.headers["Content-Disposition"] = f'attachment; filename="narrator-{game}.json"'
        return answer

    @pages.post("/g/<game>/rematch")
    def rematch(game: str) -> ResponseReturnValue:
        """The same people, rules and kind of board again."""
        require_host(games, game)
        new = games.create(again(games.setup(game)))
        answer = make_response(redirect(f"/g/{new.id}/stage", 303))
        remember_host(answer, new.id, new.secret)
        return answer

    return pages


def again(setup: Setup) -> Setup:
    """The same table; a board that chance laid is laid anew."""
    board = setup.board
    if board is None or board.layout not in ("spiral", "random_tokens"):
        return setup
    return replace(setup, board=BoardSetup(board.layout))


def key_of(seen: int | None, text: str) -> str:
    """The same tap on the same moment is the same entry, however often and from whichever device it comes."""
    return request.form.get("key") or sha256(f"{seen} {text}".encode()).hexdigest()[:32]


def at_table(game: str, record: Record, ask: Ask) -> Table:
    device = this_device()
    g.voice = voice_of(record.state, device.lang)
    return table_of(game, record, g.voice, device, ask)


def at_odds(games: Games, game: str, reasons: tuple[Refusal, ...], events: tuple[AnyEvent, ...]) -> Response:
    """Nothing was entered: say why, and what can be done."""
    table = at_table(game, games.record(game), Ask())
    return page(table, refused=refused_view(table, reasons, events), status=422)


def page(
    table: Table,
    refused: Refused | None = None,
    notice: str = "",
    fresh: bool = False,
    status: int = 200,
    url: str | None = None,
) -> Response:
    """The stage: the whole page, or for htmx the fragment that it includes."""
    said = table.say(notice) if notice else ""
    view = stage_view(table, refused, said, fresh)
    asked_card = helper_cards(table.now).get(table.ask.pick("card"))
    card = card_view(asked_card, table.voice) if asked_card else None
    name = "stage/stage.html" if request.headers.get("HX-Request") else "stage/page.html"
    answer = make_response(render_template(name, stage=view, card=card, game=table.game), status)
    if url:
        answer.headers["HX-Push-Url"] = url
    return answer
