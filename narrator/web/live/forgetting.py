"""Something was deleted: what this server has made of it is forgotten."""

from gevent import spawn_later

from narrator.web.live.services import LiveServices
from narrator.web.services import Services

SOON = 3.0
"""Seconds after which every page is out that was being made of what was deleted meanwhile."""


def forget(house: Services, live_services: LiveServices, game: str) -> None:
    """Now, and once more: a page that is just being made would be kept as it was."""
    _drop(house, live_services, game)
    spawn_later(SOON, _drop, house, live_services, game)


def _drop(house: Services, live_services: LiveServices, game: str) -> None:
    house.games.forget(game)
    house.sessions.forget(game)
    live_services.forget(game)
