"""Live: every page hears within a moment that something has changed, and fetches itself anew.

A stream only ever says which number is current; it starts with that, so whoever slept or met a restarted server
is right again as soon as it is connected.
"""

from collections.abc import Callable, Generator
from contextlib import suppress

from gevent import sleep, spawn
from gevent.event import Event
from msgspec import Struct

from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.peers import Peers
from narrator.app.sessions.service import SessionService
from narrator.storage.errors import StorageUnavailable
from narrator.storage.shared_state.presence import WATCHES, Presence, SeenDevice
from narrator.storage.shared_state.shared_state import Kind
from narrator.web.auth.viewer import Viewer, viewer_named

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


class PresentDevice(Struct):
    """A device that is connected, at whichever server; all who watch are one."""

    viewer: Viewer
    language: str
    lines: int
    """Streams that it holds open."""
    last: float
    """When it was last seen without any."""


class Signal:
    """All who wait for it are woken together."""

    def __init__(self) -> None:
        self.turned_on = Event()

    def flash(self) -> None:
        woken, self.turned_on = self.turned_on, Event()
        woken.set()


class GameChannel:
    """One game's lights at this server: a change is for everybody, who came or left only for the host."""

    def __init__(self) -> None:
        self.for_all = Signal()
        self.for_host = Signal()
        self.lines = 0
        """Streams that are open here."""
        self.is_kept_alive = False
        self.entries = self.notes = self.moves = 0
        """The last entry and the last note, and how often the people have changed: looked up once for all who listen,
        and told with every change."""

    def flash(self) -> None:
        self.for_all.flash()
        self.for_host.flash()

    @property
    def version(self) -> str:
        """The entries, the notes and the people, as a page carries it."""
        return f"{self.entries}.{self.notes}.{self.moves}"


