"""Messages before translation: a key with parameters. Imports nothing of ours."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

RefusalKind = Literal["impossible", "irregular"]


class Msg(Struct, frozen=True):
    """A message key with its parameters."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


def msg(key: str, **params: Any) -> Msg:
    return Msg(key, params)


class Refusal(Struct, frozen=True):
    """One reason against an event. The host can waive an `irregular` event, but not an `impossible` one."""

    code: str
    kind: RefusalKind
    params: Mapping[str, Any] = field(default_factory=dict)


def impossible(code: str, **params: Any) -> Refusal:
    return Refusal(code, "impossible", params)


def irregular(code: str, **params: Any) -> Refusal:
    return Refusal(code, "irregular", params)


class Refused(Exception):
    """Raised when a setup, an entry or a file is rejected; carries every reason."""

    def __init__(self, *reasons: Refusal) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.reasons = reasons
