"""Observation: everything a seat may see of a record. A bot knows nothing else.

The record holds the whole log with everything the server knows. Facts are first reduced to what this seat saw of them
and only then folded: the resulting ledger of hands is that of a perfect memory at this seat.
"""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.memo import derived
from narrator.core.reading.public_view import public_fact
from narrator.core.record.judging import apply
from narrator.core.record.record import Record
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.cards import NO_CARDS, Cards, DevelopmentKind
from narrator.core.table.state import GameState

CARD_OF_EVENT: dict[type, DevelopmentKind] = {
    events.KnightPlayed: "knight",
    events.RoadBuildingPlayed: "road_building",
    events.YearOfPlentyPlayed: "year_of_plenty",
    events.MonopolyPlayed: "monopoly",
}


class KnownCards(Struct, frozen=True):
    """A seat's own cards, if they are known better than from the log: a bot takes over a person's seat."""

    hand: Cards
    development: tuple[DevelopmentKind, ...] = ()  # oldest first
    counted_at: int | None = None  # entry at which they were counted, to be updated by later ones; None for now


class Observation(Struct, frozen=True):
    """What a seat sees: the table, its own cards, and estimates of the other hands."""

    seat: int
    state: GameState  # with the ledger of this seat
    hand: Cards
    # own development cards, oldest first; the last `bought_this_turn` can't be played yet
    development: tuple[DevelopmentKind, ...]
    average_hands: tuple[tuple[float, ...], ...]  # average of each resource per seat; the own hand exactly
    fact_count: int  # number of facts so far: with a seed, it determines this moment's chance

    @property
    def playable(self) -> tuple[DevelopmentKind, ...]:
        """Return the cards not bought this turn; the turn may still forbid playing one."""
        new_count = self.state.seats[self.seat].bought_this_turn
        return self.development[: len(self.development) - new_count] if new_count else self.development


def observe(record: Record, seat: int, known_cards: KnownCards | None = None) -> Observation:
    """Return what this seat may see of a record. Pass `own` if the log doesn't contain all of its cards."""
    history = record.head.history()
    facts = [public_fact(snapshot.fact, seat) for snapshot in history if snapshot.fact is not None]
    facts = [fact for fact in facts if not _changes_trade_entry(fact)]
    if known_cards is not None and known_cards.counted_at is not None:
        state, known_cards = _update_known_cards(record, facts, seat, known_cards)
    else:
        state = _fold(_initial_state(record), facts, seat)
    hand = _certain_hand(state, seat) if known_cards is None else known_cards.hand
    development = _held_development(facts, seat) if known_cards is None else known_cards.development
    hands = [_average_hand(state, number) for number in range(len(state.seats))]
    hands[seat] = tuple(map(float, hand))
    known = state.seats[seat].development_cards
    return Observation(seat, state, hand, development[:known], tuple(hands), len(facts))


def _update_known_cards(
    record: Record, facts: list[events.AnyFact], seat: int, known_cards: KnownCards
) -> tuple[GameState, KnownCards | None]:
    """Return the table, and own cards updated from those counted at an earlier entry, or None if that was undone."""
    then = record.snapshot_at(min(known_cards.counted_at or 0, len(record.log)))
    after = _facts_since(record, then)
    later = [fact for one in after or () if not _changes_trade_entry(fact := public_fact(one, seat))]
    state = _fold(_initial_state(record), facts[: len(facts) - len(later)], seat)
    if after is None or state.hands is None:
        return _fold(_initial_state(record), facts, seat), None
    state = replace(state, hands=state.hands.with_shown_hand(seat, known_cards.hand))
    for fact in later:
        state = apply(state, fact)
    return state, KnownCards(_certain_hand(state, seat), _held_development(later, seat, known_cards.development))


def _facts_since(record: Record, then: Snapshot) -> list[events.AnyFact] | None:
    """Return what has happened since a snapshot; None if it is not part of the current timeline."""
    found: list[events.AnyFact] = []
    snapshot: Snapshot | None = record.head
    while snapshot is not None and snapshot.number > then.number:
        if snapshot.fact is not None and not snapshot.left_out:
            found.append(snapshot.fact)
        snapshot = snapshot.before
    return None if snapshot is None or snapshot.number != then.number else found[::-1]


def _initial_state(record: Record) -> GameState:
    snapshot = record.head
    while snapshot.before is not None:
        snapshot = snapshot.before
    return snapshot.state


def _changes_trade_entry(fact: events.AnyFact) -> bool:
    return isinstance(fact, events.RuleChanged) and fact.key == "trade_entry"


def _fold(start: GameState, facts: list[events.AnyFact], seat: int) -> GameState:
    """Fold the facts. Bots' own trades are entered even if the host leaves others out, so that rule is ignored here."""
    key = (_fold, seat)
    done, state = 0, replace(start, rules=replace(start.rules, trade_entry="all"))
    if key in derived(start):  # the last position is remembered, so that a decision folds only what is new
        before, then = derived(start)[key]
        if len(before) <= len(facts) and all(a is b or a == b for a, b in zip(before, facts, strict=False)):
            done, state = len(before), then
    for fact in facts[done:]:
        state = apply(state, fact)
    derived(start)[key] = (facts, state)
    return state


def _certain_hand(state: GameState, seat: int) -> Cards:
    if state.hands is None:
        return NO_CARDS
    return state.hands.bounds(seat).low


def _held_development(
    facts: list[events.AnyFact], seat: int, before: tuple[DevelopmentKind, ...] = ()
) -> tuple[DevelopmentKind, ...]:
    held = list(before)
    for fact in facts:
        if getattr(fact, "seat", None) != seat:
            continue
        if isinstance(fact, events.DevelopmentBought):
            if fact.card is not None:
                held.append(fact.card)
        elif isinstance(fact, events.PointsRevealed):
            for _ in range(min(fact.count, held.count("points"))):
                held.remove("points")
        elif type(fact) in CARD_OF_EVENT and CARD_OF_EVENT[type(fact)] in held:
            held.remove(CARD_OF_EVENT[type(fact)])
    return tuple(held)


def _average_hand(state: GameState, seat: int) -> tuple[float, ...]:
    """Return the average of each resource over all possible hands."""
    size = state.seats[seat].hand_size
    if state.hands is None or size == 0:
        return (0.0,) * 5
    if (chances := state.hands.probabilities(seat)) is not None:
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
    """Return the development cards in the deck or in other hands."""
    state = observation.state
    left = Counter(state.game.box.development)
    left["knight"] -= sum(seat.knights for seat in state.seats) + state.progress_played.get("knight", 0)
    left["points"] -= sum(seat.revealed_points for seat in state.seats)
    for kind in ("road_building", "year_of_plenty", "monopoly"):
        left[kind] -= state.progress_played.get(kind, 0)
    left.subtract(Counter(observation.development))
    return +left
