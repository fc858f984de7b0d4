"""The island as SVG. The ground is drawn once and cached; pieces are drawn when they change."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cachetools import LRUCache
from flask import Flask
from markupsafe import Markup

from narrator.core.memo import derived
from narrator.core.table.box import COLOURS
from narrator.web.board.geometry import IslandDrawing, Pieces

MAX_PICTURES = 32  # per island, of a few kilobytes each


class BoardDrawing:
    def __init__(self, app: Flask) -> None:
        self._app = app
        self._sprites: dict[str, Markup] = {}

    def sprite(self, theme: str = "") -> Markup:
        """Return the shapes that boards refer to; a page has them once."""
        if theme not in self._sprites:
            self._sprites[theme] = self._macros("board/sprite.svg").sprite(COLOURS, theme)
        return self._sprites[theme]

    def __call__(
        self,
        island: IslandDrawing,
        pieces: Pieces | None = None,
        lit: Iterable[str] = (),
        label: str = "",
        theme: str = "classic",
        road: Iterable[str] = (),
    ) -> Markup:
        """Draw the island, with `lit` hexes and the longest `road` marked."""
        macros = self._macros("board/board.svg")
        robber = pieces.robber.at if pieces is not None and pieces.robber is not None else None
        lit, road = tuple(lit), tuple(road)
        key = ("ground", lit, robber, label, theme)
        ground = _cached_picture(island, key, lambda: macros.ground(island, lit, robber, label, theme))
        end = _cached_picture(island, ("robber", robber, theme), lambda: macros.robber_and_end(island, robber, theme))
        if pieces is None:
            return ground + end
        if road:
            ground += macros.counted_road(island, road)
        drawn_pieces = _cached_picture(island, ("pieces", pieces), lambda: macros.roads_and_buildings(pieces))
        return Markup("".join((ground, drawn_pieces, end)))  # each is escaped already

    def _macros(self, name: str) -> Any:
        return self._app.jinja_env.get_template(name).module


def _cached_picture(island: IslandDrawing, key: Hashable, draw: Callable[[], Markup]) -> Markup:
    """Cache a picture with its island, so that both are freed together."""
    pictures: LRUCache[Hashable, Markup] = derived(island).setdefault("pictures", LRUCache(MAX_PICTURES))
    found = pictures.get(key)
    if found is None:
        found = pictures[key] = draw()
    return found
