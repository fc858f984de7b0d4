"""The words of a page: how a table is spoken to, and how templates say a message."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from flask import g

from narrator.core.message import msg
from narrator.text.render import Voice, say

KEPT = (int, str)
"""Seats, numbers and names of things. Words that are said already look like them, but are not said alike."""


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
        return say_key(key, voice, **params)

    return t


def say_key(key: str, voice: Voice, **params: Any) -> str:
    """A message in words. Most of what stands on a page never changes, so it is kept; lists of cards and the like,
    which hardly ever come again, are not."""
    if all(type(value) in KEPT for value in params.values()):
        return _said(key, voice, tuple(params.items()))
    return say(msg(key, **params), voice)


@lru_cache(maxsize=20_000)
def _said(key: str, voice: Voice, params: tuple[tuple[str, Any], ...]) -> str:
    return say(msg(key, **dict(params)), voice)


def colour_name(colour: str) -> str:
    """A player's colour as a word that stands alone."""
    return t("ui.colour", colour=colour)
