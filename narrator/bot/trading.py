"""Trading with people: what a bot offers on its turn, and its answers. Offers are not entries of the log."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from narrator.bot.characters import CHARACTERS, Character, why_unsupported
from narrator.bot.observation import KnownCards, Observation, observe
from narrator.bot.position import Position, position_of
from narrator.bot.race import Race
from narrator.core.message import Msg, msg
from narrator.core.play.trade import terms_refusals
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards, Counts, cards, cards_of
from narrator.core.table.events import PlayersTraded
from narrator.core.table.phase import Acting, Trading
from narrator.core.table.state import BotLevel, acting_seat

MIN_LIKELIHOOD = 0.5  # an offer needs somebody who has the card with about this chance
MIN_TRADE_GAIN = 0.02  # in logits
Terms = tuple[Counts, Counts]  # given and wanted
MAX_PARTNER_LOSS = 0.2  # rounds that a trade may cost the other side
MAX_NEEDED = 3  # cards of a kind; nobody needs more for one purchase
MAX_GIVEN = 2  # cards of a kind in an offer


class TradeOffer(Struct, frozen=True):
    give: Counts
    want: Counts
    reason: Msg


class OfferAnswer(Struct, frozen=True):
    accepts: bool
    reason: Msg


def choose_offer(
    record: Record, seat: int, level: BotLevel, own: KnownCards | None = None, earlier_offers: Collection[Terms] = ()
) -> TradeOffer | None:
    """Return what a seat on turn offers everybody, if it would help it and somebody else; never an earlier offer."""
    observation = observe(record, seat, own)
    state = observation.state
    may_trade = why_unsupported(state) is None and state.rules.domestic_trade == "on"
    if not may_trade or acting_seat(state) != seat or not isinstance(state.phase, Acting | Trading):
        return None
    position = position_of(observation)
    race = Race(position, CHARACTERS[level].weights)
    odds, offers = race.odds(position, 0.0), []
    for give, want in _possible_terms(observation):
        terms = give.counts(), want.counts()
        if terms not in earlier_offers and not any(terms_refusals(state, give, want)):
            gains = [_gain_from(position, race, other, give, want, odds) for other in _likely_holders(position, want)]
            offers.append((max(gains, default=0.0), terms))
    gain, (gives, wants) = max(offers, key=lambda offer: offer[0], default=(0.0, ({}, {})))
    if gain <= MIN_TRADE_GAIN:
        return None
    return TradeOffer(gives, wants, msg("bot.why.offer", seat=seat, give=gives, take=wants))


def answer_offer(
    record: Record, seat: int, by: int, give: Counts, want: Counts, level: BotLevel, own: KnownCards | None = None
) -> OfferAnswer:
    """Return the answer to an offer: `give` is what the seat would get, `want` what it would hand over."""
    observation = observe(record, seat, own)
    declined = OfferAnswer(False, msg("bot.why.decline", seat=seat, other=by))
    if why_unsupported(observation.state) is not None:
        return declined
    if not observation.hand.covers(cards(want)):
        return OfferAnswer(False, msg("bot.why.decline.lacks", seat=seat))
    character, position = CHARACTERS[level], position_of(observation)
    race = Race(position, character.weights)
    accepts = _is_welcome(position, race, by, cards(want), cards(give), character)
    return OfferAnswer(True, msg("bot.why.accept", seat=seat)) if accepts else declined


def choose_partner(
    record: Record, seat: int, level: BotLevel, trades: Sequence[PlayersTraded], own: KnownCards | None = None
) -> int | None:
    """Return the partner to trade with, of those who answered; None if no trade would help."""
    observation = observe(record, seat, own)
    position = position_of(observation)
    race = Race(position, CHARACTERS[level].weights)
    odds, found = race.odds(position, 0.0), []
    for trade in trades:
        if observation.hand.covers(cards(trade.give)) and not refusals(observation.state, trade):
            after = _after_trade(position, trade.partner, cards(trade.give), cards(trade.receive))
            found.append((race.gain(after, odds, 0.0), -trade.partner))
    gain, partner = max(found, default=(0.0, 0))
    return -partner if gain > 0 else None


def _is_welcome(position: Position, race: Race, by: int, pay: Cards, get: Cards, character: Character) -> bool:
    """The friend trades whenever it helps itself; the others consider what it does for the other side."""
    count = len(position.hands)
    until_turn = ((position.me - by) % count) / count
    after = _after_trade(position, by, pay, get)
    if character.is_gentle:
        return race.own_rounds(after, until_turn) < race.own_rounds(position, until_turn)
    return race.gain(after, race.odds(position, until_turn), until_turn) > MIN_TRADE_GAIN


def _possible_terms(observation: Observation) -> Iterator[tuple[Cards, Cards]]:
    """Yield offers of one or two cards for one that is short."""
    for want, short in zip(observation.hand._fields, observation.hand, strict=True):
        if short >= MAX_NEEDED:
            continue
        for kind, have in zip(observation.hand._fields, observation.hand, strict=True):
            for count in range(1, min(have, MAX_GIVEN) + 1):
                if kind != want:
                    yield cards_of(kind, count), cards_of(want)  # type: ignore[arg-type]


def _likely_holders(position: Position, want: Cards) -> list[int]:
    others = [seat for seat in position.active_seats if seat != position.me]
    return [
        seat
        for seat in others
        if all(have >= MIN_LIKELIHOOD * n for have, n in zip(position.hands[seat], want, strict=True))
    ]


def _gain_from(position: Position, race: Race, partner: int, give: Cards, want: Cards, odds: float) -> float:
    """Return the edge of a trade with this seat; 0 if it would be foolish to accept."""
    after = _after_trade(position, partner, give, want)
    if race.rounds_of(after, partner) > race.other_rounds[partner] + MAX_PARTNER_LOSS:
        return 0.0
    return race.gain(after, odds, 0.0)


def _after_trade(position: Position, other: int, pay: Cards, get: Cards) -> Position:
    after = position.copy()
    for kind in range(5):
        after.hands[position.me][kind] += get[kind] - pay[kind]
        after.hands[other][kind] = max(0.0, after.hands[other][kind] + pay[kind] - get[kind])
    return after
