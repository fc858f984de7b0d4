"""What goes to paper: cards to cut out, the host's script, tonight's rules, a score sheet."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, start
from narrator.core.table.state import GameState
from narrator.script.helper_cards import helper_cards, house_rules_card
from narrator.script.narrate import whole_script
from narrator.text.render import TableLocale, say, say_aloud
from narrator.web.rules.groups import rule_groups

SHEETS = ("cards", "script", "rules", "score")
PAPERS = ("a4", "letter")
LETTER = ("us", "ca", "mx")
"""Regions whose printers hold Letter."""
ON_A_LEAF = 4
"""Cards on one sheet of paper: two by two, each about as large as a postcard."""
SHORT = 280
"""So many letters leave room for large ones."""
FEW = 4
"""So many people leave room for three games on one score sheet."""


class Block(Struct, frozen=True):
    """A heading with lines below."""

    title: str
    lines: tuple[str, ...]
    drawing: str | None = None

    @property
    def size(self) -> str:
        """Of its type on a card: the less it says, the larger it is said."""
        if self.drawing:
            return "full"
        return "short" if sum(map(len, self.lines)) < SHORT else "plain"


def sample_table(language: str) -> GameState:
    """Four people without names, by the book."""
    names = [say(msg("player.name", n=number + 1), TableLocale(language)) for number in range(4)]
    return start(Setup([Player(name, colour) for name, colour in zip(names, COLOURS, strict=False)], tracking="script"))


def usual_paper(regions: Sequence[str]) -> str:
    """
    >>> usual_paper(["en-US", "en"]), usual_paper(["th-TH"]), usual_paper([])
    ('letter', 'a4', 'a4')
    """
    first = regions[0].lower().rpartition("-")[2] if regions else ""
    return "letter" if first in LETTER else "a4"


def sheet_view(sheet: str, state: GameState, locale: TableLocale) -> dict[str, Any]:
    return {"cards": _cards, "script": _script, "rules": _rules, "score": _score}[sheet](state, locale)


def _cards(state: GameState, locale: TableLocale) -> dict[str, Any]:
    """Tonight's rules have a sheet of their own, since nobody knows how many they are."""
    cards = [card for card in helper_cards(state).values() if card.id != "house_rules"]
    blocks = [Block(say(card.title, locale), _said(card.lines, locale), card.drawing) for card in cards]
    return {"leaves": [blocks[first : first + ON_A_LEAF] for first in range(0, len(blocks), ON_A_LEAF)]}


def _script(state: GameState, locale: TableLocale) -> dict[str, Any]:
    """What `narrator script` writes."""
    script = whole_script(state, state.game.detail)
    return {
        "sections": [
            Block(say(msg(f"heading.{part.id}"), locale), tuple(say_aloud(step.lines, locale) for step in part.steps))
            for part in script.sections
        ],
        "prompts": [Block(say(one.title, locale), (say(one.ruling, locale),)) for one in script.prompts],
        "cards": [Block(say(card.title, locale), _said(card.lines, locale)) for card in script.cards],
    }


def _rules(state: GameState, locale: TableLocale) -> dict[str, Any]:
    return {
        "tonight": _said(house_rules_card(state.rules).lines, locale),
        "groups": rule_groups(state.rules, len(state.seats), locale),
    }


def _score(state: GameState, locale: TableLocale) -> dict[str, Any]:
    return {
        "seats": state.seats,
        "games": range(1, 4 if len(state.seats) <= FEW else 3),
        "with_cards": state.rules.development_cards == "on",
        "target": state.rules.target_vp,
    }


def _said(lines: Sequence[Msg], locale: TableLocale) -> tuple[str, ...]:
    return tuple(say(line, locale) for line in lines)
