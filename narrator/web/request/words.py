"""The words of a page: how a table is spoken to, and how templates say a message."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import g

from narrator.core.message import msg
from narrator.text.render import Voice, say


def page_voice() -> Voice:
    """The voice of the page that is being made: the table's, where the page is about one."""
    voice: Voice | None = g.get("voice")
    return voice or Voice(g.device.lang)


def t(key: str, **params: Any) -> str:
    """A message in the page's language, for templates."""
    return speaker(page_voice())(key, **params)


def speaker(voice: Voice) -> Callable[..., str]:
    """`t` for one page: it need not ask anew with every word who is spoken to."""

    def t(key: str, **params: Any) -> str:
        return say(msg(key, **params), voice) if params else _said(key, voice)

    return t


@lru_cache(maxsize=20_000)
def _said(key: str, voice: Voice) -> str:
    """Most of what stands on a page never changes."""
    return say(msg(key), voice)


def colour_name(colour: str) -> str:
    """A player's colour as a word that stands alone."""
    return t("ui.colour", colour=colour)
