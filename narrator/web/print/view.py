"""Printed sheets: cards to cut out, the host's script, the rules, a score sheet."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from narrator.core.message import Msg, msg
from narrator.core.table.box import COLOURS
from narrator.core.table.setup import Player, Setup, initial_state
from narrator.core.table.state import GameState
from narrator.script.helper_cards import helper_cards, house_rules_card
from narrator.script.narrate import whole_script
from narrator.text.render import TableLocale, say, say_aloud
from narrator.web.rules.groups import rule_groups

SHEETS = ("cards", "script", "rules", "score")
PAPERS = ("a4", "letter")
LETTER_REGIONS = ("us", "ca", "mx")
CARDS_PER_SHEET = 4
LARGE_TYPE_LETTERS = 280  # cards with fewer letters are printed in large type


class Block(Struct, frozen=True):
    title: str
    lines: tuple[str, ...]
    drawing: str | None = None

    @property
    def size(self) -> str:
        if self.drawing:
            return "full"
        return "short" if sum(map(len, self.lines)) < LARGE_TYPE_LETTERS else "plain"


def sample_table(language: str) -> GameState:
    names = [say(msg("player.name", n=number + 1), TableLocale(language)) for number in range(4)]
    players = [Player(name, colour) for name, colour in zip(names, COLOURS, strict=False)]
    return initial_state(Setup(players, tracking="script"))


def default_paper(regions: Sequence[str]) -> str:
    """
    >>> default_paper(["en-US", "en"]), default_paper(["th-TH"]), default_paper([])
    ('letter', 'a4', 'a4')
    """
    first = regions[0].lower().rpartition("-")[2] if regions else ""
    return "letter" if first in LETTER_REGIONS else "a4"


def sheet_variables(sheet: str, state: GameState, locale: TableLocale) -> dict[str, Any]:
    return {"cards": _cards, "script": _script, "rules": _rules, "score": _score}[sheet](state, locale)


def _cards(state: GameState, locale: TableLocale) -> dict[str, Any]:
    """The house rules are left out: they vary in number and have a sheet of their own."""
    cards = [card for card in helper_cards(state).values() if card.id != "house_rules"]
    blocks = [Block(say(card.title, locale), _say_all(card.lines, locale), card.drawing) for card in cards]
    return {"leaves": [blocks[first : first + CARDS_PER_SHEET] for first in range(0, len(blocks), CARDS_PER_SHEET)]}


def _script(state: GameState, locale: TableLocale) -> dict[str, Any]:
    script = whole_script(state, state.game.detail)
    return {
        "sections": [
            Block(say(msg(f"heading.{part.id}"), locale), tuple(say_aloud(step.lines, locale) for step in part.steps))
            for part in script.sections
        ],
        "prompts": [Block(say(one.title, locale), (say(one.ruling, locale),)) for one in script.prompts],
        "cards": [Block(say(card.title, locale), _say_all(card.lines, locale)) for card in script.cards],
    }


def _rules(state: GameState, locale: TableLocale) -> dict[str, Any]:
    languages = {locale.language, *(seat.language for seat in state.seats)}
    return {
        "tonight": _say_all(house_rules_card(state.rules).lines, locale),
        "groups": rule_groups(state.rules, len(state.seats), locale, languages),
    }


def _score(state: GameState, locale: TableLocale) -> dict[str, Any]:
    return {
        "seats": state.seats,
        "games": range(1, 4 if len(state.seats) <= 4 else 3),
        "with_cards": state.rules.development_cards == "on",
        "target": state.rules.target_vp,
    }


def _say_all(lines: Sequence[Msg], locale: TableLocale) -> tuple[str, ...]:
    return tuple(say(line, locale) for line in lines)
