"""What can be looked up at a table, as types."""

from typing import Any

from msgspec import Struct

from narrator.web.api.shapes import CardSaid


class DeedSaid(Struct):
    """An entry that stands, in words."""

    entry: int
    line: str


class HistorySaid(Struct):
    """The last entries that stand, the oldest first. `back` and `forward` are what `taken_back` has to name to undo the
    last of them, with what was entered together, and to bring back what was undone last."""

    seq: int
    back: int | None
    forward: int | None
    entries: list[DeedSaid]


class NumbersSaid(Struct):
    """Every number of the table that can be explained, by name: `points.2`, `bank.ore`, `deck`."""

    seq: int
    numbers: dict[str, int]


class ShareSaid(Struct):
    """What one entry added to a number, or took from it."""

    entry: int
    line: str
    amount: int


class NumberSaid(Struct):
    """Why a number is what it is: `start` and all amounts add up to `value`."""

    seq: int
    name: str
    title: str
    value: int
    start: int
    entries: list[ShareSaid]


class TopicSaid(Struct):
    """A ruling, under tonight's rules. `decided`: what this very table made of it, where it decided otherwise."""

    id: str
    title: str
    lines: list[str]
    decided: str | None


class TopicsSaid(Struct):
    """What answers a question, the best first; without a question, what is likely to come up at this moment."""

    seq: int
    topics: list[TopicSaid]


class CardsSaid(Struct):
    """Every helper card of this table."""

    seq: int
    cards: list[CardSaid]


class RuleSaid(Struct):
    """One house rule as it is played tonight. `differs`: the box has it otherwise."""

    key: str
    value: Any
    line: str
    differs: bool


class RulesSaid(Struct):
    """Tonight's rules, and what the table decided about single cases."""

    seq: int
    rules: list[RuleSaid]
    decided: list[TopicSaid]
