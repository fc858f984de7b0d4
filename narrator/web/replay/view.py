"""Any game, step by step: the table view as it was after an entry, the steps round it, and where one can jump to."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import derived
from narrator.core.record.record import Record
from narrator.script.scenes.replay_steps import ReplaySteps, replay_steps
from narrator.session.table_session import TableSession
from narrator.text.locale import table_locale
from narrator.text.render import say_aloud
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.table_context import TableContext, table_context
from narrator.web.stage.view import Stage, stage_view


class Jump(Struct, frozen=True):
    """A moment or the beginning of a round."""

    at: int
    step: int
    words: str
    sign: str = ""
    """The picture of a moment; a round has none."""
    colour: str = ""
    """Of the player whose moment it is."""
    is_here: bool = False
    key: str = ""
    """What leads there on a keyboard, where it is the next or the last one."""


class Replay(Struct, frozen=True):
    stage: Stage
    at: int
    """The entry that is shown; 0 is the start."""
    step: int
    steps: int
    """So many taps have led here, and to the end."""
    round: int
    back: int | None
    on: int | None
    """The entries of the steps before and after this one."""
    jumps: tuple[Jump, ...]

    @property
    def moments(self) -> tuple[Jump, ...]:
        return tuple(jump for jump in self.jumps if jump.sign)

    @property
    def rounds(self) -> tuple[Jump, ...]:
        return tuple(jump for jump in self.jumps if not jump.sign)

    def part(self, step: int) -> str:
        """How far along a step is, in percent."""
        return f"{100 * step / (self.steps or 1):.2f}"


def kept_film(record: Record) -> ReplaySteps:
    """The film of a record, worked out once for all its steps; it goes with the record's last point."""
    kept = derived(record.head)
    if replay_steps not in kept:
        kept[replay_steps] = replay_steps(record)
    film: ReplaySteps = kept[replay_steps]
    return film


def replay_view(record: Record, at: int | None = None, step: int | None = None) -> Replay:
    """A game as everybody saw it once this entry was in, or at this step: what one tap entered is one step."""
    film = kept_film(record)
    last = len(film.stops) - 1
    step = film.step_of(at or 0) if step is None else min(step, last)
    table = table_context("", film.record.up_to(film.stops[step]), PageQuery())
    return Replay(
        stage=stage_view(table, TableSession()),
        at=film.numbers[step],
        step=step,
        steps=last,
        round=table.now.round,
        back=film.numbers[step - 1] if step else None,
        on=film.numbers[step + 1] if step < last else None,
        jumps=tuple(_jumps(film, step, table)),
    )


def _jumps(film: ReplaySteps, step: int, table: TableContext) -> Iterator[Jump]:
    """Rounds and moments in their order; the last one that has come is where we are."""
    rounds = _with_keys([_round(film, at, number, table) for at, number in film.rounds], step, "PageUp", "PageDown")
    moments = _with_keys([*_moments(film, table)], step, "p", "n")
    found = sorted([*rounds, *moments], key=lambda jump: jump.step)
    here = max((place for place, jump in enumerate(found) if jump.step <= step), default=None)
    yield from (replace(jump, is_here=True) if place == here else jump for place, jump in enumerate(found))


def _round(film: ReplaySteps, step: int, number: int, table: TableContext) -> Jump:
    words = table.say("replay.round", n=number) if number else table.say("replay.setup")
    return Jump(film.numbers[step], step, words)


def _moments(film: ReplaySteps, table: TableContext) -> Iterator[Jump]:
    """A moment to come may be of somebody who has no chair yet."""
    state = film.record.state
    locale = table_locale(state, table.locale.language, table.locale.bots)
    for step, moment in film.moments:
        colour = "" if moment.seat is None else state.seats[moment.seat].colour
        yield Jump(film.numbers[step], step, say_aloud(moment.hero, locale), moment.sign or moment.kind, colour)


def _with_keys(jumps: list[Jump], step: int, back: str, on: str) -> list[Jump]:
    before = max((place for place, jump in enumerate(jumps) if jump.step < step), default=None)
    after = min((place for place, jump in enumerate(jumps) if jump.step > step), default=None)
    keys = {before: back, after: on}
    return [replace(jump, key=keys.get(place, "")) for place, jump in enumerate(jumps)]
