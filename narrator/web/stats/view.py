"""The statistics pages of a game; each one only if it has something to show."""

from typing import Any

from msgspec import Struct

from narrator.core.reading.result import Standing, standings
from narrator.core.reading.stats.game_stats import game_stats
from narrator.core.reading.stats.model import GameStats
from narrator.core.table.phase import Over
from narrator.session.table_session import TableSession
from narrator.web.phone.personal import PointsPart, points_parts
from narrator.web.rendering.table_context import TableContext
from narrator.web.stats.cards import has_income, income_chart, luck_by_seat, luck_chart, trades_chart
from narrator.web.stats.chart import Label, player_label
from narrator.web.stats.dice import dice_chart
from narrator.web.stats.players import award_views, own_page, playing_seconds, time_chart
from narrator.web.stats.points import race_chart, titles_chart

PAGE_NAMES = ("points", "race", "dice", "income", "luck", "trades", "titles", "time", "awards")  # after a seat's `own`


class StatsPage(Struct, frozen=True):
    name: str  # of the template and the URL fragment
    title: str
    content: Any


class StandingRow(Struct, frozen=True):
    who: Label
    standing: Standing
    parts: dict[str, PointsPart]


class StatsView(Struct, frozen=True):
    is_over: bool
    rounds: int
    rolls: int
    seconds: int
    pages: tuple[StatsPage, ...]

    def page(self, name: str) -> StatsPage | None:
        return next((page for page in self.pages if page.name == name), None)


def stats_view(table: TableContext, seat: int | None = None) -> StatsView:
    stats = game_stats(table.head)
    return StatsView(
        is_over=stats.over,
        rounds=table.state.round,
        rolls=stats.dice.roll_count,
        seconds=playing_seconds(stats),
        pages=tuple(_pages(stats, table, seat)),
    )


def browsed_stats(table: TableContext, session: TableSession) -> StatsView | None:
    """Return the pages for a television while the host browses them; never before the end of the game."""
    if not session.end.stats_page or not isinstance(table.state.phase, Over):
        return None
    found = stats_view(table)
    return found if found.page(session.end.stats_page) else None


def _pages(stats: GameStats, table: TableContext, seat: int | None) -> list[StatsPage]:
    awards = award_views(stats, table) if stats.over else ()
    found: list[StatsPage] = []

    def add(name: str, key: str, content: Any) -> None:
        found.append(StatsPage(name, table.say(key), content))

    if seat is not None:
        add("own", "evening.own", own_page(stats, table, seat, awards))
    if stats.tracking != "script":
        add("points", "evening.standings.over" if stats.over else "evening.standings", _places(table))
        if stats.rounds and stats.rounds[-1].number > 1:
            add("race", "evening.race", race_chart(stats, table))
    add("dice", "evening.dice", dice_chart(stats, table))
    if has_income(stats):
        add("income", "evening.income", income_chart(stats, table))
    if luck_by_seat(stats):
        add("luck", "evening.luck", luck_chart(stats, table))
    if stats.trades or stats.bank_trades:
        add("trades", "evening.trades", trades_chart(stats, table))
    if stats.title_swings:
        add("titles", "evening.titles", titles_chart(stats, table))
    if playing_seconds(stats):
        add("time", "clock.report", time_chart(stats, table))
    if awards:
        add("awards", "evening.awards", awards)
    return found


def _places(table: TableContext) -> tuple[StandingRow, ...]:
    return tuple(
        StandingRow(player_label(table, one.seat), one, {part.icon: part for part in points_parts(table, one)})
        for one in standings(table.state)
    )
