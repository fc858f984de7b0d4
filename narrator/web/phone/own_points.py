"""The own points: what they are made of, and what each of it gives."""

from msgspec import Struct

from narrator.core.reading.result import Standing
from narrator.text.render import Rendered
from narrator.web.rendering.table_context import TableContext

WORTH = {"settlements": ("settlement", 1), "cities": ("city", 2), "points_cards": ("points", 1)}
"""Each kind with its sign and the points that one of it gives."""
TITLES = ("longest_road", "largest_army")
OF_A_TITLE = 2


class Part(Struct, frozen=True):
    """Some of the own points."""

    sign: str
    count: int
    """How many pieces or cards; a title is one."""
    points: int
    words: str


def points_of(table: TableContext, standing: Standing) -> tuple[Part, ...]:
    """What each gives adds up to the points."""
    found = [
        _part(table, sign, count, count * worth, table.say(f"evening.{name}", n=count))
        for name, (sign, worth) in WORTH.items()
        if (count := getattr(standing, name))
    ]
    titles = [title for title in TITLES if getattr(standing, title)]
    return (*found, *(_part(table, title, 1, OF_A_TITLE, table.say(f"phone.title.{title}")) for title in titles))


def _part(table: TableContext, sign: str, count: int, points: int, what: str) -> Part:
    return Part(sign, count, points, table.say("phone.points.of", what=Rendered(what), n=points))
