"""The host's stage: the page and every tap on it. Some URLs keep older words: `/desk` answers what phones ask for,
`/telling` sets the narration, `/opening` turns the pages of the introduction."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import get_args

import msgspec
from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue
from msgspec.structs import replace

from narrator.app.games import random_draws
from narrator.app.games.results import Entered, EntryRefused, KeyReused, Stale
from narrator.app.sessions import narration
from narrator.app.sessions.end_of_game import rematch as begin_again
from narrator.app.sessions.end_of_game import report_no_points
from narrator.core.message import Refusal, Refused
from narrator.core.record.record import Record
from narrator.core.table.events import DECODE_ERRORS, AnyEvent, Corrected, TakenBack
from narrator.core.table.house_rules import HouseRules
from narrator.session.events import Pace
from narrator.web.auth.host_access import host_new_game, require_host_of_game
from narrator.web.auth.viewer import take_tablet_back
from narrator.web.components.refusal import refused_view
from narrator.web.live.live_services import live_services
from narrator.web.new_game.draft import DETAILS
from narrator.web.panels.shortage import shortage_refusal, single_purchase
from narrator.web.rendering.addresses import own_path
from narrator.web.rendering.page_query import PageQuery, form_number, page_query
from narrator.web.rendering.responses import download, htmx, push_url, render_fragment_or_page
from narrator.web.rendering.table_context import page_table_context
from narrator.web.services import services
from narrator.web.stage.view import TapResult, host_stage_view

blueprint = Blueprint("stage", __name__)
blueprint.before_request(require_host_of_game)
MAX_REMARK_LENGTH = 200
MAX_INTRODUCTION_PAGE = 99
PACES = get_args(Pace)
decode_events = msgspec.json.Decoder(list[AnyEvent]).decode


@blueprint.get("/g/<game>/")
@blueprint.get("/g/<game>/stage")
def stage(game: str) -> ResponseReturnValue:
    response = _render_stage(game, query=page_query(request.args))
    take_tablet_back(response, game)
    return response


@blueprint.post("/g/<game>/enter")
def enter(game: str) -> ResponseReturnValue:
    """Judge and record one tap, and show the stage after it."""
    form = request.form
    text = form.get("events", "")
    last_seen_entry, proposal_number = form.get("seen", type=int), form_number("note")
    remark = form.get("remark", "").strip()[:MAX_REMARK_LENGTH]
    try:
        events = _with_remark(decode_events(text), remark)
    except DECODE_ERRORS:
        return _render_stage(game, result=TapResult(notice="ui.garbled", status=400))
    if refusals := _bot_objections(game, events) or _shortage(game, events):
        return _render_refused(game, events, proposal_number, refusals)
    try:
        if proposal_number:
            entered = services().proposals.enter_waived(game, proposal_number, events, last_seen_entry)
        else:
            # The same tap on the same state is the same entry, from any device and however often it is sent.
            key = sha256((form.get("key") or f"{last_seen_entry} {text}{remark}").encode()).hexdigest()[:32]
            entered = services().games.enter_events(game, events, last_seen_entry, key)
    except (Stale, KeyReused):
        return _render_stale(game)
    except EntryRefused:
        return _render_refused(game, events, proposal_number)
    return _render_after_post(game, entered.record, _take_back_notice(events, entered.record))


@blueprint.post("/g/<game>/desk")
def answer_request(game: str) -> ResponseReturnValue:
    """Accept or refuse a phone's proposal, or a device that asks for a seat."""
    sessions = services().sessions
    number = form_number("note") or 0
    is_accepted = request.form.get("verdict") == "enter"
    if services().seats.answer(game, number, is_accepted):
        return _render_after_post(game)
    proposal = sessions.session_of(game).proposals.open.get(number)
    if proposal is None:
        return _render_stale(game)
    try:
        if is_accepted:
            services().proposals.enter(game, number)
        else:
            sessions.close(game, number, "refused")
    except EntryRefused:
        return _render_refused(game, tuple(proposal.events), number)
    return _render_after_post(game)


@blueprint.post("/g/<game>/offer/taken")
def take_offer(game: str) -> ResponseReturnValue:
    number, seat = (form_number(name) for name in ("note", "seat"))
    try:
        services().trades.accept_for(game, number or 0, -1 if seat is None else seat)
    except Refused:
        return _render_stale(game)
    return _render_after_post(game)


@blueprint.post("/g/<game>/telling")
def set_narration(game: str) -> ResponseReturnValue:
    """Set the narration: how much is said, and whether there are asides about odd cases."""
    sessions, form = services().sessions, request.form
    key = f"telling {sessions.session_of(game).number}"
    if form.get("detail") in DETAILS:
        record = services().games.record_of(game)
        narration.choose_detail(sessions, record, game, form["detail"], key)  # type: ignore[arg-type]
    elif form.get("asides") in ("on", "off"):
        narration.mute_asides(sessions, game, form["asides"] == "off", key)
    return _render_after_post(game)


@blueprint.post("/g/<game>/opening")
def turn_introduction_page(game: str) -> ResponseReturnValue:
    page = form_number("page") or 1
    narration.turn_intro_page(services().sessions, game, min(max(page, 1), MAX_INTRODUCTION_PAGE))
    return _render_after_post(game)


