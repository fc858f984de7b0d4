"""Cache derived values on the immutable value they are derived from, so that both are freed together.

The owner is a frozen `Struct` with `dict=True`; a copy made by `replace` starts with an empty cache.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Rest = ParamSpec("Rest")
Found = TypeVar("Found")


def memo(work: Callable[Concatenate[Owner, Rest], Found]) -> Callable[Concatenate[Owner, Rest], Found]:
    """Call `work` once per owner and arguments, which must be hashable and few."""

    @wraps(work)
    def remembered(owner: Owner, /, *rest: Rest.args, **named: Rest.kwargs) -> Found:
        kept, key = derived(owner), (work, rest, *named.items())
        if key not in kept:
            kept[key] = work(owner, *rest, **named)
        found: Found = kept[key]
        return found

    return remembered


def derived(owner: object) -> dict[Hashable, Any]:
    kept: dict[Hashable, Any] = owner.__dict__.setdefault("derived", {})
    return kept
