"""What is said again and again, kept: a stage says the same things of the same seats with every tap."""

from functools import lru_cache
from typing import Any

from narrator.core.message import msg
from narrator.text.render import Voice, say

KEPT = (int, str)
"""Seats, numbers and names of things. Words that are said already look like them, but are not said alike."""


def say_key(key: str, voice: Voice, **params: Any) -> str:
    """A message in words; one about cards and the like, which hardly ever comes again, is not kept."""
    if all(type(value) in KEPT for value in params.values()):
        return _said(key, voice, tuple(params.items()))
    return say(msg(key, **params), voice)


@lru_cache(maxsize=20_000)
def _said(key: str, voice: Voice, params: tuple[tuple[str, Any], ...]) -> str:
    return say(msg(key, **dict(params)), voice)
