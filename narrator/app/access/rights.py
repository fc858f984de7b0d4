"""Who may act in a game: the host's devices and programs, phones with a seat, and watching phones.

Rights are read from storage for every request, so that revoked ones end at once in every process.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from narrator.app.access.credentials import CODE_LENGTH, SECRET_LENGTH, hash_secret, is_one_of, seat_with_secret
from narrator.app.access.typed_input import readings
from narrator.app.games.results import NoSuchGame
from narrator.core.message import Refused, impossible
from narrator.storage.errors import AlreadyTaken
from narrator.storage.storage import Storage
from narrator.storage.values import Secret, SecretKind

MAX_CODE_ATTEMPTS = 10  # to draw one that no other game has
HOST_KINDS: tuple[SecretKind, ...] = ("host", "program")  # kinds with the host's rights
LINK_LIFETIME = timedelta(minutes=15)  # until an unopened host link expires
MAX_DEVICES = 20  # per game with the host's rights; one more ends the oldest
MAX_WATCHERS = 250  # phones per game


class AccessRights:
    """All methods may raise `NoSuchGame`."""

    def __init__(self, storage: Storage, now: Callable[[], datetime], token: Callable[[int], str]) -> None:
        self._storage = storage
        self._now = now
        self._token = token

    # Host

    def is_host(self, game: str, secret: str) -> bool:
        return self._storage.secrets.has_secret(game, HOST_KINDS, hash_secret(secret))

    def new_host_secret(self, game: str, seat: int | None = None) -> str:
        """Add a device of the host; the `seat` of a co-host has only one."""
        return self._new_secret(game, "host", seat, MAX_DEVICES if seat is None else 1)

    def new_program_secret(self, game: str) -> str:
        """Give a program the host's rights until they are revoked."""
        return self._new_secret(game, "program", None, MAX_DEVICES)

    def new_host_link(self, game: str) -> str:
        """Return a link that makes one other device the host's, once and soon; it replaces the previous link."""
        return self._new_secret(game, "link", None, 1)

    def opens_host(self, game: str, link: str) -> bool:
        """Whether a link would give the host's rights; it isn't used up."""
        return self.is_host(game, link) or is_one_of(link, [one.sha256 for one in self._open_links(game)])

    def open_host_link(self, game: str, link: str) -> str | None:
        """Exchange a link for a device's own secret. A host's lasting secret works, too, and stays valid."""
        secret = self.new_token()
        host = Secret("host", hash_secret(secret), self._now())
        since = host.created - LINK_LIFETIME
        if self._storage.secrets.exchange_link(game, hash_secret(link), since, host, MAX_DEVICES):
            return secret
        return self.new_host_secret(game) if self.is_host(game, link) else None

    def devices(self, game: str) -> list[Secret]:
        """Return all devices with the host's rights, and the newest device of each seat."""
        secrets = self._storage.secrets.secrets
        hosts = [*secrets(game, "host"), *self._open_links(game), *secrets(game, "program")]
        seats = {one.seat: one for one in secrets(game, "seat")}
        return [*hosts, *(seats[seat] for seat in sorted(seat for seat in seats if seat is not None))]

    def _open_links(self, game: str) -> list[Secret]:
        since = self._now() - LINK_LIFETIME
        return [one for one in self._storage.secrets.secrets(game, "link") if one.created > since]

    # Phones

    def take_seat(self, game: str, seat: int) -> str:
        """Return a secret for a seat; it replaces the previous one."""
        return self._new_secret(game, "seat", seat, 1)

    def claim_seat(self, game: str, seat: int) -> str | None:
        """Return a secret for a free seat, or None if another phone got it first."""
        secret = self.new_token()
        is_mine = self._storage.secrets.claim_seat(game, Secret("seat", hash_secret(secret), self._now(), seat))
        return secret if is_mine else None

    def give_seat(self, game: str, seat: int, sha256: str) -> None:
        """Give a seat to the phone with this secret's hash, in place of what it had before."""
        self._storage.secrets.drop_secret(game, sha256)
        self._storage.secrets.add_secret(game, Secret("seat", sha256, self._now(), seat), 1)

    def seat_keys(self, game: str) -> dict[int, str]:
        """Return the hash of each seat's newest secret; older ones are invalid."""
        known = self._storage.secrets.secrets(game, "seat")
        return {one.seat: one.sha256 for one in known if one.seat is not None}

    def seat_of(self, game: str, secret: str) -> int | None:
        return seat_with_secret(self.seat_keys(game), secret)

    def taken_seats(self, game: str) -> set[int]:
        return set(self.seat_keys(game))

    def free_seat(self, game: str, seat: int) -> None:
        self._check_exists(game)
        self._storage.secrets.drop_secrets(game, "seat", seat)

    def watch(self, game: str) -> str:
        """Return a secret for a watching phone. Raises `Refused`."""
        if self._storage.secrets.count_secrets(game, "watch") >= MAX_WATCHERS:
            raise Refused(impossible("join.too_many_watch"))
        return self._new_secret(game, "watch", None, None)

    def stop_watching(self, game: str, secret: str) -> None:
        self._storage.secrets.drop_secret(game, hash_secret(secret))

    def is_watcher(self, game: str, secret: str) -> bool:
        return self._storage.secrets.has_secret(game, ["watch"], hash_secret(secret))

    def new_token(self) -> str:
        """Return a secret without any rights."""
        return self._token(SECRET_LENGTH)

    def _new_secret(self, game: str, kind: SecretKind, seat: int | None, most: int | None) -> str:
        self._check_exists(game)
        secret = self.new_token()
        self._storage.secrets.add_secret(game, Secret(kind, hash_secret(secret), self._now(), seat), most)
        return secret

    def _check_exists(self, game: str) -> None:
        if self._storage.games.setup(game) is None:
            raise NoSuchGame(game)

    # Join code

    def join_code(self, game: str) -> str:
        code = self._storage.games.join_code(game)
        if code is None:
            raise NoSuchGame(game)
        return code

    def rotate_join_code(self, game: str) -> str:
        """Replace the join code and end the rights of watchers who came with the old one."""
        self._check_exists(game)
        for _ in range(MAX_CODE_ATTEMPTS):
            code = self._token(CODE_LENGTH)
            try:
                self._storage.games.set_join_code(game, code)
            except AlreadyTaken:
                continue
            self._storage.secrets.drop_secrets(game, "watch")
            return code
        raise RuntimeError("the tokens are not random")

    def find_by_join_code(self, code: str) -> str | None:
        games = (self._storage.games.game_by_join_code(reading) for reading in readings(code))
        return next((game for game in games if game is not None), None)
