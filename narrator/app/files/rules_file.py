"""House rules as a small file: a preset to take along."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from narrator.core.message import Refused, impossible
from narrator.core.table.house_rules import house_rules
from narrator.storage.files.game_file import read_as

FORMAT = "narrator-rules/1"


class RulesFile(Struct, forbid_unknown_fields=True):
    """What it is called, what it starts from, what differs."""

    format: str
    name: str = ""
    rules: dict[str, Any] = {}


def write_rules_file(name: str, rules: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(RulesFile(FORMAT, name, dict(rules)))


def read_rules_file(text: bytes, players: int) -> dict[str, Any]:
    """The rules in a file, checked key by key. Raises `Refused`: nothing of a wrong one is taken."""
    file = read_as(RulesFile, text)
    if file.format != FORMAT:
        raise Refused(impossible("rules.format", found=file.format[:40], expected=FORMAT))
    house_rules(file.rules, players)
    return file.rules
