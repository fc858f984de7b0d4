"""The chairs of a game with who plays in each, and the cards of somebody who leaves, to be counted."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import Struct

from narrator.app.bots.seats import bot_levels
from narrator.bot.characters import LEVELS, Level, why_unsupported
from narrator.core.message import Refused
from narrator.core.table.cards import RESOURCES, DevelopmentKind
from narrator.session.table_session import TableSession
from narrator.text.render import say_refusal
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage.bots import card_name, open_hand


class BotChair(Struct, frozen=True):
    number: int
    name: str
    colour: str
    level: Level | None
    """Who plays here; none is a person."""
    left: bool
    lies: str = ""
    """What lies open before it."""


class Counting(Struct, frozen=True):
    """The cards that somebody leaves behind: of each kind, so many."""

    seat: int
    level: Level
    cards: tuple[tuple[str, str, int], ...]
    """Each kind, with its word, and how many."""
    differs: bool = False
    """Whether the record has another number of cards."""
    hand: int = 0
    development: int = 0
    """What the record has."""


def bots_page(
    table: TableContext,
    session: TableSession,
    counting: tuple[int, Level, Mapping[str, int] | None] | None,
    refused: Refused | None,
    differs: bool = False,
) -> dict[str, Any]:
    bots, state, not_here = bot_levels(table.now, session), table.now, why_unsupported(table.now)
    chairs = [
        BotChair(number, seat.name, seat.colour, bots.get(number), seat.left, open_hand(table, session, number))
        for number, seat in enumerate(state.seats)
    ]
    return {
        "chairs": chairs,
        "levels": LEVELS,
        "pace": session.pace,
        "is_dealt": state.game.cards == "app",
        "has_bots": bool(bots),
        "why_not": table.tell(not_here) if not_here else "",
        "counting": _counting(table, *counting, differs) if counting else None,
        "reasons": [say_refusal(reason, table.locale) for reason in refused.reasons] if refused else [],
        "theme": state.game.theme,
    }


def _counting(
    table: TableContext, seat: int, level: Level, counts: Mapping[str, int] | None, differs: bool
) -> Counting:
    """What the record is sure of stands there already."""
    hands, state = table.now.hands, table.now.seats[seat]
    if counts is None:
        counts = {} if hands is None else {str(kind): n for kind, n in hands.bounds(seat).low.counts().items()}
    cards = tuple((kind, word, counts.get(kind, 0)) for kind, word in _kinds(table))
    return Counting(seat, level, cards, differs, state.hand, state.development_cards)


def _kinds(table: TableContext) -> tuple[tuple[str, str], ...]:
    resources = [(resource, table.say("ui.resource", resource=resource)) for resource in RESOURCES]
    held = [(kind, card_name(table, kind)) for kind in get_args(DevelopmentKind)]
    return (*resources, *held)
