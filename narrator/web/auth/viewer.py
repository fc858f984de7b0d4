"""The viewer of a game: its host, a seat, or a watcher, identified by cookies.

The host's tablet can be passed to a player without a phone. A cookie names that player's seat; it is valid while the
device is a host's and the seat has no phone. The stage deletes it.
"""

from typing import Literal

from flask import Response, abort, request
from msgspec import Struct

from narrator.core.record.record import Record
from narrator.web.auth.device import delete_cookie, set_cookie
from narrator.web.auth.host import is_host
from narrator.web.services import services

SEAT_PREFIX = "me_"
PASSED_PREFIX = "passed_"
PASSED_HOURS = 12


class Viewer(Struct, frozen=True):
    kind: Literal["host", "seat", "watch"]
    seat: int | None = None
    passed: bool = False  # the host's tablet, passed to this seat: cards stay covered until held open

    @property
    def name(self) -> str:
        """Return a cache key. All watchers share one, since they see the same."""
        if self.seat is None:
            return self.kind
        return f"{'passed' if self.passed else 'seat'}{self.seat}"

    @property
    def reads_as(self) -> int | None:
        """Return the seat whose record pages are made from. A passed tablet gets the public record."""
        return None if self.passed else self.seat

    def home(self, game: str) -> str:
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
    """A seat or watcher, with what was read to identify it."""

    viewer: Viewer
    record: Record
    taken: set[int]  # seats that have a phone


def member_secret(game: str) -> str:
    """Return the phone's secret for a seat, watching, or a pending request for a seat. It may be invalid."""
    return request.cookies.get(f"{SEAT_PREFIX}{game}", "")


def member_at(game: str) -> Member | None:
    """Return the seat or watcher that this device is, even if it is also the host's."""
    games = services().games
    passed = passed_seat(game)
    if passed is not None:
        return Member(Viewer("seat", passed, passed=True), games.record_of(game), games.taken_seats(game))
    return _phone_at(game)


def phone_of(game: str) -> Viewer | None:
    """Return the viewer by this device's own secret, ignoring a passed tablet's seat."""
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
    record = games.record_of(game, seat)
    if seat is not None and seat < len(record.state.seats):  # an added seat may have been undone
        return Member(Viewer("seat", seat), record, keys.taken)
    return Member(Viewer("watch"), record, keys.taken) if games.is_watcher(game, secret) else None


def member_of(game: str) -> Viewer | None:
    member = member_at(game)
    return member.viewer if member else None


def viewer_of(game: str) -> Viewer | None:
    return Viewer("host") if is_host(game) else member_of(game)


def require_viewer(game: str) -> Viewer:
    """Return the viewer; abort with 404 if there is no such game, with 403 for strangers."""
    viewer = viewer_of(game)
    if viewer is None:
        services().games.setup(game)
        abort(403)
    return viewer


def require_seat(game: str) -> tuple[int, Member]:
    """Return this phone's seat; abort with 404 if there is no such game, with 403 without a seat."""
    member = member_at(game)
    if member is None or member.viewer.seat is None:
        services().games.setup(game)
        abort(403)
    return member.viewer.seat, member


def remember_member(answer: Response, game: str, secret: str) -> None:
    set_cookie(answer, f"{SEAT_PREFIX}{game}", secret)


def joined_games() -> list[str]:
    return [name.removeprefix(SEAT_PREFIX) for name in request.cookies if name.startswith(SEAT_PREFIX)]


def passed_cookie(game: str) -> str:
    return f"{PASSED_PREFIX}{game}"


def passed_seat(game: str) -> int | None:
    """Return the seat that this tablet was passed to, if any."""
    text = request.cookies.get(passed_cookie(game), "")
    if not (text.isascii() and text.isdigit() and len(text) == 1) or not is_host(game):
        return None
    return int(text) if can_be_passed(game, int(text)) else None


def can_be_passed(game: str, seat: int) -> bool:
    """Return whether the app deals a hand to this seat and neither a phone nor a bot holds it.

    If a phone has lost the hand, the table must agree first.
    """
    state = services().games.record_of(game).state
    has_hand = state.game.cards == "app" and 0 <= seat < len(state.seats) and not state.seats[seat].has_left
    if (
        not has_hand
        or seat in services().bots.levels_of(game)
        or seat in services().sessions.session_of(game).hands.lost
    ):
        return False
    return services().games.can_be_passed(game, seat)


def pass_to(answer: Response, game: str, seat: int) -> None:
    set_cookie(answer, passed_cookie(game), str(seat), PASSED_HOURS * 3600)


def take_back(answer: Response, game: str) -> None:
    if passed_cookie(game) in request.cookies:
        delete_cookie(answer, passed_cookie(game))
