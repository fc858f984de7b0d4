"""A replay: the television after each step, with links to other steps, rounds and highlights."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import derived
from narrator.core.record.record import Record
from narrator.script.scenes.replay_steps import ReplaySteps, replay_steps
from narrator.session.table_session import TableSession
from narrator.text.render import say_aloud
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.table_context import TableContext, page_table_context
from narrator.web.rendering.table_locale import table_locale
from narrator.web.stage.view import StageView, stage_view


class Jump(Struct, frozen=True):
    at: int
    step: int
    words: str
    icon: str = ""  # of a highlight; rounds have none
    colour: str = ""  # of the player whose highlight it is
    is_here: bool = False
    key: str = ""  # keyboard shortcut of the previous and the next one


class Replay(Struct, frozen=True):
    stage: StageView
    at: int  # entry number; 0 is the start
    step: int
    steps: int  # of the whole game
    round: int
    previous: int | None  # entry of the previous step
    next: int | None  # entry of the next step
    jumps: tuple[Jump, ...]

    @property
    def highlights(self) -> tuple[Jump, ...]:
        return tuple(jump for jump in self.jumps if jump.icon)

    @property
    def rounds(self) -> tuple[Jump, ...]:
        return tuple(jump for jump in self.jumps if not jump.icon)

    def percent(self, step: int) -> str:
        return f"{100 * step / (self.steps or 1):.2f}"


def cached_steps(record: Record) -> ReplaySteps:
    """Return the steps of a record, cached with its head."""
    kept = derived(record.head)
    if replay_steps not in kept:
        kept[replay_steps] = replay_steps(record)
    found: ReplaySteps = kept[replay_steps]
    return found


def replay_view(record: Record, at: int | None = None, step: int | None = None) -> Replay:
    """Return the replay at an entry or a step; a step is everything that one tap entered."""
    steps = cached_steps(record)
    last = len(steps.stops) - 1
    step = steps.step_of(at or 0) if step is None else min(step, last)
    table = page_table_context("", steps.record.copy_up_to(steps.stops[step]), PageQuery())
    return Replay(
        stage=stage_view(table, TableSession()),
        at=steps.entry_numbers[step],
        step=step,
        steps=last,
        round=table.state.round,
        previous=steps.entry_numbers[step - 1] if step else None,
        next=steps.entry_numbers[step + 1] if step < last else None,
        jumps=tuple(_jumps(steps, step, table)),
    )


def _jumps(steps: ReplaySteps, step: int, table: TableContext) -> Iterator[Jump]:
    """Return rounds and highlights in order; the last one up to this step is marked as the current one."""
    rounds = _with_keys([_round(steps, at, n, table) for at, n in steps.round_starts], step, "PageUp", "PageDown")
    moments = _with_keys([*_moments(steps, table)], step, "p", "n")
    found = sorted([*rounds, *moments], key=lambda jump: jump.step)
    here = max((place for place, jump in enumerate(found) if jump.step <= step), default=None)
    yield from (replace(jump, is_here=True) if place == here else jump for place, jump in enumerate(found))


def _round(steps: ReplaySteps, step: int, number: int, table: TableContext) -> Jump:
    words = table.say("replay.round", n=number) if number else table.say("replay.setup")
    return Jump(steps.entry_numbers[step], step, words)


def _moments(steps: ReplaySteps, table: TableContext) -> Iterator[Jump]:
    state = steps.record.state  # at the end: a later highlight may be of a player who joins later
    locale = table_locale(state, table.locale.language, table.locale.bot_seats)
    for step, moment in steps.highlights:
        colour = "" if moment.seat is None else state.seats[moment.seat].colour
        yield Jump(steps.entry_numbers[step], step, say_aloud(moment.hero, locale), moment.sign or moment.kind, colour)


def _with_keys(jumps: list[Jump], step: int, back: str, on: str) -> list[Jump]:
    before = max((place for place, jump in enumerate(jumps) if jump.step < step), default=None)
    after = min((place for place, jump in enumerate(jumps) if jump.step > step), default=None)
    keys = {before: back, after: on}
    return [replace(jump, key=keys.get(place, "")) for place, jump in enumerate(jumps)]
