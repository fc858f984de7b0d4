"""Server-sent events: tell every open page the current version of its game, so that it fetches itself again.
Each stream starts with it, so a page that slept or reconnects to a restarted server is soon up to date."""

from collections.abc import Callable, Generator
from contextlib import suppress

from gevent import sleep, spawn
from gevent.event import Event
from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.peers import Peers
from narrator.app.sessions.service import SessionService
from narrator.core.record.record import Record
from narrator.session.table_session import TableSession
from narrator.storage.errors import StorageUnavailable
from narrator.storage.shared_state.presence import WATCHER_NAME, Presence, SeenDevice
from narrator.storage.shared_state.shared_state import ChangeKind
from narrator.web.auth.viewer import Viewer, parse_viewer_name

KEEP_ALIVE_SECONDS = 10  # between messages; without them, a dead phone's stream would stay open for long
GONE_SECONDS = 30  # after which a device without a stream counts as gone
RECONNECT_SECONDS = 60  # after the server's start, phones may not have reconnected yet, so all count as present
MIN_CHANNELS = 100  # kept even if nobody listens
RETRY_MESSAGE = b"retry: 1000\n\n"
KEEP_ALIVE_MESSAGE = b"event: alive\ndata:\n\n"


class Version(Struct, frozen=True):
    """What a page shows, in three numbers. It is out of date when one of them has changed."""

    entry_number: int = 0  # last entry of the log
    last_session_event: int = 0
    presence_version: int = 0  # changes when a device connects or leaves

    def __str__(self) -> str:
        return f"{self.entry_number}.{self.last_session_event}.{self.presence_version}"


class Signal:
    """Wakes all waiting greenlets together."""

    def __init__(self) -> None:
        self.event = Event()

    def send(self) -> None:
        sent, self.event = self.event, Event()
        sent.set()


class GameChannel:
    """The open streams of one game at this server. Only the host's pages are told who came or left."""

    def __init__(self) -> None:
        self.player_signal = Signal()
        self.host_signal = Signal()
        self.stream_count = 0
        self.is_kept_alive = False
        self.version = Version()

    def send(self) -> None:
        self.player_signal.send()
        self.host_signal.send()

    def update(self, **numbers: int) -> None:
        self.version = replace(self.version, **numbers)


