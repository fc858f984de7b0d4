"""The island as one picture. The ground is drawn once and kept; pieces are drawn when they change."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cachetools import LRUCache
from flask import Flask
from markupsafe import Markup

from narrator.core.memo import derived
from narrator.core.table.box import COLOURS
from narrator.web.board.geometry import Drawing, Pieces

MAX_PICTURES = 32
"""Pictures that an island keeps, of a few kilobytes: the ground as each device shows it, lit or not."""


class BoardDrawing:
    """Draws with the macros of templates/board/board.svg and templates/board/land.svg."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._land: dict[str, Markup] = {}

    def land(self, theme: str = "") -> Markup:
        """What all pictures repeat, once for a page: land, of both themes where none is named, tokens and pieces."""
        if theme not in self._land:
            self._land[theme] = self._macros("board/land.svg").sprite(COLOURS, theme)
        return self._land[theme]

    def __call__(
        self,
        island: Drawing,
        pieces: Pieces | None = None,
        lit: Iterable[str] = (),
        label: str = "",
        theme: str = "classic",
        road: Iterable[str] = (),
        newest: str | None = None,
    ) -> Markup:
        """The hexes that pay and the road that counts are marked; the newest piece may move."""
        macros = self._macros("board/board.svg")
        thief = pieces.robber.at if pieces is not None and pieces.robber is not None else None
        lit, road = tuple(lit), tuple(road)
        ground = _kept(
            island, ("ground", lit, thief, label, theme), lambda: macros.ground(island, lit, thief, label, theme)
        )
        end = _kept(island, ("end", thief, theme), lambda: macros.closing(island, thief, theme))
        if pieces is None:
            return ground + end
        if road:
            ground += macros.counted(island, road)
        standing = _kept(island, ("pieces", pieces, newest), lambda: macros.standing(pieces, newest))
        return Markup("".join((ground, standing, end)))  # each is escaped already

    def _macros(self, name: str) -> Any:
        return self._app.jinja_env.get_template(name).module


def _kept(island: Drawing, key: Hashable, draw: Callable[[], Markup]) -> Markup:
    """A picture that hangs on its island and goes with it."""
    pictures: LRUCache[Hashable, Markup] = derived(island).setdefault("pictures", LRUCache(MAX_PICTURES))
    found = pictures.get(key)
    if found is None:
        found = pictures[key] = draw()
    return found
