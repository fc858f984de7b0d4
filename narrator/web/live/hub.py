"""Server-sent events: every page learns at once that its game has changed, and fetches itself again.

A stream only sends the current version, beginning with its first message, so a page that slept or met a restarted
server is up to date as soon as it is connected.
"""

from collections.abc import Callable, Generator
from contextlib import suppress

from gevent import sleep, spawn
from gevent.event import Event

from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.peers import Peers
from narrator.app.sessions.service import SessionService
from narrator.storage.errors import StorageUnavailable
from narrator.storage.shared_state.presence import WATCHES, Presence, SeenDevice
from narrator.storage.shared_state.shared_state import ChangeKind
from narrator.web.auth.viewer import Viewer, parse_viewer_name

KEEP_ALIVE = 10  # seconds between messages; without them a dead phone would hold its stream for long
STALE = 30  # seconds after which a device without a stream counts as gone
GRACE = 60  # seconds after the start in which every phone counts as present: it may not have reconnected yet
MIN_CHANNELS = 100  # kept even if nobody listens
RETRY = b"retry: 1000\n\n"
ALIVE = b"event: alive\ndata:\n\n"


class Signal:
    """Wake all waiting greenlets together."""

    def __init__(self) -> None:
        self.event = Event()

    def send(self) -> None:
        sent, self.event = self.event, Event()
        sent.set()


class GameChannel:
    """One game's signals and version at this server. The host also learns who came or left."""

    def __init__(self) -> None:
        self.for_all = Signal()
        self.for_host = Signal()
        self.streams = 0  # open at this server
        self.is_kept_alive = False
        self.entries = self.notes = self.moves = 0  # last entry, last session event, changes of presence

    def send(self) -> None:
        self.for_all.send()
        self.for_host.send()

    @property
    def version(self) -> str:
        return f"{self.entries}.{self.notes}.{self.moves}"


