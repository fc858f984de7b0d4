"""Decide what a bot does next, without storage, clock or lock, so that it can run in a thread.

The record is the thread's own copy (`Record.copy`), as folding fills its lists.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from narrator.app.bots.next_bot import BotToMove, own_cards, reason_for
from narrator.app.sessions.trades import can_offer, is_current_offer, trade_of
from narrator.bot.decide import Decision, decide
from narrator.bot.trading import answer_offer, choose_offer, choose_partner
from narrator.core.message import Refusal, irregular
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.table.cards import Counts
from narrator.core.table.events import PlayersTraded
from narrator.core.table.state import BotLevel
from narrator.session.events import Offered
from narrator.session.table_session import OpenOffer, TableSession, bot_levels


class MakingOffer(Struct, frozen=True):
    offered: Offered
    accepts: dict[int, bool]


class ClosingOffer(Struct, frozen=True):
    offer: OpenOffer
    partner: int | None


Move = Decision | MakingOffer | ClosingOffer


def next_move(record: Record, session: TableSession, bot: BotToMove, seed: str, may_offer: bool = True) -> Move:
    own, open_offer = own_cards(session, bot.seat), session.offers.open
    if open_offer is not None and open_offer.offer.seat == bot.seat and is_current_offer(record, open_offer.offer):
        answers = open_offer.answers.values()
        trades = [trade_of(open_offer.offer, said) for said in answers if said.answer != "decline"]
        return ClosingOffer(open_offer, choose_partner(record, bot.seat, bot.level, trades, own))
    if (planned := _rest_of_plan(record, session, bot.seat)) is not None:
        return planned
    new_offer = _new_offer(record, session, bot) if may_offer else None
    return new_offer or decide(record, bot.seat, bot.level, seed, own)


def _rest_of_plan(record: Record, session: TableSession, seat: int) -> Decision | None:
    """Return the rest of the bot's plan if nothing came between."""
    said = reason_for(record, session, record.last_entry)
    if said is None or said.seat != seat or not said.then or refusals(record.state, said.then[0]):
        return None
    return Decision(tuple(said.then), tuple(said.whys))


def _new_offer(record: Record, session: TableSession, bot: BotToMove) -> MakingOffer | None:
    """Return an offer, at most one per turn."""
    last = session.offers.last.get(bot.seat)
    if not can_offer(record.state, bot.seat) or (last is not None and is_current_offer(record, last)):
        return None
    found = choose_offer(record, bot.seat, bot.level, own_cards(session, bot.seat))
    if found is None:
        return None
    offered = Offered(seat=bot.seat, give=found.give, want=found.want)
    return MakingOffer(offered, answers_to(record, session, offered))


def answers_to(record: Record, session: TableSession, offered: Offered) -> dict[int, bool]:
    by, give, want = offered.seat, offered.give, offered.want
    is_whole = any(give.values()) and any(want.values())
    bots = {seat: level for seat, level in bot_levels(record.state, session).items() if seat != by}
    return {
        seat: is_whole and answer_offer(record, seat, by, give, want, level, own_cards(session, seat)).accepts
        for seat, level in bots.items()
    }


def trade_objections(
    record: Record, session: TableSession, bots: Mapping[int, BotLevel], trades: Sequence[PlayersTraded]
) -> tuple[Refusal, ...]:
    return tuple(
        refusal
        for trade in trades
        for seat, other, gets, pays in (
            (trade.seat, trade.partner, trade.receive, trade.give),
            (trade.partner, trade.seat, trade.give, trade.receive),
        )
        if seat in bots and (refusal := _declined(record, session, seat, other, gets, pays, bots[seat]))
    )


def _declined(
    record: Record, session: TableSession, seat: int, other: int, gets: Counts, pays: Counts, level: BotLevel
) -> Refusal | None:
    said = answer_offer(record, seat, other, gets, pays, level, own_cards(session, seat))
    if said.accepts:
        return None
    lacks = said.reason.key.endswith(".lacks")
    return irregular("bot.lacks", seat=seat) if lacks else irregular("bot.declines", seat=seat, other=other)
