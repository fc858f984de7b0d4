"""What the voice says about a tap, chosen from what happened and from what was said before.

A good host says a thing once, the cause before its effect, and is silent in between. What the table has heard follows
from the timeline and is folded along it, so it is right after an undo, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg, msg
from narrator.core.reading.public_view import Transition, public_view
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.core.table.phase import Over, interlude_of
from narrator.core.table.state import GameState, acting_seat
from narrator.script.fading import with_detail
from narrator.script.model import Lesson, Step
from narrator.script.narrate import current_step
from narrator.script.scenes.model import OPTIONAL_STEPS
from narrator.script.scenes.moments import point_news
from narrator.script.scenes.taps import Tap, is_waived, tap_of
from narrator.script.timeline_fold import TimelineFold, is_outside_play, is_same_tap

DETAIL = "normal"  # the detail in which orders are compared
ROLL_STEPS = ("turn.roll", "turn.roll_or_card")  # they begin a turn
ACTION_STEPS = ("turn.actions", "turn.trade", "turn.build")
MAX_TIMES_IN_FULL = 2  # an order is then said in few words
MAX_ACTION_ORDERS = 4  # "trade and build", at one table; everybody knows it by then
QUIET_TAPS = 4  # actions of one turn after which the voice asks whether there is more
# Lines that the next order makes redundant, or that nobody needs to hear.
SILENT_LINES = frozenset(
    (
        *("event.step_done", "event.told", "event.turn_ended", "event.partner", "event.special_build"),
        *("event.seat_joined", "event.settlement_placed", "event.road_placed", "event.round"),
    )
)
# Lines that explain something, and what is said from the second time on.
EXPLAINED_ONCE = {
    "event.development_bought": "voice.development_bought",
    "event.knight_played": "event.knight_played_quiet",
    "event.city_built": "voice.city_built",
    "event.blocked": "event.blocked.terse",
    "event.seven": "event.seven.terse",
}
# Steps that say more on a screen than a table has to hear again.
SHORT_STEPS = {"step.settlement_1": "voice.settlement_1", "step.settlement_2": "voice.settlement_2"}
HARBOUR_LINES = ("event.harbour", "event.harbour_any")
WIN_LINES = ("event.won", "event.won_told")
# Announcements with a version in few words, `<key>.terse`: names, numbers and cards.
TERSE_LINES = frozenset(
    f"event.{name}"
    for name in (
        *("dice_rolled", "income", "no_income", "blocked", "seven", "nobody_discards", "starting_cards"),
        *("settlement_built", "city_built", "road_built", "free_road"),
        *("cards_gained", "cards_discarded", "cards_discarded_unseen", "robber_moved", "robber_to_desert"),
        *("card_stolen", "development_bought", "knight_played", "knight_played_quiet", "bank_traded"),
        *("players_traded", "longest_road.taken", "longest_road.moves", "largest_army.taken", "largest_army.moves"),
        *("harbour", "harbour_any", "first_player_chosen", "road_cut"),
    )
) | {"voice.rolled", "scene.match_point"}


class Heard(Struct, frozen=True):
    """What the voice has said before a tap."""

    turn: object = None  # the turn, or the part of one, that `orders` and `quiet_taps` are about
    orders: frozenset[str] = frozenset()  # ids of options, and lines of the step that has to be done now
    quiet_taps: int = 0  # in this turn, since something to do was said
    counts: Mapping[str, int] = {}  # how often an order or an explanation was said at this table


class Order(Struct, frozen=True):
    """What the voice says to do after a tap."""

    kind: str  # silent, question, turn, full, short
    lines: frozenset[str] = frozenset()  # the lines of the step that were not said yet
    heard: Heard = Heard()  # what the voice has said after it


class _LastTap(Struct, frozen=True):
    heard: Heard = Heard()  # before the tap
    transitions: tuple[Transition, ...] = ()


def in_few_words(line: Msg) -> Msg:
    return replace(line, key=f"{line.key}.terse") if line.key in TERSE_LINES else line


def directed(head: Snapshot, tap: Tap, now: Step, detail: str, lesson: Lesson | None = None) -> tuple[Msg, ...]:
    """Return what the voice says about the newest tap: what happened, a lesson, and what to do."""
    heard = _FOLD.result_at(head).heard
    news = tuple(said_news(tap, None if lesson else heard, detail))  # a lesson explains it at length
    if isinstance(tap.after.phase, Over):
        return news
    taught = () if lesson is None else (_introduced(lesson, bool(news)),)
    return (*news, *taught, *_order_lines(_order(heard, tap), now, detail))


def _introduced(lesson: Lesson, has_occasion: bool) -> Msg:
    """Return what a lesson says: only its text if news has just introduced it, otherwise also its title."""
    return lesson.text if has_occasion else msg("voice.lesson", title=lesson.title, text=lesson.text)


def said_news(tap: Tap, heard: Heard | None, detail: str) -> Iterator[Msg]:
    """Yield what happened, a win last. If `heard` is None, lines that explain something are short."""
    is_over = isinstance(tap.after.phase, Over)
    lines = [*_with_roller(tap)]
    if not is_waived(tap) and not is_over:
        # The first city is announced as a city.
        moments = (news for news in point_news(tap.before, tap.after) if news.kind != "first_city")
        lines += (line for news in moments for line in news.extra_lines)
    wins = [line for line in lines if line.key in WIN_LINES]
    for line in (*(line for line in lines if line not in wins), *wins):
        if line.key in SILENT_LINES or (is_over and line.key in HARBOUR_LINES) or _was_ordered(line, heard):
            continue
        if detail == "terse":
            yield in_few_words(line)
        elif line.key in EXPLAINED_ONCE and (heard is None or heard.counts.get(line.key, 0)):
            yield replace(line, key=EXPLAINED_ONCE[line.key])
        else:
            yield line


def _was_ordered(line: Msg, heard: Heard | None) -> bool:
    """Return whether the order has already named thief and victim."""
    said = () if heard is None else heard.orders
    return line.key == "event.card_stolen" and any(name.startswith("step.steal_from") for name in said)


def _with_roller(tap: Tap) -> Iterator[Msg]:
    """Yield a tap's lines; a roll that also began the turn says whose it is."""
    roll = tap.transitions[-1].fact
    begins_turn = isinstance(roll, DiceRolled) and _turn(tap.before) != _turn(tap.after)
    for line in tap.lines:
        if begins_turn and line.key == "event.dice_rolled":
            yield msg("voice.rolled", seat=tap.after.turn, **line.params)
        elif line.key == "event.first_turn":
            yield msg("voice.first_turn")
        else:
            yield line


