"""A page of the opening as a scene: it stands alone, before the first step."""

from msgspec.structs import replace

from narrator.core.table.state import GameState
from narrator.script.introduction import opening
from narrator.script.scenes.model import Picture, Said, Scene


def paged(scene: Scene, state: GameState, number: int) -> Scene:
    """Past the last page the scene is as it was."""
    pages = opening(state)
    if not 1 <= number <= len(pages):
        return scene
    page = pages[number - 1]
    return replace(
        scene,
        kind="opening",
        is_moment=False,
        seat=None,
        hero=(page.title,),
        picture=Picture(drawing=page.drawing, sign=None if page.drawing else "crown"),
        second=(page.text,),
        order=None,
        why=None,
        aside=None,
        before=None,
        next=None,
        spoken=(Said(number - 1 - len(pages), (page.title, page.text)),),
    )
