"""The host's stage: the page, and every tap on it."""

from collections.abc import Sequence
from hashlib import sha256
from typing import get_args

import msgspec
from flask import Blueprint, Response, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.app.bots.seats import bot_levels
from narrator.app.games.dice import throw as throw_dice
from narrator.app.games.first_player import draw_first_player
from narrator.app.games.last_cards import deny
from narrator.app.games.rematch import rematch as begin_again
from narrator.app.games.results import EntryRefused, KeyReused, Stale
from narrator.core.message import Refusal, Refused
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, Corrected, TakenBack
from narrator.core.table.house_rules import HouseRules
from narrator.session.events import Pace
from narrator.session.table_session import TableSession
from narrator.storage.files.game_file import UNREADABLE
from narrator.web.auth.host import is_host, remember_host, require_host
from narrator.web.auth.passed_tablet import take_back
from narrator.web.components.offers import OfferView
from narrator.web.components.refusal import RefusedView, cards_missing, refused_view
from narrator.web.live.services import live_services
from narrator.web.new_game.draft import DETAILS
from narrator.web.passed_tablet.view import Passing, passing_view
from narrator.web.rendering.addresses import own_path
from narrator.web.rendering.fragment import htmx, pushed, show
from narrator.web.rendering.page_query import PageQuery, page_query, parse_number
from narrator.web.rendering.table_context import TableContext, table_context
from narrator.web.services import services
from narrator.web.stage.view import stage_page

blueprint = Blueprint("stage", __name__)
LONGEST_REMARK = 200
MOST_PAGES = 99
PACES = get_args(Pace)
read_events = msgspec.json.Decoder(list[AnyEvent]).decode


@blueprint.get("/g/<game>/host/<secret>")
def host_link(game: str, secret: str) -> ResponseReturnValue:
    """What a host's link opens: one button. Looking uses nothing up: apps that scan codes or pass messages on like to
    look at an address before anybody taps it."""
    games = services().games
    games.setup(game)
    if is_host(game):
        return redirect(f"/g/{game}/stage", 303)
    if not games.opens_host(game, secret):
        return _wrong_link()
    return render_template("lobby/become_host.html")


@blueprint.post("/g/<game>/host/<secret>")
def become_host(game: str, secret: str) -> ResponseReturnValue:
    """From here on this device is the host's, with a secret of its own; the link is used up."""
    own = services().games.open_host_link(game, secret)
    if own is None:
        services().games.setup(game)
        return _wrong_link()
    live_services().hub.look_again(game)
    return _as_host(game, own)


def _wrong_link() -> ResponseReturnValue:
    return render_template("error.html", key="error.secret"), 403


@blueprint.get("/g/<game>/")
@blueprint.get("/g/<game>/stage")
def stage(game: str) -> ResponseReturnValue:
    """Whoever had the tablet has given it back."""
    require_host(game)
    answer = _stage(game, services().games.record(game), page_query(request.args))
    take_back(answer, game)
    return answer


@blueprint.post("/g/<game>/enter")
def enter(game: str) -> ResponseReturnValue:
    """One tap: what happened, judged and recorded, and the stage as it is then."""
    require_host(game)
    form = request.form.to_dict()
    text = form.get("events", "")
    seen = request.form.get("seen", type=int)
    note = parse_number(form.get("note", ""))
    remark = form.get("remark", "").strip()[:LONGEST_REMARK]
    try:
        events = _noted(read_events(text), remark)
    except UNREADABLE:
        return _stage(game, services().games.record(game), notice="ui.garbled", status=400)
    if against := services().bots.against(game, events) or _unpaid(game, events):
        return _at_odds(game, events, note, against)
    try:
        if note:
            entered = services().sessions.let_stand(game, note, events, seen)
        else:
            entered = services().games.enter(game, events, seen, _key(form.get("key"), seen, text + remark))
    except (Stale, KeyReused):
        return _stale(game)
    except EntryRefused:
        return _at_odds(game, events, note)
    return _entered(game, entered.record, _custom(events, entered.record))


