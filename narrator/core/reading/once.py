"""What follows from things that never change, worked out once: every tap asks again for what the last ones told."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")

ROOM = 5_000
"""Findings that each function keeps, of all games together."""


def once(work: Callable[Given, Found]) -> Callable[Given, Found]:
    """The same function, keeping what it found for these very things: by their identity, as a table has no hash. They
    are kept with it, so that no others can take their place."""
    kept: dict[tuple[int, ...] | int, tuple[Any, Found]] = {}

    @wraps(work)
    def found(*things: Given.args, **named: Given.kwargs) -> Found:
        if len(things) == 1 and not named:
            key: tuple[int, ...] | int = id(things[0])
        else:
            key = tuple(map(id, (*things, *named.values()) if named else things))
        known = kept.get(key)
        if known is None:
            for old in list(kept)[: ROOM // 2] if len(kept) >= ROOM else ():
                del kept[old]
            known = kept[key] = (things, named), work(*things, **named)
        return known[1]

    return found
