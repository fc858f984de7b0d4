"""The lobby: the code to scan, who sits where and who is connected, chairs, trust, which devices have rights, and
handing the host's part over."""

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused
from narrator.web.live.station import station
from narrator.web.request.access import require_host, secret_of
from narrator.web.request.address import ADDRESS, base_address
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.cookies import set_cookie
from narrator.web.request.fragment import show
from narrator.web.request.house import house
from narrator.web.request.qr import drawn_qr, wifi_text
from narrator.web.request.table import at_table
from narrator.web.views.lobby import lobby_page

pages = Blueprint("lobby", __name__)


@pages.get("/g/<game>/lobby")
def lobby(game: str) -> ResponseReturnValue:
    require_host(game)
    return _lobby(game)


@pages.post("/g/<game>/lobby")
def change(game: str) -> ResponseReturnValue:
    """What the host does in the lobby: a code, chairs, trust, a co-host, a seat that becomes free."""
    require_host(game)
    try:
        _do(game, request.form.get("do", ""))
    except Refused as refused:
        return _lobby(game, refused, 422)
    return redirect(f"/g/{game}/lobby?{request.query_string.decode()}", 303)


@pages.post("/g/<game>/wifi")
def wifi(game: str) -> ResponseReturnValue:
    """A code for the Wi-Fi; name and password go back to the host's page and are kept nowhere."""
    require_host(game)
    name, password = request.form.get("name", "")[:64], request.form.get("password", "")[:64]
    code = drawn_qr(wifi_text(name, password)) if name else None
    return _lobby(game, wifi=code, name=name, password=password)


@pages.post("/g/<game>/handover")
def handover(game: str) -> ResponseReturnValue:
    """A link that makes another device the host's, too."""
    require_host(game)
    link = house().games.new_host_link(game)
    return _lobby(game, handover=f"{base_address()}/g/{game}/host/{link}")


def _do(game: str, what: str) -> None:
    """What makes no sense does nothing."""
    seats, on = house().seats, request.form.get("on") == "1"
    seat, other = as_number(request.form.get("seat", "")), as_number(request.form.get("other", ""))
    if what == "shuffle":
        seats.shuffle(game, house().pick)
    elif what == "rotate":
        seats.rotate_code(game)
    elif what == "asking":
        note = as_number(request.form.get("note", "")) or 0
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
    table = at_table(game, house().games.record(game), Ask())
    view = lobby_page(table, house(), station().hub, refused)
    answer = show("lobby/lobby.html", "lobby/page.html", status, game=game, **view, **context)
    if request.args.get("address", "") == view["base"]:
        set_cookie(answer, ADDRESS, view["base"])
    return answer