@blueprint.post("/g/<game>/desk")
def settle(game: str) -> ResponseReturnValue:
    """The host takes what a phone proposed, or leaves it; gives another phone a seat, or does not."""
    require_host(game)
    sessions = services().sessions
    note = parse_number(request.form.get("note", "")) or 0
    is_taken = request.form.get("verdict") == "enter"
    if services().seats.answer(game, note, is_taken):
        return _entered(game, services().games.record(game))
    proposal = dict(sessions.of(game).proposals).get(note)
    if proposal is None:
        return _stale(game)
    try:
        if is_taken:
            sessions.enter(game, note)
        else:
            sessions.settle(game, note, "refused")
    except EntryRefused:
        return _at_odds(game, tuple(proposal.events), note)
    return _entered(game, services().games.record(game))


@blueprint.post("/g/<game>/offer/taken")
def take_offer(game: str) -> ResponseReturnValue:
    """Somebody who has no phone takes an offer, as the host heard it."""
    require_host(game)
    note, seat = (parse_number(request.form.get(name, "")) for name in ("note", "seat"))
    try:
        services().sessions.take_for(game, note or 0, -1 if seat is None else seat)
    except Refused:
        return _stale(game)
    return _entered(game, services().games.record(game))


@blueprint.post("/g/<game>/telling")
def telling(game: str) -> ResponseReturnValue:
    """How much is said from now on, and whether odd cases are noted beside it."""
    require_host(game)
    sessions, form = services().sessions, request.form
    key = f"telling {sessions.of(game).number}"
    if form.get("detail") in DETAILS:
        sessions.choose_detail(game, form["detail"], key)  # type: ignore[arg-type]
    elif form.get("asides") in ("on", "off"):
        sessions.mute(game, form["asides"] == "off", key)
    return _entered(game, services().games.record(game))


@blueprint.post("/g/<game>/opening")
def leaf(game: str) -> ResponseReturnValue:
    """The opening's next page, or past the last one."""
    require_host(game)
    services().sessions.leaf(game, min(max(parse_number(request.form.get("page", "")) or 1, 1), MOST_PAGES))
    return _entered(game, services().games.record(game))


@blueprint.post("/g/<game>/throw")
def throw(game: str) -> ResponseReturnValue:
    """The narrator's own dice, from the system's randomness."""
    require_host(game)
    try:
        entered = throw_dice(services().games, game, request.form.get("seen", type=int), services().pick)
    except Stale:
        return _stale(game)
    return _entered(game, entered.record)


@blueprint.post("/g/<game>/draw")
def draw(game: str) -> ResponseReturnValue:
    """The app draws who starts, from the system's randomness."""
    require_host(game)
    try:
        entered = draw_first_player(services().games, game, request.form.get("seen", type=int), services().pick)
    except Stale:
        return _stale(game)
    return _entered(game, entered.record)


@blueprint.post("/g/<game>/go_on")
def go_on(game: str) -> ResponseReturnValue:
    """The bot whose move it is does one thing: somebody has tapped, or some time has gone by."""
    require_host(game)
    services().bots.step(game, request.form.get("seen", type=int))
    return _entered(game, services().games.record(game))


@blueprint.post("/g/<game>/pace")
def pace(game: str) -> ResponseReturnValue:
    """How the bots go on."""
    require_host(game)
    if (chosen := request.form.get("pace")) in PACES:
        services().bots.pace(game, chosen)  # type: ignore[arg-type]
    return _entered(game, services().games.record(game))


@blueprint.post("/g/<game>/no_points")
def no_points(game: str) -> ResponseReturnValue:
    """Somebody who was asked at the end has no points card."""
    require_host(game)
    record, seat = services().games.record(game), parse_number(request.form.get("seat", ""))
    deny(services().sessions, record, game, -1 if seat is None else seat)
    return _entered(game, record)


