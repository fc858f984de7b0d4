"""Something was deleted: what this server has made of it is forgotten."""

from gevent import spawn_later

from narrator.web.request.house import House

from .station import Station

SOON = 3.0
"""Seconds after which every page is out that was being made of what was deleted meanwhile."""


def forget(house: House, station: Station, game: str) -> None:
    """Now, and once more: a page that is just being made would be kept as it was."""
    _drop(house, station, game)
    spawn_later(SOON, _drop, house, station, game)


def _drop(house: House, station: Station, game: str) -> None:
    house.games.forget(game)
    house.desks.forget(game)
    station.forget(game)
