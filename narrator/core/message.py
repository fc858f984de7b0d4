"""Messages before translation: a key with parameters. Imports nothing of ours."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct, field

RefusalKind = Literal["impossible", "irregular"]


class Msg(Struct, frozen=True):
    key: str
    params: Mapping[str, Any] = field(default_factory=dict)


def msg(key: str, **params: Any) -> Msg:
    return Msg(key, params)


# numbers with a message of their own; all others share the key ending in `.n`
NUMBERS_WITH_OWN_KEY = {("no_seven_rounds", 0), ("dev_per_turn", 1)}


def rule_message(rule: str, value: Any) -> Msg:
    """
    >>> rule_message("target_vp", 12).key, rule_message("no_seven_rounds", 0).key
    ('rule.target_vp.n', 'rule.no_seven_rounds.0')
    >>> rule_message("gifts", "allowed").key, rule_message("steal_optional", True).key
    ('rule.gifts.allowed', 'rule.steal_optional.true')
    """
    if isinstance(value, int) and not isinstance(value, bool) and (rule, value) not in NUMBERS_WITH_OWN_KEY:
        return msg(f"rule.{rule}.n", n=value)
    return msg(f"rule.{rule}.{str(value).lower()}")


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
