"""Lessons: a rule is taught once, when it first matters; to the table, and to each seat on its own phone.

If several lessons are due at once, the most urgent one is shown and the others wait for the next taps. A decision
comes first.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import chain

from msgspec import Struct

from narrator.core.message import msg
from narrator.core.play.placement import is_placement
from narrator.core.reading.public_view import PublicView, Transition
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.phase import Over, Rolling
from narrator.core.table.state import GameState
from narrator.script.lessons import conditions as when
from narrator.script.lessons.conditions import Concerned, LessonCondition
from narrator.script.model import Lesson
from narrator.script.prompts.cases import has_decision
from narrator.script.timeline_fold import TimelineFold, is_outside_play, is_same_tap


class LessonTrigger(Struct, frozen=True):
    condition: LessonCondition
    drawing: str
    event_type: type[events.Event] | None = None  # the kind of fact that can cause it; None is any
    is_odd_case: bool = False  # about an odd case: also for tables that have played before
    is_private: bool = False  # only for the phones of those concerned


# The most urgent first.
LESSONS: dict[str, LessonTrigger] = {
    "discard": LessonTrigger(when.must_discard, "discard_table", events.DiceRolled, is_private=True),
    "seven": LessonTrigger(when.seven, "seven", events.DiceRolled),
    "road_cut": LessonTrigger(when.road_cut, "road_cut", events.SettlementBuilt, is_odd_case=True),
    "title_aside": LessonTrigger(when.title_aside, "road_tie", is_odd_case=True),
    "short_bank": LessonTrigger(when.short_bank, "production", events.DiceRolled, is_odd_case=True),
    "match_point": LessonTrigger(when.match_point, "points"),
    "placement_order": LessonTrigger(when.second_placement_round, "placement_order"),
    "starting_cards": LessonTrigger(when.first_cards, "starting_cards", events.SettlementBuilt),
    "distance": LessonTrigger(lambda before, *_: is_placement(before), "distance", events.SettlementBuilt),
    "turn": LessonTrigger(lambda _, after, fact: isinstance(after.phase, Rolling), "turn"),
    "production": LessonTrigger(lambda before, after, _: after.bank != before.bank, "production", events.DiceRolled),
    "full_hand": LessonTrigger(when.full_hand, "discard_table"),
    "robbed": LessonTrigger(when.owners_at_robber, "robber", events.RobberMoved, is_private=True),
    "robber": LessonTrigger(when.always, "robber", events.RobberMoved),
    "steal": LessonTrigger(lambda before, after, fact: fact.victim is not None, "robber", events.CardStolen),
    "knight": LessonTrigger(lambda _, after, fact: after.rules.robber == "on", "knight", events.KnightPlayed),
    "road_building": LessonTrigger(when.always, "road_building", events.RoadBuildingPlayed),
    "year_of_plenty": LessonTrigger(when.always, "year_of_plenty", events.YearOfPlentyPlayed),
    "monopoly": LessonTrigger(when.always, "monopoly", events.MonopolyPlayed),
    "victory_point": LessonTrigger(when.always, "victory_point", events.PointsRevealed),
    "longest_road": LessonTrigger(when.longest_road_taken, "longest_road"),
    "largest_army": LessonTrigger(when.largest_army_taken, "largest_army"),
    "road_tie": LessonTrigger(when.road_tie, "road_tie", events.RoadBuilt, is_odd_case=True),
    "playable": LessonTrigger(when.can_play_card, "knight", is_private=True),
    "longest_road_near": LessonTrigger(when.near_longest_road, "longest_road"),
    "largest_army_near": LessonTrigger(when.near_largest_army, "largest_army"),
    "pieces": LessonTrigger(when.out_of_pieces, "city_on_settlement", is_odd_case=True),
    "city": LessonTrigger(when.always, "city_on_settlement", events.CityBuilt),
    "settlement": LessonTrigger(when.after_paid_build, "distance", events.SettlementBuilt),
    "road": LessonTrigger(when.after_paid_build, "connecting_roads", events.RoadBuilt),
    "development": LessonTrigger(when.always, "knight", events.DevelopmentBought),
    "bank_trade": LessonTrigger(lambda _, after, fact: after.rules.harbours == "on", "bank_trade", events.BankTraded),
    "harbour": LessonTrigger(when.new_harbour, "harbour", events.SettlementBuilt),
    "costs": LessonTrigger(lambda _, after, fact: isinstance(after.phase, when.ACTIONS), "costs"),
    "trade": LessonTrigger(when.second_actions, "trade"),
    "points": LessonTrigger(lambda _, after, fact: after.round >= 2, "points"),
}
URGENCY = {name: place for place, name in enumerate(LESSONS)}


@cache
def lessons_after(kind: type[events.Event], odd_only: bool) -> tuple[tuple[str, LessonTrigger], ...]:
    rows = ((name, row) for name, row in LESSONS.items() if row.event_type in (None, kind))
    return tuple((name, row) for name, row in rows if row.is_odd_case or not odd_only)


def lesson(name: str, state: GameState) -> Lesson:
    """Return a lesson, adapted to the house rules. An unknown name raises KeyError."""
    params = {"target": state.rules.target_vp, "limit": state.rules.discard_limit}
    title, text = (msg(f"lesson.{name}.{part}", **params) for part in ("title", "text"))
    return Lesson(name, title, text, LESSONS[name].drawing)


def possible_lessons(state: GameState) -> list[str]:
    rows = (names for rule, value, names in IMPOSSIBLE_LESSONS if getattr(state.rules, rule) == value)
    impossible = {*chain.from_iterable(rows)}
    return [name for name in IN_GAME_ORDER if name not in impossible]


# A rule, its value, and the lessons that would be wrong with it.
IMPOSSIBLE_LESSONS: tuple[tuple[str, object, tuple[str, ...]], ...] = (
    ("development_cards", "off", ("knight", "road_building", "year_of_plenty", "monopoly", "victory_point")),
    ("development_cards", "off", ("development", "playable", "largest_army", "largest_army_near")),
    ("robber", "off", ("seven", "robber", "robbed", "steal", "knight")),
    ("discards", "off", ("seven", "discard", "full_hand")),
    ("harbours", "off", ("harbour", "bank_trade")),
    ("domestic_trade", "off", ("trade",)),
    ("bank_limit", "unlimited", ("short_bank",)),
)
IN_GAME_ORDER = (
    *("distance", "placement_order", "starting_cards", "harbour", "turn", "production", "costs", "trade", "bank_trade"),
    *("points", "road", "settlement", "city", "development", "playable", "knight", "road_building", "year_of_plenty"),
    *("monopoly", "victory_point", "full_hand", "seven", "discard", "robber", "robbed", "steal", "longest_road_near"),
    *("longest_road", "road_tie", "road_cut", "title_aside", "largest_army_near", "largest_army", "pieces"),
    *("short_bank", "match_point"),
)
ODD_CASES_ONLY = {"first_game": False, "normal": True}  # levels of detail with lessons; whether only about odd cases


class ReaderLessons(Struct, frozen=True):
    """What one reader has been taught: the table (by its tablet) or a seat."""

    shown_after: Mapping[str, int] = {}  # from a lesson to the entry after which it was shown
    waiting: tuple[str, ...] = ()  # due, but something else was more urgent
    current: str | None = None


class TaughtLessons(Struct, frozen=True):
    table: ReaderLessons = ReaderLessons()
    seats: Mapping[int, ReaderLessons] = {}
    due_for_everyone: frozenset[str] = frozenset()  # lessons that have been due for everyone

    def lessons_of(self, seat: int | None) -> ReaderLessons:
        return self.table if seat is None else self.seats.get(seat, ReaderLessons())


def lessons_taught(head: Snapshot, detail: str) -> TaughtLessons:
    return _FOLD.result_at(head, ODD_CASES_ONLY[detail]) if detail in ODD_CASES_ONLY else TaughtLessons()


def _add_snapshot(taught: TaughtLessons, snapshot: Snapshot, odd_only: object) -> TaughtLessons:
    if is_outside_play(snapshot):
        return taught
    assert snapshot.fact is not None
    last = Transition(snapshot.number, snapshot.fact, snapshot.previous_state, snapshot.state)

    @cache  # only asked if a lesson is due
    def is_busy() -> bool:
        return isinstance(last.after.phase, Over) or has_decision(PublicView(last.after, (last,)))

    def show(reader: ReaderLessons, due: Iterable[str]) -> ReaderLessons:
        return _show_next(reader, due, snapshot, is_busy)

    due = _due_lessons(taught, last, bool(odd_only))
    for_all = {name for name, concerned in due if concerned is True}
    seats = {
        seat: show(taught.lessons_of(seat), [name for name, whom in due if isinstance(whom, bool) or seat in whom])
        for seat in range(len(last.after.seats))
    }
    table = show(taught.table, [name for name, _ in due if not LESSONS[name].is_private])
    return TaughtLessons(table, seats, taught.due_for_everyone | for_all)


def _due_lessons(taught: TaughtLessons, last: Transition, odd_only: bool) -> list[tuple[str, Concerned]]:
    if isinstance(last.after.phase, Over):
        return []
    triggers = lessons_after(type(last.fact), odd_only)
    new = ((name, trigger) for name, trigger in triggers if name not in taught.due_for_everyone)
    checked = ((name, trigger.condition(last.before, last.after, last.fact)) for name, trigger in new)
    return [(name, concerned) for name, concerned in checked if concerned]


def _show_next(
    reader: ReaderLessons, due: Iterable[str], snapshot: Snapshot, is_busy: Callable[[], bool]
) -> ReaderLessons:
    """Show the next lesson to one reader, if there is one and the table is not busy."""
    shown, waiting, last = reader.shown_after, reader.waiting, reader.current
    if last is not None and is_same_tap(snapshot):  # entries of one tap are shown together: nobody has seen it yet
        shown, waiting = {name: at for name, at in shown.items() if name != last}, (last, *waiting)
    waiting = (*waiting, *(name for name in due if name not in shown and name not in waiting))
    if not waiting or is_busy():
        is_unchanged = last is None and waiting == reader.waiting
        return reader if is_unchanged else ReaderLessons(shown, waiting)
    current = min(waiting, key=URGENCY.__getitem__)
    rest = tuple(name for name in waiting if name != current)
    return ReaderLessons({**shown, current: snapshot.number}, rest, current)


_FOLD = TimelineFold(TaughtLessons(), _add_snapshot)
