"""Any game, step by step: the table view as it was after an entry, the steps round it, and the moments to jump to."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from msgspec import Struct

from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.script.directing.highlights import highlights
from narrator.service.desk import Desk
from narrator.web.request.ask import Ask
from narrator.web.request.kept_words import say_line
from narrator.web.request.table import at_table

from .stage import Stage, stage_view


class Highlighted(Struct, frozen=True):
    """A moment that can be jumped to."""

    at: int
    words: str
    sign: str
    is_here: bool = False


class Replay(Struct, frozen=True):
    stage: Stage
    at: int
    """The entry that is shown; 0 is the start."""
    step: int
    steps: int
    """So many taps have led here, and to the end."""
    back: int | None
    on: int | None
    """The entries of the steps before and after this one."""
    moments: tuple[Highlighted, ...]


def replay_view(record: Record, at: int) -> Replay:
    """A game as everybody saw it once this entry was in: what one tap entered is one step."""
    stops = stops_of(record.log)
    step = max(0, min(bisect_left(stops, at), len(stops) - 1))
    at = stops[step]
    table = at_table("", record.up_to(at), Ask())
    found = highlights(record)
    here = bisect_right([moment.entry for moment in found], at) - 1
    return Replay(
        stage=stage_view(table, Desk()),
        at=at,
        step=step,
        steps=len(stops) - 1,
        back=stops[step - 1] if step else None,
        on=stops[step + 1] if step + 1 < len(stops) else None,
        moments=tuple(
            Highlighted(moment.entry, say_line(moment.hero, table.voice), moment.sign or moment.kind, place == here)
            for place, moment in enumerate(found)
        ),
    )


def stops_of(log: Sequence[AnyEvent]) -> list[int]:
    """Where a replay stops: at the start, and after the last entry of each tap."""
    groups = [event.group for event in log]
    ends = [here is None or here != following for here, following in zip(groups, [*groups[1:], None], strict=True)]
    return [0, *(number for number, is_end in enumerate(ends, start=1) if is_end)]
