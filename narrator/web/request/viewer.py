"""Who is looking: the host, somebody with a seat, or somebody who only watches. Told by what their cookies hold."""

from typing import Literal

from flask import Response, abort, request
from msgspec import Struct

from narrator.service.games import Games

from .access import YEAR, is_host

PREFIX = "me_"


class Viewer(Struct, frozen=True):
    kind: Literal["host", "seat", "watch"]
    seat: int | None = None

    @property
    def name(self) -> str:
        """As a key of a cache: all who watch see the same."""
        return self.kind if self.seat is None else f"seat{self.seat}"


def member_of(games: Games, game: str) -> Viewer | None:
    """The seat or the watcher that this device is, whether or not it is the host's too."""
    secret = request.cookies.get(f"{PREFIX}{game}", "")
    if not secret:
        return None
    seat = games.seat_of(game, secret)
    if seat is not None and seat < len(games.record(game).state.seats):  # a chair that was added can be taken back
        return Viewer("seat", seat)
    return Viewer("watch") if games.is_watcher(game, secret) else None


def viewer_of(games: Games, game: str) -> Viewer | None:
    if is_host(games, game):
        return Viewer("host")
    return member_of(games, game)


def require_viewer(games: Games, game: str) -> Viewer:
    """Anybody who was let in; 404 where there is no such game, 403 for strangers."""
    viewer = viewer_of(games, game)
    if viewer is None:
        games.setup(game)
        abort(403)
    return viewer


def require_seat(games: Games, game: str) -> int:
    """The seat of this phone."""
    viewer = member_of(games, game)
    if viewer is None or viewer.seat is None:
        games.setup(game)
        abort(403)
    return viewer.seat


def remember_member(answer: Response, game: str, secret: str) -> None:
    answer.set_cookie(f"{PREFIX}{game}", secret, max_age=YEAR, httponly=True, samesite="Lax", path="/")


def joined_games() -> list[str]:
    return [name.removeprefix(PREFIX) for name in request.cookies if name.startswith(PREFIX)]
