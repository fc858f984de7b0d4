"""Trades, in message keys."""

from collections.abc import Iterator

from narrator.core.message import Msg, msg
from narrator.core.play.trade import is_untold
from narrator.core.table.cards import cards
from narrator.core.table.events import BankTraded, PlayersTraded
from narrator.core.table.state import GameState


def tell_bank_trade(fact: BankTraded, before: GameState, after: GameState) -> Iterator[Msg]:
    yield msg("event.bank_traded", seat=fact.seat, give=cards(fact.give).counts(), take=cards(fact.receive).counts())


def tell_players_trade(fact: PlayersTraded, before: GameState, after: GameState) -> Iterator[Msg]:
    if is_untold(fact):
        yield msg("event.players_traded.untold", seat=fact.seat, other=fact.partner)
        return
    give, take = cards(fact.give).counts(), cards(fact.receive).counts()
    if not give or not take:
        giver, taker = (fact.seat, fact.partner) if give else (fact.partner, fact.seat)
        yield msg("event.players_traded.gift", seat=giver, other=taker, cards=give or take)
        return
    yield msg("event.players_traded", seat=fact.seat, other=fact.partner, give=give, take=take)
