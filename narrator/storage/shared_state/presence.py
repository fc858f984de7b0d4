"""Which devices are connected to any of the servers, and when those that left were last seen."""

from itertools import count

from cachetools import LRUCache
from msgspec import Struct

from narrator.storage.shared_state.shared_state import ChangeKind, Execute, SharedState

CONNECT = (
    "INSERT INTO live_connections (worker, id, game, name, language) VALUES (:worker, :id, :game, :name, :language)"
)
RESTORE = f"{CONNECT} ON CONFLICT (worker, id) DO NOTHING"
DISCONNECT = "DELETE FROM live_connections WHERE worker = :worker AND id = :id RETURNING name, language"
DISCONNECT_WORKER = "DELETE FROM live_connections WHERE worker = :worker AND game = :game RETURNING name, language"
COUNT_CONNECTIONS = "SELECT count(*) FROM live_connections WHERE game = :game AND name = :name"
OTHER_LANGUAGE = (
    "SELECT max(language) FROM live_connections WHERE game = :game AND name = :name AND language <> :language"
)
SET_LANGUAGE = "UPDATE live_connections SET language = :language WHERE game = :game AND name = :name"
SET_SEEN = (
    "INSERT INTO live_seen_devices (game, name, language, last, gone) VALUES (:game, :name, :language, :last, 0)"
    " ON CONFLICT (game, name) DO UPDATE SET language = excluded.language, last = excluded.last, gone = 0"
)
SET_GONE = (
    "UPDATE live_seen_devices SET gone = 1 WHERE game = :game AND gone = 0 AND last <= :before"
    " AND name NOT IN (SELECT name FROM live_connections WHERE game = :game) RETURNING name"
)
VERSION_ROW = "version"
DEVICES_AND_VERSION = (
    "SELECT 'seen' AS kind, name, language, 0 AS connections, last, gone FROM live_seen_devices"
    " WHERE game = :game UNION ALL"
    " SELECT 'connected', name, max(language), count(*), 0, 0 FROM live_connections"
    " WHERE game = :game AND name <> '' GROUP BY name UNION ALL"
    f" SELECT '{VERSION_ROW}', '', '', coalesce(max(number), 0), 0, 0 FROM live_notices"
    " WHERE game = :game AND kind <> 'log' ORDER BY kind"
)
GAMES_OF_WORKER = "SELECT DISTINCT game FROM live_connections WHERE worker = :worker"
RENAME_CONNECTIONS = "UPDATE live_connections SET name = :to WHERE game = :game AND name = :name"
RENAME_SEEN = "UPDATE live_seen_devices SET name = :to WHERE game = :game AND name = :name"
DELETE_SEEN = "DELETE FROM live_seen_devices WHERE game = :game AND name = :name"
SWAPPING = " between seats"  # name of a device while two swap seats
WATCHER_NAME = "watch"  # name of all spectators together
MAX_CACHED_GAMES = 1_000


class SeenDevice(Struct):
    language: str
    connections: int = 0
    last_seen: float = 0.0
    is_gone: bool = False  # whether the host was notified that it left


