"""The lessons: one row each, the most urgent first. A rule is taught when it first matters, once, in few words."""

from collections.abc import Iterable, Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.reading.public_view import Moment, View
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState
from narrator.script.lessons import conditions
from narrator.script.lessons.conditions import When
from narrator.script.model import Lesson
from narrator.script.prompts.cases import decides
from narrator.script.timeline_fold import TimelineFold, is_beside, is_same_tap


class LessonRule(Struct, frozen=True):
    """When a lesson first matters, and what it shows."""

    when: When
    drawing: str
    after: type[events.Event] | None = None  # the kind of fact that can bring it about; None is any
    odd: bool = False  # whether it is of an odd case: those are told to tables that have played before
    own: bool = False  # whether it is for the phone of whom it concerns only: the table hears of it anyway


LESSONS: dict[str, LessonRule] = {
    "discard": LessonRule(conditions.must_discard, "discard_table", events.DiceRolled, own=True),
    "seven": LessonRule(conditions.seven, "seven", events.DiceRolled),
    "road_cut": LessonRule(conditions.road_cut, "road_cut", events.SettlementBuilt, odd=True),
    "title_aside": LessonRule(conditions.title_aside, "road_tie", odd=True),
    "short_bank": LessonRule(conditions.short_bank, "production", events.DiceRolled, odd=True),
    "match_point": LessonRule(conditions.match_point, "points"),
    "placement_order": LessonRule(conditions.placing_back, "placement_order"),
    "starting_cards": LessonRule(conditions.first_cards, "starting_cards", events.SettlementBuilt),
    "distance": LessonRule(conditions.placed, "distance", events.SettlementBuilt),
    "turn": LessonRule(conditions.first_turn, "turn"),
    "production": LessonRule(conditions.paid, "production", events.DiceRolled),
    "full_hand": LessonRule(conditions.full_hand, "discard_table"),
    "robbed": LessonRule(conditions.robbed, "robber", events.RobberMoved, own=True),
    "robber": LessonRule(conditions.always, "robber", events.RobberMoved),
    "steal": LessonRule(conditions.stolen, "robber", events.CardStolen),
    "knight": LessonRule(conditions.knight, "knight", events.KnightPlayed),
    "road_building": LessonRule(conditions.always, "road_building", events.RoadBuildingPlayed),
    "year_of_plenty": LessonRule(conditions.always, "year_of_plenty", events.YearOfPlentyPlayed),
    "monopoly": LessonRule(conditions.always, "monopoly", events.MonopolyPlayed),
    "victory_point": LessonRule(conditions.always, "victory_point", events.PointsRevealed),
    "longest_road": LessonRule(conditions.longest_road, "longest_road"),
    "largest_army": LessonRule(conditions.largest_army, "largest_army"),
    "road_tie": LessonRule(conditions.road_tie, "road_tie", events.RoadBuilt, odd=True),
    "playable": LessonRule(conditions.playable, "knight", own=True),
    "longest_road_near": LessonRule(conditions.near_longest_road, "longest_road"),
    "largest_army_near": LessonRule(conditions.near_largest_army, "largest_army"),
    "pieces": LessonRule(conditions.used_up, "city_on_settlement", odd=True),
    "city": LessonRule(conditions.always, "city_on_settlement", events.CityBuilt),
    "settlement": LessonRule(conditions.built, "distance", events.SettlementBuilt),
    "road": LessonRule(conditions.built, "connecting_roads", events.RoadBuilt),
    "development": LessonRule(conditions.always, "knight", events.DevelopmentBought),
    "bank_trade": LessonRule(conditions.bank_trade, "bank_trade", events.BankTraded),
    "harbour": LessonRule(conditions.harbour, "harbour", events.SettlementBuilt),
    "costs": LessonRule(conditions.first_actions, "costs"),
    "trade": LessonRule(conditions.second_actions, "trade"),
    "points": LessonRule(conditions.second_round, "points"),
}
URGENCY = {name: place for place, name in enumerate(LESSONS)}


