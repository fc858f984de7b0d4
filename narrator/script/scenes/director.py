"""The director: from the record to the one scene that is shown now.

What was shown, and so what is new, follows from the log as it stands: a scene is about the last tap that still counts,
or about the entry that has just changed the past.
"""

from collections.abc import Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.reading.public_view import view_for
from narrator.core.record.record import Record
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.core.table.state import GameState
from narrator.script.fading import ANNOUNCED, detail_of, heard, said_in, says_why, welcomed
from narrator.script.introduction import has_begun
from narrator.script.lessons.register import lesson
from narrator.script.lessons.taught import taught
from narrator.script.model import Lesson, Script, Step
from narrator.script.narrate import narrate, told_step
from narrator.script.scenes.asides import aside
from narrator.script.scenes.bot_scene import BotScene, bot_scene, with_bot_scene
from narrator.script.scenes.for_seat import for_seat
from narrator.script.scenes.heroes import hero_of, in_full, without_chips
from narrator.script.scenes.importance import MOMENTS, RANK, kind_of_step
from narrator.script.scenes.intro_pages import paged
from narrator.script.scenes.model import Scene
from narrator.script.scenes.moments import win
from narrator.script.scenes.news import NO_PICTURE, News
from narrator.script.scenes.news_of_tap import MOVED, news_of
from narrator.script.scenes.purchases import quiet
from narrator.script.scenes.seven import keeping, still_owed
from narrator.script.scenes.spoken import spoken
from narrator.script.scenes.taps import Tap, steps, taps
from narrator.script.scenes.undone import Change, change_of

LATELY = 8
"""Moments looked at: what the voice may still have to say, some of them entered with one tap."""
TOLD = 4
"""Moments that the script tells."""
BEGINNERS = "first_game"
BEGINNING = (DiceRolled, TurnEnded)
"""Before these was something else than what is done now."""


class NarrationOptions(Struct, frozen=True):
    """How a reader wants it told."""

    detail: str | None = None
    """How much is said, where it is not as the table chose it before the game."""
    since: int = 0
    """The entry after which so much was asked for: what was heard before it is told in full again."""
    muted: bool = False
    """Whether asides are left out, but for decisions."""
    page: int = 0
    """The page of the opening; none is 0."""
    chair: BotScene | None = None
    """The bot whose move it is, or was with the newest entry."""
    interrupted: bool = False
    """Whether the table was asked something since the newest entry. Its news stays readable as the line before, but is
    never an order again: a host would pay twice."""


PLAIN = NarrationOptions()


def current_scene(record: Record, narration: NarrationOptions = PLAIN, seat: int | None = None) -> tuple[Script, Scene]:
    """What the host's stage, the table view and everybody who only watches is shown; or, with less of what is known,
    the phone of a seat."""
    view = view_for(record.head, LATELY, seat)
    tapped = taps(view)
    level = narration.detail or view.state.game.detail
    script = narrate(view, level, before=[*steps(tapped)][-TOLD:])
    taught_now = None if narration.muted else lesson_now(record, level, seat)
    script, detail = faded(script, record, level, narration, seat, taught_now is not None)
    script = bot_scene(script, narration.chair)
    scene = directed(record, tapped, script, detail, narration, taught_now)
    scene = with_bot_scene(scene, narration.chair, view.last)
    is_opening = narration.page and level == BEGINNERS and not narration.muted and not has_begun(view.state)
    return script, paged(scene, view.state, narration.page) if is_opening else scene


def scene_for_seat(record: Record, seat: int | None, narration: NarrationOptions = PLAIN) -> tuple[Script, Scene]:
    """The same scene for somebody's own phone."""
    script, scene = current_scene(record, narration, seat)
    return script, scene if seat is None else for_seat(scene, script.now, seat)


def faded(
    script: Script,
    record: Record,
    level: str,
    narration: NarrationOptions = PLAIN,
    seat: int | None = None,
    has_lesson: bool = False,
) -> tuple[Script, str]:
    """The script with fewer words for what was heard before, and how much is said now. Beside a lesson nothing else
    is explained."""
    if level != BEGINNERS:
        return script, level
    known = heard(record.head, narration.since, narration.muted)
    detail = "terse" if has_lesson else detail_of(script.now, level, known, seat)
    now = said_in(script.now, level, detail)
    coming = tuple(said_in(step, level, ANNOUNCED) for step in script.next)
    before = tuple(welcomed(step, known, seat) for step in script.before)
    why = now.why if says_why(script.now, detail, known, seat) else None
    return replace(script, before=before, now=replace(now, why=why), next=coming), detail


