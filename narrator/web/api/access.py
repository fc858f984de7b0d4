"""Who asks, from where, in which language, and what they sent."""

from flask import request
from msgspec import Raw

from narrator.app.games.dealing import Author
from narrator.app.games.results import EntryRefused
from narrator.core.message import Refused
from narrator.core.table.events import AnyEvent
from narrator.core.table.state import GameState
from narrator.storage.files.game_file import read_event
from narrator.text.languages import nearest_language
from narrator.web.auth.device import browser_language
from narrator.web.auth.host import bearer, secret_of
from narrator.web.security.guard import LARGEST_REQUEST, is_foreign
from narrator.web.services import services

LONGEST_KEY = 200


class Denied(Exception):
    """A call that is turned down before anybody looks at the game."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


def language() -> str:
    """`?lang=`, then what the client prefers."""
    if wanted := request.args.get("lang"):
        return nearest_language(wanted)
    return browser_language(request)


def require_host(game: str) -> None:
    """A bearer's secret, else the host's cookie. Comes before everything else about the game, its existence too."""
    secret = secret_of(game)
    if not secret:
        raise Denied(401, "unauthorized")
    if not services().games.is_host(game, secret):
        raise Denied(403, "forbidden")
    services().bot_clock.attend(game)


def require_author(game: str) -> Author:
    """Who enters something: the host, or where the app deals, a seat with its own secret."""
    seat = reader_of(game)
    if seat is not None:
        return seat
    require_host(game)
    return "host"


def require_player(game: str) -> None:
    """The host or anybody in a seat; watchers and strangers are told less."""
    secret = bearer()
    if not secret or services().programs.seat_of(game, secret) is None:
        require_host(game)


def reader_of(game: str) -> int | None:
    """The seat whose secret was sent, where the app deals; else everybody is answered alike."""
    secret = bearer()
    seat = services().games.seat_keys(game).seat_of(secret) if secret else None
    return seat if seat is not None and services().games.record(game).game.cards == "app" else None


def require_own_origin() -> None:
    """A page from elsewhere must not write in the name of a host who happens to have it open."""
    if is_foreign():
        raise Denied(403, "foreign_origin")


def body() -> bytes:
    """What was sent; more than the limit is a 413."""
    request.max_content_length = LARGEST_REQUEST
    return request.get_data(cache=False)


def idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and len(key) > LONGEST_KEY:
        raise Denied(400, "key_too_long")
    return key or None


def is_dry_run() -> bool:
    return request.args.get("dry_run", "0").lower() not in ("0", "", "false")


def read_events(texts: list[Raw], after: int, state: GameState) -> list[AnyEvent]:
    """The events that were sent, to be numbered behind an entry; one that makes no sense is named by its number."""
    events = []
    for number, text in enumerate(texts, start=after + 1):
        try:
            events.append(read_event(text))
        except Refused as refused:
            raise EntryRefused(number, state, *refused.reasons) from None
    return events