@blueprint.post("/g/<game>/throw")
def throw_dice(game: str) -> ResponseReturnValue:
    return _enter_random(game, random_draws.throw_dice)


@blueprint.post("/g/<game>/draw")
def draw_first_player(game: str) -> ResponseReturnValue:
    return _enter_random(game, random_draws.draw_first_player)


def _enter_random(game: str, action: Callable[..., Entered]) -> ResponseReturnValue:
    """Enter something that the system's randomness decides."""
    try:
        entered = action(services().games, game, request.form.get("seen", type=int), services().random_below)
    except Stale:
        return _render_stale(game)
    return _render_after_post(game, entered.record)


@blueprint.post("/g/<game>/go_on")
def step_bot(game: str) -> ResponseReturnValue:
    """Let the bot whose move it is do one thing, after a tap or some time."""
    services().bots.step(game, request.form.get("seen", type=int))
    return _render_after_post(game)


@blueprint.post("/g/<game>/pace")
def set_pace(game: str) -> ResponseReturnValue:
    if (chosen := request.form.get("pace")) in PACES:
        services().bots.pace(game, chosen)  # type: ignore[arg-type]
    return _render_after_post(game)


@blueprint.post("/g/<game>/no_points")
def deny_points(game: str) -> ResponseReturnValue:
    """Record that a player who was asked at the end has no points card."""
    record, seat = services().games.record_of(game), form_number("seat")
    report_no_points(services().sessions, record, game, -1 if seat is None else seat)
    return _render_after_post(game, record)


@blueprint.get("/g/<game>/file")
def download_game(game: str) -> ResponseReturnValue:
    return download(services().games.file(game), f"narrator-{game}.json")


@blueprint.post("/g/<game>/rematch")
def rematch(game: str) -> ResponseReturnValue:
    return host_new_game(begin_again(services().games, game, services().bots.levels_of(game)))


def _take_back_notice(events: tuple[AnyEvent, ...], record: Record) -> str:
    """Return the message about take-backs after an undo, if the table's rule differs from the usual one."""
    rule = record.state.rules.take_backs
    is_undo = any(isinstance(event, TakenBack) for event in events)
    return f"rule.take_backs.{rule}" if is_undo and rule != HouseRules().take_backs else ""


def _with_remark(events: list[AnyEvent], remark: str) -> tuple[AnyEvent, ...]:
    if not remark:
        return tuple(events)
    return tuple(replace(event, note=remark) if isinstance(event, Corrected) else event for event in events)


def _bot_objections(game: str, events: tuple[AnyEvent, ...]) -> list[tuple[Refusal, ...]]:
    """Return the refusals of each event, with those of bots that don't agree to a trade; nothing if none objects."""
    objections = services().bots.objections(game, events)
    return [(*objections, *refusals) for refusals in services().games.judge(game, events)] if objections else []


def _shortage(game: str, events: tuple[AnyEvent, ...]) -> list[tuple[Refusal, ...]]:
    """Refuse a legal build that the hand surely can't pay: the host is asked whether to enter it anyway."""
    purchase = single_purchase(events)
    if purchase is None:  # most taps: nothing has to be read for them
        return []
    reason = shortage_refusal(services().games.record_of(game).head, purchase)
    return [] if reason is None or any(services().games.judge(game, events)) else [(reason,)]


def _render_after_post(game: str, record: Record | None = None, notice: str = "") -> ResponseReturnValue:
    if not htmx:
        return redirect(own_path(request.form.get("next", f"/g/{game}/stage")), 303)
    return push_url(_render_stage(game, record, result=TapResult(notice=notice, is_animated=True)), f"/g/{game}/stage")


def _render_stale(game: str) -> Response:
    """Show the current stage to a page that was tapped too late."""
    return _render_stage(game, result=TapResult(notice="ui.stale", status=409))


def _render_refused(
    game: str, events: tuple[AnyEvent, ...], proposal_number: int | None, refusals: Sequence[tuple[Refusal, ...]] = ()
) -> Response:
    """Say why nothing was entered and what can be done. By default all events are judged again, because entering stops
    at the first refusal."""
    record = services().games.record_of(game)
    refusals = refusals or services().games.judge(game, events)
    refused = refused_view(page_table_context(game, record, PageQuery()), events, refusals, proposal_number)
    return _render_stage(game, record, result=TapResult(refused, status=422))


def _render_stage(
    game: str, record: Record | None = None, query: PageQuery | None = None, result: TapResult | None = None
) -> Response:
    record, result = record or services().games.record_of(game), result or TapResult()
    session, hub = services().sessions.session_of(game), live_services().hub
    table = page_table_context(game, record, query or PageQuery(), session)
    needs_seats = table.is_dealt or session.offers.open is not None
    taken_seats = services().games.access.taken_seats(game) if needs_seats else set()
    return render_fragment_or_page(
        "stage/stage.html",
        "stage/page.html",
        result.status,
        stage=host_stage_view(table, session, services().now(), taken_seats, result),
        game=game,
        version=hub.page_version(game, record, session),
        phones=hub.count_phones(game),
        has_club=services().club.is_open,
    )
