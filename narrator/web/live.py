"""Live: every page hears within a moment that something has changed, and fetches itself anew.

A stream only ever says which number is current; it starts with that, so whoever slept or met a restarted server
is right again as soon as it is connected.
"""

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, g, request
from gevent.event import Event
from msgspec import Struct

from narrator.service.desks import Desks
from narrator.service.games import Games

from .viewer import Viewer, require_viewer

KEEP_ALIVE = 12
"""Seconds between signs of life; without them a dead phone would hold its line for long."""
STALE = 30
"""So many seconds after its last sign a device counts as gone."""
RETRY = "retry: 1000\n\n"


class Presence(Struct):
    """A device that is connected."""

    viewer: Viewer
    language: str
    lines: int = 0
    """Streams that it holds open."""
    last: float = 0.0


class Beacon:
    """One game's light: all who wait for a change are woken together."""

    def __init__(self) -> None:
        self.turned_on = Event()
        self.people: dict[str, Presence] = {}
        self.version = 0
        """How often the people have changed."""

    def flash(self) -> None:
        woken, self.turned_on = self.turned_on, Event()
        woken.set()


class Hub:
    """Who listens to which game."""

    def __init__(self, games: Games, desks: Desks, seconds: Callable[[], float]) -> None:
        self._games = games
        self._desks = desks
        self._seconds = seconds
        self._beacons: dict[str, Beacon] = {}
        games.listen(self.changed)
        desks.listen(self.changed)

    def changed(self, game: str, number: int) -> None:
        if game in self._beacons:
            self._beacons[game].flash()

    def version(self, game: str) -> str:
        """The numbers that are current now."""
        return self.version_of(game, len(self._games.record(game).log), self._desks.of(game).number)

    def version_of(self, game: str, entries: int, notes: int) -> str:
        """The entries, the notes and the people, as a page carries it."""
        beacon = self._beacons.get(game)
        return f"{entries}.{notes}.{beacon.version if beacon else 0}"

    def people(self, game: str) -> dict[str, Presence]:
        """Everybody who was connected lately."""
        beacon = self._beacons.get(game)
        return dict(beacon.people) if beacon else {}

    def is_connected(self, game: str, viewer: Viewer) -> bool:
        found = self.people(game).get(viewer.name)
        return found is not None and (found.lines > 0 or self._seconds() - found.last < STALE)

    def stream(self, game: str, viewer: Viewer, language: str, once: bool = False) -> Iterator[str]:
        """Numbers as they come, for as long as the device listens."""
        beacon = self._beacons.setdefault(game, Beacon())
        here = self._arrive(beacon, viewer, language)
        try:
            yield RETRY
            said = ""
            while True:
                waiting = beacon.turned_on
                now = self.version(game)
                yield f"data: {now}\n\n" if now != said else ": here\n\n"
                here.last = self._seconds()
                said = now
                if once:
                    return
                waiting.wait(KEEP_ALIVE)
        finally:
            self._leave(beacon, here)

    def _arrive(self, beacon: Beacon, viewer: Viewer, language: str) -> Presence:
        here = beacon.people.setdefault(viewer.name, Presence(viewer, language))
        is_news = (here.lines == 0 or here.language != language) and viewer.kind != "host"
        here.lines += 1
        here.language = language
        here.last = self._seconds()
        if is_news:
            beacon.version += 1
            beacon.flash()
        return here

    def _leave(self, beacon: Beacon, here: Presence) -> None:
        here.lines -= 1
        here.last = self._seconds()
        if here.lines == 0 and here.viewer.kind != "host":
            beacon.version += 1
            beacon.flash()


def live_pages(games: Games, hub: Hub) -> Blueprint:
    pages = Blueprint("live", __name__)

    @pages.get("/g/<game>/live")
    def live(game: str) -> Response:
        viewer = require_viewer(games, game)
        once = request.args.get("once") == "1"
        answer = Response(hub.stream(game, viewer, g.device.lang, once), mimetype="text/event-stream")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    return pages
