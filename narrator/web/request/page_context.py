"""What every page has without its view having to think of it: the device, the words, the theme, where it stands."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import Flask, g, request

from .words import page_voice, speaker

ADDRESSES = 2_000
"""Addresses that are kept: a stage has some thirty, and nobody but a game's own pages asks for them."""


def page_context() -> dict[str, Any]:
    """The theme is that of the table, where the page is about one."""
    voice = page_voice()
    g.t = speaker(voice)
    return {"device": g.device, "here": request.full_path.rstrip("?"), "t": g.t, "theme": voice.theme}


def addresses_of(app: Flask) -> Callable[..., str]:
    """`url_for` for templates: paths of this application, each built once. Flask's own asks the request anew with every
    call, and a stage has dozens of them."""

    @lru_cache(maxsize=ADDRESSES)
    def url_for(endpoint: str, **values: str | int | None) -> str:
        return app.url_map.bind("").build(endpoint, values)

    return url_for
