"""The hero of a scene in which nothing moved: the step itself, in few words."""

from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.script.model import Step

COUNTED = ("hexes", "numbers", "harbours", "resources", "development", "pieces", "tokens")
LAID = (*COUNTED, "robber_start_", "first_player_highest_roll")
"""Lines before the first settlement that say more in full: how many, or by which rule."""
IN_FULL: dict[str, tuple[str, ...]] = {
    "first_game": ("",),
    "normal": tuple(f"step.{line}" for line in LAID),
    "terse": (),
}
"""How the lines begin that are said in full under their short hero: for beginners all, else where that says more."""
SHORT = {"step.actions": "scene.actions", "step.actions_no_cards": "scene.actions"}
"""Where the short line leaves out too much."""


def hero_of(step: Step, detail: str) -> tuple[Msg, ...]:
    """The same line as a table hears it that has played before."""
    return tuple(_short(line, detail) for line in step.lines)


def _short(line: Msg, detail: str) -> Msg:
    stem = line.key.removesuffix(f".{detail}")
    if stem == line.key:
        return line
    return replace(line, key=SHORT.get(stem, f"{stem}.terse"))


def in_full(step: Step, detail: str) -> Step | None:
    """The whole sentence, for those who want it besides the hero."""
    return step if IN_FULL[detail] and step.lines[0].key.startswith(IN_FULL[detail]) else None


def without_chips(step: Step) -> Step | None:
    """What is left to say where a chip says of each player how many cards they discard."""
    lines = tuple(line for line in step.lines if not line.key.startswith("step.discard."))
    return replace(step, lines=lines) if lines else None