class Hub:
    """Who listens to which game."""

    def __init__(
        self, games: Games, sessions: SessionService, peers: Peers, presence: Presence, seconds: Callable[[], float]
    ) -> None:
        self._games = games
        self._presence = presence
        self._seconds = seconds
        self._began = seconds()
        self._beacons: dict[str, GameChannel] = {}
        self._room = ROOM
        self._attended: list[Callable[[str], None]] = []
        games.listen(self.entered)
        sessions.listen(self.noted)
        peers.listen(self.heard)

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

    def _changed(self, beacon: GameChannel) -> None:
        beacon.flash()
        if beacon.lines:
            sleep(0)  # those who listen hear of it before the page of whoever tapped is made

    def heard(self, game: str | None, kind: Kind) -> None:
        """Another server has done something with a game, or somebody with any of them."""
        for one in list(self._beacons) if game is None else [game]:
            if (beacon := self._beacons.get(one)) and beacon.lines:
                with suppress(StorageUnavailable, NoSuchGame):
                    self._hear(one, beacon, kind)
                    sleep(0)

    def _hear(self, game: str, beacon: GameChannel, kind: Kind) -> None:
        before = beacon.version
        if kind == "log":
            self._look(game, beacon)
        beacon.moves = self._presence.moves(game)
        if kind == "people":
            beacon.for_host.flash()
        elif kind == "erased" or beacon.version != before:
            beacon.flash()

    def _look(self, game: str, beacon: GameChannel) -> None:
        """Where a game stands; nothing is folded for it, since a hall's tables are looked at all the time."""
        beacon.entries, beacon.notes = self._games.storage.games.ends(game) or (beacon.entries, beacon.notes)

    def version_of(self, game: str, entries: int, notes: int) -> str:
        """The entries, the notes and the people, as a page carries it."""
        return f"{entries}.{notes}.{self._presence.moves(game)}"

    def seen_at_once(self, game: str, entries: int, notes: int) -> tuple[str, int]:
        """`version_of` and `phones`, for the price of one of them: every tap is answered with both."""
        moves, people = self._presence.moves_and_people(game)
        return f"{entries}.{notes}.{moves}", _phones(people)

    def people(self, game: str) -> dict[str, PresentDevice]:
        """Everybody who was connected lately."""
        return {
            name: PresentDevice(viewer_named(name), here.language, here.connections, here.last)
            for name, here in self._presence.people(game).items()
        }

    def watching(self, game: str) -> int:
        """So many who only watch listen now."""
        watchers = self._presence.people(game).get(Viewer("watch").name)
        return watchers.connections if watchers else 0

    def phones(self, game: str) -> int:
        """So many devices besides the host's listen now."""
        return _phones(self._presence.people(game))

    def has_host(self, game: str) -> bool:
        """Whether a page of the host's listens now, or the tablet that is passed round."""
        here = self.people(game).values()
        return any(one.lines and (one.viewer.kind == "host" or one.viewer.passed) for one in here)

    def is_connected(self, game: str, viewer: Viewer) -> bool:
        found = self._presence.people(game).get(viewer.name)
        return found is not None and (found.connections > 0 or self._presence.seconds() - found.last < STALE)

    def is_here(self, game: str, seat: int) -> bool:
        """Whether the phone that has this seat is not away."""
        return self._seconds() - self._began < GRACE or self.is_connected(game, Viewer("seat", seat))

    def stream(self, game: str, viewer: Viewer, language: str, once: bool = False) -> Generator[bytes]:
        """Numbers as they come, for as long as the device listens."""
        beacon = self._beacon(game)
        light = beacon.for_host if viewer.kind == "host" else beacon.for_all
        line = self._arrive(game, beacon, viewer, language)
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
                said = now
                if once:
                    return
                waiting.wait()
        finally:
            self._leave(game, beacon, line)

    def greet(self, game: str, seat: int, language: str) -> None:
        """Somebody has just come in and will listen in a moment: until then nobody else takes that seat."""
        self._presence.set_seen(game, Viewer("seat", seat).name, language)

    def swap_seats(self, game: str, one: int, other: int) -> None:
        """Two people have changed places; the lines that they hold go with them."""
        self._presence.swap_seats(game, Viewer("seat", one).name, Viewer("seat", other).name)
        self._moved(game)

    def free(self, game: str, seat: int) -> None:
        """Nobody sits there any more; the phone that did hears of a change and finds itself outside."""
        self._presence.free_seat(game, Viewer("seat", seat).name)
        self._moved(game, for_all=True)

    def look_again(self, game: str, kind: Kind = "rights") -> None:
        """Some device's rights have changed, or names were deleted: every page looks whether it still may."""
        self._presence.announce(game, kind)
        self._moved(game, for_all=True)

    def _beacon(self, game: str) -> GameChannel:
        if game not in self._beacons:
            self._forget()
            self._beacons[game] = GameChannel()
        return self._beacons[game]

    def _forget(self) -> None:
        """Let go of games that nobody listens to here, each time that twice as many have come together."""
        if len(self._beacons) < self._room:
            return
        for game, beacon in list(self._beacons.items()):
            if not beacon.lines:
                del self._beacons[game]
        self._room = max(ROOM, 2 * len(self._beacons))

    def _keep_alive(self, game: str, beacon: GameChannel) -> None:
        """A sign of life for all who listen, by one clock: a clock for each of them would cost more than the sign."""
        try:
            sleep(KEEP_ALIVE)
            while beacon.lines:
                with suppress(StorageUnavailable, NoSuchGame):  # the sign is given even while the file can't be read
                    self._look(game, beacon)  # another process may have written
                    self._attend(game)
                self._presence.set_gone(game, STALE)
                beacon.moves = self._presence.moves(game)
                beacon.flash()
                sleep(KEEP_ALIVE)
        finally:
            beacon.is_kept_alive = False

    def _arrive(self, game: str, beacon: GameChannel, viewer: Viewer, language: str) -> int:
        beacon.lines += 1
        line, is_news = self._presence.connect(game, viewer.name, language)
        beacon.moves = self._presence.moves(game)
        if is_news:
            beacon.for_host.flash()
        return line

    def _leave(self, game: str, beacon: GameChannel, line: int) -> None:
        beacon.lines -= 1
        if self._presence.disconnect(line):
            self._moved(game)

    def _moved(self, game: str, for_all: bool = False) -> None:
        """Tell the host who came or left."""
        if beacon := self._beacons.get(game):
            beacon.moves = self._presence.moves(game)
            if for_all:
                beacon.flash()
            else:
                beacon.for_host.flash()


def _phones(people: dict[str, SeenDevice]) -> int:
    seats = sum(1 for name, here in people.items() if here.connections and viewer_named(name).kind == "seat")
    watchers = people.get(WATCHES)
    return seats + (watchers.connections if watchers else 0)
