"""The lobby: the code to scan, who sits where and who is connected, chairs, trust, which devices have rights, and
handing the host's part over."""

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.web.auth.device import set_cookie
from narrator.web.auth.host import require_host, secret_of
from narrator.web.live.services import live_services
from narrator.web.lobby.view import lobby_page
from narrator.web.rendering.addresses import ADDRESS, base_address
from narrator.web.rendering.page_query import PageQuery, parse_number
from narrator.web.rendering.qr import drawn_qr, wifi_text
from narrator.web.rendering.responses import show
from narrator.web.rendering.table_context import page_table_context
from narrator.web.services import services

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/g/<game>/lobby")
def lobby(game: str) -> ResponseReturnValue:
    require_host(game)
    return _lobby(game)


@blueprint.post("/g/<game>/lobby")
def change(game: str) -> ResponseReturnValue:
    """What the host does in the lobby: a code, chairs, trust, a co-host, a seat that becomes free."""
    require_host(game)
    try:
        _do(game, request.form.get("do", ""))
    except Refused as refused:
        return _lobby(game, refused, 422)
    return redirect(f"/g/{game}/lobby?{request.query_string.decode()}", 303)


@blueprint.post("/g/<game>/wifi")
def wifi(game: str) -> ResponseReturnValue:
    """A code for the Wi-Fi; name and password go back to the host's page and are kept nowhere."""
    require_host(game)
    name, password = request.form.get("name", "")[:64], request.form.get("password", "")[:64]
    code = drawn_qr(wifi_text(name, password)) if name else None
    return _lobby(game, wifi=code, name=name, password=password)


@blueprint.post("/g/<game>/handover")
def handover(game: str) -> ResponseReturnValue:
    """A link that makes another device the host's, too."""
    require_host(game)
    link = services().games.new_host_link(game)
    return _lobby(game, handover=f"{base_address()}/g/{game}/host/{link}")


def _do(game: str, what: str) -> None:
    """What makes no sense does nothing."""
    seats, on = services().seats, request.form.get("on") == "1"
    seat, other = parse_number(request.form.get("seat", "")), parse_number(request.form.get("other", ""))
    if what == "shuffle":
        seats.shuffle(game, services().pick)
    elif what == "rotate":
        seats.rotate_code(game)
    elif what == "asking":
        note = parse_number(request.form.get("note", "")) or 0
        seats.answer(game, note, request.form.get("verdict") == "enter")
    elif what == "revoke":
        seats.revoke(game, request.form.get("device", ""), secret_of(game))
    elif seat is None:
        return
    elif what == "trust":
        seats.trust(game, seat, on)
    elif what == "co_host":
        seats.co_host(game, seat, on)
    elif what == "free":
        seats.free(game, seat)
    elif what == "chairs" and other is not None:
        seats.change_chairs(game, seat, other)


def _lobby(game: str, refused: Refused | None = None, status: int = 200, **context: object) -> Response:
    table = page_table_context(game, services().games.record(game), PageQuery())
    view = lobby_page(table, services(), live_services().hub, refused)
    answer = show("lobby/lobby.html", "lobby/page.html", status, game=game, **view, **context)
    if request.args.get("address", "") == view["base"]:
        set_cookie(answer, ADDRESS, view["base"])
    return answer