class Hub:
    """The streams of all games."""

    def __init__(
        self, games: Games, sessions: SessionService, peers: Peers, presence: Presence, seconds: Callable[[], float]
    ) -> None:
        self._games = games
        self._presence = presence
        self._seconds = seconds
        self._started = seconds()
        self._channels: dict[str, GameChannel] = {}
        self._max_channels = MIN_CHANNELS
        self._presence_listeners: list[Callable[[str], None]] = []
        games.listen(self.on_entry)
        sessions.listen(self.on_session_event)
        peers.listen(self.on_peer_change)

    def on_presence(self, listener: Callable[[str], None]) -> None:
        """Call a listener while pages listen to a game: when one connects, and with every keep-alive."""
        self._presence_listeners.append(listener)

    def _report_presence(self, game: str) -> None:
        for listener in self._presence_listeners:
            listener(game)

    def on_entry(self, game: str, number: int) -> None:
        if channel := self._channels.get(game):
            channel.entries = number
            self._send(channel)

    def on_session_event(self, game: str, number: int) -> None:
        if channel := self._channels.get(game):
            channel.notes = number
            self._send(channel)

    def _send(self, channel: GameChannel) -> None:
        channel.send()
        if channel.streams:
            sleep(0)  # notify listeners before rendering the page for the device that tapped

    def on_peer_change(self, game: str | None, kind: ChangeKind) -> None:
        """Notify listeners of a change at another server; without a game, of any."""
        for one in list(self._channels) if game is None else [game]:
            if (channel := self._channels.get(one)) and channel.streams:
                with suppress(StorageUnavailable, NoSuchGame):
                    self._relay(one, channel, kind)
                    sleep(0)

    def _relay(self, game: str, channel: GameChannel, kind: ChangeKind) -> None:
        before = channel.version
        if kind == "log":
            self._refresh(game, channel)
        channel.moves = self._presence.moves(game)
        if kind == "people":
            channel.for_host.send()
        elif kind == "erased" or channel.version != before:
            channel.send()

    def _refresh(self, game: str, channel: GameChannel) -> None:
        """Read the last numbers of a game, without folding it: a club's tables are refreshed all the time."""
        channel.entries, channel.notes = self._games.storage.games.ends(game) or (channel.entries, channel.notes)

    def version_of(self, game: str, entries: int, notes: int) -> str:
        """Return the version that a page carries."""
        return f"{entries}.{notes}.{self._presence.moves(game)}"

    def version_and_phones(self, game: str, entries: int, notes: int) -> tuple[str, int]:
        """Return `version_of` and `phones` with one query; every tap needs both."""
        moves, people = self._presence.moves_and_people(game)
        return f"{entries}.{notes}.{moves}", _count_phones(people)

    def people(self, game: str) -> dict[str, SeenDevice]:
        """Return the devices that are or recently were connected, by their viewer's name."""
        return self._presence.people(game)

    def watching(self, game: str) -> int:
        """Return how many watchers are listening."""
        watchers = self.people(game).get(WATCHES)
        return watchers.connections if watchers else 0

    def phones(self, game: str) -> int:
        """Return how many devices besides the host's are listening."""
        return _count_phones(self.people(game))

    def has_host(self, game: str) -> bool:
        """Return whether the host's page, or the tablet that is passed round, is listening."""
        viewers = [parse_viewer_name(name) for name, here in self.people(game).items() if here.connections]
        return any(viewer.kind == "host" or viewer.passed for viewer in viewers)

    def is_connected(self, game: str, viewer: Viewer) -> bool:
        found = self.people(game).get(viewer.name)
        return found is not None and (found.connections > 0 or self._presence.seconds() - found.last < STALE)

    def is_here(self, game: str, seat: int) -> bool:
        """Return whether the seat's phone is connected, or may still reconnect after a restart."""
        return self._seconds() - self._started < GRACE or self.is_connected(game, Viewer("seat", seat))

    def stream(self, game: str, viewer: Viewer, language: str, once: bool = False) -> Generator[bytes]:
        """Yield a message for each new version, and keep-alives."""
        channel = self._channel(game)
        signal = channel.for_host if viewer.kind == "host" else channel.for_all
        stream = self._connect(game, channel, viewer, language)
        if not channel.is_kept_alive:
            channel.is_kept_alive = True
            spawn(self._keep_alive, game, channel)
        try:
            yield RETRY
            self._refresh(game, channel)
            self._report_presence(game)
            sent = ""
            while True:
                event, version = signal.event, channel.version
                yield f"data: {version}\n\n".encode() if version != sent else ALIVE
                sent = version
                if once:
                    return
                event.wait()
        finally:
            self._disconnect(game, channel, stream)

    def greet(self, game: str, seat: int, language: str) -> None:
        """Reserve a seat for a phone that has joined and is about to connect."""
        self._presence.set_seen(game, Viewer("seat", seat).name, language)

    def swap_seats(self, game: str, one: int, other: int) -> None:
        """Swap two seats, with the streams of their phones."""
        self._presence.swap_seats(game, Viewer("seat", one).name, Viewer("seat", other).name)
        self._presence_changed(game)

    def free(self, game: str, seat: int) -> None:
        """Remove a seat's device; its page reloads and finds that it has lost access."""
        self._presence.free_seat(game, Viewer("seat", seat).name)
        self._presence_changed(game, for_all=True)

    def look_again(self, game: str, kind: ChangeKind = "rights") -> None:
        """Make every page reload, because a device's rights have changed or something was deleted."""
        self._presence.announce(game, kind)
        self._presence_changed(game, for_all=True)

    def _channel(self, game: str) -> GameChannel:
        if game not in self._channels:
            self._drop_unused_channels()
            self._channels[game] = GameChannel()
        return self._channels[game]

    def _drop_unused_channels(self) -> None:
        """Drop channels without streams whenever their number has doubled."""
        if len(self._channels) < self._max_channels:
            return
        for game, channel in list(self._channels.items()):
            if not channel.streams:
                del self._channels[game]
        self._max_channels = max(MIN_CHANNELS, 2 * len(self._channels))

    def _keep_alive(self, game: str, channel: GameChannel) -> None:
        """Send keep-alives to all of a game's streams; a timer for each would cost more."""
        try:
            sleep(KEEP_ALIVE)
            while channel.streams:
                with suppress(StorageUnavailable, NoSuchGame):  # keep-alives go on while the file can't be read
                    self._refresh(game, channel)  # another process may have written
                    self._report_presence(game)
                self._presence.set_gone(game, STALE)
                channel.moves = self._presence.moves(game)
                channel.send()
                sleep(KEEP_ALIVE)
        finally:
            channel.is_kept_alive = False

    def _connect(self, game: str, channel: GameChannel, viewer: Viewer, language: str) -> int:
        channel.streams += 1
        stream, is_news = self._presence.connect(game, viewer.name, language)
        channel.moves = self._presence.moves(game)
        if is_news:
            channel.for_host.send()
        return stream

    def _disconnect(self, game: str, channel: GameChannel, stream: int) -> None:
        channel.streams -= 1
        if self._presence.disconnect(stream):
            self._presence_changed(game)

    def _presence_changed(self, game: str, for_all: bool = False) -> None:
        if channel := self._channels.get(game):
            channel.moves = self._presence.moves(game)
            if for_all:
                channel.send()
            else:
                channel.for_host.send()


def _count_phones(people: dict[str, SeenDevice]) -> int:
    seats = sum(1 for name, here in people.items() if here.connections and parse_viewer_name(name).kind == "seat")
    watchers = people.get(WATCHES)
    return seats + (watchers.connections if watchers else 0)
