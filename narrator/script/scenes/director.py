"""The director: from the record to the one scene that is shown now.

What was shown, and therefore what is new, follows from the log: a scene is about the last tap that still counts, or
about the entry that has just changed the past.
"""

from collections.abc import Iterator, Mapping
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.reading.public_view import PublicView, public_view
from narrator.core.record.record import Record
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.core.table.state import GameState
from narrator.script.fading import NEXT_STEP_DETAIL, detail_of, fade_welcome, gives_reason, line_counts, with_detail
from narrator.script.introduction import has_begun, show_introduction
from narrator.script.lessons.lessons import lesson, lessons_taught
from narrator.script.model import Lesson, Prompt, Script, Step
from narrator.script.narrate import narrate, past_step
from narrator.script.prompts.cases import applies, is_ordinary
from narrator.script.scenes.bot_scene import BotScene, with_bot_instruction, with_bot_scene
from narrator.script.scenes.card_news import CARD_MOVES_IN_TURN, news_of
from narrator.script.scenes.lines import hero_of, remaining_lines, spoken_lines, step_in_full, without_discards
from narrator.script.scenes.model import IMPORTANCE_RANK, MOMENTS, NO_PICTURE, News, Scene, scene_kind_of_step
from narrator.script.scenes.moments import win_news
from narrator.script.scenes.roll_news import discard_news, seats_keeping_cards
from narrator.script.scenes.taps import Tap, recent_taps, tap_steps
from narrator.script.scenes.undone import PastChange, change_of_past
from narrator.script.scenes.voice import in_few_words

RECENT_MOMENTS = 8  # what the voice may still have to say; one tap may enter several
MAX_PAST_STEPS = 4
BEGINNERS = "first_game"
REPEATING_PROMPTS = frozenset({"title_aside", "target_reached"})  # prompts that repeat what a moment has just said


class NarrationOptions(Struct, frozen=True):
    """How a reader wants the game narrated."""

    detail: str | None = None  # overrides the table's choice
    detail_since: int = 0  # entry at which the reader asked for this detail: older lines are said in full again
    is_muted: bool = False  # leaves out asides, except decisions
    introduction_page: int = 0  # of the introduction; 0 is none
    bot: BotScene | None = None  # the bot whose move it is, or was with the newest entry
    # Whether the table was asked something since the newest entry. The entry's news is then only shown as the line
    # before: shown as an instruction again, a host might pay twice.
    is_interrupted: bool = False


DEFAULT_OPTIONS = NarrationOptions()


def current_scene(
    record: Record, options: NarrationOptions = DEFAULT_OPTIONS, seat: int | None = None
) -> tuple[Script, Scene]:
    """Return what the stage, the television and every viewer sees; for a seat, with only what its player may know."""
    view = public_view(record.head, RECENT_MOMENTS, seat)
    taps = recent_taps(view)
    wanted_detail = options.detail or view.state.game.detail
    script = narrate(view, wanted_detail, before=[*tap_steps(taps)][-MAX_PAST_STEPS:])
    lesson_now = None if options.is_muted else _lesson_now(record, wanted_detail, seat)
    script, detail = fade(script, record, wanted_detail, options, seat, lesson_now is not None)
    script = with_bot_instruction(script, options.bot)
    scene = _direct(record, taps, script, wanted_detail, detail, options, lesson_now)
    scene = with_bot_scene(scene, options.bot, view.last_transition)
    has_page = options.introduction_page and wanted_detail == BEGINNERS and not options.is_muted
    is_introduction = has_page and not has_begun(view.state)
    return script, show_introduction(scene, view.state, options.introduction_page) if is_introduction else scene


def fade(
    script: Script,
    record: Record,
    wanted_detail: str,
    options: NarrationOptions = DEFAULT_OPTIONS,
    seat: int | None = None,
    has_lesson: bool = False,
) -> tuple[Script, str]:
    """Shorten lines heard before, and return the detail of the current step. Next to a lesson nothing is explained."""
    if wanted_detail != BEGINNERS:
        return script, wanted_detail
    known = line_counts(record.head, options.detail_since, options.is_muted)
    detail = "terse" if has_lesson else detail_of(script.now, wanted_detail, known, seat)
    now = with_detail(script.now, wanted_detail, detail)
    coming = tuple(with_detail(step, wanted_detail, NEXT_STEP_DETAIL) for step in script.next)
    before = tuple(fade_welcome(step, known, seat) for step in script.before)
    why = now.why if gives_reason(script.now, detail, known, seat) else None
    return replace(script, before=before, now=replace(now, why=why), next=coming), detail


def _lesson_now(record: Record, wanted_detail: str, seat: int | None) -> Lesson | None:
    name = lessons_taught(record.head, wanted_detail).lessons_of(seat).current
    return None if name is None else lesson(name, record.state)


