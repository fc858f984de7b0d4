"""Lessons: a rule is taught once, when it first matters; to the table, and to each seat on its own phone.

If several lessons are due at once, the most urgent one is shown and the others wait for the next taps. A decision
comes first.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.reading.public_view import PublicView, Transition
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.script.lessons import conditions as when
from narrator.script.lessons.conditions import Concerned, When
from narrator.script.model import Lesson
from narrator.script.prompts.cases import decides
from narrator.script.timeline_fold import TimelineFold, is_beside, is_same_tap


class LessonRule(Struct, frozen=True):
    when: When
    drawing: str
    after: type[events.Event] | None = None  # the kind of fact that can cause it; None is any
    odd: bool = False  # about an odd case: also for tables that have played before
    own: bool = False  # only for the phones of those concerned


# The most urgent first.
LESSONS: dict[str, LessonRule] = {
    "discard": LessonRule(when.must_discard, "discard_table", events.DiceRolled, own=True),
    "seven": LessonRule(when.seven, "seven", events.DiceRolled),
    "road_cut": LessonRule(when.road_cut, "road_cut", events.SettlementBuilt, odd=True),
    "title_aside": LessonRule(when.title_aside, "road_tie", odd=True),
    "short_bank": LessonRule(when.short_bank, "production", events.DiceRolled, odd=True),
    "match_point": LessonRule(when.match_point, "points"),
    "placement_order": LessonRule(when.placing_back, "placement_order"),
    "starting_cards": LessonRule(when.first_cards, "starting_cards", events.SettlementBuilt),
    "distance": LessonRule(when.placed, "distance", events.SettlementBuilt),
    "turn": LessonRule(when.first_turn, "turn"),
    "production": LessonRule(when.paid, "production", events.DiceRolled),
    "full_hand": LessonRule(when.full_hand, "discard_table"),
    "robbed": LessonRule(when.robbed, "robber", events.RobberMoved, own=True),
    "robber": LessonRule(when.always, "robber", events.RobberMoved),
    "steal": LessonRule(when.stolen, "robber", events.CardStolen),
    "knight": LessonRule(when.knight, "knight", events.KnightPlayed),
    "road_building": LessonRule(when.always, "road_building", events.RoadBuildingPlayed),
    "year_of_plenty": LessonRule(when.always, "year_of_plenty", events.YearOfPlentyPlayed),
    "monopoly": LessonRule(when.always, "monopoly", events.MonopolyPlayed),
    "victory_point": LessonRule(when.always, "victory_point", events.PointsRevealed),
    "longest_road": LessonRule(when.longest_road, "longest_road"),
    "largest_army": LessonRule(when.largest_army, "largest_army"),
    "road_tie": LessonRule(when.road_tie, "road_tie", events.RoadBuilt, odd=True),
    "playable": LessonRule(when.playable, "knight", own=True),
    "longest_road_near": LessonRule(when.near_longest_road, "longest_road"),
    "largest_army_near": LessonRule(when.near_largest_army, "largest_army"),
    "pieces": LessonRule(when.used_up, "city_on_settlement", odd=True),
    "city": LessonRule(when.always, "city_on_settlement", events.CityBuilt),
    "settlement": LessonRule(when.built, "distance", events.SettlementBuilt),
    "road": LessonRule(when.built, "connecting_roads", events.RoadBuilt),
    "development": LessonRule(when.always, "knight", events.DevelopmentBought),
    "bank_trade": LessonRule(when.bank_trade, "bank_trade", events.BankTraded),
    "harbour": LessonRule(when.harbour, "harbour", events.SettlementBuilt),
    "costs": LessonRule(when.first_actions, "costs"),
    "trade": LessonRule(when.second_actions, "trade"),
    "points": LessonRule(when.second_round, "points"),
}
URGENCY = {name: place for place, name in enumerate(LESSONS)}


@cache
def rows_after(kind: type[events.Event], odd_only: bool) -> tuple[tuple[str, LessonRule], ...]:
    """Return the lessons that a fact of this kind can cause."""
    rows = LESSONS.items()
    return tuple((name, row) for name, row in rows if row.after in (None, kind) and (row.odd or not odd_only))


def lesson(name: str, state: GameState) -> Lesson:
    """Return a lesson, adapted to the house rules. An unknown name raises KeyError."""
    params = {"target": state.rules.target_vp, "limit": state.rules.discard_limit}
    return Lesson(
        name, msg(f"lesson.{name}.title", **params), msg(f"lesson.{name}.text", **params), LESSONS[name].drawing
    )


def lessons_of(state: GameState) -> list[str]:
    """Return the lessons that can come up at this table, in the usual order of a game."""
    off = {name for rule, value, names in POINTLESS if getattr(state.rules, rule) == value for name in names.split()}
    return [name for name in IN_GAME_ORDER if name not in off]


# A rule, its value, and the lessons that would be wrong with it.
POINTLESS: tuple[tuple[str, object, str], ...] = (
    ("development_cards", "off", "knight road_building year_of_plenty monopoly victory_point development playable"),
    ("development_cards", "off", "largest_army largest_army_near"),
    ("robber", "off", "seven robber robbed steal knight"),
    ("discards", "off", "seven discard full_hand"),
    ("harbours", "off", "harbour bank_trade"),
    ("domestic_trade", "off", "trade"),
    ("bank_limit", "unlimited", "short_bank"),
)
IN_GAME_ORDER = (
    *("distance", "placement_order", "starting_cards", "harbour", "turn", "production", "costs", "trade", "bank_trade"),
    *("points", "road", "settlement", "city", "development", "playable", "knight", "road_building", "year_of_plenty"),
    *("monopoly", "victory_point", "full_hand", "seven", "discard", "robber", "robbed", "steal", "longest_road_near"),
    *("longest_road", "road_tie", "road_cut", "title_aside", "largest_army_near", "largest_army", "pieces"),
    *("short_bank", "match_point"),
)
ODD_ONLY = {"first_game": False, "normal": True}  # levels of detail with lessons; whether only about odd cases


class ReaderLessons(Struct, frozen=True):
    """What one reader has been taught: the table (by its tablet) or a seat."""

    shown: Mapping[str, int] = {}  # from a lesson to the entry after which it was shown
    waiting: tuple[str, ...] = ()  # due, but something else was more urgent
    now: str | None = None


class TaughtLessons(Struct, frozen=True):
    table: ReaderLessons = ReaderLessons()
    seats: Mapping[int, ReaderLessons] = {}
    over: frozenset[str] = frozenset()  # lessons that have been due for everyone

    def of(self, seat: int | None) -> ReaderLessons:
        return self.table if seat is None else self.seats.get(seat, ReaderLessons())


def taught(head: Snapshot, detail: str) -> TaughtLessons:
    """Return what has been and is being taught at this point, at this level of detail."""
    return _FOLD.at(head, ODD_ONLY[detail]) if detail in ODD_ONLY else TaughtLessons()


def _add_point(known: TaughtLessons, point: Snapshot, odd_only: object) -> TaughtLessons:
    if is_beside(point):
        return known
    assert point.before is not None
    assert point.fact is not None
    last = Transition(point.number, point.fact, point.before.state, point.state)

    @cache  # only asked if a lesson is due
    def is_busy() -> bool:
        return isinstance(last.after.phase, Over) or decides(PublicView(last.after, (last,)))

    def show(reader: ReaderLessons, due: Iterable[str]) -> ReaderLessons:
        return _show_next(reader, due, point, is_busy)

    due = _due_lessons(known, last, bool(odd_only))
    seats = {
        seat: show(known.of(seat), [name for name, who in due if None in who or seat in who])
        for seat in range(len(last.after.seats))
    }
    table = show(known.table, [name for name, who in due if not LESSONS[name].own])
    return TaughtLessons(table, seats, known.over | {name for name, who in due if None in who})


def _due_lessons(known: TaughtLessons, last: Transition, odd_only: bool) -> list[tuple[str, Concerned]]:
    """Return the lessons that are due now, and whom they concern."""
    if isinstance(last.after.phase, Over):
        return []
    rows = rows_after(type(last.fact), odd_only)
    found = ((name, row.when(last.before, last.after, last.fact)) for name, row in rows if name not in known.over)
    return [(name, who) for name, who in found if who]


def _show_next(one: ReaderLessons, due: Iterable[str], point: Snapshot, is_busy: Callable[[], bool]) -> ReaderLessons:
    """Show the next lesson to one reader, if there is one and the table is not busy."""
    shown, waiting = one.shown, one.waiting
    if one.now is not None and is_same_tap(point):  # entries of one tap are shown together: nobody has seen it yet
        shown, waiting = {name: at for name, at in shown.items() if name != one.now}, (one.now, *waiting)
    waiting = (*waiting, *(name for name in due if name not in shown and name not in waiting))
    if not waiting or is_busy():
        return (
            one if (one.now, one.waiting) == (None, waiting) else replace(one, shown=shown, waiting=waiting, now=None)
        )
    now = min(waiting, key=URGENCY.__getitem__)
    rest = tuple(name for name in waiting if name != now)
    return ReaderLessons({**shown, now: point.number}, rest, now)


_FOLD = TimelineFold(TaughtLessons(), _add_point)
