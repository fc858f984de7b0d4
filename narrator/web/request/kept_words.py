"""What is said again and again, kept: a stage says the same things of the same seats with every tap."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from narrator.core.message import Msg
from narrator.text.render import Voice, say, say_aloud

KEPT = frozenset((int, str))
"""Seats, numbers and names of things. Words that are said already look like them, but are not said alike."""
Key = tuple[str, tuple[tuple[str, Any], ...]]


def say_key(key: str, voice: Voice, **params: Any) -> str:
    return _said((key, tuple(params.items())), voice) if _are_kept(params) else say(Msg(key, params), voice)


def say_message(message: Msg, voice: Voice) -> str:
    """A message in words; one about cards and the like, which hardly ever comes again, is not kept."""
    return _said(_key(message), voice) if _are_kept(message.params) else say(message, voice)


def say_line(messages: Sequence[Msg], voice: Voice) -> str:
    """A line of the prompter in words."""
    if all(_are_kept(message.params) for message in messages):
        return _said_aloud(tuple(_key(message) for message in messages), voice)
    return say_aloud(messages, voice)


def _are_kept(params: Mapping[str, Any]) -> bool:
    return KEPT.issuperset(map(type, params.values()))


def _key(message: Msg) -> Key:
    return message.key, tuple(message.params.items())


def _message(key: Key) -> Msg:
    name, params = key
    return Msg(name, dict(params))


@lru_cache(maxsize=20_000)
def _said(key: Key, voice: Voice) -> str:
    return say(_message(key), voice)


@lru_cache(maxsize=5_000)
def _said_aloud(keys: tuple[Key, ...], voice: Voice) -> str:
    return say_aloud([_message(key) for key in keys], voice)
