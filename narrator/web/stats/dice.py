"""Dice totals compared with their odds, and a verdict on how unusual they were."""

from msgspec import Struct

from narrator.core.reading.result import TOTALS
from narrator.core.reading.stats.model import Dice, GameStats
from narrator.text.formatting import format_tenths
from narrator.web.rendering.table_context import TableContext
from narrator.web.stats.chart import WIDTH, Label, NumberRow, Numbers, player_labels

TOP, BOTTOM = 24, 224
COLUMN_WIDTH = WIDTH / len(TOTALS)
GAP = 7
VERDICTS = {"expected": "evening.dice.usual", "odd": "evening.dice.odd"}


class DiceColumn(Struct, frozen=True):
    total: int
    count: int
    x: float
    width: float
    y: float
    height: float
    expected: float

    @property
    def label(self) -> float:
        """The y of the number: above both the bar and the stroke for the expected count."""
        return min(self.y, self.expected) - 5


class DiceChart(Struct, frozen=True):
    columns: tuple[DiceColumn, ...]
    verdict: str
    oddest: str
    numbers: Numbers


def dice_chart(stats: GameStats, table: TableContext) -> DiceChart:
    dice = stats.dice
    highest = max(max(found.count, found.expected) for found in dice.totals) or 1
    scale = (BOTTOM - TOP) / highest
    columns = tuple(
        DiceColumn(
            found.total,
            found.count,
            x=place * COLUMN_WIDTH + GAP / 2,
            width=COLUMN_WIDTH - GAP,
            y=BOTTOM - found.count * scale,
            height=found.count * scale,
            expected=BOTTOM - found.expected * scale,
        )
        for place, found in enumerate(dice.totals)
    )
    return DiceChart(columns, _verdict(dice, table), _oddest(dice, table), _numbers(dice, table))


def _verdict(dice: Dice, table: TableContext) -> str:
    """Say in how many of a hundred games the dice are at least this uneven."""
    if table.state.rules.dice_mode == "deck36":
        return table.say("evening.dice.deck")
    if dice.chance is None or dice.verdict is None:
        return table.say("evening.dice.few")
    if dice.verdict == "rare":
        return table.say("evening.dice.rare")
    return table.say(VERDICTS[dice.verdict], n=min(max(round(100 * dice.chance), 1), 99))


def _oddest(dice: Dice, table: TableContext) -> str:
    if dice.verdict not in ("odd", "rare") or dice.oddest is None:
        return ""
    found = dice.totals[dice.oddest - TOTALS[0]]
    return table.say("evening.dice.oddest", total=found.total, n=found.count, expected=round(found.expected))


def _numbers(dice: Dice, table: TableContext) -> Numbers:
    language = table.locale.language
    heads = (Label(table.say("evening.dice.rolled")), Label(table.say("evening.dice.expected")), *player_labels(table))
    rows = tuple(
        NumberRow(
            Label(str(found.total)),
            (str(found.count), format_tenths(found.expected, language), *(str(own[place]) for own in dice.by_seat)),
        )
        for place, found in enumerate(dice.totals)
    )
    return Numbers(heads, rows)
