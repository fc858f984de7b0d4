"""Card flow: where each card came from or went to, and every trade, discard and monopoly."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from narrator.core.play.building import is_second_settlement, starting_cards
from narrator.core.play.development import plenty_cards
from narrator.core.play.for_two import FORCED_TRADE_CARDS, rival
from narrator.core.play.placement import is_placement
from narrator.core.play.roll_and_discard import discard_count
from narrator.core.reading.stats.model import BankTrade, Discard, GainSource, LossReason, Monopoly, Pile, Trade
from narrator.core.reading.stats.payout import RollOutcome
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.cards import PRICES, cards, cards_of
from narrator.core.table.state import GameState

Came = tuple[int, GainSource, Pile]
Went = tuple[int, LossReason, Pile]
Moves = tuple[list[Came], list[Went]]


class CardFlow:
    """`gains` minus `losses` is the growth of a hand; any difference is a recount."""

    def __init__(self, start: GameState) -> None:
        self.gains: dict[int, dict[GainSource, Pile]] = {}
        self.losses: dict[int, dict[LossReason, Pile]] = {}
        self.peaks = {number: seat.hand_size for number, seat in enumerate(start.seats)}

    def add(self, snapshot: Snapshot, fact: events.AnyFact, outcome: RollOutcome | None) -> None:
        before, after = snapshot.previous_state, snapshot.state
        came: list[Came]
        went: list[Went]
        if outcome is not None:
            came = [(seat, "roll", Pile(gain)) for seat, gain in enumerate(outcome.paid) if any(gain)]
            went = []
        else:
            came, went = MOVES_OF_EVENT[type(fact)](before, after, fact) if type(fact) in MOVES_OF_EVENT else ([], [])
        if not came and not went and before.seats is after.seats:
            return
        change: Counter[int] = Counter()
        for seat, source, pile in came:
            self._gain(seat, source, pile)
            change[seat] += pile.total()
        for seat, reason, pile in went:
            self._lose(seat, reason, pile)
            change[seat] -= pile.total()
        self._recount(before, after, change)

    def _recount(self, before: GameState, after: GameState, change: Counter[int]) -> None:
        for number, seat in enumerate(after.seats):
            held = before.seats[number].hand_size if number < len(before.seats) else 0
            missing = seat.hand_size - held - change[number]
            if missing > 0:
                self._gain(number, "recounted", Pile(unknown=missing))
            elif missing < 0:
                self._lose(number, "recounted", Pile(unknown=-missing))
            self.peaks[number] = max(seat.hand_size, self.peaks.get(number, 0))

    def _gain(self, seat: int, source: GainSource, pile: Pile) -> None:
        own = self.gains.setdefault(seat, {})
        if pile.total():
            own[source] = own[source].plus(pile) if source in own else pile

    def _lose(self, seat: int, reason: LossReason, pile: Pile) -> None:
        own = self.losses.setdefault(seat, {})
        if pile.total():
            own[reason] = own[reason].plus(pile) if reason in own else pile


def _settlement(before: GameState, _: GameState, fact: events.SettlementBuilt) -> Moves:
    if not is_placement(before):
        return [], [(fact.seat, "built", Pile(PRICES["settlement"]))]
    if not is_second_settlement(before.seats[fact.seat]):
        return [], []
    return [(fact.seat, "start", Pile(starting_cards(before, fact)))], []


def _road(before: GameState, after: GameState, fact: events.RoadBuilt) -> Moves:
    """A free road moves no cards."""
    if before.bank == after.bank and before.seats[fact.seat].hand_size == after.seats[fact.seat].hand_size:
        return [], []
    return [], [(fact.seat, "built", Pile(PRICES["road"]))]


def _reported_income(before: GameState, _: GameState, fact: events.CardsGained) -> Moves:
    source: GainSource = "start" if is_placement(before) else "told"
    return [(seat, source, Pile(cards(gain))) for seat, gain in fact.gains.items()], []


def pile_of_discard(fact: events.CardsDiscarded) -> Pile:
    return Pile(unknown=discard_count(fact)) if fact.cards is None else Pile(cards(fact.cards))


def _theft(before: GameState, after: GameState, fact: events.CardStolen) -> Moves:
    """Which card was stolen stays private, even if the host saw it."""
    pile = Pile(unknown=stolen_cards(before, after, fact))
    if fact.victim is None or not pile.unknown:
        return [], []
    return [(fact.seat, "stolen", pile)], [(fact.victim, "stolen", pile)]


def stolen_cards(before: GameState, after: GameState, fact: events.CardStolen) -> int:
    return after.seats[fact.seat].hand_size - before.seats[fact.seat].hand_size


def _monopoly(_: GameState, __: GameState, fact: events.MonopolyPlayed) -> Moves:
    others = [(seat, count) for seat, count in fact.taken.items() if count and seat != fact.seat]
    taken = [(seat, cards_of(fact.resource, count)) for seat, count in others]
    gain: list[Came] = [(fact.seat, "monopoly", Pile(given)) for _seat, given in taken]
    return gain, [(seat, "monopoly", Pile(given)) for seat, given in taken]


def _bank(_: GameState, __: GameState, fact: events.BankTraded) -> Moves:
    return [(fact.seat, "bank", Pile(cards(fact.receive)))], [(fact.seat, "bank", Pile(cards(fact.give)))]


def _players(_: GameState, __: GameState, fact: events.PlayersTraded) -> Moves:
    give, receive = Pile(cards(fact.give)), Pile(cards(fact.receive))
    return _swap(fact.seat, fact.partner, "trade", give, receive)


def _tokens(before: GameState, _: GameState, fact: events.TokensSpent) -> Moves:
    """Only the number of cards of a forced trade is public."""
    if fact.action != "forced_trade":
        return [], []
    taken, given = forced_piles(before, fact)
    return _swap(fact.seat, rival(fact.seat), "forced", given, taken)


def _swap(one: int, other: int, kind: Literal["trade", "forced"], given: Pile, taken: Pile) -> Moves:
    return [(one, kind, taken), (other, kind, given)], [(one, kind, given), (other, kind, taken)]


def forced_piles(before: GameState, fact: events.TokensSpent) -> tuple[Pile, Pile]:
    """Return what was taken from the rival, and what was given back."""
    if fact.taken is not None and fact.given is not None:
        return Pile(unknown=cards(fact.taken).total()), Pile(unknown=cards(fact.given).total())
    return Pile(unknown=min(FORCED_TRADE_CARDS, before.seats[rival(fact.seat)].hand_size)), Pile(
        unknown=FORCED_TRADE_CARDS
    )


# cards that came (seat, source, pile) and went (seat, use, pile), by kind of event
MOVES_OF_EVENT: dict[type, Callable[[GameState, GameState, Any], Moves]] = {
    events.SettlementBuilt: _settlement,
    events.RoadBuilt: _road,
    events.CityBuilt: lambda _, __, fact: ([], [(fact.seat, "built", Pile(PRICES["city"]))]),
    events.DevelopmentBought: lambda _, __, fact: ([], [(fact.seat, "built", Pile(PRICES["development"]))]),
    events.CardsGained: _reported_income,
    events.CardsDiscarded: lambda _, __, fact: ([], [(fact.seat, "discarded", pile_of_discard(fact))]),
    events.CardStolen: _theft,
    events.YearOfPlentyPlayed: lambda before, _, fact: ([(fact.seat, "plenty", Pile(plenty_cards(before, fact)))], []),
    events.MonopolyPlayed: _monopoly,
    events.BankTraded: _bank,
    events.PlayersTraded: _players,
    events.TokensSpent: _tokens,
}


class ExchangeLog:
    def __init__(self) -> None:
        self.discards: list[Discard] = []
        self.monopolies: list[Monopoly] = []
        self.trades: list[Trade] = []
        self.bank_trades: list[BankTrade] = []

    def add(self, snapshot: Snapshot, fact: events.AnyFact) -> None:
        when = snapshot.number, snapshot.state.round
        if isinstance(fact, events.CardsDiscarded):
            self.discards.append(Discard(*when, fact.seat, pile_of_discard(fact)))
        elif isinstance(fact, events.MonopolyPlayed):
            taken = {seat: count for seat, count in sorted(fact.taken.items()) if count and seat != fact.seat}
            self.monopolies.append(Monopoly(*when, fact.seat, fact.resource, taken))
        elif isinstance(fact, events.PlayersTraded):
            give, receive = Pile(cards(fact.give)), Pile(cards(fact.receive))
            self.trades.append(Trade(*when, fact.seat, fact.partner, give, receive))
        elif isinstance(fact, events.BankTraded):
            self.bank_trades.append(BankTrade(*when, fact.seat, cards(fact.give), cards(fact.receive)))
        elif isinstance(fact, events.TokensSpent) and fact.action == "forced_trade":
            taken_pile, given = forced_piles(snapshot.previous_state, fact)
            self.trades.append(Trade(*when, fact.seat, rival(fact.seat), given, taken_pile, forced=True))