@blueprint.get("/g/<game>/file")
def file(game: str) -> ResponseReturnValue:
    """The game file, to keep or to go on with elsewhere."""
    require_host(game)
    answer = Response(services().games.file(game), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="narrator-{game}.json"'
    return answer


@blueprint.post("/g/<game>/rematch")
def rematch(game: str) -> ResponseReturnValue:
    """The same people, rules and kind of board again."""
    require_host(game)
    new = begin_again(services().games, game, services().bots.of(game))
    return _as_host(new.id, new.secret)


def _as_host(game: str, secret: str) -> Response:
    answer = make_response(redirect(f"/g/{game}/stage", 303))
    remember_host(answer, game, secret)
    return answer


def _custom(events: tuple[AnyEvent, ...], record: Record) -> str:
    """At an undo: what tonight's table says of taking back, where it is not as usual."""
    custom = record.state.rules.take_backs
    is_back = any(isinstance(event, TakenBack) for event in events)
    return f"rule.take_backs.{custom}" if is_back and custom != HouseRules().take_backs else ""


def _entered(game: str, record: Record, notice: str = "") -> ResponseReturnValue:
    if not htmx:
        return redirect(own_path(request.form.get("next", f"/g/{game}/stage")), 303)
    return pushed(_stage(game, record, notice=notice, fresh=True), f"/g/{game}/stage")


def _stale(game: str) -> Response:
    """The page that was tapped is not the table's any more: here it is as it is now."""
    return _stage(game, services().games.record(game), notice="ui.stale", status=409)


def _unpaid(game: str, events: Sequence[AnyEvent]) -> tuple[Refusal, ...]:
    """What the hand surely lacks for a build that nothing else speaks against: asked about once."""
    reason = cards_missing(services().games.record(game).head, events)
    return () if reason is None or any(services().games.judge(game, events)) else (reason,)


def _at_odds(game: str, events: tuple[AnyEvent, ...], note: int | None, against: tuple[Refusal, ...] = ()) -> Response:
    """Nothing was entered: say why, and what can be done. `against` is what a bot says to it."""
    games = services().games
    record = games.record(game)
    reasons = [(*against, *found) for found in games.judge(game, events)]
    why = refused_view(table_context(game, record, PageQuery()), events, reasons, note)
    return _stage(game, record, refused=why, status=422)


def _stage(
    game: str,
    record: Record,
    query: PageQuery | None = None,
    refused: RefusedView | None = None,
    notice: str = "",
    fresh: bool = False,
    status: int = 200,
) -> Response:
    """The stage: the whole page, or for htmx the fragment that it includes."""
    ours, hub = services(), live_services().hub
    session = ours.sessions.of(game)
    table = table_context(game, record, query or PageQuery(), session)
    shown = stage_page(table, session, ours.now(), refused, notice, fresh)
    version, phones = hub.seen_at_once(game, len(record.log), session.number)
    return show(
        "stage/stage.html",
        "stage/page.html",
        status,
        **shown,
        without_phone=[] if table.is_dealt else _without_phone(game, shown["offer"]),
        passing=_passing(table, session, shown["offer"]) if table.is_dealt else None,
        game=game,
        version=version,
        phones=phones,
        club=ours.club,
        called=session.club.call,
    )


def _passing(table: TableContext, session: TableSession, offer: OfferView | None) -> Passing | None:
    """To whom the tablet can be passed."""
    taken = services().games.taken_seats(table.game)
    return passing_view(table, taken, offer, bot_levels(table.record.state, session))


def _without_phone(game: str, offer: OfferView | None) -> list[int]:
    """Who has not answered an offer and can't on a phone of their own."""
    taken = services().games.taken_seats(game) if offer else set()
    return [seat for seat in offer.silent if seat not in taken] if offer else []


def _noted(events: list[AnyEvent], remark: str) -> tuple[AnyEvent, ...]:
    """A correction with what the host noted beside it."""
    if not remark:
        return tuple(events)
    return tuple(replace(event, note=remark) if isinstance(event, Corrected) else event for event in events)


def _key(sent: str | None, seen: int | None, text: str) -> str:
    """The same tap on the same moment is the same entry, however often and from whichever device it comes."""
    return sha256((sent or f"{seen} {text}").encode()).hexdigest()[:32]
