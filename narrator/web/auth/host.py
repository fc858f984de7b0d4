"""Who may see a game's stage: a device that holds one of the host's secrets in its cookie."""

from flask import Response, abort, make_response, redirect, request

from narrator.app.games.results import NewGame
from narrator.web.auth.cookies import set_cookie
from narrator.web.services import services

PREFIX = "host_"


def cookie_name(game: str) -> str:
    return f"{PREFIX}{game}"


def hosted_games() -> list[str]:
    """The games that this device says it hosts."""
    return [name.removeprefix(PREFIX) for name in request.cookies if name.startswith(PREFIX)]


def secret_of(game: str) -> str:
    """What a request shows for itself: a bearer's secret, else the host's cookie."""
    return bearer() or request.cookies.get(cookie_name(game), "")


def bearer() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_host(game: str) -> bool:
    secret = request.cookies.get(cookie_name(game), "")
    return bool(secret) and services().games.is_host(game, secret)


def hosts_something() -> bool:
    """Whether this device is the host's of any game here."""
    return any(is_host(game) for game in hosted_games())


def require_host(game: str) -> None:
    """The host's device goes on; 404 where there is no such game, 403 for anybody else."""
    if not is_host(game):
        services().games.setup(game)
        abort(403)


def host_new_game(new: NewGame) -> Response:
    """Redirect to the stage of a new game and make this device its host."""
    answer = make_response(redirect(f"/g/{new.id}/stage", 303))
    remember_host(answer, new.id, new.secret)
    return answer


def remember_host(answer: Response, game: str, secret: str) -> None:
    set_cookie(answer, cookie_name(game), secret)
