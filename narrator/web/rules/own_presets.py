"""House rules that this device has saved under a name, in a cookie."""

import base64
import json
from collections.abc import Mapping
from typing import Any

from flask import Response, request

from narrator.core.message import Refused
from narrator.core.table.house_rules import house_rules
from narrator.web.auth.device import set_cookie

MOST_OWN = 6
COOKIE = "presets"
LONGEST_COOKIE = 3800
"""Browsers forget a longer one."""


def own_presets() -> dict[str, dict[str, Any]]:
    """What this device has saved; a spoilt cookie is as good as none."""
    try:
        kept = json.loads(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "")))
        return {name: rules for name, rules in kept.items() if isinstance(rules, dict) and house_rules(rules, 4)}
    except (ValueError, AttributeError, RecursionError, Refused):
        return {}


def remember_presets(answer: Response, own: Mapping[str, Mapping[str, Any]]) -> None:
    set_cookie(answer, COOKIE, _packed(own))


def _packed(own: Mapping[str, Mapping[str, Any]]) -> str:
    """The newest ones, as many as a cookie holds."""
    kept = dict(list(own.items())[-MOST_OWN:])
    text = base64.urlsafe_b64encode(json.dumps(kept, ensure_ascii=False).encode()).decode()
    return text if len(text) <= LONGEST_COOKIE or len(kept) < 2 else _packed(dict(list(kept.items())[1:]))
