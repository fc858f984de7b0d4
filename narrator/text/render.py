"""From a key with parameters to a sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from narrator.core.message import Refusal

from .refusals import ENGLISH

SEATS = ("seat", "turn", "first", "highest")
"""Parameters that are seats and are spoken as names."""


def sentence(reason: Refusal, names: Sequence[str] = ()) -> str:
    """A refusal in words. Seats that nobody sits on stay numbers."""
    return ENGLISH[reason.code].format_map(_spoken(reason.params, names))


def _spoken(params: Mapping[str, Any], names: Sequence[str]) -> dict[str, str]:
    return {key: _word(key, value, names) for key, value in params.items()}


def _word(key: str, value: Any, names: Sequence[str]) -> str:
    if key in SEATS and isinstance(value, int) and value < len(names):
        return names[value]
    if isinstance(value, list):
        return ", ".join(map(str, value))
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