def _turn(state: GameState) -> object:
    """Return what distinguishes a turn, or a part of one, from the one before."""
    if state.phase.part_of_game != "turn":
        return state.phase.part_of_game, acting_seat(state)
    part = interlude_of(state.phase)
    return state.round, state.turn, None if part is None else part.seat


# Orders.


def _order(heard: Heard, tap: Tap) -> Order:
    """Decide what is said to do after a tap. The fold and the voice use the same decision."""
    state = tap.after
    step, turn = current_step(state, DETAIL), _turn(state)
    is_new_turn = turn != heard.turn
    counts = _count_explanations(heard.counts, tap)
    heard = Heard(turn, counts=counts) if is_new_turn else replace(heard, counts=counts)
    if step.id not in OPTIONAL_STEPS:
        return _must(heard, step)
    orders = frozenset(name for name in heard.orders if name in OPTIONAL_STEPS)
    if step.id in orders:
        return _again(replace(heard, orders=orders), step)
    times = counts.get(step.id, 0)
    said = replace(heard, orders=orders | {step.id}, quiet_taps=0, counts={**counts, step.id: times + 1})
    if step.id in ACTION_STEPS:
        return Order("full" if times < MAX_ACTION_ORDERS else "silent", heard=said)
    if step.id in ROLL_STEPS:
        return Order("turn" if is_new_turn else "short", heard=said)
    return Order("full" if times < MAX_TIMES_IN_FULL else "short", heard=said)


