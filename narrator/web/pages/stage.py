"""The host's stage: the page, and every tap on it."""

from collections.abc import Callable
from datetime import datetime
from hashlib import sha256

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import asdict, replace

from narrator.core.play.app_dice import next_dice
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, DiceRolled
from narrator.core.table.rules import house_rules
from narrator.core.table.setup import BoardSetup, Player, Setup
from narrator.core.table.state import GameState
from narrator.script.helper_cards import helper_cards
from narrator.service.answers import EntryRefused, KeyReused, Stale
from narrator.service.desks import Desks, note_key
from narrator.service.games import Games
from narrator.store.game_file import UNREADABLE
from narrator.web.live.hub import Hub
from narrator.web.panels.dice import way_to_roll
from narrator.web.request.access import remember_host, require_host
from narrator.web.request.address import own_path
from narrator.web.request.ask import Ask, as_number, ask_of
from narrator.web.request.table import at_table
from narrator.web.views.clock import clock_view, closes_actions
from narrator.web.views.explanations import card_view
from narrator.web.views.refusal import RefusedView, refused_view
from narrator.web.views.stage import proposals_view, stage_view
from narrator.web.views.talk import offer_view, phrases

read_events = msgspec.json.Decoder(list[AnyEvent]).decode


def stage_pages(
    games: Games, desks: Desks, hub: Hub, now: Callable[[], datetime], pick: Callable[[int], int]
) -> Blueprint:
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
        return page(game, games.record(game), ask_of(request.args))

    @pages.post("/g/<game>/enter")
    def enter(game: str) -> ResponseReturnValue:
        """One tap: what happened, judged and recorded, and the stage as it is then."""
        require_host(games, game)
        text = request.form.get("events", "")
        seen = request.form.get("seen", type=int)
        note = as_number(request.form.get("note", ""))
        try:
            events = tuple(read_events(text))
        except UNREADABLE:
            return page(game, games.record(game), notice="ui.garbled", status=400)
        try:
            entered = games.enter(game, events, seen, note_key(note) if note else key_of(seen, text))
        except (Stale, KeyReused):
            return page(game, games.record(game), notice="ui.stale", status=409)
        except EntryRefused:
            return at_odds(game, events, note)
        if note:
            desks.settle(game, note, "entered")
        return entered_page(game, entered.record)

    @pages.post("/g/<game>/desk")
    def settle(game: str) -> ResponseReturnValue:
        """The host takes what a phone proposed, or leaves it."""
        require_host(games, game)
        note = as_number(request.form.get("note", "")) or 0
        proposal = dict(desks.of(game).proposals).get(note)
        if proposal is None:
            return page(game, games.record(game), notice="ui.stale", status=409)
        if request.form.get("verdict") != "enter":
            desks.settle(game, note, "refused")
            return entered_page(game, games.record(game))
        try:
            desks.enter(game, note)
        except EntryRefused:
            return at_odds(game, tuple(proposal.events), note)
        return entered_page(game, games.record(game))

    @pages.post("/g/<game>/throw")
    def throw(game: str) -> ResponseReturnValue:
        """The narrator's own dice, from the system's randomness; the same tap again throws nothing."""
        require_host(games, game)
        seen = request.form.get("seen", type=int)
        record = games.record(game)
        before = way_to_roll(record.state)
        if before is None or record.state.rules.dice_source != "app" or seen != len(record.log):
            return page(game, record, notice="ui.stale", status=409)
        ending, then = before
        history = [snapshot.fact for snapshot in record.head.history() if snapshot.fact is not None]
        dice = DiceRolled(seat=then.turn, dice=next_dice(then.rules, history, pick))
        return entered_page(game, games.enter(game, [*ending, dice], seen).record)

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
        new = games.create(again(games.setup(game), games.record(game).state))
        answer = make_response(redirect(f"/g/{new.id}/stage", 303))
        remember_host(answer, new.id, new.secret)
        return answer

    def entered_page(game: str, record: Record) -> ResponseReturnValue:
        if not request.headers.get("HX-Request"):
            return redirect(own_path(request.form.get("next", f"/g/{game}/stage")), 303)
        answer = page(game, record, fresh=True)
        answer.headers["HX-Push-Url"] = f"/g/{game}/stage"
        return answer

    def at_odds(game: str, events: tuple[AnyEvent, ...], note: int | None) -> Response:
        """Nothing was entered: say why, and what can be done."""
        record = games.record(game)
        why = refused_view(at_table(game, record, Ask()), events, games.judge(game, events), note)
        return page(game, record, refused=why, status=422)

    def page(
        game: str,
        record: Record,
        ask: Ask | None = None,
        refused: RefusedView | None = None,
        notice: str = "",
        fresh: bool = False,
        status: int = 200,
    ) -> Response:
        """The stage: the whole page, or for htmx the fragment that it includes."""
        table = at_table(game, record, ask or Ask())
        clock = clock_view(table, now())
        table = replace(table, closed=closes_actions(clock))
        asked_card = helper_cards(table.now).get(table.ask.pick("card"))
        desk = desks.of(game)
        made = render_template(
            "stage/stage.html" if request.headers.get("HX-Request") else "stage/page.html",
            stage=stage_view(table, refused, table.say(notice) if notice else "", fresh),
            clock=clock,
            card=card_view(asked_card, table.voice) if asked_card else None,
            game=game,
            version=hub.version_of(game, len(record.log), desk.number),
            proposals=proposals_view(table, desk),
            heard=phrases(table, desk.heard(None, now())),
            offer=offer_view(table, None, desk),
            phones=hub.phones(game),
        )
        return make_response(made, status)

    return pages


def again(setup: Setup, state: GameState) -> Setup:
    """The same people with the names that they took, and the rules as they were agreed on in the end; a board that
    chance laid is laid anew."""
    players = [Player(seat.name, seat.colour, seat.language) for seat in state.seats]
    before = asdict(house_rules(setup.rules, len(setup.players)))
    changed = {key: value for key, value in asdict(state.rules).items() if value != before[key]}
    setup = replace(setup, players=players, rules={**setup.rules, **changed})
    board = setup.board
    if board is None or board.layout not in ("spiral", "random_tokens"):
        return setup
    return replace(setup, board=BoardSetup(board.layout))


def key_of(seen: int | None, text: str) -> str:
    """The same tap on the same moment is the same entry, however often and from whichever device it comes."""
    return sha256((request.form.get("key") or f"{seen} {text}").encode()).hexdigest()[:32]
