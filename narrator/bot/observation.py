"""A seat's eyes: all that it may see of a record, and nothing else. Everything that a bot knows passes here.

The record holds the whole log with what the server knows. Here its facts are first made what this seat saw of them,
and only then folded: the ledger of hands that comes out is the one that a perfect memory at this chair would have.
"""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import derived
from narrator.core.reading.public_view import public_fact
from narrator.core.record.record import Record
from narrator.core.record.rules import apply
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import NONE, Cards, DevelopmentKind
from narrator.core.table.events import (
    AnyFact,
    DevelopmentBought,
    KnightPlayed,
    MonopolyPlayed,
    PointsRevealed,
    RoadBuildingPlayed,
    RuleChanged,
    YearOfPlentyPlayed,
)
from narrator.core.table.state import GameState

PLAYED: dict[type, DevelopmentKind] = {
    KnightPlayed: "knight",
    RoadBuildingPlayed: "road_building",
    YearOfPlentyPlayed: "year_of_plenty",
    MonopolyPlayed: "monopoly",
}


class Own(Struct, frozen=True):
    """A seat's own cards, where somebody knows them better than the log: a person's chair that a bot takes over."""

    hand: Cards
    development: tuple[DevelopmentKind, ...] = ()
    """In the order in which they were bought."""
    since: int | None = None
    """The entry after which they were counted: what came later has changed them. None: they are those of now."""


class Observation(Struct, frozen=True):
    """What a seat sees: the table, its own cards, and what may be in the other hands."""

    seat: int
    state: GameState
    """With the ledger as this seat can keep it."""
    hand: Cards
    development: tuple[DevelopmentKind, ...]
    """Own development cards, the oldest first; the last `bought_this_turn` of them can't be played yet."""
    others: tuple[tuple[float, ...], ...]
    """For every seat how many of each kind it holds on average; the own hand exactly."""
    moves: int
    """How many things have happened: with a seed, it stands for this moment's luck."""

    @property
    def playable(self) -> tuple[DevelopmentKind, ...]:
        """The cards that are old enough; whether the turn allows one is another question."""
        fresh = self.state.seats[self.seat].bought_this_turn
        return self.development[: len(self.development) - fresh] if fresh else self.development


def observe(record: Record, seat: int, own: Own | None = None) -> Observation:
    """What this seat may see of a record. `own` are its own cards, where the log doesn't have all of them."""
    history = record.head.history()
    facts = [public_fact(snapshot.fact, seat) for snapshot in history if snapshot.fact is not None]
    facts = [fact for fact in facts if not _says_trades_are_left_out(fact)]
    if own is not None and own.since is not None:
        state, own = _counted_then(record, facts, seat, own)
    else:
        state = _folded(_start(record), facts, seat)
    hand = _own_hand(state, seat) if own is None else own.hand
    development = _own_development(facts, seat) if own is None else own.development
    hands = [_on_average(state, number) for number in range(len(state.seats))]
    hands[seat] = tuple(map(float, hand))
    known = state.seats[seat].development_cards
    return Observation(seat, state, hand, development[:known], tuple(hands), len(facts))


def _counted_then(record: Record, facts: list[AnyFact], seat: int, own: Own) -> tuple[GameState, Own | None]:
    """The table, and own cards as they are now, from those that were counted at an earlier entry. After an undo to a
    time before that, nobody has counted them."""
    then = record.at(min(own.since or 0, len(record.log)))
    after = _after(record, then)
    later = [fact for one in after or () if not _says_trades_are_left_out(fact := public_fact(one, seat))]
    state = _folded(_start(record), facts[: len(facts) - len(later)], seat)
    if after is None or state.hands is None:
        return _folded(_start(record), facts, seat), None
    state = replace(state, hands=state.hands.laid_open(seat, own.hand))
    for fact in later:
        state = apply(state, fact)
    return state, Own(_own_hand(state, seat), _own_development(later, seat, own.development))


def _after(record: Record, then: Snapshot) -> list[AnyFact] | None:
    """What has happened since; none where the present does not come after it."""
    found: list[AnyFact] = []
    snapshot: Snapshot | None = record.head
    while snapshot is not None and snapshot.number > then.number:
        if snapshot.fact is not None and not snapshot.left_out:
            found.append(snapshot.fact)
        snapshot = snapshot.before
    return None if snapshot is None or snapshot.number != then.number else found[::-1]


def _start(record: Record) -> GameState:
    """The table before the first event."""
    snapshot = record.head
    while snapshot.before is not None:
        snapshot = snapshot.before
    return snapshot.state


def _says_trades_are_left_out(fact: AnyFact) -> bool:
    return isinstance(fact, RuleChanged) and fact.key == "trade_entry"


def _folded(start: GameState, facts: list[AnyFact], seat: int) -> GameState:
    """Where a host leaves trades out, a bot's own ones are entered all the same; of the rest, guesses are as good."""
    key = (_folded, seat)
    done, state = 0, replace(start, rules=replace(start.rules, trade_entry="all"))
    if key in derived(start):  # the last position is remembered, so that a decision folds only what is new
        before, then = derived(start)[key]
        if len(before) <= len(facts) and all(a is b or a == b for a, b in zip(before, facts, strict=False)):
            done, state = len(before), then
    for fact in facts[done:]:
        state = apply(state, fact)
    derived(start)[key] = (facts, state)
    return state


def _own_hand(state: GameState, seat: int) -> Cards:
    """Exactly, as far as the log goes; of a hand in doubt only what is certain is counted on."""
    if state.hands is None:
        return NONE
    return state.hands.bounds(seat).low


def _own_development(
    facts: list[AnyFact], seat: int, before: tuple[DevelopmentKind, ...] = ()
) -> tuple[DevelopmentKind, ...]:
    held = list(before)
    for fact in facts:
        if getattr(fact, "seat", None) != seat:
            continue
        if isinstance(fact, DevelopmentBought):
            if fact.card is not None:
                held.append(fact.card)
        elif isinstance(fact, PointsRevealed):
            for _ in range(min(fact.count, held.count("points"))):
                held.remove("points")
        elif type(fact) in PLAYED and PLAYED[type(fact)] in held:
            held.remove(PLAYED[type(fact)])
    return tuple(held)


def _on_average(state: GameState, seat: int) -> tuple[float, ...]:
    """How many of each kind a hand holds on average, over all that it may be."""
    size = state.seats[seat].hand
    if state.hands is None or size == 0:
        return (0.0,) * 5
    chances = state.hands.chances(seat)
    if chances is not None:
        total = [0.0] * 5
        for hand, chance in chances.items():
            share = float(chance)
            for kind, count in enumerate(hand):
                total[kind] += count * share
        return tuple(total)
    bounds = state.hands.bounds(seat)
    low, room = bounds.low, [min(high, size) - least for least, high in zip(bounds.low, bounds.high, strict=True)]
    left, space = size - low.total(), sum(room)
    return tuple(least + (left * more / space if space else 0.0) for least, more in zip(low, room, strict=True))


def unseen_development(observation: Observation) -> Counter[DevelopmentKind]:
    """The development cards that are in the deck or in other hands."""
    state = observation.state
    left = Counter(state.game.box.development)
    left["knight"] -= sum(seat.knights for seat in state.seats) + state.progress_played.get("knight", 0)
    left["points"] -= sum(seat.revealed_points for seat in state.seats)
    for kind in ("road_building", "year_of_plenty", "monopoly"):
        left[kind] -= state.progress_played.get(kind, 0)
    left.subtract(Counter(observation.development))
    return +left
