"""The lobby: the code to scan, who sits where and who is connected, chairs, trust, handing the host's part over."""

from flask import Blueprint, current_app, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue

from narrator.core.message import Refused, impossible
from narrator.core.table.phase import SettingUp
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.text.render import say_refusal
from narrator.web.live.hub import Hub
from narrator.web.request.access import require_host
from narrator.web.request.address import ADDRESS, base_address, is_unreachable
from narrator.web.request.ask import Ask, as_number
from narrator.web.request.device import YEAR
from narrator.web.request.qr import drawn_qr, qr, wifi_text
from narrator.web.request.table import at_table
from narrator.web.views.agreement import rules_in_words
from narrator.web.views.seats import chairs

Answer = ResponseReturnValue


def lobby_pages(games: Games, desks: Desks, hub: Hub) -> Blueprint:
    pages = Blueprint("lobby", __name__)

    @pages.get("/g/<game>/lobby")
    def lobby(game: str) -> Answer:
        require_host(games, game)
        return show_lobby(game)

    @pages.post("/g/<game>/lobby")
    def change(game: str) -> Answer:
        """What the host does in the lobby: a code, chairs, trust, a co-host, a seat that becomes free."""
        require_host(games, game)
        form = request.form
        seat, other = as_number(form.get("seat", "")), as_number(form.get("other", ""))
        if form.get("do") == "rotate":
            games.rotate_join_code(game)
        try:
            if form.get("do") == "trust" and seat is not None:
                desks.trust(game, seat, form.get("on") == "1", f"trust {desks.of(game).number} {seat} {form.get('on')}")
            elif form.get("do") == "co_host" and seat is not None:
                desks.co_host(game, seat, form.get("on") == "1", f"co {desks.of(game).number} {seat} {form.get('on')}")
            elif form.get("do") == "free" and seat is not None:
                free(game, seat)
            elif form.get("do") == "chairs" and seat is not None and other is not None:
                change_chairs(game, seat, other)
        except Refused as refused:
            return show_lobby(game, refused, status=422)
        return redirect(f"/g/{game}/lobby?{request.query_string.decode()}", 303)

    def change_chairs(game: str, one: int, other: int) -> None:
        """Two people change places, with their phones and with the host's trust."""
        if one == other or max(one, other) >= len(games.record(game).state.seats):
            raise Refused(impossible("join.no_seat"))
        games.change_chairs(game, one, other)
        desks.change_chairs(game, one, other)
        hub.change_chairs(game, one, other)

    def free(game: str, seat: int) -> None:
        """The phone that has this seat loses it, and with it the host's trust."""
        if seat >= len(games.record(game).state.seats):
            raise Refused(impossible("join.no_seat"))
        games.free_seat(game, seat)
        desks.distrust(game, seat)
        hub.free(game, seat)

    @pages.post("/g/<game>/wifi")
    def wifi(game: str) -> Answer:
        """A code for the Wi-Fi; name and password go back to the host's page and are kept nowhere."""
        require_host(games, game)
        name, password = request.form.get("name", "")[:64], request.form.get("password", "")[:64]
        return show_lobby(game, wifi=qr_of_wifi(name, password), name=name, password=password)

    @pages.post("/g/<game>/handover")
    def handover(game: str) -> Answer:
        """A link that makes another device the host's, too."""
        require_host(games, game)
        secret = games.new_host_secret(game)
        return show_lobby(game, handover=f"{base_address()}/g/{game}/host/{secret}")

    def show_lobby(game: str, refused: Refused | None = None, status: int = 200, **context: object) -> Answer:
        record = games.record(game)
        table = at_table(game, record, Ask())
        code = games.join_code(game)
        base = base_address()
        reasons = [say_refusal(reason, table.voice) for reason in refused.reasons] if refused else []
        page = render_template(
            "lobby/lobby.html" if request.headers.get("HX-Request") else "lobby/page.html",
            game=game,
            code=code,
            link=f"{base}/j/{code}",
            code_qr=qr(f"{base}/j/{code}"),
            qr=drawn_qr,
            base=base,
            bases=current_app.config["ADDRESSES"] or [request.host_url.rstrip("/")],
            unreachable=is_unreachable(base),
            chairs=chairs(game, record.state, games, desks, hub),
            watching=hub.watching(game),
            can_move=isinstance(record.state.phase, SettingUp),
            rules=rules_in_words(record.state, table.voice),
            theme=record.state.game.theme,
            version=hub.version(game),
            reasons=reasons,
            **context,
        )
        answer = make_response(page, status)
        if request.args.get("address", "") == base:
            answer.set_cookie(ADDRESS, base, max_age=YEAR, samesite="Lax", httponly=True)
        return answer

    return pages


def qr_of_wifi(name: str, password: str) -> object:
    return drawn_qr(wifi_text(name, password)) if name else None
