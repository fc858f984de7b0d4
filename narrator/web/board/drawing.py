"""The island as one picture. The ground is drawn once and kept; pieces are drawn when they change."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cachetools import LRUCache
from flask import Flask
from markupsafe import Markup

from .geometry import Drawing, Pieces

ROOM = 300
"""Pictures that are kept: some for each game that is being played."""


class BoardDrawing:
    """Draws with the macros of templates/board.svg."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._kept: LRUCache[Hashable, tuple[object, Markup]] = LRUCache(ROOM)

    def __call__(
        self,
        island: Drawing,
        pieces: Pieces | None = None,
        lit: Iterable[str] = (),
        label: str = "",
        theme: str = "classic",
    ) -> Markup:
        macros: Any = self._app.jinja_env.get_template("board.svg").module
        thief = pieces.robber.at if pieces is not None and pieces.robber is not None else None
        lit = tuple(lit)
        ground = self._once(
            ("ground", id(island), lit, thief, label, theme),
            island,
            lambda: macros.ground(island, lit, thief, label, theme),
        )
        end = self._once(("end", id(island), thief), island, lambda: macros.closing(island, thief))
        if pieces is None:
            return ground + end
        return ground + self._once(("pieces", pieces), pieces, lambda: macros.standing(pieces)) + end

    def _once(self, key: Hashable, owner: object, draw: Callable[[], Markup]) -> Markup:
        """What was drawn before, or a new drawing; its owner is kept with it, so that its id stays its own."""
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = (owner, Markup(draw()))
        return kept[1]
