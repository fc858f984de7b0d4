"""A phone's own part: how the reader came out, and what was theirs of all that follows."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.reading.result import Standing, standings
from narrator.core.reading.stats.model import GameStats
from narrator.text.figures import duration
from narrator.text.render import Rendered
from narrator.web.evening.awards import AwardView
from narrator.web.evening.income import income_of, taken_from
from narrator.web.evening.luck import lucks
from narrator.web.evening.trades import trades_of
from narrator.web.phone.own import Part, points_of
from narrator.web.rendering.table_context import TableContext

Fact = tuple[str, str]
"""A sign and a sentence."""


class Own(Struct, frozen=True):
    standing: Standing | None
    parts: tuple[Part, ...]
    place: str
    won: bool
    awards: tuple[AwardView, ...]
    facts: tuple[Fact, ...]


def own_part(stats: GameStats, table: TableContext, seat: int, awards: tuple[AwardView, ...]) -> Own:
    counted = stats.tracking != "script"
    standing = next((one for one in standings(table.now) if one.seat == seat), None) if counted else None
    won = stats.winner == seat
    return Own(
        standing=standing,
        parts=points_of(table, standing) if standing else (),
        place=_place(standing, won, table),
        won=won,
        awards=tuple(award for award in awards if award.seat == seat),
        facts=tuple(_facts(stats, table, seat)),
    )


def _place(standing: Standing | None, won: bool, table: TableContext) -> str:
    if won:
        return table.say("evening.own.won")
    return table.say("evening.own.place", place=standing.place) if standing else ""


def _facts(stats: GameStats, table: TableContext, seat: int) -> Iterator[Fact]:
    one = stats.seats[seat]
    yield from _cards(stats, table, seat)
    blocked, stolen, discarded = taken_from(one)
    if blocked:
        yield "robber", table.say("evening.own.blocked", n=blocked)
    if stolen:
        yield "hand", table.say("evening.own.stolen", n=stolen)
    if discarded:
        yield "dice", table.say("evening.own.discarded", n=discarded)
    yield from _trades(stats, table, seat)
    if one.seconds >= 1:
        time = Rendered(duration(one.seconds, table.locale.language))
        yield "clock", table.say("evening.own.time", n=one.turns, time=time)


def _cards(stats: GameStats, table: TableContext, seat: int) -> Iterator[Fact]:
    luck = lucks(stats).get(seat)
    if luck is not None:
        difference = round(luck.luck)
        way = "more" if difference > 0 else "fewer" if difference < 0 else "even"
        yield "dice", table.say(f"evening.own.luck.{way}", received=luck.received.total(), n=abs(difference))
    elif count := income_of(stats.seats[seat]).total():
        yield "hand", table.say("evening.own.income", n=count)


def _trades(stats: GameStats, table: TableContext, seat: int) -> Iterator[Fact]:
    own = {pair: dealt.count for pair, dealt in trades_of(stats).items() if seat in pair}
    if own:
        (one, two), most = max(own.items(), key=lambda item: item[1])
        other = two if one == seat else one
        yield "trade", table.say("evening.own.trades", n=sum(own.values()), other=other, most=most)
