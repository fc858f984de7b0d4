"""The introduction for beginners: what the game is about, shown while the board is set up."""

from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.table.phase import SettingUp
from narrator.core.table.state import GameState
from narrator.script.model import Lesson
from narrator.script.scenes.model import Picture, Scene, SpokenEntry

# The pages in their order, and their drawings.
DRAWINGS: dict[str, str | None] = {
    "island": "island",
    "goal": None,
    "points": "points",
    "turn": "turn",
    "lands": "lands",
    "start": "placement_order",
}


def introduction_pages(state: GameState) -> tuple[Lesson, ...]:
    target = state.rules.target_vp
    texts = {"points": "points.no_cards"} if state.rules.development_cards == "off" else {}
    pages = []
    for name, drawing in DRAWINGS.items():
        title, text = msg(f"opening.{name}.title", target=target), f"opening.{texts.get(name, name)}.text"
        pages.append(Lesson(name, title, msg(text, target=target), drawing))
    return tuple(pages)


def is_before_play(state: GameState) -> bool:
    return isinstance(state.phase, SettingUp)


def has_begun(state: GameState) -> bool:
    """Return whether the table has moved on: then the tablet no longer shows the introduction."""
    return bool(state.finished_steps or state.buildings) or not is_before_play(state)


def show_introduction(scene: Scene, state: GameState, number: int) -> Scene:
    pages = introduction_pages(state)
    if not 1 <= number <= len(pages):
        return scene
    page = pages[number - 1]
    return replace(
        scene,
        kind="introduction",
        is_moment=False,
        seat=None,
        hero=(page.title,),
        picture=Picture(drawing=page.drawing, sign=None if page.drawing else "crown"),
        more_lines=(page.text,),
        instruction=None,
        why=None,
        aside=None,
        before=None,
        next=None,
        spoken=(SpokenEntry(number - 1 - len(pages), (page.title, page.text)),),
    )
