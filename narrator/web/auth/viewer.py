"""Who is looking: the host, somebody with a seat, or somebody who only watches. Told by what their cookies hold."""

from typing import Literal

from flask import Response, abort, request
from msgspec import Struct

from narrator.core.record.record import Record
from narrator.web.auth.cookies import set_cookie
from narrator.web.auth.host import is_host
from narrator.web.auth.passed_tablet import passed_seat
from narrator.web.services import services

PREFIX = "me_"


class Viewer(Struct, frozen=True):
    kind: Literal["host", "seat", "watch"]
    seat: int | None = None
    passed: bool = False
    """Whether this is the host's tablet, handed to a seat: its cards stay covered until they are held open."""

    @property
    def name(self) -> str:
        """As a key of a cache: all who watch see the same."""
        if self.seat is None:
            return self.kind
        return f"{'passed' if self.passed else 'seat'}{self.seat}"

    @property
    def reads_as(self) -> int | None:
        """The seat whose record its pages are made from: nothing hidden stands on a tablet that others see, too."""
        return None if self.passed else self.seat

    def home(self, game: str) -> str:
        """The page that others lead back to."""
        return f"/g/{game}/{'stage' if self.kind == 'host' else 'phone'}"


def viewer_named(name: str) -> Viewer:
    """
    >>> viewer_named("seat3").seat, viewer_named("watch").kind, viewer_named("passed0").passed
    (3, 'watch', True)
    """
    if name in ("host", "watch"):
        return Viewer(name)  # type: ignore[arg-type]
    return Viewer("seat", int(name.removeprefix("passed").removeprefix("seat")), name.startswith("passed"))


class Member(Struct, frozen=True):
    """Somebody with a seat or who watches, and what was read to tell it."""

    viewer: Viewer
    record: Record
    taken: set[int]
    """Seats that some phone has."""


def member_secret(game: str) -> str:
    """What a phone shows for itself: it has a seat, watches, or waits for a seat. It may mean nothing any more."""
    return request.cookies.get(f"{PREFIX}{game}", "")


def member_at(game: str) -> Member | None:
    """The seat or the watcher that this device is, whether or not it is the host's too."""
    games = services().games
    passed = passed_seat(game)
    if passed is not None:
        return Member(Viewer("seat", passed, passed=True), games.record(game), games.taken_seats(game))
    return _phone_at(game)


def phone_of(game: str) -> Viewer | None:
    """What this device is by its own secret, whomever the tablet was passed to."""
    phone = _phone_at(game)
    return phone.viewer if phone else None


def _phone_at(game: str) -> Member | None:
    games = services().games
    secret = member_secret(game)
    if not secret:
        return None
    keys = games.seat_keys(game)
    seat = keys.seat_of(secret)
    if seat is None and not games.is_watcher(game, secret):
        return None
    record = games.record(game, seat)
    if seat is not None and seat < len(record.state.seats):  # a chair that was added can be taken back
        return Member(Viewer("seat", seat), record, keys.taken)
    return Member(Viewer("watch"), record, keys.taken) if games.is_watcher(game, secret) else None


def member_of(game: str) -> Viewer | None:
    member = member_at(game)
    return member.viewer if member else None


def viewer_of(game: str) -> Viewer | None:
    return Viewer("host") if is_host(game) else member_of(game)


def require_viewer(game: str) -> Viewer:
    """Anybody who was let in; 404 where there is no such game, 403 for strangers."""
    viewer = viewer_of(game)
    if viewer is None:
        services().games.setup(game)
        abort(403)
    return viewer


def require_seat(game: str) -> tuple[int, Member]:
    """The seat of this phone."""
    member = member_at(game)
    if member is None or member.viewer.seat is None:
        services().games.setup(game)
        abort(403)
    return member.viewer.seat, member


def remember_member(answer: Response, game: str, secret: str) -> None:
    set_cookie(answer, f"{PREFIX}{game}", secret)


def joined_games() -> list[str]:
    return [name.removeprefix(PREFIX) for name in request.cookies if name.startswith(PREFIX)]