def _direct(
    record: Record,
    taps: tuple[Tap, ...],
    script: Script,
    wanted_detail: str,
    detail: str,
    options: NarrationOptions,
    lesson_now: Lesson | None,
) -> Scene:
    change = change_of_past(record)
    main, more_lines = _choose_news(record.state, taps, change)
    if options.is_interrupted:  # only news that stays until it is over
        main, more_lines = next(chain(win_news(record.state), discard_news(record.state)), None), ()
    now = script.now
    is_won = main is not None and main.kind == "win"  # only a decision may still be open
    is_repeated = not is_won and change is not None and main not in change.news
    aside = choose_aside(script.prompts, taps, options.is_muted or is_won, record.state.rulings, lesson_now)
    return Scene(
        kind=main.kind if main else scene_kind_of_step(now.id),
        is_moment=main is not None and main.kind in MOMENTS and not is_repeated,
        seat=main.seat if main else now.seat,
        hero=main.hero if main else hero_of(now, detail),
        picture=main.picture if main else NO_PICTURE,
        more_lines=tuple(map(in_few_words, more_lines)) if wanted_detail == "terse" else more_lines,
        instruction=_instruction(main, now, detail),
        why=now.why if detail != "terse" and lesson_now is None else None,
        aside=aside,
        before=None if is_won else _line_before(script, taps, change, options.is_interrupted),
        next=script.next[0] if script.next else None,
        spoken=spoken_lines(record, script, taps, change, wanted_detail, lesson_now if aside is lesson_now else None),
        detail=detail,
        seats_keeping_cards=tuple(seats_keeping_cards(record.state)),
    )


def _choose_news(
    state: GameState, taps: tuple[Tap, ...], change: PastChange | None
) -> tuple[News | None, tuple[Msg, ...]]:
    """Choose the most important news; also return the lines that its hero and picture leave out."""
    last = taps[-1] if taps else None
    found = [*win_news(state)]
    if change is not None and change.news:
        found += change.news
    elif last is not None:
        found += news_of(last)
    found = found or [*discard_news(state)]
    main = min(found, key=lambda news: IMPORTANCE_RANK[news.kind], default=None)
    others = tuple(line for news in found if news is not main for line in news.extra_lines)
    lines = last.lines if last is not None and not (change and change.news) else ()
    rest = remaining_lines((*(change.lines if change else ()), *lines), main.covered_keys if main else ())
    return main, (*(main.more_lines if main else ()), *rest, *others)


def _instruction(main: News | None, now: Step, detail: str) -> Step | None:
    """Return who acts now: below the news, or in full below a short hero."""
    if main is None:
        return step_in_full(now, detail)
    if main.kind == "win":
        return None
    return without_discards(now) if any(player.owes for player in main.picture.players) else now


def _card_taps_this_turn(taps: tuple[Tap, ...], interrupted: bool) -> Iterator[Tap]:
    """Yield the taps of this turn that moved cards, newest first; the last tap is news unless interrupted."""
    for number, tap in enumerate(reversed(taps)):
        if (number or interrupted) and any(
            type(transition.fact) in CARD_MOVES_IN_TURN for transition in tap.transitions
        ):
            yield tap
        if any(isinstance(transition.fact, DiceRolled | TurnEnded) for transition in tap.transitions):
            return


def _line_before(script: Script, taps: tuple[Tap, ...], change: PastChange | None, interrupted: bool) -> Step | None:
    """Return what was said last; within a turn the last card move, since people still reach for their cards."""
    if interrupted and change is not None:
        return Step("told.change", (*change.lines, *(line for news in change.news for line in news.extra_lines)))
    past = taps if interrupted else taps[:-1]
    for tap in (*_card_taps_this_turn(taps, interrupted), *reversed(past)):
        if lines := tuple(remaining_lines(tap.lines)):
            return past_step(tap.transitions[-1].fact, lines)
    return script.before[-1] if script.before[-1].id == "welcome" else None


def choose_aside(
    prompts: tuple[Prompt, ...],
    taps: tuple[Tap, ...],
    muted: bool,
    rulings: Mapping[str, str],
    lesson: Lesson | None = None,
) -> Prompt | Lesson | None:
    """Choose a decision (even if muted), a case that this table ruled on, a lesson, or the most urgent odd case."""

    def is_ruled(prompt: Prompt) -> bool:
        return f"prompt.{prompt.id}" in rulings

    odd = [prompt for prompt in prompts if is_ruled(prompt) or not is_ordinary(prompt)]
    found = [prompt for prompt in odd if prompt.choices or not muted]
    if lesson is not None and not muted and not any(prompt.choices or is_ruled(prompt) for prompt in found):
        return lesson
    if len(found) < 2:
        return found[0] if found else None
    earlier = _before_last(taps)

    def rank(prompt: Prompt) -> tuple[bool, ...]:
        was_there = earlier is not None and applies(prompt.id, earlier)
        return not is_ruled(prompt), *urgency(prompt, was_there)

    return min(found, key=rank)


def urgency(prompt: Prompt, was_there: bool) -> tuple[bool, bool, bool]:
    """Sort key for asides: decisions first, then what is new with this entry; echoes last."""
    return not prompt.choices, was_there, prompt.id in REPEATING_PROMPTS


def _before_last(taps: tuple[Tap, ...]) -> PublicView | None:
    """Return the view before the last tap: prompts that applied there have been shown."""
    if not taps:
        return None
    past = tuple(transition for tap in taps[:-1] for transition in tap.transitions)
    return PublicView(taps[-1].before, past)
