"""Who may act in a game and who finds it: the host's devices and programs, phones with a seat, phones that watch.

The log is asked with every request: rights that were taken back, also by another process, end with the next one.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from narrator.app.access.credentials import CODE_LENGTH, SECRET_LENGTH, SeatKeys, hash_secret, is_one_of
from narrator.app.access.typed_input import readings
from narrator.app.games.results import NoSuchGame
from narrator.core.message import Refused, impossible
from narrator.core.table.setup import Setup
from narrator.storage.errors import AlreadyTaken
from narrator.storage.storage import Storage
from narrator.storage.values import Secret, SecretKind

TRIES = 10
"""So often a code is drawn anew."""
HOSTS: tuple[SecretKind, ...] = ("host", "program")
"""What gives the host's rights."""
LINK_LASTS = timedelta(minutes=15)
"""So long a host's link that is shown or printed waits to be opened, once."""
MOST_DEVICES = 20
"""Devices, and programs, with the host's rights at one game; one more ends the oldest, so that nobody is shut out."""
MOST_WATCHING = 250
"""Phones that may watch one game; nobody who watches is put out for another."""


class AccessRights:
    """The rights at all games of one log."""

    def __init__(self, storage: Storage, now: Callable[[], datetime], token: Callable[[int], str]) -> None:
        self.storage = storage
        self._now = now
        self._token = token

    def setup(self, game: str) -> Setup:
        found = self.storage.games.setup(game)
        if found is None:
            raise NoSuchGame(game)
        return found

    # The host's.

    def is_host(self, game: str, secret: str) -> bool:
        return self.storage.secrets.has_secret(game, HOSTS, hash_secret(secret))

    def new_host_secret(self, game: str, seat: int | None = None) -> str:
        """One more device for the host; a co-host's `seat` has one."""
        return self._new_secret(game, "host", seat, MOST_DEVICES if seat is None else 1)

    def new_program_secret(self, game: str) -> str:
        """The host's rights for a program: they last until they are taken back."""
        return self._new_secret(game, "program", None, MOST_DEVICES)

    def new_host_link(self, game: str) -> str:
        """What makes one other device the host's. It works once and not for long; a new one ends the one before."""
        return self._new_secret(game, "link", None, 1)

    def opens_host(self, game: str, link: str) -> bool:
        """Whether a link would make a device the host's; looking at it does not use it up."""
        return self.is_host(game, link) or is_one_of(link, [one.sha256 for one in self._open_links(game)])

    def open_host_link(self, game: str, link: str) -> str | None:
        """A device's own secret for a link, which is used up with it; a host's lasting secret opens, too, and stays."""
        secret = self.new_token()
        host = Secret("host", hash_secret(secret), self._now())
        since = host.created - LINK_LASTS
        if self.storage.secrets.exchange_link(game, hash_secret(link), since, host, MOST_DEVICES):
            return secret
        return self.new_host_secret(game) if self.is_host(game, link) else None

    def devices(self, game: str) -> list[Secret]:
        """Everything with the host's rights or a seat's; of a seat the newest counts."""
        hosts = [
            *self.storage.secrets.secrets(game, "host"),
            *self._open_links(game),
            *self.storage.secrets.secrets(game, "program"),
        ]
        seats = {one.seat: one for one in self.storage.secrets.secrets(game, "seat")}
        return [*hosts, *(seats[seat] for seat in sorted(seat for seat in seats if seat is not None))]

    def _open_links(self, game: str) -> list[Secret]:
        since = self._now() - LINK_LASTS
        return [one for one in self.storage.secrets.secrets(game, "link") if one.created > since]

    # Phones.

    def take_seat(self, game: str, seat: int) -> str:
        """A phone's secret for a seat, in place of the one that there was: who takes it has it alone."""
        return self._new_secret(game, "seat", seat, 1)

    def claim_seat(self, game: str, seat: int) -> str | None:
        """A phone's secret for a seat that nobody has. Of several who want it at once one gets it."""
        secret = self.new_token()
        is_mine = self.storage.secrets.claim_seat(game, Secret("seat", hash_secret(secret), self._now(), seat))
        return secret if is_mine else None

    def give_seat(self, game: str, seat: int, sha256: str) -> None:
        """The seat is now the phone's whose secret has this hash, and whatever that phone was before it is no more."""
        self.storage.secrets.drop_secret(game, sha256)
        self.storage.secrets.add_secret(game, Secret("seat", sha256, self._now(), seat), 1)

    def seat_keys(self, game: str) -> SeatKeys:
        """Which phone has which seat."""
        known = self.storage.secrets.secrets(game, "seat")
        return SeatKeys({one.seat: one.sha256 for one in known if one.seat is not None})

    def taken_seats(self, game: str) -> set[int]:
        """Seats that some phone has."""
        return self.seat_keys(game).taken

    def can_be_passed(self, game: str, seat: int) -> bool:
        """Whether the host's tablet may be handed to this seat, to look at its hand and to act: it has no phone."""
        return seat not in self.taken_seats(game)

    def free_seat(self, game: str, seat: int) -> None:
        """The host takes a seat from whatever phone has it: somebody else can have it now."""
        self.setup(game)
        self.storage.secrets.drop_secrets(game, "seat", seat)

    def move_phones(self, game: str, one: int, other: int) -> None:
        """Two people have changed places, and their phones with them."""
        self.storage.secrets.move_seat_secrets(game, one, other)

    def watch(self, game: str) -> str:
        """A phone's secret that lets it look on."""
        if self.storage.secrets.count_secrets(game, "watch") >= MOST_WATCHING:
            raise Refused(impossible("join.too_many_watch"))
        return self._new_secret(game, "watch", None, None)

    def stop_watching(self, game: str, secret: str) -> None:
        """A phone that watched has taken a seat."""
        self.storage.secrets.drop_secret(game, hash_secret(secret))

    def is_watcher(self, game: str, secret: str) -> bool:
        return self.storage.secrets.has_secret(game, ["watch"], hash_secret(secret))

    def new_token(self) -> str:
        """A secret that opens nothing yet."""
        return self._token(SECRET_LENGTH)

    def _new_secret(self, game: str, kind: SecretKind, seat: int | None, most: int | None) -> str:
        self.setup(game)
        secret = self.new_token()
        self.storage.secrets.add_secret(game, Secret(kind, hash_secret(secret), self._now(), seat), most)
        return secret

    # The code.

    def join_code(self, game: str) -> str:
        code = self.storage.games.join_code(game)
        if code is None:
            raise NoSuchGame(game)
        return code

    def rotate_join_code(self, game: str) -> str:
        """A new code; nobody finds the game by the old one any more, and who came in by it to watch is out."""
        self.setup(game)
        for _ in range(TRIES):
            code = self._token(CODE_LENGTH)
            try:
                self.storage.games.set_join_code(game, code)
            except AlreadyTaken:
                continue
            self.storage.secrets.drop_secrets(game, "watch")
            return code
        raise RuntimeError("the tokens are not random")

    def find_by_join_code(self, code: str) -> str | None:
        """The game that a code opens, however it was typed."""
        return next(
            (game for reading in readings(code) if (game := self.storage.games.game_of(reading)) is not None), None
        )
