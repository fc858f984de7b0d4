"""Ledger of hidden hands: which cards the players may hold.

A *world* is one possible distribution of cards over all hands, and has an exact weight (its probability before
normalization). The ledger keeps every world that fits the entries. All worlds share a base, so that a gain changes only
the base; each world is stored as its difference from the base, packed into one integer. A payment may rule worlds out.
Only an unseen theft multiplies them.

No event is refused here. If an event fits no world, something was not entered, and the ledger forgets everything about
that hand except its size. For such a hand, and if there are too many worlds, only bounds are kept: the minimum and
maximum of each resource.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.table.cards import NO_CARDS, RESOURCE_INDEX, RESOURCES, Cards, Resource, cards_of

MAX_WORLDS = 500  # beyond this, only bounds are kept for some hands

# A packed difference has one field of 8 bits per seat and resource; `FIELD_ZERO` stands for no difference.
FIELD_BITS = 8
FIELD_ZERO = 1 << (FIELD_BITS - 1)
FIELD_MASK = (1 << FIELD_BITS) - 1
MAX_SEATS = 6
RESOURCE_COUNT = len(RESOURCES)
SHIFTS = tuple(
    tuple((seat * RESOURCE_COUNT + kind) * FIELD_BITS for kind in range(RESOURCE_COUNT)) for seat in range(MAX_SEATS)
)
BASE_WORLD = sum(FIELD_ZERO << shift for row in SHIFTS for shift in row)  # the world that equals the base
SEAT_MASKS = tuple(sum(FIELD_MASK << shift for shift in row) for row in SHIFTS)
MAX_WEIGHT = 1 << 60  # larger weights are divided by their common divisor


class Worlds:
    """Weights by packed difference. Immutable; the minimum of each field is cached."""

    __slots__ = ("_least", "weights")

    def __init__(self, weights: dict[int, int]) -> None:
        self.weights = weights
        self._least: dict[int, int] = {}

    def least(self, shift: int) -> int:
        """Return the smallest difference of one resource in one hand over all worlds."""
        if shift not in self._least:
            self._least[shift] = min([(world >> shift) & FIELD_MASK for world in self.weights]) - FIELD_ZERO
        return self._least[shift]

    def most(self, shift: int) -> int:
        return max([(world >> shift) & FIELD_MASK for world in self.weights]) - FIELD_ZERO

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Worlds) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __len__(self) -> int:
        return len(self.weights)


ONE_WORLD = Worlds({BASE_WORLD: 1})


class Bounds(Struct, frozen=True):
    """Minimum and maximum of each resource."""

    low: Cards
    high: Cards

    def for_size(self, size: int) -> "Bounds":
        """Return tighter bounds, given the number of cards in the hand."""
        least, most = self.low.total(), self.high.total()
        high = Cards(*(min(h, size - (least - low)) for low, h in zip(self.low, self.high, strict=True)))
        low = Cards(*(max(low, size - (most - h)) for low, h in zip(self.low, self.high, strict=True)))
        return Bounds(low, high)

    def allows_size(self, size: int) -> bool:
        """Return whether any hand of this size is within the bounds."""
        return self.high.covers(self.low) and self.low.total() <= size <= self.high.total()

    def allows(self, hand: Cards) -> bool:
        return hand.covers(self.low) and self.high.covers(hand)


def any_hand(size: int) -> Bounds:
    return Bounds(NO_CARDS, Cards(size, size, size, size, size))


class Hands(Struct, frozen=True):
    """What is known about all hands: by worlds or, for the seats in `bounded`, only by bounds."""

    base: tuple[Cards, ...]
    worlds: Worlds = ONE_WORLD
    bounded: Mapping[int, Bounds] = {}

    def bounds(self, seat: int) -> Bounds:
        if seat in self.bounded:
            return self.bounded[seat]
        base = self.base[seat]
        low = Cards(*(base[kind] + self.worlds.least(SHIFTS[seat][kind]) for kind in range(RESOURCE_COUNT)))
        high = Cards(*(base[kind] + self.worlds.most(SHIFTS[seat][kind]) for kind in range(RESOURCE_COUNT)))
        return Bounds(low, high)

    def probabilities(self, seat: int) -> dict[Cards, Fraction] | None:
        """Return every possible hand of a seat with its exact probability, or None if only bounds are known."""
        if seat in self.bounded:
            return None
        weighed: dict[Cards, int] = {}
        for world, weight in self.worlds.weights.items():
            hand = self._hand(world, seat)
            weighed[hand] = weighed.get(hand, 0) + weight
        total = sum(weighed.values())
        return {hand: Fraction(weight, total) for hand, weight in weighed.items()}

    def allows(self, hands: Iterable[Cards]) -> bool:
        """Return whether these hands together are possible."""
        held = tuple(hands)
        if not all(bounds.allows(held[seat]) for seat, bounds in self.bounded.items()):
            return False
        exact = [seat for seat in range(len(self.base)) if seat not in self.bounded]
        return any(all(self._hand(world, seat) == held[seat] for seat in exact) for world in self.worlds.weights)

    def _hand(self, world: int, seat: int) -> Cards:
        base = self.base[seat]
        shifts = zip(base, SHIFTS[seat], strict=True)
        return Cards(*[have + ((world >> at) & FIELD_MASK) - FIELD_ZERO for have, at in shifts])

    def with_gain(self, seat: int, cards: Cards) -> "Hands":
        if seat in self.bounded:
            bounds = self.bounded[seat]
            return self._with_bounds(seat, Bounds(bounds.low.plus(cards), bounds.high.plus(cards)))
        base = list(self.base)
        base[seat] = base[seat].plus(cards)
        return Hands(tuple(base), self.worlds, self.bounded)

    def with_payment(self, seat: int, cards: Cards, size: int) -> "Hands | None":
        """Remove known cards from a hand, leaving `size` cards; None if it can't have held them."""
        if seat in self.bounded:
            return self._with_bounded_payment(seat, cards, size)
        base = list(self.base)
        base[seat] = base[seat].minus(cards)
        hands = Hands(tuple(base), self.worlds, self.bounded)
        if len(self.worlds.weights) == 1:
            return hands if min(base[seat]) >= 0 else None
        # A world is ruled out if it had too few of a resource that was paid.
        checks = [
            (SHIFTS[seat][kind], FIELD_ZERO - base[seat][kind])
            for kind in range(RESOURCE_COUNT)
            if cards[kind] and base[seat][kind] + self.worlds.least(SHIFTS[seat][kind]) < 0
        ]
        if not checks:
            return hands
        worlds = self.worlds.weights.items()
        return hands._with_worlds(
            {w: n for w, n in worlds if all((w >> at) & FIELD_MASK >= least for at, least in checks)}
        )

    def _with_bounded_payment(self, seat: int, cards: Cards, size: int) -> "Hands | None":
        bounds = self.bounded[seat]
        if not bounds.high.covers(cards):
            return None
        low = Cards(*(max(0, have - paid) for have, paid in zip(bounds.low, cards, strict=True)))
        left = Bounds(low, bounds.high.minus(cards)).for_size(size)
        return self._with_bounds(seat, left) if left.allows_size(size) else None

    def with_exact_count(self, seat: int, resource: Resource, count: int) -> "Hands | None":
        """Record that a hand held exactly `count` of a resource, as a monopoly shows; None if that is impossible."""
        kind = RESOURCE_INDEX[resource]
        if seat in self.bounded:
            bounds = self.bounded[seat]
            if not bounds.low[kind] <= count <= bounds.high[kind]:
                return None
            exact = {resource: count}
            return self._with_bounds(seat, Bounds(bounds.low._replace(**exact), bounds.high._replace(**exact)))
        shift, wanted = SHIFTS[seat][kind], FIELD_ZERO + count - self.base[seat][kind]
        return self._with_worlds({w: n for w, n in self.worlds.weights.items() if (w >> shift) & FIELD_MASK == wanted})

    def with_seen_theft(self, victim: int, thief: int, resource: Resource, size: int) -> "Hands | None":
        """Record a theft of a known card: worlds with more of it become more likely; None if no world has it."""
        hands: Hands | None = self
        if victim not in self.bounded:
            kind = RESOURCE_INDEX[resource]
            shift, base = SHIFTS[victim][kind], self.base[victim][kind] - FIELD_ZERO
            weights = self.worlds.weights.items()
            counted = ((world, weight, base + ((world >> shift) & FIELD_MASK)) for world, weight in weights)
            hands = self._with_worlds({world: weight * count for world, weight, count in counted if count > 0})
        hands = hands and hands.with_payment(victim, cards_of(resource), size - 1)
        return hands and hands.with_gain(thief, cards_of(resource))

    def with_unseen_theft(self, victim: int, thief: int, size: int) -> "Hands":
        """Record an unseen theft from a hand of `size`."""
        if victim in self.bounded:
            return self._with_bounded_theft(victim, thief, size)
        base, shifts = self.base[victim], SHIFTS[victim]
        taker = None if thief in self.bounded else SHIFTS[thief]
        moves = [
            (kind, shifts[kind], (1 << taker[kind] if taker else 0) - (1 << shifts[kind]), base[kind] - FIELD_ZERO)
            for kind in range(RESOURCE_COUNT)
            if base[kind] + self.worlds.most(shifts[kind]) > 0
        ]
        found: dict[int, int] = {}
        for world, weight in self.worlds.weights.items():
            for _, shift, move, offset in moves:
                count = offset + ((world >> shift) & FIELD_MASK)
                if count > 0:
                    moved = world + move
                    found[moved] = found.get(moved, 0) + weight * count
        if not found:
            return self.with_unknown_hand(victim, size - 1)._with_possible_gain(thief, range(RESOURCE_COUNT))
        hands = self._with_worlds(found)
        assert hands is not None
        if taker is None:
            hands = hands._with_possible_gain(thief, [kind for kind, *_ in moves])
        return hands._limit_worlds((victim, thief))

    def _with_bounded_theft(self, victim: int, thief: int, size: int) -> "Hands":
        bounds = self.bounded[victim]
        possible = [kind for kind in range(RESOURCE_COUNT) if bounds.high[kind] > 0]
        low = Cards(*(max(0, have - 1) for have in bounds.low))
        hands = self._with_bounds(victim, Bounds(low, bounds.high).for_size(size - 1))
        return hands._with_possible_gain(thief, possible)

    def _with_possible_gain(self, seat: int, possible: Iterable[int]) -> "Hands":
        """Add one card that is one of these resources, with unknown probabilities."""
        kinds = tuple(possible)
        if seat in self.bounded:
            bounds = self.bounded[seat]
            high = Cards(*(have + (kind in kinds) for kind, have in enumerate(bounds.high)))
            return self._with_bounds(seat, Bounds(bounds.low, high))
        found: dict[int, int] = {}
        for world, weight in self.worlds.weights.items():
            for kind in kinds:
                moved = world + (1 << SHIFTS[seat][kind])
                found[moved] = found.get(moved, 0) + weight
        hands = self._with_worlds(found)
        assert hands is not None
        return hands._limit_worlds((seat,))

    def with_unseen_payment(self, seat: int, count: int, size: int) -> "Hands":
        """Remove unseen cards from a hand that then has `size` cards."""
        bounds = self.bounds(seat)
        low = Cards(*(max(0, have - count) for have in bounds.low))
        return self._with_bounds(seat, Bounds(low, bounds.high).for_size(size))

    def with_unseen_gift(self, giver: int, taker: int, count: int, sizes: tuple[int, int]) -> "Hands":
        """Move unseen cards that the giver chose; `sizes` are the sizes of both hands afterwards."""
        possible = [min(count, most) for most in self.bounds(giver).high]
        hands = self.with_unseen_payment(giver, count, sizes[0])
        bounds = hands.bounds(taker)
        high = Cards(*(have + more for have, more in zip(bounds.high, possible, strict=True)))
        return hands._with_bounds(taker, Bounds(bounds.low, high).for_size(sizes[1]))

    def with_unknown_hand(self, seat: int, size: int) -> "Hands":
        return self._with_bounds(seat, any_hand(size))

    def with_shown_hand(self, seat: int, hand: Cards) -> "Hands":
        return self._with_bounds(seat, Bounds(hand, hand))

    def with_recount(self, seat: int, before: int, size: int) -> "Hands":
        """Record that a hand has more or fewer cards than expected; the difference may be any resource."""
        if size == before:
            return self
        bounds = self.bounds(seat)
        if size > before:
            more = Cards(*(have + size - before for have in bounds.high))
            return self._with_bounds(seat, Bounds(bounds.low, more).for_size(size))
        return self.with_unseen_payment(seat, before - size, size)

    def with_new_hand(self) -> "Hands":
        return replace(self, base=(*self.base, NO_CARDS))

    def _with_worlds(self, weights: dict[int, int]) -> "Hands | None":
        """Return the ledger with these worlds, with the first of them as the new base; None if there are none."""
        if not weights:
            return None
        first = next(iter(weights))
        base, shift = self.base, BASE_WORLD - first
        if shift:
            base = tuple(self._hand(first, seat) for seat in range(len(base)))
            weights = {world + shift: weight for world, weight in weights.items()}
        if weights[BASE_WORLD] >= MAX_WEIGHT or len(weights) == 1:
            common = gcd(*weights.values())
            weights = {world: weight // common for world, weight in weights.items()}
        return Hands(base, Worlds(weights), self.bounded)

    def _reduced_to_bounds(self, seat: int) -> "Hands":
        """Keep only bounds for this hand."""
        if seat in self.bounded:
            return self
        merged: dict[int, int] = {}
        keep, unchanged = ~SEAT_MASKS[seat], BASE_WORLD & SEAT_MASKS[seat]
        for world, weight in self.worlds.weights.items():
            rest = (world & keep) | unchanged
            merged[rest] = merged.get(rest, 0) + weight
        base = (*self.base[:seat], NO_CARDS, *self.base[seat + 1 :])
        hands = Hands(base, self.worlds, {**self.bounded, seat: self.bounds(seat)})._with_worlds(merged)
        assert hands is not None
        return hands

    def _limit_worlds(self, movers: tuple[int, ...]) -> "Hands":
        """While there are too many worlds, reduce hands to bounds: first those that just changed, then the others."""
        hands = self
        for seat in (*movers, *range(len(self.base))):
            if len(hands.worlds) <= MAX_WORLDS:
                return hands
            hands = hands._reduced_to_bounds(seat)
        return hands

    def _with_bounds(self, seat: int, bounds: Bounds) -> "Hands":
        """Set the bounds of a hand; bounds that leave one possibility make it exact again."""
        hands = self._reduced_to_bounds(seat)
        bounded = {number: known for number, known in hands.bounded.items() if number != seat}
        if bounds.low == bounds.high:
            return Hands((*hands.base[:seat], bounds.low, *hands.base[seat + 1 :]), hands.worlds, bounded)
        return Hands(hands.base, hands.worlds, {**bounded, seat: bounds})