def _again(heard: Heard, step: Step) -> Order:
    """Stay silent about an order that was already said this turn, but ask once whether there is anything else."""
    quiet = heard.quiet_taps + 1
    asks = quiet == QUIET_TAPS and step.id in ACTION_STEPS
    return Order("question" if asks else "silent", heard=replace(heard, quiet_taps=quiet))


def _must(heard: Heard, step: Step) -> Order:
    """Something has to be done: say the lines that were not said while it was due."""
    names = {_line_name(line) for line in step.lines}
    options = {name for name in heard.orders if name in OPTIONAL_STEPS}
    counts = heard.counts
    times = counts.get(step.id, 0)
    new = frozenset(names - heard.orders)
    said = replace(heard, orders=frozenset(options | names), counts={**counts, step.id: times + bool(new)})
    return Order("full" if times < MAX_TIMES_IN_FULL else "short", new, said)


def _line_name(line: Msg) -> str:
    stem, _, ending = line.key.rpartition(".")
    return f"{stem if ending in ('first_game', 'normal', 'terse') else line.key} {sorted(line.params.items())}"


def _count_explanations(counts: Mapping[str, int], tap: Tap) -> Mapping[str, int]:
    said = [line.key for line in tap.lines if line.key in EXPLAINED_ONCE]
    return {**counts, **{key: counts.get(key, 0) + 1 for key in said}} if said else counts


def _order_lines(order: Order, now: Step, detail: str) -> Iterable[Msg]:
    if now.id in OPTIONAL_STEPS:
        return _option_lines(order, now, detail)
    due = [line for line in now.lines if _line_name(line) in order.lines]
    if detail == "first_game" or (detail == "normal" and order.kind == "full"):
        return due
    return (_short_step(line, detail) for line in due)


def _short_step(line: Msg, detail: str) -> Msg:
    stem = line.key.removesuffix(f".{detail}")
    return line if stem == line.key else replace(line, key=SHORT_STEPS.get(stem, f"{stem}.terse"))


def _option_lines(order: Order, now: Step, detail: str) -> Iterable[Msg]:
    if order.kind == "question" and detail != "terse":
        return (msg("voice.anything_else", seat=now.seat),)
    if order.kind in ("silent", "question") or (detail == "terse" and now.id in ACTION_STEPS):
        return ()
    if order.kind == "turn" and detail != "first_game" and not _explains_card(order, now, detail):
        return (msg("voice.turn" if detail == "normal" else "voice.turn.terse", seat=now.seat),)
    if order.kind == "short" and detail == "normal":
        return with_detail(now, detail, "terse").lines
    return now.lines


def _explains_card(order: Order, now: Step, detail: str) -> bool:
    """Return whether to ask for a card before the roll, which a table needs to hear only at first."""
    return detail == "normal" and now.id == "turn.roll_or_card" and order.heard.counts[now.id] <= MAX_TIMES_IN_FULL


# What was heard, folded along the timeline.


def _add(last: _LastTap, snapshot: Snapshot, _: object) -> _LastTap:
    transition = None if is_outside_play(snapshot) else public_view(snapshot, 1).last_transition
    if transition is None:
        return last
    if is_same_tap(snapshot) and last.transitions:
        return replace(last, transitions=(*last.transitions, transition))
    heard = _order(last.heard, tap_of(last.transitions)).heard if last.transitions else last.heard
    return _LastTap(heard, (transition,))


_FOLD: TimelineFold[Any] = TimelineFold(_LastTap(), _add)
