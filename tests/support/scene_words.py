"""Scenes in words."""

from narrator.core.message import Msg
from narrator.script.scenes.model import Scene


def said_in(scene: Scene) -> list[Msg]:
    steps = [step for step in (scene.instruction, scene.before, scene.next) if step is not None]
    whys = [player.why for player in scene.picture.players if player.why is not None]
    spoken = [line for said in scene.spoken for line in said.clauses]
    return [*scene.hero, *scene.more_lines, *whys, *spoken, *(line for step in steps for line in step.lines)]
