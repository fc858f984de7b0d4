"""What is said, before it has words: a key with parameters. Imports nothing of ours."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

Kind = Literal["impossible", "irregular"]


class Msg(Struct, frozen=True):
    """Something to say: which, and about what."""

    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


def msg(key: str, **params: Any) -> Msg:
    return Msg(key, params)


SPELLED = {"ครับ": "khrap", "ค่ะ": "kha", "True": "true", "False": "false", "None": "none"}
OF_THEIR_OWN = {("no_seven_rounds", 0), ("dev_per_turn", 1)}
"""Numbers that have a sentence of their own; the others stand as `n` in one."""


def msg_of_rule(rule: str, value: Any) -> Msg:
    """What a table plays under one value of a house rule."""
    if isinstance(value, int) and not isinstance(value, bool) and (rule, value) not in OF_THEIR_OWN:
        return msg(f"rule.{rule}.n", n=value)
    return msg(f"rule.{rule}.{SPELLED.get(str(value), value)}")


class Refusal(Struct, frozen=True):
    """One reason against an event. `impossible` contradicts pieces and places; `irregular` can be let stand."""

    code: str
    kind: Kind
    params: Mapping[str, Any] = field(default_factory=dict)


def impossible(code: str, **params: Any) -> Refusal:
    return Refusal(code, "impossible", params)


def irregular(code: str, **params: Any) -> Refusal:
    return Refusal(code, "irregular", params)


class Refused(Exception):
    """Raised where a whole thing (a set-up, an entry, a file) is turned down; carries every reason."""

    def __init__(self, *reasons: Refusal) -> None:
        super().__init__(", ".join(reason.code for reason in reasons))
        self.reasons = reasons
