"""What is said again and again, kept: a stage says the same things of the same seats with every tap."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.text.render import SEATS, Voice, say, say_aloud

KEPT = frozenset((int, str))
"""Seats, numbers and names of things. Words that are said already look like them, but are not said alike."""
NAMING = {*SEATS}
"""What is said as a name; anything else all tables that speak alike say alike."""
Key = tuple[str, tuple[tuple[str, Any], ...]]


def say_key(key: str, voice: Voice, **params: Any) -> str:
    if not _are_kept(params):
        return say(Msg(key, params), voice)
    return _said((key, tuple(params.items())), voice if _name(params) else plain_voice(voice))


def say_message(message: Msg, voice: Voice) -> str:
    """A message in words; one about cards and the like, which hardly ever comes again, is not kept."""
    if not _are_kept(message.params):
        return say(message, voice)
    return _said(_key(message), voice if _name(message.params) else plain_voice(voice))


def say_line(messages: Sequence[Msg], voice: Voice) -> str:
    """A line of the prompter in words."""
    if not all(_are_kept(message.params) for message in messages):
        return say_aloud(messages, voice)
    names = voice.particle != "none" or any(_name(message.params) for message in messages)
    return _said_aloud(tuple(_key(message) for message in messages), voice if names else plain_voice(voice))


@lru_cache(maxsize=20_000)
def plain_voice(voice: Voice) -> Voice:
    """The same voice for all tables that speak alike, whoever sits there: one for what names nobody."""
    return _one(replace(voice, names=()))


@lru_cache(maxsize=1_000)
def _one(voice: Voice) -> Voice:
    return voice


def _name(params: Mapping[str, Any]) -> bool:
    return not NAMING.isdisjoint(params)


def _are_kept(params: Mapping[str, Any]) -> bool:
    return KEPT.issuperset(map(type, params.values()))


def _key(message: Msg) -> Key:
    return message.key, tuple(message.params.items())


def _message(key: Key) -> Msg:
    name, params = key
    return Msg(name, dict(params))


@lru_cache(maxsize=100_000)
def _said(key: Key, voice: Voice) -> str:
    return say(_message(key), voice)


@lru_cache(maxsize=20_000)
def _said_aloud(keys: tuple[Key, ...], voice: Voice) -> str:
    return say_aloud([_message(key) for key in keys], voice)
