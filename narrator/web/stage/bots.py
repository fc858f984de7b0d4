"""A bot on the host's stage: the button with which it goes on, or the question that it asks."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.next_bot import (
    BotToMove,
    bot_to_move,
    has_old_cards,
    newest_by_bot,
    own_cards,
    seconds_left,
    waits_for_tap,
)
from narrator.bot.observation import observe
from narrator.core.table import events
from narrator.core.table.cards import RESOURCES
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.panels.dice import DicePad, dice_pad
from narrator.web.panels.panel import Button, Panel, Row, resource_button
from narrator.web.rendering.page_query import PageQuery, panel_href
from narrator.web.rendering.table_context import TableContext

BOARD_MOVES = (events.SettlementBuilt, events.CityBuilt, events.RoadBuilt, events.RobberMoved)


class BotView(Struct, frozen=True):
    seat: int
    label: str  # of the button
    delay: int | None  # seconds after which it goes on by itself; None if it waits
    panel: Panel  # what only the people at the table know
    is_asking: bool
    is_entered_by_host: bool


def bot_view(table: TableContext, session: TableSession) -> BotView | None:
    bot = bot_to_move(table.record, session)
    if bot is None:
        return None
    delay = None if waits_for_tap(table.record, session) else seconds_left(table.record, session, bot)
    panel = Panel() if bot.asks is None else _question(table, bot.asks)
    return BotView(bot.seat, _label(table, session, bot), delay, panel, bot.asks is not None, bot.is_entered_by_host)


def _label(table: TableContext, session: TableSession, bot: BotToMove) -> str:
    if bot.has_offered:
        return table.say("bot.go.on" if bot.is_answered else "bot.go.nobody")
    last = newest_by_bot(table.record, session)
    if isinstance(last, BOARD_MOVES):
        return table.say("bot.go.placed")
    if last is not None:
        return table.say("bot.go.done")
    is_own = getattr(table.head.fact, "seat", None) == bot.seat
    return table.say("bot.go.on") if is_own else table.say("bot.go.start", seat=bot.seat)


def _question(table: TableContext, intended: events.AnyFact) -> Panel:
    """Ask for the card that the bot drew, or link to the panel that counts a monopoly."""
    if isinstance(intended, events.CardStolen):
        cards = (resource_button(table, kind, (replace(intended, resource=kind),)) for kind in RESOURCES)
        return Panel((Row(tuple(cards), look="cards"),))
    if isinstance(intended, events.DevelopmentBought):
        kinds = table.panel_state.game.box.development
        bought = (Button(card_name(table, kind), (replace(intended, card=kind),), icon=kind) for kind in kinds)
        return Panel((Row(tuple(bought), look="held"),))
    if isinstance(intended, events.MonopolyPlayed):
        href = panel_href(PageQuery(), "monopoly", kind=intended.resource)
        count = Button(table.say("bot.ask.monopoly.count"), href=href, icon=intended.resource, is_primary=True)
        return Panel((Row((count,), look="wide"),))
    return Panel()


def card_name(table: TableContext, kind: str) -> str:
    return table.say("bot.ask.points" if kind == "points" else f"ui.card.{kind}")


def dice_pad_beside_bot(table: TableContext, session: TableSession, bot: BotView | None) -> DicePad | None:
    """Return the dice pad; blocked if the next player is a bot that may play a card before its roll."""
    if bot is not None and not bot.is_entered_by_host:
        return None
    pad = dice_pad(table)
    if pad is None or not pad.ends_turn or session.bots.pace == "stopped" or pad.end_button is None:
        return pad
    may_play = pad.seat in bot_levels(table.state, session) and has_old_cards(table.state, pad.seat)
    return replace(pad, is_blocked=True) if may_play else pad


def last_bot_place(table: TableContext, session: TableSession) -> str | None:
    fact = newest_by_bot(table.record, session)
    place = getattr(fact, "at", None) or getattr(fact, "to", None)
    return place if isinstance(place, str) else None


def stopped_bot(table: TableContext, session: TableSession) -> int | None:
    """Return the bot whose move it would be if bots were not stopped."""
    if session.bots.pace != "stopped":
        return None
    bot = bot_to_move(table.record, replace(session, bots=replace(session.bots, pace="step")))
    return None if bot is None else bot.seat


def describe_open_hand(table: TableContext, session: TableSession, seat: int | None) -> str:
    """Return the cards that lie open in front of a bot, so that people can check them."""
    if seat is None or table.state.game.is_dealt or seat not in bot_levels(table.state, session):
        return ""
    hand = observe(table.record, seat, own_cards(session, seat)).hand
    key = "bot.lies" if hand.total() else "bot.lies.none"
    return table.say(key, seat=seat, cards=hand.counts())
