"""Scenario prompts and helper cards in words."""

from msgspec import Struct

from narrator.script.announcements.announce import action_label
from narrator.script.model import HelperCard, Lesson, Prompt
from narrator.text.render import Rendered, TableLocale, say
from narrator.web.panels.panel import Button
from narrator.web.rendering.rulings import table_ruling
from narrator.web.rendering.table_context import TableContext


class CardView(Struct, frozen=True):
    """A scenario prompt, a helper card or a lesson in words."""

    id: str
    title: str
    lines: tuple[str, ...]
    why: str = ""
    drawing: str | None = None
    choices: tuple[Button, ...] = ()
    is_lesson: bool = False
    """Taught once, by itself: it needs no closing."""


def prompt_view(prompt: Prompt, table: TableContext) -> CardView:
    """The ruling said of this moment, or in general; with what the table may do now."""
    lines = tuple(say(line, table.locale) for line in prompt.lines) or (say(prompt.ruling, table.locale),)
    decided = table_ruling(table.now, f"prompt.{prompt.id}", table.locale)
    if decided is not None:
        lines = (table.say("dispute.tonight", text=Rendered(decided)), *lines)
    choices = tuple(Button(table.tell(action_label(event)), (event,)) for event in prompt.choices[:4])
    return CardView(prompt.id, say(prompt.title, table.locale), lines, say(prompt.why, table.locale), choices=choices)


def card_view(card: HelperCard, locale: TableLocale) -> CardView:
    """A helper card names nobody: it reads alike at all tables that speak alike."""
    return _card_view(card, locale)


def _card_view(card: HelperCard, locale: TableLocale) -> CardView:
    return CardView(
        card.id, say(card.title, locale), tuple(say(line, locale) for line in card.lines), drawing=card.drawing
    )


def lesson_view(lesson: Lesson, locale: TableLocale) -> CardView:
    text = say(lesson.text, locale)
    return CardView(lesson.id, say(lesson.title, locale), (text,), drawing=lesson.drawing, is_lesson=True)


def aside_view(aside: Prompt | Lesson | None, table: TableContext) -> CardView | None:
    if aside is None:
        return None
    return lesson_view(aside, table.locale) if isinstance(aside, Lesson) else prompt_view(aside, table)
