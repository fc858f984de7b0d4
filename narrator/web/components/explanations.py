"""Rules, prompts, helper cards and lessons in words, and the drawings that go with them."""

from functools import lru_cache, partial
from typing import Any

from flask import g, render_template
from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.play.roll_and_discard import cards_to_discard
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import RuleChanged, RulesAgreed
from narrator.core.table.house_rules import HouseRules, differences, merge_friendly_robber
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import action_label
from narrator.script.model import HelperCard, Lesson, Prompt
from narrator.text.render import Rendered, TableLocale, say, say_rule
from narrator.web.board.lettering import arrow_path, fit_text
from narrator.web.panels.panel import Button
from narrator.web.panels.purchases import price_cards
from narrator.web.rendering.rulings import table_ruling
from narrator.web.rendering.table_context import TableContext
from narrator.web.rendering.template_helpers import page_locale, translator

MAX_CACHED_DRAWINGS = 1_000  # about 30 for each combination of locale and rules
DISCARD_ROWS = 8  # in the table of discards


class CardView(Struct, frozen=True):
    """A prompt, a helper card or a lesson in words."""

    id: str
    title: str
    lines: tuple[str, ...]
    why: str = ""
    drawing: str | None = None
    choices: tuple[Button, ...] = ()
    is_lesson: bool = False  # shown once and disappears by itself


def prompt_view(prompt: Prompt, table: TableContext) -> CardView:
    """Return a prompt with the table's own ruling first, and what the table may do now."""
    lines = tuple(say(line, table.locale) for line in prompt.lines) or (say(prompt.ruling, table.locale),)
    decided = table_ruling(table.state, f"prompt.{prompt.id}", table.locale)
    if decided is not None:
        lines = (table.say("dispute.tonight", text=Rendered(decided)), *lines)
    choices = tuple(Button(table.say_message(action_label(event)), (event,)) for event in prompt.choices[:4])
    return CardView(prompt.id, say(prompt.title, table.locale), lines, say(prompt.why, table.locale), choices=choices)


def card_view(card: HelperCard, locale: TableLocale) -> CardView:
    lines = tuple(say(line, locale) for line in card.lines)
    return CardView(card.id, say(card.title, locale), lines, drawing=card.drawing)


def lesson_view(lesson: Lesson, locale: TableLocale) -> CardView:
    text = say(lesson.text, locale)
    return CardView(lesson.id, say(lesson.title, locale), (text,), drawing=lesson.drawing, is_lesson=True)


def rules_in_words(state: GameState, locale: TableLocale) -> tuple[str, ...]:
    dealt = (say(msg("rules.dealt"), locale),) if state.game.is_dealt else ()
    differing = merge_friendly_robber(differences(state.rules), state.rules)
    return (*dealt, *(say_rule(key, value, locale) for key, value in differing.items()))


def new_rules(head: Snapshot, seat: int, locale: TableLocale) -> tuple[str, ...]:
    """Return the rules that were changed since a seat last agreed, as they are now."""
    found: dict[str, Any] = {}
    for snapshot in head.history():
        if isinstance(snapshot.fact, RulesAgreed) and snapshot.fact.seat == seat:
            found = {}
        elif isinstance(snapshot.fact, RuleChanged):
            found[snapshot.fact.key] = snapshot.fact.value
    return tuple(say_rule(key, value, locale) for key, value in merge_friendly_robber(found, head.state.rules).items())


def drawing(name: str) -> Markup:
    """Return a drawing by the rules of the current page's table, or else by those in the box."""
    state = g.get("state")
    rules, players = (state.rules, len(state.seats)) if state else (HouseRules(), 4)
    return render_drawing(name, replace(page_locale(), names=()), rules, players)


@lru_cache(maxsize=MAX_CACHED_DRAWINGS)
def render_drawing(name: str, locale: TableLocale, rules: HouseRules, players: int) -> Markup:
    """Render a drawing with the macros of `components/drawing.svg`; shared symbols are on every page."""
    svg = render_template(
        f"drawings/{name}.svg",
        t=translator(locale),
        suffix="-clawtan" if locale.theme == "clawtan" else "",
        set_in=partial(fit_text, language=locale.language),
        arrow_path=arrow_path,
        rules=rules,
        players=players,
        cards_of=price_cards,
        discards=discard_table(rules),
    )
    return Markup(svg)


def discard_table(rules: HouseRules) -> list[tuple[int, int]]:
    least = rules.discard_limit + 1
    return [(size, cards_to_discard(size, rules)) for size in range(least, least + DISCARD_ROWS)]
