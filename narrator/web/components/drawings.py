"""Our own small pictures of the rules, in the words and with the numbers of the table that looks at them."""

from functools import lru_cache, partial

from flask import g, render_template
from markupsafe import Markup
from msgspec.structs import replace

from narrator.core.table.house_rules import HouseRules
from narrator.text.render import TableLocale
from narrator.web.board.lettering import arrow, set_in
from narrator.web.panels.price import cards_of
from narrator.web.rendering.template_helpers import page_locale, translator

ROOM = 1_000
"""Pictures that are kept: some thirty for each way to speak and to play."""
ROWS = 8
"""Hands in the table of discards."""


def drawing(name: str) -> Markup:
    """A picture for the page that is being made: by the rules of its table, or else by those of the box."""
    state = g.get("state")
    rules, players = (state.rules, len(state.seats)) if state else (HouseRules(), 4)
    return drawn(name, replace(page_locale(), names=()), rules, players)


@lru_cache(maxsize=ROOM)
def drawn(name: str, locale: TableLocale, rules: HouseRules, players: int) -> Markup:
    """Render a drawing with the macros of `components/drawing.svg`; shared symbols are on every page."""
    svg = render_template(
        f"drawings/{name}.svg",
        t=translator(locale),
        suffix="-clawtan" if locale.theme == "clawtan" else "",
        set_in=partial(set_in, language=locale.language),
        arrow_path=arrow,
        rules=rules,
        players=players,
        cards_of=cards_of,
        discards=discards(rules),
    )
    return Markup(svg)


def discards(rules: HouseRules) -> list[tuple[int, int]]:
    """The first hands that discard, and how many cards."""
    up = rules.discard_round == "up"
    return [(hand, (hand + up) // 2) for hand in range(rules.discard_limit + 1, rules.discard_limit + 1 + ROWS)]
