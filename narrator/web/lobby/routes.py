"""The lobby: join code, seats, trust, devices with access, and handing over the host's role."""

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.web.auth.host_access import is_host, redirect_as_host, require_host, sent_secret
from narrator.web.auth.preferences import set_cookie
from narrator.web.live.live_services import live_services
from narrator.web.lobby.view import lobby_variables
from narrator.web.rendering.addresses import ADDRESS, base_address
from narrator.web.rendering.page_query import form_number
from narrator.web.rendering.qr import drawn_qr, wifi_text
from narrator.web.rendering.responses import render_fragment_or_page
from narrator.web.rendering.table_context import current_table
from narrator.web.services import services

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/g/<game>/lobby")
def lobby(game: str) -> ResponseReturnValue:
    require_host(game)
    return _render_lobby(game)


@blueprint.post("/g/<game>/lobby")
def change_lobby(game: str) -> ResponseReturnValue:
    require_host(game)
    try:
        _change(game, request.form.get("do", ""))
    except Refused as refused:
        return _render_lobby(game, refused, 422)
    return redirect(f"/g/{game}/lobby?{request.query_string.decode()}", 303)


@blueprint.post("/g/<game>/wifi")
def wifi(game: str) -> ResponseReturnValue:
    """Show a QR code for the Wi-Fi; name and password are not stored."""
    require_host(game)
    name, password = request.form.get("name", "")[:64], request.form.get("password", "")[:64]
    code = drawn_qr(wifi_text(name, password)) if name else None
    return _render_lobby(game, wifi=code, name=name, password=password)


@blueprint.post("/g/<game>/handover")
def handover(game: str) -> ResponseReturnValue:
    require_host(game)
    link = services().games.access.new_host_link(game)
    return _render_lobby(game, handover=f"{base_address()}/g/{game}/host/{link}")


@blueprint.get("/g/<game>/host/<secret>")
def host_link(game: str, secret: str) -> ResponseReturnValue:
    """Show a button that makes this device a host. Opening the link doesn't use it up: code scanners and messengers
    fetch links in advance."""
    services().games.setup(game)
    if is_host(game):
        return redirect(f"/g/{game}/stage", 303)
    if not services().games.access.opens_host(game, secret):
        return render_template("error.html", key="error.secret"), 403
    return render_template("lobby/become_host.html")


@blueprint.post("/g/<game>/host/<secret>")
def become_host(game: str, secret: str) -> ResponseReturnValue:
    """Make this device a host with a secret of its own, and use up the link."""
    new_secret = services().games.access.open_host_link(game, secret)
    if new_secret is None:
        services().games.setup(game)
        return render_template("error.html", key="error.secret"), 403
    live_services().hub.reload_pages(game)
    return redirect_as_host(game, new_secret)


def _change(game: str, action: str) -> None:
    """Apply a change; ignore one that makes no sense."""
    seats, on = services().seats, request.form.get("on") == "1"
    seat, other = form_number("seat"), form_number("other")
    if action == "shuffle":
        seats.shuffle(game, services().random_below)
    elif action == "rotate":
        seats.rotate_code(game)
    elif action == "asking":
        number = form_number("note") or 0
        seats.answer(game, number, request.form.get("verdict") == "enter")
    elif action == "revoke":
        seats.revoke(game, request.form.get("device", ""), sent_secret(game))
    elif seat is None:
        return
    elif action == "trust":
        seats.trust(game, seat, on)
    elif action == "co_host":
        seats.co_host(game, seat, on)
    elif action == "rename":
        seats.rename(game, seat, request.form.get("name", ""))
    elif action == "free":
        seats.free(game, seat)
    elif action == "chairs" and other is not None:
        seats.swap_seats(game, seat, other)


def _render_lobby(game: str, refused: Refused | None = None, status: int = 200, **context: object) -> Response:
    view = lobby_variables(current_table(game), services(), live_services().hub, refused)
    response = render_fragment_or_page("lobby/lobby.html", "lobby/page.html", status, game=game, **view, **context)
    if request.args.get("address", "") == view["base"]:
        set_cookie(response, ADDRESS, view["base"])
    return response
