"""What players gave each other, the bank and the discard pile: one line each, as it happened."""

from narrator.core.play.trade_tokens import rival
from narrator.core.reading.stats.card_flow import forced_piles, pile_of_discard
from narrator.core.reading.stats.model import BankTrade, Discard, Monopoly, Pile, Trade
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import cards
from narrator.core.table.events import AnyFact, BankTraded, CardsDiscarded, MonopolyPlayed, PlayersTraded, TokensSpent


class Dealings:
    def __init__(self) -> None:
        self.discards: list[Discard] = []
        self.monopolies: list[Monopoly] = []
        self.trades: list[Trade] = []
        self.bank_trades: list[BankTrade] = []

    def see(self, snapshot: Snapshot, fact: AnyFact) -> None:
        assert snapshot.before is not None
        when = snapshot.number, snapshot.state.round
        if isinstance(fact, CardsDiscarded):
            self.discards.append(Discard(*when, fact.seat, pile_of_discard(fact)))
        elif isinstance(fact, MonopolyPlayed):
            taken = {seat: count for seat, count in sorted(fact.taken.items()) if count and seat != fact.seat}
            self.monopolies.append(Monopoly(*when, fact.seat, fact.resource, taken))
        elif isinstance(fact, PlayersTraded):
            give, receive = Pile(cards(fact.give)), Pile(cards(fact.receive))
            self.trades.append(Trade(*when, fact.seat, fact.partner, give, receive))
        elif isinstance(fact, BankTraded):
            self.bank_trades.append(BankTrade(*when, fact.seat, cards(fact.give), cards(fact.receive)))
        elif isinstance(fact, TokensSpent) and fact.action == "forced_trade":
            taken_pile, given = forced_piles(snapshot.before.state, fact)
            self.trades.append(Trade(*when, fact.seat, rival(fact.seat), given, taken_pile, forced=True))
