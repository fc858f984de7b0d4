"""The dice against their odds, and a fair word on how unusual they were."""

from msgspec import Struct

from narrator.core.reading.result import TOTALS
from narrator.core.reading.stats.model import Dice, GameStats
from narrator.text.figures import tenths
from narrator.web.evening.chart import WIDTH, Head, NumberRow, Numbers, Who, players
from narrator.web.rendering.table_context import TableContext

TOP, BOTTOM = 24, 224
COLUMN = WIDTH / len(TOTALS)
GAP = 7
WORDS = {"expected": "evening.dice.usual", "odd": "evening.dice.odd"}


class Column(Struct, frozen=True):
    """One total: its bar, and the stroke where dice would have it on average."""

    total: int
    count: int
    x: float
    width: float
    y: float
    height: float
    expected: float

    @property
    def label(self) -> float:
        """Where the number stands: above the bar and the stroke."""
        return min(self.y, self.expected) - 5


class DiceChart(Struct, frozen=True):
    columns: tuple[Column, ...]
    verdict: str
    oddest: str
    numbers: Numbers


def dice_chart(stats: GameStats, table: TableContext) -> DiceChart:
    dice = stats.dice
    highest = max(max(found.count, found.expected) for found in dice.totals) or 1
    scale = (BOTTOM - TOP) / highest
    columns = tuple(
        Column(
            found.total,
            found.count,
            x=place * COLUMN + GAP / 2,
            width=COLUMN - GAP,
            y=BOTTOM - found.count * scale,
            height=found.count * scale,
            expected=BOTTOM - found.expected * scale,
        )
        for place, found in enumerate(dice.totals)
    )
    return DiceChart(columns, _verdict(dice, table), _oddest(dice, table), _numbers(dice, table))


def _verdict(dice: Dice, table: TableContext) -> str:
    """In how many of a hundred games dice are at least as uneven: fair, and no accusation."""
    if table.now.rules.dice_mode == "deck36":
        return table.say("evening.dice.deck")
    if dice.chance is None or dice.verdict is None:
        return table.say("evening.dice.few")
    part = round(100 * dice.chance)
    if dice.verdict == "rare":
        return table.say("evening.dice.rare")
    return table.say(WORDS[dice.verdict], n=min(max(part, 1), 99))


def _oddest(dice: Dice, table: TableContext) -> str:
    """The total that stood out, where the dice were odd at all."""
    if dice.verdict not in ("odd", "rare") or dice.oddest is None:
        return ""
    found = dice.totals[dice.oddest - TOTALS[0]]
    return table.say("evening.dice.oddest", total=found.total, n=found.count, expected=round(found.expected))


def _numbers(dice: Dice, table: TableContext) -> Numbers:
    language = table.locale.language
    heads = (Head(table.say("evening.dice.rolled")), Head(table.say("evening.dice.expected")), *players(table))
    rows = tuple(
        NumberRow(
            Who(str(found.total)),
            (str(found.count), tenths(found.expected, language), *(str(own[place]) for own in dice.by_seat)),
        )
        for place, found in enumerate(dice.totals)
    )
    return Numbers(heads, rows)
