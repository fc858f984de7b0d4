"""What the table decided, in the reader's language wherever it chose one of our own rulings."""

from collections.abc import Sequence

from msgspec.structs import replace

from narrator.core.message import Msg
from narrator.core.table.state import GameState
from narrator.script.disputes import ruling_on, ways_of
from narrator.script.scene import Scene
from narrator.service.typed_text import clean_text
from narrator.text.languages import LANGUAGES
from narrator.text.render import Spoken, Voice, say

TOLD = "event.ruling_made"


def ruled(state: GameState, case: str, voice: Voice) -> str | None:
    """This table's own ruling on a case, if there is one."""
    text = ruling_on(state, case)
    return None if text is None else in_words(state, case, text, voice)


def in_words(state: GameState, case: str, text: str, voice: Voice) -> str:
    """A ruling is written in the host's language. One of ours is known by its words and said in the reader's."""
    for way in ways_of(state, case):
        if any(clean_text(say(way.words, replace(voice, language=language))) == text for language in LANGUAGES):
            return say(way.words, voice)
    return text


def with_rulings(scene: Scene, state: GameState, voice: Voice) -> Scene:
    """A scene in which what the table decided is said in the reader's language, and to its end."""
    told = [*scene.hero, *scene.second, *(scene.before.lines if scene.before else ())]
    if all(line.key != TOLD for line in told):
        return scene
    before = replace(scene.before, lines=_said(scene.before.lines, state, voice)) if scene.before else None
    return replace(scene, hero=_said(scene.hero, state, voice), second=_said(scene.second, state, voice), before=before)


def _said(lines: Sequence[Msg], state: GameState, voice: Voice) -> tuple[Msg, ...]:
    return tuple(_in_full(line, state, voice) if line.key == TOLD else line for line in lines)


def _in_full(line: Msg, state: GameState, voice: Voice) -> Msg:
    case, text = line.params["question"], line.params["text"]
    return Msg(TOLD, {**line.params, "text": Spoken(in_words(state, case, text, voice))})
