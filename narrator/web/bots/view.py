"""The seats of a game with who plays in each, and the form for counting the cards of a leaving player."""

from collections.abc import Mapping
from typing import Any, get_args

from msgspec import Struct

from narrator.bot.characters import BOT_LEVELS, why_unsupported
from narrator.core.message import Refused
from narrator.core.table.cards import RESOURCES, DevelopmentKind
from narrator.core.table.state import BotLevel
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.components.refusal import refusal_texts
from narrator.web.rendering.table_context import TableContext
from narrator.web.stage.bots import card_name, describe_open_hand

DEVELOPMENT_KINDS: tuple[DevelopmentKind, ...] = get_args(DevelopmentKind)


class BotSeat(Struct, frozen=True):
    number: int
    name: str
    colour: str
    level: BotLevel | None  # None for a person
    left: bool
    open_hand: str  # the face-up cards in words


class Counting(Struct, frozen=True):
    """The cards of a leaving player: each kind with its name and count, and the record's totals."""

    seat: int
    level: BotLevel
    cards: tuple[tuple[str, str, int], ...]
    differs: bool  # from the record
    hand: int
    development: int


def bots_variables(
    table: TableContext,
    session: TableSession,
    counting: tuple[int, BotLevel, Mapping[str, int] | None] | None,
    refused: Refused | None,
    differs: bool = False,
) -> dict[str, Any]:
    bots, state, unsupported = bot_levels(table.state, session), table.state, why_unsupported(table.state)
    return {
        "seats": [
            BotSeat(
                number,
                seat.name,
                seat.colour,
                bots.get(number),
                seat.has_left,
                describe_open_hand(table, session, number),
            )
            for number, seat in enumerate(state.seats)
        ],
        "levels": BOT_LEVELS,
        "pace": session.bots.pace,
        "is_dealt": state.game.is_dealt,
        "has_bots": bool(bots),
        "why_not": table.say_message(unsupported) if unsupported else "",
        "counting": _counting(table, *counting, differs) if counting else None,
        "reasons": refusal_texts(refused, table.locale),
        "theme": state.game.theme,
    }


def _counting(
    table: TableContext, seat: int, level: BotLevel, counts: Mapping[str, int] | None, differs: bool
) -> Counting:
    hands, state = table.state.hands, table.state.seats[seat]
    if counts is None:
        counts = {} if hands is None else {str(kind): n for kind, n in hands.bounds(seat).low.counts().items()}
    resources = [(resource, table.say("ui.resource", resource=resource)) for resource in RESOURCES]
    development = [(kind, card_name(table, kind)) for kind in DEVELOPMENT_KINDS]
    cards = tuple((kind, name, counts.get(kind, 0)) for kind, name in (*resources, *development))
    return Counting(seat, level, cards, differs, state.hand_size, state.development_cards)
