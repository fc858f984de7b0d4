"""A scene in which the table's own rulings are said."""

from collections.abc import Sequence

from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.table.state import GameState
from narrator.script.scenes.model import Scene
from narrator.text.render import Rendered, TableLocale
from narrator.web.rendering.rulings import translate_ruling

TOLD = "event.ruling_made"


def with_rulings(scene: Scene, state: GameState, locale: TableLocale) -> Scene:
    """A scene in which what the table decided is said in the reader's language, and to its end."""
    told = [*scene.hero, *scene.second, *(scene.before.lines if scene.before else ())]
    if all(line.key != TOLD for line in told):
        return scene
    before = replace(scene.before, lines=_said(scene.before.lines, state, locale)) if scene.before else None
    return replace(
        scene, hero=_said(scene.hero, state, locale), second=_said(scene.second, state, locale), before=before
    )


def _said(lines: Sequence[Msg], state: GameState, locale: TableLocale) -> tuple[Msg, ...]:
    return tuple(_in_full(line, state, locale) if line.key == TOLD else line for line in lines)


def _in_full(line: Msg, state: GameState, locale: TableLocale) -> Msg:
    case, text = line.params["question"], line.params["text"]
    return Msg(TOLD, {**line.params, "text": Rendered(translate_ruling(state, case, text, locale))})
