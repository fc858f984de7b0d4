"""The club's pages: a list of all tables, new tables, closing old ones; and a table's calls for help."""

from typing import Any, get_args

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused, impossible
from narrator.session.events import HelpState
from narrator.web.auth import house_code
from narrator.web.auth.client import this_address
from narrator.web.auth.host_access import require_host
from narrator.web.auth.preferences import current_preferences, set_cookie
from narrator.web.auth.viewer import Viewer, require_viewer
from narrator.web.club.view import QUIET_HOURS, club_variables, minutes
from narrator.web.components.refusal import refusal_texts
from narrator.web.live.live_services import live_services, stream_response
from narrator.web.new_game.draft import parse_draft, setup_of, with_seed
from narrator.web.rendering.addresses import base_address
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.qr import drawn_qr
from narrator.web.rendering.responses import htmx, render_fragment_or_page
from narrator.web.rendering.table_context import page_table_context
from narrator.web.security.guard import gzipped_response
from narrator.web.services import services

blueprint = Blueprint("club", __name__)
HELP_STATES = get_args(HelpState)
PLAYER_COUNTS = ("2", "3", "4", "5", "6")


@blueprint.get("/club")
def tables() -> ResponseReturnValue:
    house_code.require_club_access()
    done = request.args.get("done", "")
    return _render_tables(done if done.isalnum() else "", parse_number(request.args.get("many", "")) or 0)


@blueprint.get("/club/<secret>")
def scanned_code(secret: str) -> ResponseReturnValue:
    """Open the address in the club's QR code. Redirect, so that the secret stays in no history and on no screen."""
    limit, address = services().house_code_limit, this_address()
    if not limit.may_try(address):
        return _refuse("join.too_often", 429)
    if not services().club.is_secret(secret):
        limit.count(address)
        return _refuse("club.wrong", 404)
    response = make_response(redirect("/club", 303))
    set_cookie(response, house_code.CLUB_COOKIE, secret)
    return response


def _refuse(key: str, status: int) -> ResponseReturnValue:
    reasons = refusal_texts(Refused(impossible(key)))
    return render_template("house_code/page.html", way="/club", reasons=reasons, line="closed.club"), status


@blueprint.get("/club/live")
def live() -> ResponseReturnValue:
    house_code.require_club_access()
    secret, is_house, club = house_code.club_secret(), house_code.has_house_access(), services().club
    once = request.args.get("once") == "1"
    return stream_response(live_services().club_stream.stream(lambda: is_house or club.is_secret(secret), once))


@blueprint.post("/club/new")
def new_table() -> ResponseReturnValue:
    house_code.require_club_access()
    players = request.form.get("players", "")
    if players not in PLAYER_COUNTS:
        abort(400)
    game = services().club.create_table(setup_of(with_seed(parse_draft({"players": players}))))
    return _code(game)


@blueprint.post("/club/tables/<game>/code")
def new_code(game: str) -> ResponseReturnValue:
    house_code.require_club_access()
    return _code(game)


def _code(game: str) -> ResponseReturnValue:
    link = services().club.new_host_link(game)
    address = f"{base_address()}/g/{game}/host/{link}" if link else ""
    place = services().sessions.session_of(game).club.place
    page = render_template("club/code.html", game=game, place=place, address=address, qr=drawn_qr)
    return page, 200 if link else 409


@blueprint.post("/club/tables/<game>")
def change(game: str) -> ResponseReturnValue:
    house_code.require_club_access()
    club, action = services().club, request.form.get("do", "")
    services().games.setup(game)
    if action in HELP_STATES:
        club.answer_call(game, action)  # type: ignore[arg-type]
    elif action in ("close", "open"):
        club.close(game, action == "close")
    return _render_changed(done=game if action == "close" else "")


@blueprint.post("/club/close")
def close_quiet() -> ResponseReturnValue:
    house_code.require_club_access()
    return _render_changed(many=len(services().club.close_idle(QUIET_HOURS)))


@blueprint.post("/club/address")
def replace_address() -> ResponseReturnValue:
    """Replace the club's secret address; devices that used the old one lose access."""
    house_code.require_house_access()
    services().club.new_secret()
    return _render_changed()


def _render_changed(done: str = "", many: int = 0) -> ResponseReturnValue:
    if htmx:
        return _render_tables(done, many)
    known = {name: request.args.get(name) or None for name in ("closed", "find", "page")}
    values: dict[str, Any] = {**known, "done": done or None, "many": many or None}
    return redirect(url_for("club.tables", **values), 303)


def _render_tables(done: str = "", many: int = 0) -> Response:
    """Render the list; `done` was just closed and can be reopened. Pages are cached, except the house's, as it shows
    the club's secret address."""
    club, is_house = services().club, house_code.has_house_access()
    running = club.running()
    version = live_services().club_stream.version(running)

    def make() -> str:
        closed, find = request.args.get("closed") == "1", request.args.get("find", "")[:40]
        page = parse_number(request.args.get("page", "")) or 1
        view = club_variables(club, running, services().now(), closed, find, page)
        shared: dict[str, Any] = {"done": done, "many": many, "version": version, "is_house": is_house, "qr": drawn_qr}
        secret = club.secret if is_house else ""
        entrance = f"{base_address()}/club/{secret}" if secret else ""
        template = "club/tables.html" if htmx else "club/page.html"
        return render_template(template, **view, **shared, entrance=entrance)

    if is_house or done or many:
        return make_response(make())
    reader = ("club", "part" if htmx else "page", request.full_path, current_preferences())
    return gzipped_response(live_services().result_pages.get(reader, version, make))


# A table calls for help: every seat can; the host sets its place and whether names are shown


@blueprint.get("/g/<game>/club")
def help_page(game: str) -> ResponseReturnValue:
    caller = _caller(game)
    record, session = services().games.record_of(game, caller.record_seat), services().sessions.session_of(game)
    page_table_context(game, record, PageQuery())
    call = session.club.call
    return render_fragment_or_page(
        "club/call_for_help.html",
        "club/call_for_help_page.html",
        game=game,
        card=session.club,
        waits=minutes(services().now(), call.since) if call else "",
        is_host=caller.kind == "host",
        has_club=services().club.is_open,
        back=caller.home_path(game),
        version=live_services().hub.page_version(game, record, session),
    )


@blueprint.post("/g/<game>/call")
def call_for_help(game: str) -> ResponseReturnValue:
    caller, club = _caller(game), services().club
    if request.form.get("do") == "cancel":
        club.answer_call(game, "over")
    elif club.is_open:
        club.call_for_help(game, caller.seat)
    return redirect(f"/g/{game}/club", 303)


@blueprint.post("/g/<game>/club")
def set_card(game: str) -> ResponseReturnValue:
    require_host(game)
    services().club.describe_table(game, request.form.get("place", ""), request.form.get("names") == "on")
    return redirect(f"/g/{game}/club", 303)


def _caller(game: str) -> Viewer:
    """Return the viewer; spectators may not call."""
    viewer = require_viewer(game)
    if viewer.kind == "watch":
        require_host(game)
    return viewer
