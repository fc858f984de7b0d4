"""What one tap entered: facts of one group happened together and are shown together."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import Moment, View
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import announce
from narrator.script.model import Step
from narrator.script.narrate import told_step

MOST = 6
"""So many taps back: a voice that missed more would only be in the way."""


PASSED = ("event.turn_ended", "event.partner", "event.special_build", "event.round")
"""Whose turn or part came: past, once the next player has rolled."""


class Tap(Struct, frozen=True):
    moments: tuple[Moment, ...]
    told: tuple[tuple[Msg, ...], ...]
    """What can be said of each of them."""

    @property
    def lines(self) -> tuple[Msg, ...]:
        """All that can be said. Who has rolled with the same tap needs no word that the turn passed on, nor that
        somebody had a part before it."""
        lines = (line for told in self.told for line in told)
        if len(self.moments) > 1 and isinstance(self.moments[-1].fact, DiceRolled):
            return tuple(line for line in lines if line.key not in PASSED)
        return tuple(lines)

    @property
    def entry(self) -> int:
        """The last of its entries: by then all of it was said."""
        return self.moments[-1].entry

    @property
    def before(self) -> GameState:
        return self.moments[0].before

    @property
    def after(self) -> GameState:
        return self.moments[-1].after


def is_let_stand(tap: Tap) -> bool:
    """Whether something in it was against the rules and the host let it stand: nothing of it is celebrated."""
    return any(moment.fact.waived for moment in tap.moments)


def taps(view: View) -> tuple[Tap, ...]:
    """The last things that happened, oldest first."""
    found: list[list[Moment]] = []
    for moment in view.past:
        group = moment.fact.group
        if found and group is not None and found[-1][-1].fact.group == group:
            found[-1].append(moment)
        else:
            found.append([moment])
    return tuple(Tap(tuple(moments), tuple(map(announce, moments))) for moments in found[-MOST:])


def steps(tapped: tuple[Tap, ...]) -> Iterator[Step]:
    """The same as steps that have gone by."""
    for tap in tapped:
        for moment, lines in zip(tap.moments, tap.told, strict=True):
            if lines:
                yield told_step(moment.fact, lines)
