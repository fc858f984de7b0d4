"""Scenario prompts and helper cards in words."""

from msgspec import Struct

from narrator.script.deeds import deed
from narrator.script.disputes import ruling_on
from narrator.script.model import HelperCard, Prompt
from narrator.text.render import Said, Voice, say

from .panel import Button
from .table import Table


class Case(Struct, frozen=True):
    """A scenario prompt or a helper card in words."""

    id: str
    title: str
    lines: tuple[str, ...]
    why: str = ""
    drawing: str | None = None
    choices: tuple[Button, ...] = ()


def prompt_view(prompt: Prompt, table: Table) -> Case:
    """The ruling said of this moment, or in general; with what the table may do now."""
    lines = tuple(say(line, table.voice) for line in prompt.lines) or (say(prompt.ruling, table.voice),)
    ruled = ruling_on(table.now, f"prompt.{prompt.id}")
    if ruled is not None:
        lines = (table.say("dispute.tonight", text=Said(ruled)), *lines)
    choices = tuple(Button(table.tell(deed(event)), (event,)) for event in prompt.choices[:4])
    return Case(prompt.id, say(prompt.title, table.voice), lines, say(prompt.why, table.voice), choices=choices)


def card_view(card: HelperCard, voice: Voice) -> Case:
    return Case(card.id, say(card.title, voice), tuple(say(line, voice) for line in card.lines), drawing=card.drawing)
