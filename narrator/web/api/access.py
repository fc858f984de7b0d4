"""Access checks of API calls, and their language, body and idempotency key."""

from flask import request
from msgspec import Raw

from narrator.app.games.dealer import Author
from narrator.app.games.results import EntryRefused
from narrator.core.message import Refused
from narrator.core.table.events import AnyEvent
from narrator.core.table.state import GameState
from narrator.storage.files.game_file import read_event
from narrator.text.languages import nearest_language
from narrator.web.auth.host_access import bearer_token, sent_secret
from narrator.web.auth.preferences import browser_language
from narrator.web.security.guard import MAX_REQUEST_BYTES
from narrator.web.services import services

MAX_IDEMPOTENCY_KEY_LENGTH = 200


class Denied(Exception):
    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status = status
        self.code = code


def language() -> str:
    """Return the language from `?lang=`, or else from Accept-Language."""
    query = request.args.get("lang")
    return nearest_language(query) if query else browser_language(request)


def require_host(game: str) -> None:
    """Require a bearer token or the host's cookie, before revealing anything, even whether the game exists."""
    secret = sent_secret(game)
    if not secret:
        raise Denied(401, "unauthorized")
    if not services().games.access.is_host(game, secret):
        raise Denied(403, "forbidden")
    services().auto_play.note_presence(game)


def require_author(game: str) -> Author:
    """Return who enters something: the host, or if the app deals, a seat with its own secret."""
    seat = own_seat(game)
    if seat is not None:
        return seat
    require_host(game)
    return "host"


def require_player(game: str) -> None:
    """Require the host or anyone in a seat."""
    secret = bearer_token()
    if not secret or services().programs.seat_of(game, secret) is None:
        require_host(game)


def own_seat(game: str) -> int | None:
    """Return the seat whose secret was sent, if the app deals; otherwise everyone gets the same response."""
    secret = bearer_token()
    seat = services().games.access.seat_of(game, secret) if secret else None
    return seat if seat is not None and services().games.record_of(game).game.is_dealt else None


def request_body() -> bytes:
    """Return the request's body; above the limit, abort with 413."""
    request.max_content_length = MAX_REQUEST_BYTES
    return request.get_data(cache=False)


def idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and len(key) > MAX_IDEMPOTENCY_KEY_LENGTH:
        raise Denied(400, "key_too_long")
    return key or None


def is_dry_run() -> bool:
    return request.args.get("dry_run", "0").lower() not in ("0", "", "false")


def read_events(texts: list[Raw], after: int, state: GameState) -> list[AnyEvent]:
    """Parse events that will follow an entry; an invalid one is refused with the number it would have had."""
    events = []
    for number, text in enumerate(texts, start=after + 1):
        try:
            events.append(read_event(text))
        except Refused as refused:
            raise EntryRefused(number, state, *refused.reasons) from None
    return events
