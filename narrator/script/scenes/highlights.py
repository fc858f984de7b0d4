"""The moments of a whole game, to jump to: the sevens, the titles, the first city, one point to go, the win."""

from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import Moment, view_for
from narrator.core.record.record import Record
from narrator.script.announcements.announce import announce
from narrator.script.scenes.importance import MOMENTS, RANK
from narrator.script.scenes.model import Kind, Sign
from narrator.script.scenes.moments import win
from narrator.script.scenes.news import News
from narrator.script.scenes.news_of_tap import news_of
from narrator.script.scenes.taps import Tap


class Highlight(Struct, frozen=True):
    """What the scene after an entry stops for."""

    entry: int
    kind: Kind
    hero: tuple[Msg, ...]
    seat: int | None
    sign: Sign | None


def highlights(record: Record) -> tuple[Highlight, ...]:
    """Oldest first; what was taken back is none."""
    view = view_for(record.head, len(record.log))
    return tuple(_highlights(groupby(view.past, key=lambda moment: moment.fact.group or -moment.entry)))


def _highlights(tapped: Iterator[tuple[int, Iterator[Moment]]]) -> Iterator[Highlight]:
    for _, moments in tapped:
        together = tuple(moments)
        tap = Tap(together, tuple(map(announce, together)))
        found = [news for news in (*_won(tap), *news_of(tap)) if news.kind in MOMENTS]
        if found:
            main = min(found, key=lambda news: RANK[news.kind])
            yield Highlight(tap.entry, main.kind, main.hero, main.seat, main.picture.sign)


def _won(tap: Tap) -> Iterator[News]:
    """The tap that ended the game; what is shown afterwards ends it no second time."""
    return iter(()) if any(win(tap.before)) else win(tap.after)
