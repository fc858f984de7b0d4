"""All news of one tap: one row a kind of fact that moves cards, and the moments that any fact may lead to."""

from collections.abc import Callable, Iterator
from typing import Any

from narrator.core.reading.public_view import Moment
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    DiceRolled,
    Event,
    MonopolyPlayed,
    PlayersTraded,
    SettlementBuilt,
    TokensSpent,
    YearOfPlentyPlayed,
)
from narrator.script.scenes.exchanges import (
    bank_trade,
    first_cards,
    forced_trade,
    monopoly,
    players_trade,
    plenty,
    theft,
)
from narrator.script.scenes.moments import moments
from narrator.script.scenes.news import News
from narrator.script.scenes.payout import gains, payout
from narrator.script.scenes.seven import discards, seven
from narrator.script.scenes.taps import Tap, is_let_stand


def roll(moment: Moment, fact: DiceRolled) -> Iterator[News]:
    return seven(moment, fact) if fact.sum == 7 else payout(moment, fact)


MOVES: dict[type[Event], Callable[[Moment, Any], Iterator[News]]] = {
    DiceRolled: roll,
    CardsGained: gains,
    SettlementBuilt: first_cards,
    CardStolen: theft,
    MonopolyPlayed: monopoly,
    YearOfPlentyPlayed: plenty,
    BankTraded: bank_trade,
    PlayersTraded: players_trade,
    TokensSpent: forced_trade,
}
"""Facts that move cards to or between people."""

MOVED = frozenset({*MOVES, CardsDiscarded} - {SettlementBuilt})
"""The same of a turn: there a settlement brings none."""


def news_of(tap: Tap) -> list[News]:
    found = [
        news
        for moment in tap.moments
        if (moves := MOVES.get(type(moment.fact))) is not None
        for news in moves(moment, moment.fact)
    ]
    celebrated = () if is_let_stand(tap) else moments(tap.before, tap.after)
    return [*found, *discards(tap), *celebrated]