@cache
def rows_after(kind: type[events.Event], odd_only: bool) -> tuple[tuple[str, LessonRule], ...]:
    """What this kind of fact can bring about."""
    rows = LESSONS.items()
    return tuple((name, row) for name, row in rows if row.after in (None, kind) and (row.odd or not odd_only))


def lesson(name: str, state: GameState) -> Lesson:
    """A lesson as tonight's rules have it. An unknown name raises KeyError."""
    params = {"target": state.rules.target_vp, "limit": state.rules.discard_limit}
    return Lesson(
        name, msg(f"lesson.{name}.title", **params), msg(f"lesson.{name}.text", **params), LESSONS[name].drawing
    )


def lessons_of(state: GameState) -> list[str]:
    """All that can come up at this table, in the order in which a game brings them."""
    off = {name for rule, value, names in POINTLESS if getattr(state.rules, rule) == value for name in names.split()}
    return [name for name in SHELF if name not in off]


# A rule, its value, and the lessons that would be wrong at a table that plays so.
POINTLESS: tuple[tuple[str, object, str], ...] = (
    ("development_cards", "off", "knight road_building year_of_plenty monopoly victory_point development playable"),
    ("development_cards", "off", "largest_army largest_army_near"),
    ("robber", "off", "seven robber robbed steal knight"),
    ("discards", "off", "seven discard full_hand"),
    ("harbours", "off", "harbour bank_trade"),
    ("domestic_trade", "off", "trade"),
    ("bank_limit", "unlimited", "short_bank"),
)
SHELF = (
    *("distance", "placement_order", "starting_cards", "harbour", "turn", "production", "costs", "trade", "bank_trade"),
    *("points", "road", "settlement", "city", "development", "playable", "knight", "road_building", "year_of_plenty"),
    *("monopoly", "victory_point", "full_hand", "seven", "discard", "robber", "robbed", "steal", "longest_road_near"),
    *("longest_road", "road_tie", "road_cut", "title_aside", "largest_army_near", "largest_army", "pieces"),
    *("short_bank", "match_point"),
)


LEVELS = {"first_game": False, "normal": True}  # who has lessons at all, and whether only those of odd cases


class ReaderLessons(Struct, frozen=True):
    """What one reader has been taught: the table in front of its tablet, or a seat."""

    shown: Mapping[str, int] = {}  # each lesson with the entry that it was shown after
    waiting: tuple[str, ...] = ()  # its moment has come, but something else was in the way
    now: str | None = None


class TaughtLessons(Struct, frozen=True):
    """The table and every seat."""

    table: ReaderLessons = ReaderLessons()
    seats: Mapping[int, ReaderLessons] = {}
    over: frozenset[str] = frozenset()  # lessons whose moment came for everybody

    def of(self, seat: int | None) -> ReaderLessons:
        return self.table if seat is None else self.seats.get(seat, NOTHING)


NOTHING = ReaderLessons()


def taught(head: Snapshot, detail: str) -> TaughtLessons:
    """What was and is taught at this point, to those who want so much said."""
    return _FOLD.at(head, LEVELS[detail]) if detail in LEVELS else TaughtLessons()


def _next(known: TaughtLessons, point: Snapshot, odd_only: object) -> TaughtLessons:
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
    return TaughtLessons(_shown(known.table, mine, again, busy), seats, over)


def _came(
    known: TaughtLessons, point: Snapshot, before: GameState, odd_only: bool
) -> list[tuple[str, list[int | None]]]:
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


def _shown(one: ReaderLessons, came: Iterable[str], again: bool, busy: _Busy) -> ReaderLessons:
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
    return ReaderLessons({**shown, now: busy.point.number}, rest, now)


_FOLD = TimelineFold(TaughtLessons(), _next)