class Presence:
    """The devices of all games. Writes that concern a game are made under its lock."""

    def __init__(self, state: SharedState) -> None:
        self._state = state
        state.cleanups.append(self.cleanup_worker)
        state.restores.append(self.restore)
        self.seconds = state.seconds  # the clock of `SeenDevice.last_seen`
        self._ids = count(1)
        self._own_connections: dict[int, dict[str, str]] = {}
        self._marker: object = None
        self._cache: LRUCache[str, tuple[int, dict[str, SeenDevice]]] = LRUCache(MAX_CACHED_GAMES)

    def devices(self, game: str) -> dict[str, SeenDevice]:
        """Return the devices by the names of their viewers."""
        return self._version_and_devices(game)[1]

    def version(self, game: str) -> int:
        """Return a number that changes whenever somebody comes or leaves."""
        return self._version_and_devices(game)[0]

    def _version_and_devices(self, game: str) -> tuple[int, dict[str, SeenDevice]]:
        """Read both with one query, cached until something changes."""
        marker = self._state.change_marker()
        if marker != self._marker:
            self._marker = marker
            self._cache.clear()
        if (known := self._cache.get(game)) is not None:
            return known
        rows = self._state.rows(DEVICES_AND_VERSION, game=game)
        version, devices = 0, dict[str, SeenDevice]()
        for kind, name, language, connections, last, gone in rows:
            if kind == VERSION_ROW:
                version = int(connections)
            elif connections or name not in devices:
                devices[name] = SeenDevice(language, connections, last, bool(gone))
        if rows and marker == self._marker:  # else another greenlet has already noticed a later change
            self._cache[game] = version, devices
        return version, devices

    # Coming and leaving.

    def connect(self, game: str, name: str, language: str) -> tuple[int, bool]:
        """Add a connection. Returns its number, for `disconnect`, and whether the host must be notified."""
        number, device = next(self._ids), {"game": game, "name": name}
        self._own_connections[number] = {**device, "language": language}

        def connect(execute: Execute) -> bool:
            ((others,),) = execute(COUNT_CONNECTIONS, **device)
            ((before,),) = execute(OTHER_LANGUAGE, **device, language=language)
            if before is not None:
                execute(SET_LANGUAGE, **device, language=language)
            execute(CONNECT, worker=self._state.worker, id=number, language=language, **device)
            concerns_host = name == WATCHER_NAME or (name != "host" and (not others or before is not None))
            self._state.announce(execute, game, "people" if concerns_host else "unshown")
            return concerns_host

        return number, bool(self._state.write(connect, lock=game))

    def disconnect(self, number: int) -> bool:
        """Remove a connection. Returns whether the host must be notified."""
        game, now = self._own_connections.pop(number)["game"], self._state.seconds()

        def disconnect(execute: Execute) -> bool:
            removed = execute(DISCONNECT, worker=self._state.worker, id=number)
            return any(self._left(execute, game, name, language, now) for name, language in removed)

        return bool(self._state.write(disconnect, lock=game))

    def _left(self, execute: Execute, game: str, name: str, language: str, now: float) -> bool:
        if not name:  # its seat was freed: nobody is missed there
            return False
        execute(SET_SEEN, game=game, name=name, language=language, last=now)
        ((others,),) = execute(COUNT_CONNECTIONS, game=game, name=name)
        concerns_host = name == WATCHER_NAME or (name != "host" and not others)
        self._state.announce(execute, game, "people" if concerns_host else "unshown")
        return concerns_host

    def set_seen(self, game: str, name: str, language: str) -> None:
        """Note a device that has just joined and is about to connect."""
        now = self._state.seconds()

        def set_seen(execute: Execute) -> None:
            execute(SET_SEEN, game=game, name=name, language=language, last=now)
            self._state.announce(execute, game, "unshown")

        self._state.write(set_seen, lock=game)

    def set_gone(self, game: str, seconds: float) -> None:
        """Mark devices last seen longer ago than that as gone, which is announced once."""
        before = self._state.seconds() - seconds

        def set_gone(execute: Execute) -> None:
            if execute(SET_GONE, game=game, before=before):
                self._state.announce(execute, game, "people")

        devices = self.devices(game).values()
        if any(not device.connections and not device.is_gone and device.last_seen <= before for device in devices):
            self._state.write(set_gone, lock=game)

    def swap_seats(self, game: str, one: str, other: str) -> None:
        def swap(execute: Execute) -> None:
            for rename in (RENAME_CONNECTIONS, RENAME_SEEN):
                for name, to in ((one, SWAPPING), (other, one), (SWAPPING, other)):
                    execute(rename, game=game, name=name, to=to)
            self._state.announce(execute, game, "people")

        self._state.write(swap, lock=game)

    def free_seat(self, game: str, name: str) -> None:
        """Take a seat from its device, whose page is notified that its rights have changed."""

        def free(execute: Execute) -> None:
            execute(RENAME_CONNECTIONS, game=game, name=name, to="")
            execute(DELETE_SEEN, game=game, name=name)
            self._state.announce(execute, game, "rights")

        if name in self.devices(game):
            self._state.write(free, lock=game)

    def announce(self, game: str, kind: ChangeKind) -> None:
        """Notify other servers about any other change of a game."""
        self._state.write(lambda execute: self._state.announce(execute, game, kind), lock=game)

    # Workers that die or come back.

    def cleanup_worker(self, worker: str) -> None:
        now = self._state.seconds()
        for (game,) in self._state.rows(GAMES_OF_WORKER, worker=worker):

            def clean(execute: Execute, game: str = game) -> None:
                for name, language in execute(DISCONNECT_WORKER, worker=worker, game=game):
                    self._left(execute, game, name, language, now)

            self._state.write(clean, lock=game)

    def restore(self) -> None:
        """Add this worker's connections again after they were lost."""
        for number, device in list(self._own_connections.items()):

            def add(execute: Execute, number: int = number, device: dict[str, str] = device) -> None:
                execute(RESTORE, worker=self._state.worker, id=number, **device)
                self._state.announce(execute, device["game"], "people")

            if number in self._own_connections:
                self._state.write(add, lock=device["game"])
