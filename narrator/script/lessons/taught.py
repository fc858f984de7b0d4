"""What has been taught, and what is taught now: to the table, and to each seat on a phone of its own.

Of several lessons at one moment the most urgent comes, the others wait for the next taps. A decision goes first.
"""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.reading.public_view import Moment, View
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.script.lessons.register import LESSONS, URGENCY, rows_after
from narrator.script.prompts.cases import decides
from narrator.script.timeline_fold import TimelineFold, is_beside, is_same_tap

LEVELS = {"first_game": False, "normal": True}
"""Who has lessons at all, and whether only those of odd cases."""


class Taught(Struct, frozen=True):
    """What one reader has been taught: the table in front of its tablet, or a seat."""

    shown: Mapping[str, int] = {}
    """Each lesson with the entry that it was shown after."""
    waiting: tuple[str, ...] = ()
    """Its moment has come, but something else was in the way."""
    now: str | None = None


class Class(Struct, frozen=True):
    """The table and every seat."""

    table: Taught = Taught()
    seats: Mapping[int, Taught] = {}
    over: frozenset[str] = frozenset()
    """Lessons whose moment came for everybody."""

    def of(self, seat: int | None) -> Taught:
        return self.table if seat is None else self.seats.get(seat, NOTHING)


NOTHING = Taught()


def taught(head: Snapshot, detail: str) -> Class:
    """What was and is taught at this point, to those who want so much said."""
    return _FOLD.at(head, LEVELS[detail]) if detail in LEVELS else Class()


def _next(known: Class, point: Snapshot, odd_only: object) -> Class:
    assert point.before is not None
    if is_beside(point):
        return known
    before, after = point.before.state, point.state
    came = _came(known, point, before, bool(odd_only))
    again = is_same_tap(point)
    busy = _Busy(point, before)
    seats = {
        seat: _shown(known.of(seat), [name for name, who in came if None in who or seat in who], again, busy)
        for seat in range(len(after.seats))
    }
    mine = [name for name, who in came if who and not LESSONS[name].own]
    over = known.over | {name for name, who in came if None in who}
    return Class(_shown(known.table, mine, again, busy), seats, over)


def _came(known: Class, point: Snapshot, before: GameState, odd_only: bool) -> list[tuple[str, list[int | None]]]:
    """The lessons whose moment this is, and whom they concern."""
    if isinstance(point.state.phase, Over):
        return []
    rows = rows_after(type(point.fact), odd_only)  # type: ignore[arg-type]
    found = ((name, list(row.when(before, point.state, point.fact))) for name, row in rows if name not in known.over)
    return [(name, who) for name, who in found if who]


class _Busy:
    """Whether the table has something to decide. Asked only where a lesson is due."""

    def __init__(self, point: Snapshot, before: GameState) -> None:
        self.point, self.before = point, before
        self._answer: bool | None = None

    @property
    def state(self) -> GameState:
        return self.point.state

    def __bool__(self) -> bool:
        if self._answer is None:
            assert self.point.fact is not None
            last = Moment(self.point.number, self.point.fact, self.before, self.state)
            self._answer = isinstance(self.state.phase, Over) or decides(View(self.state, (last,)))
        return self._answer


def _shown(one: Taught, came: Iterable[str], again: bool, busy: _Busy) -> Taught:
    """The next lesson of one reader, if there is one and nothing is in its way."""
    shown, waiting = one.shown, one.waiting
    if again and one.now is not None:  # entries of one tap are shown together: nobody has seen it yet
        shown, waiting = {name: at for name, at in shown.items() if name != one.now}, (one.now, *waiting)
    waiting = (*waiting, *(name for name in came if name not in shown and name not in waiting))
    if not waiting or busy:
        return (
            one if (one.now, one.waiting) == (None, waiting) else replace(one, shown=shown, waiting=waiting, now=None)
        )
    now = min(waiting, key=URGENCY.__getitem__)
    rest = tuple(name for name in waiting if name != now)
    return Taught({**shown, now: busy.point.number}, rest, now)


_FOLD = TimelineFold(Class(), _next)
