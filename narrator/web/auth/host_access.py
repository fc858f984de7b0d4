"""Host access to a game: a secret in the device's cookie, or a bearer token."""

from typing import NoReturn

from flask import Response, abort, make_response, redirect, request

from narrator.app.games.results import NewGame
from narrator.web.auth.preferences import set_cookie
from narrator.web.services import services

HOST_COOKIE_PREFIX = "host_"


def hosted_games() -> list[str]:
    return [name.removeprefix(HOST_COOKIE_PREFIX) for name in request.cookies if name.startswith(HOST_COOKIE_PREFIX)]


def sent_secret(game: str) -> str:
    """Return the request's bearer token, or else its host cookie."""
    return bearer_token() or request.cookies.get(f"{HOST_COOKIE_PREFIX}{game}", "")


def bearer_token() -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_host(game: str) -> bool:
    secret = request.cookies.get(f"{HOST_COOKIE_PREFIX}{game}", "")
    return bool(secret) and services().games.access.is_host(game, secret)


def hosts_any_game() -> bool:
    return any(is_host(game) for game in hosted_games())


def require_host(game: str) -> None:
    """Abort with 404 if there is no such game, with 403 for anyone but its host."""
    if not is_host(game):
        refuse_stranger(game)


def require_host_of_game() -> None:
    """Require the host of the game in the address, before every request of a blueprint."""
    require_host((request.view_args or {})["game"])


def refuse_stranger(game: str) -> NoReturn:
    services().games.setup(game)  # raises `NoSuchGame`, which is answered with 404
    abort(403)


def host_new_game(new: NewGame) -> Response:
    return redirect_as_host(new.id, new.secret)


def redirect_as_host(game: str, secret: str) -> Response:
    response = make_response(redirect(f"/g/{game}/stage", 303))
    remember_host(response, game, secret)
    return response


def remember_host(response: Response, game: str, secret: str) -> None:
    set_cookie(response, f"{HOST_COOKIE_PREFIX}{game}", secret)
