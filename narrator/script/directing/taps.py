"""What one tap entered: facts of one group happened together and are shown together."""

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import Moment, View
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import GameState
from narrator.script.telling.tell import tell


class Tap(Struct, frozen=True):
    moments: tuple[Moment, ...]

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


def taps(view: View) -> tuple[Tap, ...]:
    """The last things that happened, oldest first."""
    found: list[list[Moment]] = []
    for moment in view.past:
        group = moment.fact.group
        if found and group is not None and found[-1][-1].fact.group == group:
            found[-1].append(moment)
        else:
            found.append([moment])
    return tuple(Tap(tuple(moments)) for moments in found)


def told(tap: Tap) -> tuple[Msg, ...]:
    """Everything that can be said of it. Who has rolled with the same tap needs no word that the turn passed on."""
    lines = [line for moment in tap.moments for line in tell(moment)]
    if len(tap.moments) > 1 and isinstance(tap.moments[-1].fact, DiceRolled):
        lines = [line for line in lines if line.key != "event.turn_ended"]
    return tuple(lines)
