"""The opening: what the game is about, in a minute, before the board is laid."""

from collections.abc import Iterator

from narrator.core.message import msg
from narrator.core.table.phase import SettingUp
from narrator.core.table.state import GameState
from narrator.script.model import Lesson

DRAWINGS: dict[str, str | None] = {
    "island": "island",
    "goal": None,
    "points": "points",
    "turn": "turn",
    "lands": "lands",
    "start": "placement_order",
}
"""Its pages in their order, each with what it shows."""


def opening(state: GameState) -> tuple[Lesson, ...]:
    """Every page as tonight's rules have it."""
    return tuple(_pages(state))


def _pages(state: GameState) -> Iterator[Lesson]:
    for name, drawing in DRAWINGS.items():
        said = f"{name}.no_cards" if name == "points" and state.rules.development_cards == "off" else name
        target = state.rules.target_vp
        yield Lesson(
            name, msg(f"opening.{name}.title", target=target), msg(f"opening.{said}.text", target=target), drawing
        )


def is_before_play(state: GameState) -> bool:
    """While the board is laid there is time to read it."""
    return isinstance(state.phase, SettingUp)


def has_begun(state: GameState) -> bool:
    """Whether somebody has gone on: then it is over on the tablet."""
    return bool(state.done or state.buildings) or not is_before_play(state)
