"""The lines of the prompter."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.script.model import Step
from narrator.text.render import say_aloud
from narrator.web.rendering.table_context import TableContext

LENGTHS = ((46, "short"), (84, "middle"), (140, "long"))
"""How many letters a line has, and how it is set: the shorter, the larger."""


class Line(Struct, frozen=True):
    """One line of the prompter."""

    id: str
    text: str
    seat: int | None = None
    colour: str = ""
    """Of that seat."""
    why: str = ""
    second: str = ""
    """The same line in a second language."""

    @property
    def length(self) -> str:
        return next((name for most, name in LENGTHS if len(self.text) <= most), "longest")


def line_of(step: Step, table: TableContext, why: bool = False) -> Line:
    return Line(
        id=step.id,
        text=say_aloud(step.lines, table.locale),
        seat=step.seat,
        colour=table.colours[step.seat] if step.seat is not None else "",
        why=table.tell(step.why) if why and step.why else "",
        second=said_again(step.lines, table) if why else "",
    )


def said_again(lines: Sequence[Msg], table: TableContext) -> str:
    """The same in the second language that this device wants, if any."""
    second = table.device.second
    return "" if second in ("none", table.locale.language) else say_aloud(lines, replace(table.locale, language=second))
