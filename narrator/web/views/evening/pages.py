"""Which pages there are: only those that have something to say. A phone's own part comes first."""

from typing import Any

from msgspec import Struct

from narrator.core.reading.night.model import Night
from narrator.core.reading.night.night import night_of
from narrator.core.reading.tally import Standing, standings
from narrator.core.table.phase import Over
from narrator.service.desk import Desk
from narrator.web.request.table import Table
from narrator.web.views.own_points import Part, points_of

from .awards import award_views
from .chart import Who, player
from .dice import dice_chart
from .income import has_income, income_chart
from .luck import luck_chart, lucks
from .own import own_part
from .race import race_chart
from .time import seconds_of, time_chart
from .titles import titles_chart
from .trades import trades_chart

PAGES = ("points", "race", "dice", "income", "luck", "trades", "titles", "time", "awards")
"""All that there may be, in their order; `own` comes before them."""


class Page(Struct, frozen=True):
    name: str
    """Of its template, and of its place in the address."""
    title: str
    content: Any


class Place(Struct, frozen=True):
    """A player in the final table, with what each point came from."""

    who: Who
    standing: Standing
    parts: dict[str, Part]


class Evening(Struct, frozen=True):
    is_over: bool
    rounds: int
    thrown: int
    seconds: int
    pages: tuple[Page, ...]

    def page(self, name: str) -> Page | None:
        return next((page for page in self.pages if page.name == name), None)


def evening_view(table: Table, seat: int | None = None) -> Evening:
    """The pages as somebody with this seat sees them, or everybody who has none."""
    night = night_of(table.head)
    return Evening(
        is_over=night.over,
        rounds=table.now.round,
        thrown=night.dice.thrown,
        seconds=seconds_of(night),
        pages=tuple(_pages(night, table, seat)),
    )


def browsed_view(table: Table, desk: Desk) -> Evening | None:
    """What a television shows while the host leafs: nothing of it before the end."""
    if not desk.browsed or not isinstance(table.now.phase, Over):
        return None
    found = evening_view(table)
    return found if found.page(desk.browsed) else None


def _pages(night: Night, table: Table, seat: int | None) -> list[Page]:
    honours = award_views(night, table) if night.over else ()
    found: list[Page] = []

    def add(name: str, key: str, content: Any) -> None:
        found.append(Page(name, table.say(key), content))

    if seat is not None:
        add("own", "evening.own", own_part(night, table, seat, honours))
    if night.tracking != "script":
        add("points", "evening.standings.over" if night.over else "evening.standings", places(table))
        if night.rounds and night.rounds[-1].number > 1:
            add("race", "evening.race", race_chart(night, table))
    add("dice", "evening.dice", dice_chart(night, table))
    if has_income(night):
        add("income", "evening.income", income_chart(night, table))
    if lucks(night):
        add("luck", "evening.luck", luck_chart(night, table))
    if night.trades or night.bank_trades:
        add("trades", "evening.trades", trades_chart(night, table))
    if night.swings:
        add("titles", "evening.titles", titles_chart(night, table))
    if seconds_of(night):
        add("time", "clock.report", time_chart(night, table))
    if honours:
        add("awards", "evening.awards", honours)
    return found


def places(table: Table) -> tuple[Place, ...]:
    """Everybody by place; what each kind gives adds up to the points."""
    return tuple(
        Place(player(table, one.seat), one, {part.sign: part for part in points_of(table, one)})
        for one in standings(table.now)
    )
