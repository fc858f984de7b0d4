"""The island as one picture. The ground is drawn once and kept; pieces are drawn when they change."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cachetools import LRUCache
from flask import Flask
from markupsafe import Markup

from narrator.core.table.box import COLOURS

from .geometry import Drawing, Pieces

ROOM = 3_000
"""Pictures that are kept, of a few kilobytes: some for each game that is being played."""


class BoardDrawing:
    """Draws with the macros of templates/board.svg and templates/land.svg."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._kept: LRUCache[Hashable, tuple[object, Markup]] = LRUCache(ROOM)

    def land(self, theme: str = "") -> Markup:
        """What all pictures repeat, once for a page: land, of both themes where none is named, tokens and pieces."""
        return self._once(("land", theme), None, lambda: self._macros("land.svg").sprite(COLOURS, theme))

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
        macros = self._macros("board.svg")
        thief = pieces.robber.at if pieces is not None and pieces.robber is not None else None
        lit, road = tuple(lit), tuple(road)
        ground = self._once(
            ("ground", id(island), lit, thief, label, theme),
            island,
            lambda: macros.ground(island, lit, thief, label, theme),
        )
        end = self._once(("end", id(island), thief, theme), island, lambda: macros.closing(island, thief, theme))
        if pieces is None:
            return ground + end
        if road:
            ground += self._once(("road", id(island), road), island, lambda: macros.counted(island, road))
        standing = self._once(("pieces", pieces, newest), pieces, lambda: macros.standing(pieces, newest))
        return Markup("".join((ground, standing, end)))  # each is escaped already

    def _macros(self, name: str) -> Any:
        return self._app.jinja_env.get_template(name).module

    def _once(self, key: Hashable, owner: object, draw: Callable[[], Markup]) -> Markup:
        """What was drawn before, or a new drawing; its owner is kept with it, so that its id stays its own."""
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = (owner, Markup(draw()))
        return kept[1]
