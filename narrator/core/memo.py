"""Remember what follows from an immutable value on the value itself, so that it is freed with it.

The value is a frozen `Struct` with `dict=True`; a copy with changes (`replace`) starts with nothing remembered.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Owner = TypeVar("Owner")
Rest = ParamSpec("Rest")
Found = TypeVar("Found")


def memo(work: Callable[Concatenate[Owner, Rest], Found]) -> Callable[Concatenate[Owner, Rest], Found]:
    """Call `work` once for an owner and the arguments that follow it, which must be hashable and few."""

    @wraps(work)
    def remembered(owner: Owner, /, *rest: Rest.args, **named: Rest.kwargs) -> Found:
        kept, key = derived(owner), (work, rest, *named.items())
        if key not in kept:
            kept[key] = work(owner, *rest, **named)
        found: Found = kept[key]
        return found

    return remembered


def forget_derived(owner: object) -> None:
    """Free what is remembered of a value that is still needed itself."""
    owner.__dict__.pop("derived", None)


def derived(owner: object) -> dict[Hashable, Any]:
    """What is remembered of a value."""
    kept: dict[Hashable, Any] = owner.__dict__.setdefault("derived", {})
    return kept
