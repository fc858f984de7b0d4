"""The lobby: the code to scan, who sits where and who is connected; joining, watching, handing the host's part over."""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, current_app, make_response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from msgspec import Struct

from narrator.core.cards import COLOURS
from narrator.core.events import SeatJoined
from narrator.core.message import Refused, impossible
from narrator.core.phase import SettingUp
from narrator.core.state import GameState
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.service.tokens import as_code
from narrator.text.places import LANGUAGES
from narrator.text.render import Voice, say_refusal

from .access import require_host
from .ask import Ask, as_number
from .attempts import Attempts
from .device import YEAR, this_device
from .live import Hub
from .names import own_name
from .phone_view import rules_in_words
from .qr import drawn_qr, qr, wifi_text
from .stage import at_table
from .viewer import Viewer, member_of, remember_member

Answer = ResponseReturnValue


class Chair(Struct, frozen=True):
    """A seat in the lobby."""

    number: int
    name: str
    colour: str
    language: str
    taken: bool
    connected: bool
    agreed: bool
    trusted: bool


def lobby_pages(games: Games, desks: Desks, hub: Hub, seconds: Callable[[], float]) -> Blueprint:
    pages = Blueprint("lobby", __name__)
    attempts = Attempts(seconds)

    @pages.get("/g/<game>/lobby")
    def lobby(game: str) -> Answer:
        require_host(games, game)
        return show_lobby(game)

    @pages.post("/g/<game>/lobby")
    def change(game: str) -> Answer:
        """What the host does in the lobby: a new code, other chairs, trust, a seat that becomes free."""
        require_host(games, game)
        form = request.form
        seat, other = as_number(form.get("seat", "")), as_number(form.get("other", ""))
        if form.get("do") == "rotate":
            games.rotate_join_code(game)
        try:
            if form.get("do") == "trust" and seat is not None:
                desks.trust(game, seat, form.get("on") == "1", f"trust {desks.of(game).number} {seat} {form.get('on')}")
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
        distrust(game, seat)
        hub.free(game, seat)

    def distrust(game: str, seat: int) -> None:
        """Trust is in a person: whoever comes next has to earn it."""
        desk = desks.of(game)
        if seat in desk.trusted:
            desks.trust(game, seat, False, f"left {desk.number} {seat}")

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
            chairs=chairs(game, record.state),
            watching=hub.watching(game),
            can_move=isinstance(record.state.phase, SettingUp),
            rules=rules_in_words(record.state, table.voice),
            theme=record.state.game.theme,
            version=hub.version(game),
            reasons=reasons,
            **context,
        )
        return make_response(page, status)

    def chairs(game: str, state: GameState) -> list[Chair]:
        taken, people, trusted = games.taken_seats(game), hub.people(game), desks.of(game).trusted
        found = []
        for number, seat in enumerate(state.seats):
            viewer = Viewer("seat", number)
            here = people.get(viewer.name)
            language = here.language if here else seat.language or "en"
            connected = hub.is_connected(game, viewer)
            agreed = number in state.agreed
            found.append(
                Chair(number, seat.name, seat.colour, language, number in taken, connected, agreed, number in trusted)
            )
        return found

    # Joining.

    @pages.get("/join")
    def join() -> Answer:
        """Type the code."""
        return render_template("lobby/join.html", code=request.args.get("code", "")[:12], reasons=[])

    @pages.get("/j/<code>")
    def scanned(code: str) -> Answer:
        """What the QR code opens."""
        game, answer = entrance(code)
        return answer if game is None else show_seats(game, as_code(code))

    @pages.post("/join")
    def enter_code() -> Answer:
        code = request.form.get("code", "")[:12]
        game, answer = entrance(code)
        return answer if game is None else redirect(f"/j/{as_code(code)}", 303)

    @pages.post("/j/<code>")
    def take(code: str) -> Answer:
        """Take a seat, or just watch."""
        game, answer = entrance(code)
        if game is None:
            return answer
        if request.form.get("seat") == "watch":
            return welcomed(game, games.watch(game), is_late(game))
        try:
            return take_seat(game, as_number(request.form.get("seat", "")))
        except Refused as refused:
            return show_seats(game, as_code(code), refused, 409)

    def entrance(code: str) -> tuple[str | None, Answer]:
        """The game behind a code; wrong codes are counted."""
        address = request.remote_addr or ""
        if not attempts.may_try(address):
            return None, refused_entrance("join.too_often", code, 429)
        game = games.find_by_join_code(code) if as_code(code) else None
        if game is None:
            attempts.failed(address)
            return None, refused_entrance("join.wrong_code", code, 404)
        return game, ""

    def take_seat(game: str, seat: int | None) -> Answer:
        state = games.record(game).state
        setting_up = isinstance(state.phase, SettingUp)
        if seat is None or seat >= len(state.seats):
            raise Refused(impossible("join.no_seat"))
        is_anothers = member_of(games, game) != Viewer("seat", seat) and seat in games.taken_seats(game)
        if is_anothers and hub.is_connected(game, Viewer("seat", seat)):
            raise Refused(impossible("join.seat_taken", seat=seat))
        if is_anothers:
            distrust(game, seat)
        if setting_up:
            games.enter(game, [joining(state, seat)], None, None)
        secret = games.take_seat(game, seat)
        hub.greet(game, Viewer("seat", seat), this_device().lang)
        return welcomed(game, secret, not setting_up)

    def is_late(game: str) -> bool:
        return not isinstance(games.record(game).state.phase, SettingUp)

    def show_seats(game: str, code: str, refused: Refused | None = None, status: int = 200) -> Answer:
        record = games.record(game)
        table = at_table(game, record, Ask())
        reasons = [say_refusal(reason, table.voice) for reason in refused.reasons] if refused else []
        page = render_template(
            "lobby/seats.html",
            game=game,
            code=code,
            chairs=chairs(game, record.state),
            colours=COLOURS,
            can_name=isinstance(record.state.phase, SettingUp),
            theme=record.state.game.theme,
            reasons=reasons,
        )
        return make_response(page, status)

    return pages


