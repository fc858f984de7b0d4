"""The viewer of a game: its host, a seat, or a watcher, identified by cookies. On the host's tablet, a cookie names
the player without a phone whom it was passed to. It is valid while the device is a host's and the seat has no phone,
and is deleted when the stage is opened again."""

from typing import Literal

from flask import Response, request
from msgspec import Struct

from narrator.app.access.credentials import seat_with_secret
from narrator.core.record.record import Record
from narrator.web.auth.host_access import is_host, refuse_stranger
from narrator.web.auth.preferences import delete_cookie, set_cookie
from narrator.web.services import services

SEAT_COOKIE_PREFIX = "me_"
PASSED_COOKIE_PREFIX = "passed_"
PASSED_HOURS = 12


class Viewer(Struct, frozen=True):
    kind: Literal["host", "seat", "watch"]
    seat: int | None = None
    is_passed_tablet: bool = False  # the host's, in the hands of this seat's player: cards stay covered

    @property
    def name(self) -> str:
        """Return the name by which presence and caches know this viewer. All watchers share one."""
        if self.seat is None:
            return self.kind
        return f"{'passed' if self.is_passed_tablet else 'seat'}{self.seat}"

    @property
    def record_seat(self) -> int | None:
        """Return the seat whose record this viewer may read; None for the public record, as on a passed tablet."""
        return None if self.is_passed_tablet else self.seat

    def home_path(self, game: str) -> str:
        return f"/g/{game}/{'stage' if self.kind == 'host' else 'phone'}"


def parse_viewer_name(name: str) -> Viewer:
    """
    >>> parse_viewer_name("seat3").seat, parse_viewer_name("watch").kind, parse_viewer_name("passed0").is_passed_tablet
    (3, 'watch', True)
    """
    if name in ("host", "watch"):
        return Viewer(name)  # type: ignore[arg-type]
    return Viewer("seat", int(name.removeprefix("passed").removeprefix("seat")), name.startswith("passed"))


class PhoneAccess(Struct, frozen=True):
    """As whom this device follows the game, a seat or a watcher, with what was read to find out."""

    viewer: Viewer
    record: Record
    taken_seats: set[int]  # those that have a phone


def phone_secret(game: str) -> str:
    """Return the secret that this phone has for a seat, for watching, or for a seat it asked for. It may be invalid."""
    return request.cookies.get(f"{SEAT_COOKIE_PREFIX}{game}", "")


def current_phone_access(game: str) -> PhoneAccess | None:
    """Return the access of this device as a seat or watcher, even if it is also the host's."""
    games = services().games
    passed = passed_seat(game)
    if passed is not None:
        return PhoneAccess(
            Viewer("seat", passed, is_passed_tablet=True), games.record_of(game), games.access.taken_seats(game)
        )
    return _access_by_secret(game)


def phone_viewer(game: str) -> Viewer | None:
    """Return the viewer by this device's own secret, ignoring a passed tablet's seat."""
    access = _access_by_secret(game)
    return access.viewer if access else None


def _access_by_secret(game: str) -> PhoneAccess | None:
    games = services().games
    secret = phone_secret(game)
    if not secret:
        return None
    keys = games.access.seat_keys(game)
    seat, taken = seat_with_secret(keys, secret), set(keys)
    if seat is None and not games.access.is_watcher(game, secret):
        return None
    record = games.record_of(game, seat)
    if seat is not None and seat < len(record.state.seats):  # an added seat may have been undone
        return PhoneAccess(Viewer("seat", seat), record, taken)
    return PhoneAccess(Viewer("watch"), record, taken) if games.access.is_watcher(game, secret) else None


def current_viewer(game: str) -> Viewer | None:
    if is_host(game):
        return Viewer("host")
    access = current_phone_access(game)
    return access.viewer if access else None


def require_viewer(game: str) -> Viewer:
    """Return the viewer; abort with 404 if there is no such game, with 403 for strangers."""
    return current_viewer(game) or refuse_stranger(game)


def require_seat(game: str) -> tuple[int, PhoneAccess]:
    """Return this phone's seat; abort with 404 if there is no such game, with 403 without a seat."""
    access = current_phone_access(game)
    if access is None or access.viewer.seat is None:
        refuse_stranger(game)
    return access.viewer.seat, access


def remember_phone(response: Response, game: str, secret: str) -> None:
    set_cookie(response, f"{SEAT_COOKIE_PREFIX}{game}", secret)


def joined_games() -> list[str]:
    return [name.removeprefix(SEAT_COOKIE_PREFIX) for name in request.cookies if name.startswith(SEAT_COOKIE_PREFIX)]


def _passed_cookie(game: str) -> str:
    return f"{PASSED_COOKIE_PREFIX}{game}"


def passed_seat(game: str) -> int | None:
    text = request.cookies.get(_passed_cookie(game), "")
    if not (text.isascii() and text.isdigit() and len(text) == 1) or not is_host(game):
        return None
    return int(text) if can_be_passed(game, int(text)) else None


def can_be_passed(game: str, seat: int) -> bool:
    """Return whether the tablet can be passed to this seat: the app deals it a hand, and no phone or bot holds that. If
    the seat's phone was lost, the table must agree first."""
    games, state = services().games, services().games.record_of(game).state
    if not state.game.is_dealt or not 0 <= seat < len(state.seats) or state.seats[seat].has_left:
        return False
    if seat in services().bots.levels_of(game) or seat in services().sessions.session_of(game).hands.lost:
        return False
    return seat not in games.access.taken_seats(game)


def pass_tablet(response: Response, game: str, seat: int) -> None:
    set_cookie(response, _passed_cookie(game), str(seat), PASSED_HOURS * 3600)


def take_tablet_back(response: Response, game: str) -> None:
    if _passed_cookie(game) in request.cookies:
        delete_cookie(response, _passed_cookie(game))
