"""Awards in words: three to five, each with what it is for."""

from msgspec import Struct

from narrator.core.reading.stats.awards import awards
from narrator.core.reading.stats.model import Award, GameStats
from narrator.text.figures import duration
from narrator.text.render import Rendered
from narrator.web.evening.chart import Who, player
from narrator.web.rendering.table_context import TableContext

SIGNS = {
    "wall": "robber",
    "besieged": "robber",
    "robbed": "hand",
    "thief": "hand",
    "comeback": "flag",
    "trader": "trade",
    "generous": "trade",
    "merchant": "bank_trade",
    "hoarder": "hand",
    "full_hand": "hand",
    "lucky": "dice",
    "unlucky": "dice",
    "sevens": "dice",
    "roads": "longest_road",
    "knights": "knight",
    "scholar": "development",
    "patient": "clock",
    "quick": "clock",
    "monopolist": "monopoly",
    "plundered": "monopoly",
    "titles": "largest_army",
    "front_runner": "flag",
    "so_close": "points",
    "cities": "city",
    "hidden_points": "points",
}


class AwardView(Struct, frozen=True):
    seat: int
    who: Who
    sign: str
    title: str
    words: str


def award_views(stats: GameStats, table: TableContext) -> tuple[AwardView, ...]:
    return tuple(award_view(award, table) for award in awards(stats))


def award_view(award: Award, table: TableContext) -> AwardView:
    said: dict[str, object] = dict(award.numbers)
    if award.kind == "quick":
        said["time"] = Rendered(duration(award.numbers["n"], table.locale.language))
    return AwardView(
        award.seat,
        player(table, award.seat),
        SIGNS[award.kind],
        table.say(f"award.{award.kind}"),
        table.say(f"award.{award.kind}.line", **said),
    )
