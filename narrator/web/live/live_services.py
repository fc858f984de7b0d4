"""Services of live pages: the hub, limits on streams, and caches of pages that several devices share."""

from collections.abc import Callable, Generator, Iterator
from contextlib import closing

from cachetools import LRUCache
from flask import Flask, Response, abort, current_app
from gevent import spawn_later
from msgspec import Struct

from narrator.storage.shared_state.client_usage import OpenPages
from narrator.web.auth.client import this_address, this_client
from narrator.web.auth.config import ClientLimits
from narrator.web.auth.preferences import Preferences
from narrator.web.live.club_stream import ClubStream
from narrator.web.live.hub import Hub
from narrator.web.security.guard import gzip_body
from narrator.web.services import Services

EXTENSION_NAME = "narrator.live"
MAX_PHONE_PAGES = 4_000
MAX_GAME_COPIES = 500
MAX_RESULT_PAGES = 50
FORGET_AGAIN_AFTER = 3.0  # seconds; by then, pages that were being rendered during a deletion are finished
Reader = tuple[str | Preferences, ...]


class PageCache:
    """Compressed pages by reader (game, viewer, device), each in its latest version."""

    def __init__(self, max_pages: int) -> None:
        self._pages: LRUCache[Reader, tuple[str, bytes]] = LRUCache(max_pages)
        self.misses = 0

    def get(self, reader: Reader, version: str, render: Callable[[], str]) -> bytes:
        cached_version, page = self._pages.get(reader, ("", b""))
        if cached_version != version:
            self.misses += 1
            page = gzip_body(render().encode())
            self._pages[reader] = (version, page)
        return page

    def forget(self, game: str) -> None:
        for reader in [reader for reader in self._pages if reader[0] == game]:
            del self._pages[reader]


class StreamLimits:
    """Limits on open streams per client, of which the oldest are closed, and per address, at all servers together."""

    def __init__(self, open_pages: OpenPages, limits: ClientLimits) -> None:
        self._open_pages = open_pages
        self._limits = limits

    def has_room(self, address: str) -> bool:
        return self._open_pages.count(address) < self._limits.streams_per_address

    def count_stream(self, stream: Generator[bytes], client: str, address: str) -> Iterator[bytes]:
        """Count a stream while it is open. One that must be closed ends with its next keep-alive."""
        page = self._open_pages.open(client, address, self._limits.streams_per_client)
        try:
            with closing(stream):
                for chunk in stream:
                    if self._open_pages.is_evicted(page):
                        return
                    yield chunk
        finally:
            self._open_pages.close(page)


class LiveServices(Struct, frozen=True):
    hub: Hub
    stream_limits: StreamLimits
    club_stream: ClubStream
    phone_pages: PageCache
    game_copies: PageCache  # public game files that phones keep
    result_pages: PageCache  # everybody's results, and the club's tables

    def forget(self, game: str) -> None:
        self.phone_pages.forget(game)
        self.game_copies.forget(game)


def install_live_services(
    app: Flask, hub: Hub, open_pages: OpenPages, limits: ClientLimits, club_stream: ClubStream
) -> None:
    caches = (PageCache(size) for size in (MAX_PHONE_PAGES, MAX_GAME_COPIES, MAX_RESULT_PAGES))
    app.extensions[EXTENSION_NAME] = LiveServices(hub, StreamLimits(open_pages, limits), club_stream, *caches)


def live_services() -> LiveServices:
    return live_services_of(current_app)


def live_services_of(app: Flask) -> LiveServices:
    found: LiveServices = app.extensions[EXTENSION_NAME]
    return found


def stream_response(stream: Generator[bytes]) -> Response:
    """Return a response of server-sent events; abort with 429 if the client's address has too many streams."""
    address, limits = this_address(), live_services().stream_limits
    if not limits.has_room(address):
        abort(429)
    body = limits.count_stream(stream, this_client().name, address)
    response = Response(body, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def forget_game(services: Services, live: LiveServices, game: str) -> None:
    """Drop everything cached about a game, and again a little later: pages being rendered now will still be cached."""

    def drop() -> None:
        services.games.forget(game)
        services.sessions.forget(game)
        live.forget(game)

    drop()
    spawn_later(FORGET_AGAIN_AFTER, drop)
