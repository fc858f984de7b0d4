"""A bot on the host's stage: the tap with which it goes on, or the question that it waits with."""

from msgspec import Struct
from msgspec.structs import replace

from narrator.app.bots.due import (
    Due,
    due_in,
    has_old_cards,
    newest_by_bot,
    own_cards,
    seconds_left,
    waits_for_tap,
)
from narrator.bot.observation import observe
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import (
    AnyFact,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    MonopolyPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    TurnEnded,
)
from narrator.session.table_session import TableSession, bot_levels
from narrator.web.panels.dice import Pad, dice_pad
from narrator.web.panels.panel import Button, Panel, Row
from narrator.web.rendering.page_query import PageQuery, fresh
from narrator.web.rendering.table_context import TableContext

PLACED = (SettlementBuilt, CityBuilt, RoadBuilt, RobberMoved)
MOVES_NOTHING = (DiceRolled, TurnEnded)


class BotView(Struct, frozen=True):
    seat: int
    label: str
    """What the tap says."""
    delay: int | None
    """Seconds after which it goes on by itself; none where it waits."""
    panel: Panel
    """What people have to say, where only they have seen it."""
    asks: bool
    is_hosts: bool


def bot_view(table: TableContext, session: TableSession) -> BotView | None:
    """The bot whose move it is."""
    due = due_in(table.record, session)
    if due is None:
        return None
    label, delay = _label(table, session, due), _delay(table, session, due)
    panel = Panel() if due.asks is None else _question(table, due.asks)
    return BotView(due.seat, label, delay, panel, due.asks is not None, due.is_hosts)


def _label(table: TableContext, session: TableSession, due: Due) -> str:
    if due.offers:
        return table.say("bot.go.on" if due.answered else "bot.go.nobody")
    last = newest_by_bot(table.record, session)
    if isinstance(last, PLACED):
        return table.say("bot.go.placed")
    if last is not None:
        return table.say("bot.go.done")
    is_own = getattr(table.head.fact, "seat", None) == due.seat
    return table.say("bot.go.on") if is_own else table.say("bot.go.start", seat=due.seat)


def _delay(table: TableContext, session: TableSession, due: Due) -> int | None:
    """How long the page waits before it taps by itself."""
    return None if waits_for_tap(table.record, session) else seconds_left(table.record, session, due)


def _question(table: TableContext, asked: AnyFact) -> Panel:
    """One tap for what was drawn; what everybody hands over is counted."""
    if isinstance(asked, CardStolen):
        drawn = (_card(table, resource, replace(asked, resource=resource)) for resource in RESOURCES)
        return Panel((Row(tuple(drawn), look="cards"),))
    if isinstance(asked, DevelopmentBought):
        kinds = table.state.game.box.development
        return Panel((Row(tuple(_kind(table, kind, replace(asked, card=kind)) for kind in kinds), look="held"),))
    if isinstance(asked, MonopolyPlayed):
        href = fresh(PageQuery(), "monopoly", kind=asked.resource)
        count = Button(table.say("bot.ask.monopoly.count"), href=href, icon=asked.resource, main=True)
        return Panel((Row((count,), look="wide"),))
    return Panel()


def _card(table: TableContext, resource: Resource, event: AnyFact) -> Button:
    return Button(table.say("ui.resource", resource=resource), (event,), icon=resource)


def _kind(table: TableContext, kind: str, event: AnyFact) -> Button:
    return Button(card_name(table, kind), (event,), icon=kind)


def card_name(table: TableContext, kind: str) -> str:
    return table.say("bot.ask.points" if kind == "points" else f"ui.card.{kind}")


def pad_beside(table: TableContext, session: TableSession, bot: BotView | None) -> Pad | None:
    """The dice. A bot that holds cards has a say before its own are thrown, so there a turn ends without them."""
    if bot is not None and not bot.is_hosts:
        return None
    pad = dice_pad(table)
    if pad is None or not pad.ends_turn or session.bots.pace == "stopped" or pad.end is None:
        return pad
    thinks = pad.seat in bot_levels(table.now, session) and has_old_cards(table.now, pad.seat)
    return replace(pad, waits=True) if thinks else pad


def marked(table: TableContext, session: TableSession) -> str | None:
    """The place that a bot's newest deed is about."""
    fact = newest_by_bot(table.record, session)
    place = getattr(fact, "at", None) or getattr(fact, "to", None)
    return place if isinstance(place, str) else None


def stopped(table: TableContext, session: TableSession) -> int | None:
    """The bot whose move it would be, were the bots not stopped."""
    due = (
        due_in(table.record, replace(session, bots=replace(session.bots, pace="step")))
        if session.bots.pace == "stopped"
        else None
    )
    return None if due is None else due.seat


def lying_open(table: TableContext, session: TableSession, seat: int | None) -> str:
    """The cards that lie before a bot, for those who want to look whether all is right."""
    if seat is None or table.now.game.cards == "app" or seat not in bot_levels(table.now, session):
        return ""
    hand = observe(table.record, seat, own_cards(session, seat)).hand
    key = "bot.lies" if hand.total() else "bot.lies.none"
    return table.say(key, seat=seat, cards=hand.counts())
