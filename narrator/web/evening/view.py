"""Which pages there are: only those that have something to say. A phone's own part comes first."""

from typing import Any

from msgspec import Struct

from narrator.core.reading.result import Standing, standings
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.core.table.phase import Over
from narrator.session.table_session import TableSession
from narrator.web.evening.awards import award_views
from narrator.web.evening.chart import Who, player
from narrator.web.evening.dice import dice_chart
from narrator.web.evening.income import has_income, income_chart
from narrator.web.evening.luck import luck_chart, lucks
from narrator.web.evening.own import own_part
from narrator.web.evening.race import race_chart
from narrator.web.evening.time import seconds_of, time_chart
from narrator.web.evening.titles import titles_chart
from narrator.web.evening.trades import trades_chart
from narrator.web.phone.own import Part, points_of
from narrator.web.rendering.table_context import TableContext

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


def evening_view(table: TableContext, seat: int | None = None) -> Evening:
    """The pages as somebody with this seat sees them, or everybody who has none."""
    stats = game_stats(table.head)
    return Evening(
        is_over=stats.over,
        rounds=table.now.round,
        thrown=stats.dice.thrown,
        seconds=seconds_of(stats),
        pages=tuple(_pages(stats, table, seat)),
    )


def browsed_view(table: TableContext, session: TableSession) -> Evening | None:
    """What a television shows while the host leafs: nothing of it before the end."""
    if not session.browsed or not isinstance(table.now.phase, Over):
        return None
    found = evening_view(table)
    return found if found.page(session.browsed) else None


def _pages(stats: GameStats, table: TableContext, seat: int | None) -> list[Page]:
    honours = award_views(stats, table) if stats.over else ()
    found: list[Page] = []

    def add(name: str, key: str, content: Any) -> None:
        found.append(Page(name, table.say(key), content))

    if seat is not None:
        add("own", "evening.own", own_part(stats, table, seat, honours))
    if stats.tracking != "script":
        add("points", "evening.standings.over" if stats.over else "evening.standings", places(table))
        if stats.rounds and stats.rounds[-1].number > 1:
            add("race", "evening.race", race_chart(stats, table))
    add("dice", "evening.dice", dice_chart(stats, table))
    if has_income(stats):
        add("income", "evening.income", income_chart(stats, table))
    if lucks(stats):
        add("luck", "evening.luck", luck_chart(stats, table))
    if stats.trades or stats.bank_trades:
        add("trades", "evening.trades", trades_chart(stats, table))
    if stats.swings:
        add("titles", "evening.titles", titles_chart(stats, table))
    if seconds_of(stats):
        add("time", "clock.report", time_chart(stats, table))
    if honours:
        add("awards", "evening.awards", honours)
    return found


def places(table: TableContext) -> tuple[Place, ...]:
    """Everybody by place; what each kind gives adds up to the points."""
    return tuple(
        Place(player(table, one.seat), one, {part.sign: part for part in points_of(table, one)})
        for one in standings(table.now)
    )
