"""Taps: facts that were entered together are shown together."""

from collections.abc import Iterator

from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import PublicView, Transition
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import announce
from narrator.script.model import Step
from narrator.script.narrate import past_step

MAX_TAPS = 6  # a voice that missed more should not catch up
TURN_KEYS = ("event.turn_ended", "event.partner", "event.special_build", "event.round")


class Tap(Struct, frozen=True):
    transitions: tuple[Transition, ...]
    announcements: tuple[tuple[Msg, ...], ...]  # of each transition

    @property
    def lines(self) -> tuple[Msg, ...]:
        """All announcements. If the tap also rolled the dice, nobody has to hear that the turn before has ended."""
        lines = (line for lines in self.announcements for line in lines)
        if len(self.transitions) > 1 and isinstance(self.transitions[-1].fact, DiceRolled):
            return tuple(line for line in lines if line.key not in TURN_KEYS)
        return tuple(lines)

    @property
    def entry(self) -> int:
        return self.transitions[-1].entry

    @property
    def before(self) -> GameState:
        return self.transitions[0].before

    @property
    def after(self) -> GameState:
        return self.transitions[-1].after


def is_waived(tap: Tap) -> bool:
    """Return whether the host allowed an illegal move in it: then nothing of it is celebrated."""
    return any(transition.fact.waived for transition in tap.transitions)


def recent_taps(view: PublicView) -> tuple[Tap, ...]:
    found: list[list[Transition]] = []
    for transition in view.transitions:
        group = transition.fact.group
        if found and group is not None and found[-1][-1].fact.group == group:
            found[-1].append(transition)
        else:
            found.append([transition])
    return tuple(tap_of(tuple(transitions)) for transitions in found[-MAX_TAPS:])


def tap_of(transitions: tuple[Transition, ...]) -> Tap:
    return Tap(transitions, tuple(map(announce, transitions)))


def tap_steps(taps: tuple[Tap, ...]) -> Iterator[Step]:
    for tap in taps:
        for transition, lines in zip(tap.transitions, tap.announcements, strict=True):
            if lines:
                yield past_step(transition.fact, lines)