class Hub:
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
        games.listen(lambda game, number: self.update_pages(game, entry_number=number))
        sessions.listen(lambda game, number: self.update_pages(game, last_session_event=number))
        peers.listen(self.on_peer_change)

    def add_presence_listener(self, listener: Callable[[str], None]) -> None:
        """Call `listener(game)` when a page of the game connects, and regularly while any is connected."""
        self._presence_listeners.append(listener)

    def _notify_presence_listeners(self, game: str) -> None:
        for listener in self._presence_listeners:
            listener(game)

    def update_pages(self, game: str, **numbers: int) -> None:
        if channel := self._channels.get(game):
            channel.update(**numbers)
            channel.send()
            if channel.stream_count:
                sleep(0)  # let the streams send before the response to the tap is rendered

    def on_peer_change(self, game: str | None, kind: ChangeKind) -> None:
        """Notify pages of a change at another server, in one game or (None) in any of them."""
        for changed in list(self._channels) if game is None else [game]:
            if (channel := self._channels.get(changed)) and channel.stream_count:
                with suppress(StorageUnavailable, NoSuchGame):
                    self._send_peer_change(changed, channel, kind)
                    sleep(0)

    def _send_peer_change(self, game: str, channel: GameChannel, kind: ChangeKind) -> None:
        before = channel.version
        if kind == "log":
            self._refresh_numbers(game, channel)
        channel.update(presence_version=self._presence.version(game))
        if kind == "people":
            channel.host_signal.send()
        elif kind == "erased" or channel.version != before:
            channel.send()

    def _refresh_numbers(self, game: str, channel: GameChannel) -> None:
        """Read the last numbers of a game without folding it, which would be slow for all tables of a club."""
        if numbers := self._games.storage.games.last_numbers(game):
            channel.update(entry_number=numbers.entry, last_session_event=numbers.session)

    def page_version(self, game: str, record: Record, session: TableSession) -> str:
        return str(Version(len(record.log), session.number, self._presence.version(game)))

    def devices(self, game: str) -> dict[str, SeenDevice]:
        """Return the devices that are or recently were connected, by the names of their viewers."""
        return self._presence.devices(game)

    def count_watchers(self, game: str) -> int:
        watchers = self.devices(game).get(WATCHER_NAME)
        return watchers.connections if watchers else 0

    def count_phones(self, game: str) -> int:
        connected = [name for name, device in self.devices(game).items() if device.connections]
        seats = sum(parse_viewer_name(name).kind == "seat" for name in connected)
        return seats + self.count_watchers(game)

    def has_host(self, game: str) -> bool:
        """Return whether the host's page is connected, or the host's tablet in a player's hands."""
        viewers = [parse_viewer_name(name) for name, device in self.devices(game).items() if device.connections]
        return any(viewer.kind == "host" or viewer.is_passed_tablet for viewer in viewers)

    def is_connected(self, game: str, viewer: Viewer) -> bool:
        device = self.devices(game).get(viewer.name)
        return device is not None and (
            device.connections > 0 or self._presence.seconds() - device.last_seen < GONE_SECONDS
        )

    def is_phone_present(self, game: str, seat: int) -> bool:
        """Return whether the seat's phone is connected, or may still reconnect after a restart."""
        is_restarting = self._seconds() - self._started < RECONNECT_SECONDS
        return is_restarting or self.is_connected(game, Viewer("seat", seat))

    def stream(self, game: str, viewer: Viewer, language: str, once: bool = False) -> Generator[bytes]:
        channel = self._channel(game)
        signal = channel.host_signal if viewer.kind == "host" else channel.player_signal
        connection = self._connect(game, channel, viewer, language)
        if not channel.is_kept_alive:
            channel.is_kept_alive = True
            spawn(self._keep_alive, game, channel)
        try:
            yield RETRY_MESSAGE
            self._refresh_numbers(game, channel)
            self._notify_presence_listeners(game)
            sent_version = None
            while True:
                event, version = signal.event, channel.version
                yield f"data: {version}\n\n".encode() if version != sent_version else KEEP_ALIVE_MESSAGE
                sent_version = version
                if once:
                    return
                event.wait()
        finally:
            self._disconnect(game, channel, connection)

    def expect_phone(self, game: str, seat: int, language: str) -> None:
        """Count a phone as present that has joined and is about to connect."""
        self._presence.set_seen(game, Viewer("seat", seat).name, language)

    def swap_seats(self, game: str, one: int, other: int) -> None:
        self._presence.swap_seats(game, Viewer("seat", one).name, Viewer("seat", other).name)
        self._presence_changed(game)

    def remove_phone(self, game: str, seat: int) -> None:
        """Remove a seat's device; its page reloads and finds that it has lost access."""
        self._presence.free_seat(game, Viewer("seat", seat).name)
        self._presence_changed(game, for_all=True)

    def reload_pages(self, game: str, kind: ChangeKind = "rights") -> None:
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
            if not channel.stream_count:
                del self._channels[game]
        self._max_channels = max(MIN_CHANNELS, 2 * len(self._channels))

    def _keep_alive(self, game: str, channel: GameChannel) -> None:
        """Wake all of a game's streams regularly; a timer for each of them would cost more."""
        try:
            sleep(KEEP_ALIVE_SECONDS)
            while channel.stream_count:
                with suppress(StorageUnavailable, NoSuchGame):  # keep-alives go on while the file can't be read
                    self._refresh_numbers(game, channel)  # another process may have written
                    self._notify_presence_listeners(game)
                self._presence.set_gone(game, GONE_SECONDS)
                channel.update(presence_version=self._presence.version(game))
                channel.send()
                sleep(KEEP_ALIVE_SECONDS)
        finally:
            channel.is_kept_alive = False

    def _connect(self, game: str, channel: GameChannel, viewer: Viewer, language: str) -> int:
        channel.stream_count += 1
        connection, concerns_host = self._presence.connect(game, viewer.name, language)
        channel.update(presence_version=self._presence.version(game))
        if concerns_host:
            channel.host_signal.send()
        return connection

    def _disconnect(self, game: str, channel: GameChannel, connection: int) -> None:
        channel.stream_count -= 1
        if self._presence.disconnect(connection):
            self._presence_changed(game)

    def _presence_changed(self, game: str, for_all: bool = False) -> None:
        if channel := self._channels.get(game):
            channel.update(presence_version=self._presence.version(game))
            if for_all:
                channel.send()
            else:
                channel.host_signal.send()