def joining(state: GameState, seat: int) -> SeatJoined:
    """A seat as its owner wants it: name, colour and language."""
    now = state.seats[seat]
    colour = request.form.get("colour", "")
    language = request.form.get("language", "")
    return SeatJoined(
        seat=seat,
        name=own_name(request.form.get("name", "")) or now.name,
        colour=colour if colour in COLOURS else now.colour,
        language=language if language in LANGUAGES else this_device().lang,
    )


def welcomed(game: str, secret: str, late: bool) -> Answer:
    """To the phone's page; whoever comes late finds on it what has happened so far."""
    answer = make_response(redirect(f"/g/{game}/phone{'?do=so_far' if late else ''}", 303))
    remember_member(answer, game, secret)
    language = request.form.get("language", "")
    if language in LANGUAGES:
        answer.set_cookie("lang", language, max_age=YEAR, httponly=True, samesite="Lax")
    return answer


def refused_entrance(key: str, code: str, status: int) -> Answer:
    voice = Voice(this_device().lang)
    reasons = [say_refusal(impossible(key), voice)]
    return render_template("lobby/join.html", code=code[:12], reasons=reasons), status


def base_address() -> str:
    """Where phones find this server: what the host chose, else the first address on the network, else this page's."""
    bases: list[str] = current_app.config["ADDRESSES"] or []
    wanted = request.args.get("address", "")
    if wanted in bases:
        return wanted
    here = request.host_url.rstrip("/")
    return here if not is_unreachable(here) else bases[0] if bases else here


def is_unreachable(base: str) -> bool:
    """Whether an address means only the machine itself."""
    name = urlsplit(base).hostname or ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")


def qr_of_wifi(name: str, password: str) -> object:
    return drawn_qr(wifi_text(name, password)) if name else None
