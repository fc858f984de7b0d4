"""The client that limits apply to: a game's host, a phone or program by its secret, anyone else by address.
Only valid secrets count; otherwise anyone could be a new client with each request."""

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from flask import Flask, request
from msgspec import Struct

from narrator.web.auth.host_access import HOST_COOKIE_PREFIX, bearer_token, sent_secret
from narrator.web.auth.viewer import SEAT_COOKIE_PREFIX, current_phone_access
from narrator.web.security.network import is_forwarded, is_loopback_name, parse_address
from narrator.web.services import services, services_of

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

ENVIRON_KEY = "narrator.client"
GAME_PATH = re.compile(r"/g/([0-9a-z]+)/")


class Client(Struct, frozen=True):
    name: str
    is_host: bool = False


def this_client() -> Client:
    if ENVIRON_KEY not in request.environ:
        game = (request.view_args or {}).get("game", "")
        request.environ[ENVIRON_KEY] = (_client_by_secret(game) if game else None) or Client(this_address())
    client: Client = request.environ[ENVIRON_KEY]
    return client


def identify_client(app: Flask, environ: "WSGIEnvironment") -> Client:
    """Identify the client before the application handles its request; errors are left to the application."""
    if (client := _known_client(app, environ)) is not None:
        environ[ENVIRON_KEY] = client
        return client
    with app.request_context(environ):
        try:
            return this_client()
        except Exception:
            return Client(this_address())


def _known_client(app: Flask, environ: "WSGIEnvironment") -> Client | None:
    """Return a phone whose cookie was checked recently; reads only path and cookies, as it runs before every page."""
    path = GAME_PATH.match(environ["PATH_INFO"])
    if path is None or "HTTP_AUTHORIZATION" in environ:
        return None
    game, cookies = path[1], environ.get("HTTP_COOKIE", "")
    if f"{HOST_COOKIE_PREFIX}{game}=" in cookies:
        return None
    cookie = re.search(rf"(?:^|; ){SEAT_COOKIE_PREFIX}{game}=([^;\s\"]+)", cookies)
    name = _client_name("me", game, cookie[1]) if cookie else ""
    return Client(name) if name in services_of(app).known_clients else None


def this_address() -> str:
    return request.remote_addr or ""


def is_local() -> bool:
    """Return whether the request comes from this machine: loopback address and host name, no proxy. DNS rebinding and
    `ssh -R` also connect from a loopback address, but under another host name."""
    address = parse_address(this_address())
    return (
        address is not None
        and address.is_loopback
        and is_loopback_name(request.headers.get("Host", ""))
        and not is_forwarded(request.environ)
    )


def _client_by_secret(game: str) -> Client | None:
    if (secret := sent_secret(game)) and services().games.access.is_host(game, secret):
        return Client(_client_name("host", game, secret), is_host=True)
    token = bearer_token()
    name = _client_name("me", game, token or request.cookies.get(f"{SEAT_COOKIE_PREFIX}{game}", ""))
    known_clients = services().known_clients
    if name not in known_clients:
        owner = services().games.access.seat_of(game, token) if token else current_phone_access(game)
        if owner is None:
            return None
    known_clients[name] = True
    return Client(name)


def _client_name(kind: str, game: str, secret: str) -> str:
    return sha256(f"{kind} {game} {secret}".encode("utf-8", "surrogatepass")).hexdigest()
