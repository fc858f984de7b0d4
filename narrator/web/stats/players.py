"""Pages about single players: awards, time, and a reader's own page."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.reading.result import Standing, standings
from narrator.core.reading.stats.awards import awards
from narrator.core.reading.stats.model import Award, GameStats
from narrator.text.formatting import format_duration
from narrator.text.render import Rendered
from narrator.web.phone.personal import PointsPart, points_parts
from narrator.web.rendering.table_context import TableContext
from narrator.web.stats.cards import income_of, losses_of, luck_by_seat, trades_by_pair
from narrator.web.stats.chart import BarChart, BarRow, Label, NumberRow, Numbers, bar_segments, player_label

AWARD_ICONS = {
    **dict.fromkeys(("wall", "besieged"), "robber"),
    **dict.fromkeys(("robbed", "thief", "hoarder", "full_hand"), "hand"),
    **dict.fromkeys(("comeback", "front_runner"), "flag"),
    **dict.fromkeys(("trader", "generous"), "trade"),
    **dict.fromkeys(("lucky", "unlucky", "sevens"), "dice"),
    **dict.fromkeys(("patient", "quick"), "clock"),
    **dict.fromkeys(("monopolist", "plundered"), "monopoly"),
    **dict.fromkeys(("so_close", "hidden_points"), "points"),
    **{"merchant": "bank_trade", "roads": "longest_road", "titles": "largest_army"},
    **{"knights": "knight", "scholar": "development", "cities": "city"},
}
MIN_SECONDS = 60  # of play before there is a page about time
TIME_ICONS = {"trading": "trade", "host": "history", "break": "pause"}

IconSentence = tuple[str, str]  # icon and sentence


# Awards


class AwardView(Struct, frozen=True):
    seat: int
    who: Label
    icon: str
    title: str
    words: str


def award_views(stats: GameStats, table: TableContext) -> tuple[AwardView, ...]:
    return tuple(award_view(award, table) for award in awards(stats))


def award_view(award: Award, table: TableContext) -> AwardView:
    params: dict[str, object] = dict(award.params)
    if award.kind == "quick":
        params["time"] = Rendered(format_duration(award.params["n"], table.locale.language))
    return AwardView(
        award.seat,
        player_label(table, award.seat),
        AWARD_ICONS[award.kind],
        table.say(f"award.{award.kind}"),
        table.say(f"award.{award.kind}.line", **params),
    )


# Time


def playing_seconds(stats: GameStats) -> int:
    """Return the whole playing time, or 0 if it is too short to report."""
    seconds = sum(map(round, stats.time.values()))
    return seconds if seconds >= MIN_SECONDS else 0


def time_chart(stats: GameStats, table: TableContext) -> BarChart:
    spent = sorted(((round(seconds), owner) for owner, seconds in stats.time.items()), key=lambda one: -one[0])
    longest, language = spent[0][0], table.locale.language
    rows = tuple(
        BarRow(
            _owner(owner, table),
            format_duration(seconds, language),
            bar_segments([(seconds, "spent", "", "")], longest),
        )
        for seconds, owner in spent
        if seconds
    )
    return BarChart(rows, _time_numbers(stats, table))


def _owner(owner: str, table: TableContext) -> Label:
    name, _, seat = owner.partition(".")
    if seat:
        return player_label(table, int(seat))
    return Label(table.say(f"clock.owner.{name}"), icon=TIME_ICONS.get(name, "clock"))


def _time_numbers(stats: GameStats, table: TableContext) -> Numbers:
    """Return for each player the total time, number of turns, average turn and longest turn."""
    keys = ("evening.time.all", "evening.time.turns", "evening.time.each", "evening.time.longest")
    rows = []
    for seat in stats.seats:
        longest = max((turn.seconds for turn in stats.turns if turn.seat == seat.seat), default=0)
        average = seat.seconds / seat.turns if seat.turns else 0
        total, *turns = (format_duration(time, table.locale.language) for time in (seat.seconds, average, longest))
        rows.append(NumberRow(player_label(table, seat.seat), (total, str(seat.turns), *turns)))
    return Numbers(tuple(Label(table.say(key)) for key in keys), tuple(rows))


# The reader's own page


class OwnPage(Struct, frozen=True):
    standing: Standing | None
    parts: tuple[PointsPart, ...]
    place: str
    has_won: bool
    awards: tuple[AwardView, ...]
    facts: tuple[IconSentence, ...]


def own_page(stats: GameStats, table: TableContext, seat: int, awards: tuple[AwardView, ...]) -> OwnPage:
    is_counted = stats.tracking != "script"
    standing = next((one for one in standings(table.state) if one.seat == seat), None) if is_counted else None
    has_won = stats.winner == seat
    place = table.say("evening.own.place", place=standing.place) if standing else ""
    return OwnPage(
        standing=standing,
        parts=points_parts(table, standing) if standing else (),
        place=table.say("evening.own.won") if has_won else place,
        has_won=has_won,
        awards=tuple(award for award in awards if award.seat == seat),
        facts=tuple(_facts(stats, table, seat)),
    )


def _facts(stats: GameStats, table: TableContext, seat: int) -> Iterator[IconSentence]:
    yield from _income_fact(stats, table, seat)
    own = stats.seats[seat]
    blocked, stolen, discarded = losses_of(own)
    if blocked:
        yield "robber", table.say("evening.own.blocked", n=blocked)
    if stolen:
        yield "hand", table.say("evening.own.stolen", n=stolen)
    if discarded:
        yield "dice", table.say("evening.own.discarded", n=discarded)
    trades = {pair: total.count for pair, total in trades_by_pair(stats).items() if seat in pair}
    if trades:
        (one, two), most = max(trades.items(), key=lambda item: item[1])
        other = two if one == seat else one
        yield "trade", table.say("evening.own.trades", n=sum(trades.values()), other=other, most=most)
    if own.seconds >= 1:
        time = Rendered(format_duration(own.seconds, table.locale.language))
        yield "clock", table.say("evening.own.time", n=own.turns, time=time)


def _income_fact(stats: GameStats, table: TableContext, seat: int) -> Iterator[IconSentence]:
    luck = luck_by_seat(stats).get(seat)
    if luck is not None:
        difference = round(luck.luck)
        way = "more" if difference > 0 else "fewer" if difference < 0 else "even"
        yield "dice", table.say(f"evening.own.luck.{way}", received=luck.received.total(), n=abs(difference))
    elif count := income_of(stats.seats[seat]).total():
        yield "hand", table.say("evening.own.income", n=count)
