"""Live: every page hears within a moment that something has changed, and fetches itself anew.

A stream only ever says which number is current; it starts with that, so whoever slept or met a restarted server
is right again as soon as it is connected.
"""

from collections.abc import Callable, Generator
from contextlib import suppress

from gevent import sleep, spawn
from gevent.event import Event
from msgspec import Struct

from narrator.service.answers import NoSuchGame
from narrator.service.desks import Desks
from narrator.service.games import Games
from narrator.store.event_log import Unusable
from narrator.web.request.viewer import Viewer

KEEP_ALIVE = 10
"""Seconds between signs of life; without them a dead phone would hold its line for long."""
STALE = 30
"""So many seconds after its last sign a device counts as gone."""
GRACE = 60
"""So many seconds after the server has begun every phone counts as here: it may just not have come back yet."""
ROOM = 100
"""From so many games on, those that nobody listens to any more are forgotten."""
RETRY = b"retry: 1000\n\n"
ALIVE = b"event: alive\ndata:\n\n"
"""A sign of life that a page can hear, so that it knows when there is none."""


class Presence(Struct):
    """A device that is connected; all who watch are one."""

    viewer: Viewer
    language: str
    lines: int = 0
    """Streams that it holds open."""
    last: float = 0.0
    gone: bool = False
    """Whether the host was told that it is not coming back soon."""


class Light:
    """All who wait for it are woken together."""

    def __init__(self) -> None:
        self.turned_on = Event()

    def flash(self) -> None:
        woken, self.turned_on = self.turned_on, Event()
        woken.set()


class Beacon:
    """One game's lights: a change is for everybody, who came or left only for the host."""

    def __init__(self) -> None:
        self.for_all = Light()
        self.for_host = Light()
        self.people: dict[str, Presence] = {}
        self.moves = 0
        """How often the people have changed."""
        self.lines = 0
        """Streams that are open."""
        self.is_kept_alive = False
        self.entries = self.notes = 0
        """The last entry and the last note: looked up once for all who listen, and told with every change."""

    def flash(self) -> None:
        self.for_all.flash()
        self.for_host.flash()

    @property
    def version(self) -> str:
        """The entries, the notes and the people, as a page carries it."""
        return f"{self.entries}.{self.notes}.{self.moves}"