def lesson_now(record: Record, level: str, seat: int | None) -> Lesson | None:
    name = taught(record.head, level).of(seat).now
    return None if name is None else lesson(name, record.state)


def directed(
    record: Record,
    tapped: tuple[Tap, ...],
    script: Script,
    detail: str,
    narration: NarrationOptions,
    taught_now: Lesson | None,
) -> Scene:
    change = change_of(record)
    main, second = (_lasting(record.state), ()) if narration.interrupted else chosen(record.state, tapped, change)
    now = script.now
    # At the end there is nothing to note any more, only perhaps to decide.
    is_won = main is not None and main.kind == "win"
    beside = aside(script.prompts, tapped, narration.muted or is_won, record.state.rulings, taught_now)
    return Scene(
        kind=main.kind if main else kind_of_step(now.id),
        is_moment=main is not None and _is_moment(main, change),
        seat=main.seat if main else now.seat,
        hero=main.hero if main else hero_of(now, detail),
        picture=main.picture if main else NO_PICTURE,
        second=second,
        order=_order(main, now, detail),
        why=now.why if detail != "terse" and taught_now is None else None,
        aside=beside,
        before=None if is_won else _before(script, tapped, change, narration.interrupted),
        next=script.next[0] if script.next else None,
        spoken=spoken(record, script, tapped, change, taught_now if beside is taught_now else None),
        detail=detail,
        keeping=tuple(keeping(record.state)),
    )


def chosen(state: GameState, tapped: tuple[Tap, ...], change: Change | None) -> tuple[News | None, tuple[Msg, ...]]:
    """The most important news, if there is any, and all that its hero and picture don't say."""
    last = tapped[-1] if tapped else None
    found = [*win(state)]
    if change is not None and change.news:
        found += change.news
    elif last is not None:
        found += news_of(last)
    found = found or [*still_owed(state)]
    main = min(found, key=lambda news: RANK[news.kind], default=None)
    others = tuple(line for news in found if news is not main for line in news.told)
    lines = last.lines if last is not None and not (change and change.news) else ()
    rest = quiet((*(change.lines if change else ()), *lines), main.covers if main else ())
    return main, (*(main.second if main else ()), *rest, *others)


def _lasting(state: GameState) -> News | None:
    """News that holds until it is over, whatever was asked in between."""
    return next(chain(win(state), still_owed(state)), None)


def _is_moment(main: News, change: Change | None) -> bool:
    """What is brought back by undo was a moment once; the end stays one."""
    if main.kind == "win" or change is None:
        return main.kind in MOMENTS
    return main.kind in MOMENTS and main in change.news


def _order(main: News | None, now: Step, detail: str) -> Step | None:
    """Who acts now: below the news, or in full where the hero says it shortly. At the end there is nothing to do."""
    if main is None:
        return in_full(now, detail)
    if main.kind == "win":
        return None
    owing = any(chip.owes for chip in main.picture.chips)
    return without_chips(now) if owing else now


def _moved_this_turn(tapped: tuple[Tap, ...], interrupted: bool) -> Iterator[Tap]:
    """The taps of the turn that moved cards, the newest first. The last tap of all is news, unless interrupted."""
    for number, tap in enumerate(reversed(tapped)):
        if (number or interrupted) and any(type(moment.fact) in MOVED for moment in tap.moments):
            yield tap
        if any(isinstance(moment.fact, BEGINNING) for moment in tap.moments):
            return


def _before(script: Script, tapped: tuple[Tap, ...], change: Change | None, interrupted: bool) -> Step | None:
    """What was told last before this: in a turn the last cards that moved, since people still reach for them while
    somebody builds. At the start, the welcome."""
    if interrupted and change is not None:
        return Step("told.change", (*change.lines, *(line for news in change.news for line in news.told)))
    past = tapped if interrupted else tapped[:-1]
    for tap in (*_moved_this_turn(tapped, interrupted), *reversed(past)):
        if lines := tuple(quiet(tap.lines)):
            return told_step(tap.moments[-1].fact, lines)
    return script.before[-1] if script.before[-1].id == "welcome" else None
