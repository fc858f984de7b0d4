"""Trading with people: what a bot offers on its turn, and its answers. Offers are not entries of the log."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from narrator.bot.characters import CHARACTERS, Character, Level, why_unsupported
from narrator.bot.observation import Observation, Own, observe
from narrator.bot.position import Position, position_of
from narrator.bot.race import Race, edge
from narrator.core.message import Msg, msg
from narrator.core.play.trade import terms_refusals
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards, Counts, cards, cards_of
from narrator.core.table.events import PlayersTraded
from narrator.core.table.phase import Acting, Trading
from narrator.core.table.state import acting_seat

LIKELY = 0.5  # an offer needs somebody who has the card with about this chance
GAIN = 0.02  # edge that a trade must bring
FAIR = 0.2  # rounds that a trade may cost the other side
ENOUGH = 3  # cards of a kind; nobody needs more for one purchase
LARGEST = 2  # cards of a kind in an offer


class Offer(Struct, frozen=True):
    """Cards for cards, and the message that goes with it."""

    give: Counts
    want: Counts
    why: Msg


class Answer(Struct, frozen=True):
    accepts: bool
    why: Msg


def offer(
    record: Record, seat: int, level: Level, own: Own | None = None, made: Collection[tuple[Counts, Counts]] = ()
) -> Offer | None:
    """Return what a seat on turn offers everybody, if it would help it and somebody else. Offers already `made` in this
    turn are not repeated."""
    observation = observe(record, seat, own)
    state = observation.state
    may_trade = why_unsupported(state) is None and state.rules.domestic_trade == "on"
    if not may_trade or acting_seat(state) != seat or not isinstance(state.phase, Acting | Trading):
        return None
    character, position = CHARACTERS[level], position_of(observation)
    race = Race(position, character.weights)
    now, best = race.odds(position, 0.0), None
    for give, want in _terms(observation, position):
        if (give.counts(), want.counts()) in made or any(terms_refusals(observation.state, give, want)):
            continue
        gain = max(
            (_gain_with(position, race, partner, give, want, now) for partner in _having(position, want)), default=0
        )
        if gain > GAIN and (best is None or gain > best[0]):
            best = gain, give.counts(), want.counts()
    if best is None:
        return None
    return Offer(best[1], best[2], msg("bot.why.offer", seat=seat, give=best[1], take=best[2]))


def answer(
    record: Record, seat: int, by: int, give: Counts, want: Counts, level: Level, own: Own | None = None
) -> Answer:
    """Return the answer to an offer: `give` is what the seat would get, `want` what it would hand over."""
    observation = observe(record, seat, own)
    declined = Answer(False, msg("bot.why.decline", seat=seat, other=by))
    if why_unsupported(observation.state) is not None:
        return declined
    if not observation.hand.covers(cards(want)):
        return Answer(False, msg("bot.why.decline.lacks", seat=seat))
    character, position = CHARACTERS[level], position_of(observation)
    race = Race(position, character.weights)
    accepts = _is_welcome(position, race, by, cards(want), cards(give), character)
    return Answer(True, msg("bot.why.accept", seat=seat)) if accepts else declined


def best_trade(
    record: Record, seat: int, level: Level, trades: Sequence[PlayersTraded], own: Own | None = None
) -> int | None:
    """Return the partner to trade with, of those who answered; None if no trade would help."""
    observation = observe(record, seat, own)
    position = position_of(observation)
    race = Race(position, CHARACTERS[level].weights)
    now, found = race.odds(position, 0.0), []
    for trade in trades:
        if observation.hand.covers(cards(trade.give)) and not refusals(observation.state, trade):
            after = _traded(position, trade.partner, cards(trade.give), cards(trade.receive))
            found.append((edge(race.odds(after, 0.0, moved=True), now), -trade.partner))
    gain, partner = max(found, default=(0.0, 0))
    return -partner if gain > 0 else None


def _is_welcome(position: Position, race: Race, by: int, pay: Cards, get: Cards, character: Character) -> bool:
    """The friend trades whenever it helps itself; the others consider what it does for the other side."""
    count = len(position.hands)
    first = ((position.me - by) % count) / count
    after = _traded(position, by, pay, get)
    if character.kind:
        return race.own_rounds(after, first) < race.own_rounds(position, first)
    return edge(race.odds(after, first, moved=True), race.odds(position, first)) > GAIN


def _terms(observation: Observation, position: Position) -> Iterator[tuple[Cards, Cards]]:
    """Yield offers of one or two cards for one that is short."""
    for want, short in zip(observation.hand._fields, observation.hand, strict=True):
        if short >= ENOUGH:
            continue
        for kind, have in zip(observation.hand._fields, observation.hand, strict=True):
            for count in range(1, min(have, LARGEST) + 1):
                if kind != want:
                    yield cards_of(kind, count), cards_of(want)  # type: ignore[arg-type]


def _having(position: Position, want: Cards) -> list[int]:
    """Return who probably has what is wanted."""
    others = [seat for seat in position.playing if seat != position.me]
    return [
        seat for seat in others if all(have >= LIKELY * n for have, n in zip(position.hands[seat], want, strict=True))
    ]


def _gain_with(position: Position, race: Race, partner: int, give: Cards, want: Cards, now: float) -> float:
    """Return the edge of a trade with this seat; 0 if it would be foolish to accept."""
    after = _traded(position, partner, give, want)
    if race.rounds_of(after, partner) > race.others[partner] + FAIR:
        return 0.0
    return edge(race.odds(after, 0.0, moved=True), now)


def _traded(position: Position, other: int, pay: Cards, get: Cards) -> Position:
    after = position.copy()
    for kind in range(5):
        after.hands[position.me][kind] += get[kind] - pay[kind]
        after.hands[other][kind] = max(0.0, after.hands[other][kind] + pay[kind] - get[kind])
    return after
