"""Who asks, as far as limits go: the host of this game, a phone by its secret, anybody else by their address.

A secret counts only where it is a real one, or everybody could be somebody else with each request.
"""

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import Flask, request
from msgspec import Struct

from narrator.web.auth.host import PREFIX as HOST_PREFIX
from narrator.web.auth.host import bearer, secret_of
from narrator.web.auth.viewer import PREFIX, member_of
from narrator.web.security.hosts import is_loopback_name
from narrator.web.security.proxies import address_of, is_forwarded
from narrator.web.services import services, services_of

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

KEY = "narrator.client"
AT_GAME = re.compile(r"/g/([0-9a-z]+)/")
"""The beginning of every page of a game."""


class Client(Struct, frozen=True):
    name: str
    is_host: bool = False


def this_client() -> Client:
    if KEY not in request.environ:
        game = (request.view_args or {}).get("game", "")
        request.environ[KEY] = (_by_secret(game) if game else None) or Client(this_address())
    found: Client = request.environ[KEY]
    return found


def remember_client(app: Flask, environ: "WSGIEnvironment") -> Client:
    """Who will be asking, before the application is asked. Where that can't be told, the page will say why."""
    if (found := _known_before(app, environ)) is not None:
        environ[KEY] = found
        return found
    with app.request_context(environ):
        try:
            return this_client()
        except Exception:
            return Client(this_address())


def _known_before(app: Flask, environ: "WSGIEnvironment") -> Client | None:
    """A device at a game whose cookie was looked up lately. Nothing else of the request is read for it: this is asked
    before every page that a phone fetches."""
    place = AT_GAME.match(environ["PATH_INFO"])
    if place is None or "HTTP_AUTHORIZATION" in environ:
        return None
    cookies = environ.get("HTTP_COOKIE", "")
    if f"{HOST_PREFIX}{place[1]}=" in cookies:
        return None
    mine = re.search(rf"(?:^|; ){PREFIX}{place[1]}=([^;\s\"]+)", cookies)
    name = _name("me", place[1], mine[1]) if mine else ""
    return Client(name) if name in services_of(app).known_clients else None


def this_address() -> str:
    return request.remote_addr or ""


def is_local() -> bool:
    """Whether this machine itself is asking: from a loopback address, under a loopback name, through nobody. DNS
    rebinding and a port forwarded by `ssh -R` also connect from here, but under another name."""
    address = address_of(this_address())
    return (
        address is not None
        and address.is_loopback
        and is_loopback_name(request.headers.get("Host", ""))
        and not is_forwarded(request.environ)
    )


def _by_secret(game: str) -> Client | None:
    if (secret := secret_of(game)) and services().games.is_host(game, secret):
        return Client(_name("host", game, secret), is_host=True)
    program = bearer()
    name = _name("me", game, program or request.cookies.get(f"{PREFIX}{game}", ""))
    known = services().known_clients
    if name not in known and (_seat_of(game, program) if program else member_of(game)) is None:
        return None
    known[name] = True
    return Client(name)


def _seat_of(game: str, program: str) -> int | None:
    return services().games.seat_keys(game).seat_of(program)


def _name(kind: str, game: str, secret: str) -> str:
    return sha256(f"{kind} {game} {secret}".encode("utf-8", "surrogatepass")).hexdigest()