class Hub:
    """Who listens to which game."""

    def __init__(self, games: Games, desks: Desks, seconds: Callable[[], float]) -> None:
        self._games = games
        self._desks = desks
        self._seconds = seconds
        self._began = seconds()
        self._beacons: dict[str, Beacon] = {}
        self._room = ROOM
        self._attended: list[Callable[[str], None]] = []
        games.listen(self.entered)
        desks.listen(self.noted)

    def on_presence(self, attend: Callable[[str], None]) -> None:
        """Have somebody called while pages listen to a game: when one comes, and with every sign of life."""
        self._attended.append(attend)

    def _attend(self, game: str) -> None:
        for attend in self._attended:
            attend(game)

    def entered(self, game: str, number: int) -> None:
        if beacon := self._beacons.get(game):
            beacon.entries = number
            self._changed(beacon)

    def noted(self, game: str, number: int) -> None:
        if beacon := self._beacons.get(game):
            beacon.notes = number
            self._changed(beacon)

    def _changed(self, beacon: Beacon) -> None:
        beacon.flash()
        if beacon.lines:
            sleep(0)  # those who listen hear of it before the page of whoever tapped is made

    def _look(self, game: str, beacon: Beacon) -> None:
        beacon.entries, beacon.notes = len(self._games.record(game).log), self._desks.of(game).number

    def version_of(self, game: str, entries: int, notes: int) -> str:
        """The entries, the notes and the people, as a page carries it."""
        return f"{entries}.{notes}.{self._beacon(game).moves}"

    def people(self, game: str) -> dict[str, Presence]:
        """Everybody who was connected lately."""
        beacon = self._beacons.get(game)
        return dict(beacon.people) if beacon else {}

    def watching(self, game: str) -> int:
        """So many who only watch listen now."""
        watchers = self.people(game).get(Viewer("watch").name)
        return watchers.lines if watchers else 0

    def phones(self, game: str) -> int:
        """So many devices besides the host's listen now."""
        seats = sum(1 for here in self.people(game).values() if here.viewer.kind == "seat" and here.lines)
        return seats + self.watching(game)

    def has_host(self, game: str) -> bool:
        """Whether a page of the host's listens now, or the tablet that is passed round."""
        here = self.people(game).values()
        return any(one.lines and (one.viewer.kind == "host" or one.viewer.passed) for one in here)

    def is_connected(self, game: str, viewer: Viewer) -> bool:
        found = self.people(game).get(viewer.name)
        return found is not None and (found.lines > 0 or self._seconds() - found.last < STALE)

    def is_here(self, game: str, seat: int) -> bool:
        """Whether the phone that has this seat is not away."""
        return self._seconds() - self._began < GRACE or self.is_connected(game, Viewer("seat", seat))

    def stream(self, game: str, viewer: Viewer, language: str, once: bool = False) -> Generator[bytes]:
        """Numbers as they come, for as long as the device listens."""
        beacon = self._beacon(game)
        light = beacon.for_host if viewer.kind == "host" else beacon.for_all
        here = self._arrive(beacon, viewer, language)
        if not beacon.is_kept_alive:
            beacon.is_kept_alive = True
            spawn(self._keep_alive, game, beacon)
        try:
            yield RETRY
            self._look(game, beacon)
            self._attend(game)
            said = ""
            while True:
                waiting, now = light.turned_on, beacon.version
                yield f"data: {now}\n\n".encode() if now != said else ALIVE
                here.last = self._seconds()
                said = now
                if once:
                    return
                waiting.wait()
        finally:
            self._leave(beacon, here)

    def greet(self, game: str, seat: int, language: str) -> None:
        """Somebody has just come in and will listen in a moment: until then nobody else takes that seat."""
        viewer = Viewer("seat", seat)
        here = self._beacon(game).people.setdefault(viewer.name, Presence(viewer, language))
        here.language = language
        here.last = self._seconds()

    def change_chairs(self, game: str, one: int, other: int) -> None:
        """Two people have changed places; the lines that they hold go with them."""
        beacon = self._beacon(game)
        seats = (Viewer("seat", one), Viewer("seat", other))
        moved = [beacon.people.pop(viewer.name, None) for viewer in seats]
        for viewer, here in zip(reversed(seats), moved, strict=True):
            if here is not None:
                here.viewer = viewer
                beacon.people[viewer.name] = here
        self._moved(beacon, seats[0], is_news=True)

    def free(self, game: str, seat: int) -> None:
        """Nobody sits there any more; the phone that did hears of a change and finds itself outside."""
        beacon = self._beacon(game)
        if beacon.people.pop(Viewer("seat", seat).name, None) is not None:
            beacon.moves += 1
            beacon.flash()

    def look_again(self, game: str) -> None:
        """Some device's rights have changed: every page looks whether it still may."""
        if beacon := self._beacons.get(game):
            beacon.moves += 1
            beacon.flash()

    def _beacon(self, game: str) -> Beacon:
        if game not in self._beacons:
            self._forget()
            beacon = self._beacons[game] = Beacon()
            beacon.moves = int(self._seconds())  # no number that a page has from before
        return self._beacons[game]

    def _forget(self) -> None:
        """Let go of games that nobody has listened to for a while, each time that twice as many have come together."""
        if len(self._beacons) < self._room:
            return
        lately = self._seconds() - STALE
        for game, beacon in list(self._beacons.items()):
            if all(not here.lines and here.last < lately for here in beacon.people.values()):
                del self._beacons[game]
        self._room = max(ROOM, 2 * len(self._beacons))

    def _keep_alive(self, game: str, beacon: Beacon) -> None:
        """A sign of life for all who listen, by one clock: a clock for each of them would cost more than the sign."""
        try:
            sleep(KEEP_ALIVE)
            while beacon.lines:
                with suppress(Unusable, NoSuchGame):  # the sign is given even while the file can't be read
                    self._look(game, beacon)  # another process may have written
                    self._attend(game)
                self._miss(beacon)
                beacon.flash()
                sleep(KEEP_ALIVE)
        finally:
            beacon.is_kept_alive = False

    def _miss(self, beacon: Beacon) -> None:
        """Who has been away for too long counts as gone from now on, and the host's page says so."""
        for here in beacon.people.values():
            if not here.gone and not here.lines and self._seconds() - here.last >= STALE:
                here.gone = True
                beacon.moves += 1

    def _arrive(self, beacon: Beacon, viewer: Viewer, language: str) -> Presence:
        here = beacon.people.setdefault(viewer.name, Presence(viewer, language))
        is_news = here.lines == 0 or here.language != language
        here.lines += 1
        here.gone = False
        beacon.lines += 1
        here.language = language
        here.last = self._seconds()
        self._moved(beacon, viewer, is_news)
        return here

    def _leave(self, beacon: Beacon, here: Presence) -> None:
        here.lines -= 1
        beacon.lines -= 1
        here.last = self._seconds()
        self._moved(beacon, here.viewer, here.lines == 0)

    def _moved(self, beacon: Beacon, viewer: Viewer, is_news: bool) -> None:
        """Tell the host who came or left; of those who watch everyone counts."""
        if viewer.kind == "watch" or (viewer.kind == "seat" and is_news):
            beacon.moves += 1
            beacon.for_host.flash()
