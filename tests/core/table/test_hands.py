"""The hands ledger: what may be in hands that nobody shows, in small examples counted by hand and against an oracle
that keeps every possible table in full."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.reading.mistakes import HandMistake, find_hand_mistake
from narrator.core.table import hands as ledger
from narrator.core.table.cards import NO_CARDS, PRICES, RESOURCES, Cards, Resource, cards_of
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    Corrected,
    DiceRolled,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuilt,
    YearOfPlentyPlayed,
)
from narrator.core.table.hands import Bounds, Hands
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, given, new_game, path, play, record_of

Worlds = dict[tuple[Cards, ...], Fraction]

TWO_ORE_ONE_WOOL = Cards(ore=2, wool=1)
ORE, WOOL = Cards(ore=1), Cards(wool=1)
SOME_LUMBER_AND_BRICK = Cards(lumber=3, brick=3)
"""Out of the bank, so that a road's cost has room there."""


def table(*hands: Cards) -> Hands:
    return Hands(hands)


def surely(hands: Hands | None) -> Hands:
    assert hands is not None
    return hands


def robbed() -> Hands:
    """Boris has just robbed Ana, who held two ore and a wool."""
    return table(TWO_ORE_ONE_WOOL, NO_CARDS, NO_CARDS).with_unseen_theft(ANA, BORIS, 3)


def holding(hands: Mapping[int, Cards], **rules: Any) -> GameState:
    """A table of three in Ana's turn where everybody's cards are known; what they hold is missing from the bank."""
    state = given(new_game(3, **rules), hands={seat: cards.total() for seat, cards in hands.items()})
    held = tuple(hands.get(seat, NO_CARDS) for seat in range(3))
    bank = state.game.box.bank()
    for cards in held:
        bank = bank.minus(cards)
    return replace(state, hands=Hands(held), bank=bank)


def theft(thief: int, victim: int, resource: Resource | None = None) -> CardStolen:
    return CardStolen(seat=thief, victim=victim, resource=resource, late=True)


# A theft that only the two saw.


def test_a_theft_from_two_ore_and_a_wool_is_ore_in_two_of_three_cases() -> None:
    assert robbed().probabilities(BORIS) == {ORE: Fraction(2, 3), WOOL: Fraction(1, 3)}
    assert robbed().probabilities(ANA) == {Cards(ore=1, wool=1): Fraction(2, 3), Cards(ore=2): Fraction(1, 3)}
    assert robbed().probabilities(CHAI) == {NO_CARDS: Fraction(1)}
    assert len(robbed().worlds) == 2


def test_hands_are_possible_together_and_not_each_for_itself() -> None:
    assert robbed().allows([Cards(ore=1, wool=1), ORE, NO_CARDS])
    assert robbed().allows([Cards(ore=2), WOOL, NO_CARDS])
    assert not robbed().allows([Cards(ore=2), ORE, NO_CARDS]), "three ore were never there"
    assert not robbed().allows([Cards(ore=1, wool=1), WOOL, NO_CARDS])


def test_the_bounds_of_robbed_and_robber() -> None:
    assert robbed().bounds(ANA) == Bounds(Cards(ore=1), Cards(ore=2, wool=1))
    assert robbed().bounds(BORIS) == Bounds(NO_CARDS, Cards(ore=1, wool=1))
    assert robbed().bounds(CHAI) == Bounds(NO_CARDS, NO_CARDS)


def test_a_theft_of_a_stolen_card_weighs_both_draws() -> None:
    # Boris holds wool of his own; Chai draws one of his two cards.
    hands = table(TWO_ORE_ONE_WOOL, WOOL, NO_CARDS).with_unseen_theft(ANA, BORIS, 3).with_unseen_theft(BORIS, CHAI, 2)
    # Ore taken (2/3): Chai draws it in half of the cases. Wool taken (1/3): only wool is left to draw.
    assert hands.probabilities(CHAI) == {ORE: Fraction(1, 3), WOOL: Fraction(2, 3)}
    assert hands.probabilities(BORIS) == {WOOL: Fraction(2, 3), ORE: Fraction(1, 3)}
    assert len(hands.worlds) == 3


def test_a_theft_from_a_hand_of_one_kind_tells_everything() -> None:
    hands = table(Cards(grain=3), NO_CARDS).with_unseen_theft(ANA, BORIS, 3)
    assert hands == table(Cards(grain=2), Cards(grain=1))


def test_the_last_card_stolen_brings_everything_back_together() -> None:
    hands = table(Cards(ore=1, wool=1), NO_CARDS).with_unseen_theft(ANA, BORIS, 2)
    assert len(hands.worlds) == 2
    hands = hands.with_unseen_theft(ANA, BORIS, 1)
    assert hands.probabilities(BORIS) == {Cards(ore=1, wool=1): Fraction(1)}
    assert hands.probabilities(ANA) == {NO_CARDS: Fraction(1)}
    assert len(hands.worlds) == 1


# Gains and payments.


def test_a_gain_moves_every_possible_hand_and_walks_no_world() -> None:
    hands = robbed().with_gain(BORIS, Cards(brick=2))
    assert hands.probabilities(BORIS) == {Cards(ore=1, brick=2): Fraction(2, 3), Cards(wool=1, brick=2): Fraction(1, 3)}
    start = robbed()
    assert start.with_gain(BORIS, Cards(brick=2)).worlds is start.worlds


def test_a_payment_that_every_world_can_make_walks_no_world() -> None:
    start = robbed()
    paid = surely(start.with_payment(ANA, ORE, 1))
    assert paid.worlds is start.worlds
    assert paid.probabilities(ANA) == {WOOL: Fraction(2, 3), ORE: Fraction(1, 3)}


def test_a_payment_rules_out_the_worlds_that_could_not_make_it() -> None:
    paid = surely(robbed().with_payment(BORIS, WOOL, 0))
    assert len(paid.worlds) == 1
    assert paid.probabilities(BORIS) == {NO_CARDS: Fraction(1)}
    assert paid.probabilities(ANA) == {Cards(ore=2): Fraction(1)}, "so Boris had drawn the wool"


def test_a_payment_of_several_kinds_needs_them_all_in_one_world() -> None:
    hands = (
        table(Cards(ore=1, wool=1, grain=1), NO_CARDS, NO_CARDS)
        .with_unseen_theft(ANA, BORIS, 3)
        .with_unseen_theft(ANA, BORIS, 2)
    )
    assert len(hands.worlds) == 3
    paid = surely(hands.with_payment(BORIS, Cards(ore=1, grain=1), 0))
    assert paid.probabilities(ANA) == {WOOL: Fraction(1)}
    assert hands.with_payment(BORIS, Cards(ore=2), 0) is None
    assert hands.with_payment(BORIS, Cards(ore=1, wool=1, grain=1), 0) is None, "each is possible, all three are not"


def test_a_payment_that_fits_no_world_is_reported_and_changes_nothing() -> None:
    start = robbed()
    assert start.with_payment(BORIS, Cards(brick=1), 0) is None
    assert start.with_payment(CHAI, WOOL, 0) is None
    assert start == robbed()


# What everybody saw.


def test_a_seen_theft_reweighs_the_worlds() -> None:
    # Boris has {ore, ore} with 2/3 and {ore, wool} with 1/3; Chai openly draws ore, certain in the first, even in the
    # second: 2/3 against 1/6.
    hands = table(TWO_ORE_ONE_WOOL, ORE, NO_CARDS).with_unseen_theft(ANA, BORIS, 3)
    drawn = surely(hands.with_seen_theft(BORIS, CHAI, "ore", 2))
    assert drawn.probabilities(BORIS) == {ORE: Fraction(4, 5), WOOL: Fraction(1, 5)}
    assert drawn.probabilities(CHAI) == {ORE: Fraction(1)}
    assert drawn.probabilities(ANA) == {Cards(ore=1, wool=1): Fraction(4, 5), Cards(ore=2): Fraction(1, 5)}


def test_a_seen_theft_rules_out_worlds_without_that_card() -> None:
    hands = table(TWO_ORE_ONE_WOOL, ORE, NO_CARDS).with_unseen_theft(ANA, BORIS, 3)
    assert surely(hands.with_seen_theft(BORIS, CHAI, "wool", 2)).probabilities(ANA) == {Cards(ore=2): Fraction(1)}
    assert hands.with_seen_theft(BORIS, CHAI, "brick", 2) is None


def test_handing_over_an_ore_by_choice_does_not_reweigh() -> None:
    hands = table(TWO_ORE_ONE_WOOL, ORE, NO_CARDS).with_unseen_theft(ANA, BORIS, 3)
    paid = surely(hands.with_payment(BORIS, ORE, 1))
    assert paid.probabilities(BORIS) == {ORE: Fraction(2, 3), WOOL: Fraction(1, 3)}


@pytest.mark.parametrize(("count", "left"), [(0, Cards(ore=2)), (1, Cards(ore=1, wool=1))])
def test_a_monopoly_filters_by_what_a_hand_held(count: int, left: Cards) -> None:
    assert surely(robbed().with_exact_count(ANA, "wool", count)).probabilities(ANA) == {left: Fraction(1)}


def test_a_monopoly_count_that_no_world_has_is_reported() -> None:
    assert robbed().with_exact_count(ANA, "wool", 2) is None
    assert robbed().with_exact_count(CHAI, "grain", 1) is None


def test_a_monopoly_event_filters_by_those_who_gave_and_those_who_did_not() -> None:
    state = holding({ANA: TWO_ORE_ONE_WOOL, CHAI: Cards(wool=2)})
    state = replace(state, seats=tuple(replace(seat, development_cards=1) for seat in state.seats))
    state = play(state, theft(BORIS, ANA), MonopolyPlayed(seat=CHAI, resource="wool", taken={ANA: 1}, late=True))
    assert state.hands == table(ORE, ORE, Cards(wool=3)), "Boris gave no wool, so the card he drew was ore"
    assert state.unsure == {}


# A discard that nobody looked at.


def test_a_discard_nobody_looked_at_loosens_that_hand_to_bounds() -> None:
    hands = table(Cards(ore=3, wool=1), Cards(brick=1)).with_unseen_payment(ANA, 2, 2)
    assert hands.probabilities(ANA) is None
    assert hands.bounds(ANA) == Bounds(Cards(ore=1), Cards(ore=2, wool=1))
    assert hands.allows([Cards(ore=2), Cards(brick=1)])
    assert hands.allows([Cards(ore=1, wool=1), Cards(brick=1)])
    assert not hands.allows([Cards(wool=1, grain=1), Cards(brick=1)])
    assert hands.probabilities(BORIS) == {Cards(brick=1): Fraction(1)}, "nobody else's hand is touched"


def test_a_discard_of_the_whole_hand_leaves_nothing_to_wonder_about() -> None:
    assert table(Cards(ore=3, wool=1), NO_CARDS).with_unseen_payment(ANA, 4, 0) == table(NO_CARDS, NO_CARDS)


def test_a_loose_hand_gains_pays_and_tightens_again() -> None:
    hands = table(Cards(ore=3, wool=1), NO_CARDS).with_unseen_payment(ANA, 2, 2).with_gain(ANA, Cards(grain=1))
    assert hands.bounds(ANA) == Bounds(Cards(ore=1, grain=1), Cards(ore=2, wool=1, grain=1))
    paid = surely(hands.with_payment(ANA, WOOL, 2))
    assert paid == table(Cards(ore=1, grain=1), NO_CARDS), "one possibility is knowledge again"
    assert hands.with_payment(ANA, Cards(ore=3), 0) is None
    assert surely(hands.with_exact_count(ANA, "ore", 1)).bounds(ANA).low == Cards(ore=1, grain=1)
    assert hands.with_exact_count(ANA, "ore", 0) is None
    assert hands.with_exact_count(ANA, "ore", 3) is None


def test_a_payment_that_leaves_fewer_cards_than_the_hand_surely_holds_fits_nothing() -> None:
    hands = table(NO_CARDS, NO_CARDS).with_unknown_hand(ANA, 1).with_gain(ANA, ORE)
    assert hands.bounds(ANA) == Bounds(ORE, Cards(1, 1, 1, 1, 2))
    assert hands.with_payment(ANA, PRICES["road"], 0) is None, "two cards, one of them ore: not a lumber and a brick"
    assert surely(hands.with_payment(ANA, Cards(ore=1, brick=1), 0)).probabilities(ANA) == {NO_CARDS: Fraction(1)}


def test_a_theft_from_a_loose_hand_is_one_of_the_kinds_it_may_hold() -> None:
    hands = table(Cards(ore=3, wool=1), NO_CARDS).with_unseen_payment(ANA, 2, 2).with_unseen_theft(ANA, BORIS, 2)
    assert hands.bounds(ANA) == Bounds(NO_CARDS, Cards(ore=1, wool=1))
    assert hands.bounds(BORIS) == Bounds(NO_CARDS, Cards(ore=1, wool=1))
    for one, other in product((ORE, WOOL), repeat=2):
        assert hands.allows([one, other]) or one == other == WOOL


def test_a_theft_by_a_loose_hand_widens_its_upper_bounds_by_one() -> None:
    hands = (
        table(Cards(ore=3, wool=1), TWO_ORE_ONE_WOOL).with_unseen_payment(ANA, 2, 2).with_unseen_theft(BORIS, ANA, 3)
    )
    assert hands.bounds(ANA) == Bounds(Cards(ore=1), Cards(ore=3, wool=2))
    assert hands.probabilities(BORIS) == {Cards(ore=1, wool=1): Fraction(2, 3), Cards(ore=2): Fraction(1, 3)}


# Opened hands and recounts.


def test_an_opened_hand_may_be_anything_of_its_size() -> None:
    hands = robbed().with_unknown_hand(BORIS, 2)
    assert hands.bounds(BORIS) == Bounds(NO_CARDS, Cards(2, 2, 2, 2, 2))
    assert hands.probabilities(BORIS) is None
    # What Boris drew can't be told from his hand any more, what Ana has left can.
    assert hands.probabilities(ANA) == {Cards(ore=1, wool=1): Fraction(2, 3), Cards(ore=2): Fraction(1, 3)}


def test_an_opened_empty_hand_is_known() -> None:
    assert robbed().with_unknown_hand(BORIS, 0).probabilities(BORIS) == {NO_CARDS: Fraction(1)}


def test_a_recount_that_agrees_changes_nothing() -> None:
    start = robbed()
    assert start.with_recount(BORIS, 1, 1) is start


def test_a_recount_upwards_may_be_any_cards_more() -> None:
    hands = table(TWO_ORE_ONE_WOOL, NO_CARDS).with_recount(ANA, 3, 4)
    assert hands.bounds(ANA) == Bounds(Cards(ore=2, wool=1), Cards(lumber=1, brick=1, wool=2, grain=1, ore=3))
    assert hands.allows([Cards(ore=2, wool=1, brick=1), NO_CARDS])
    assert not hands.allows([Cards(ore=1, wool=1, brick=2), NO_CARDS])


def test_a_recount_downwards_may_be_any_cards_less() -> None:
    hands = table(TWO_ORE_ONE_WOOL, NO_CARDS).with_recount(ANA, 3, 2)
    assert hands.bounds(ANA) == Bounds(Cards(ore=1), Cards(ore=2, wool=1))
    assert table(TWO_ORE_ONE_WOOL, NO_CARDS).with_recount(ANA, 3, 0) == table(NO_CARDS, NO_CARDS)


def test_one_more_at_the_table_has_an_empty_hand() -> None:
    assert robbed().with_new_hand().probabilities(3) == {NO_CARDS: Fraction(1)}
    assert robbed().with_new_hand().probabilities(BORIS) == robbed().probabilities(BORIS)


# Counting worlds after a given log.


@pytest.mark.parametrize("thefts", range(6))
def test_thefts_from_five_different_cards_leave_every_choice_of_them(thefts: int) -> None:
    state = play(holding({ANA: Cards(1, 1, 1, 1, 1)}), *[theft(BORIS, ANA)] * thefts)
    assert state.hands is not None
    assert len(state.hands.worlds) == comb(5, thefts)
    chances = state.hands.probabilities(BORIS)
    assert chances is not None
    assert set(chances.values()) == {Fraction(1, comb(5, thefts))}


@pytest.mark.parametrize(("thefts", "worlds"), list(enumerate([1, 5, 15, 30, 45, 51, 45, 30, 15, 5, 1])))
def test_thefts_from_two_of_each_are_counted_like_the_powers_of_a_trinomial(thefts: int, worlds: int) -> None:
    # The coefficients of (1 + x + x²) to the fifth: of every kind none, one or both have gone.
    state = play(holding({ANA: Cards(2, 2, 2, 2, 2)}), *[theft(BORIS, ANA)] * thefts)
    assert state.hands is not None
    assert len(state.hands.worlds) == worlds


LOG: list[tuple[AnyFact, int]] = [
    (theft(BORIS, ANA), 3),  # a lumber, a brick or a wool
    (theft(CHAI, ANA), 6),  # one of the two others
    (theft(CHAI, BORIS), 3),  # Boris's only card: Ana keeps one, Chai has two
    (theft(BORIS, CHAI), 6),  # one of Chai's two
    (BankTraded(seat=CHAI, give={"wool": 1}, receive={"ore": 1}, late=True, waived=True), 2),  # Chai kept the wool
    (theft(ANA, CHAI), 2),  # the ore, for sure
    (
        RoadBuilt(seat=BORIS, at=path("A1|A2"), late=True, waived=True),
        2,
    ),  # with one card he can't; Ana's stays lumber or brick
]


@pytest.mark.parametrize("length", range(1, len(LOG) + 1))
def test_worlds_after_each_line_of_a_log(length: int) -> None:
    state = play(holding({ANA: Cards(lumber=1, brick=1, wool=1)}), *(event for event, _ in LOG[:length]))
    assert state.hands is not None
    assert len(state.hands.worlds) == LOG[length - 1][1]
    assert state.unsure == ({"hand.1": length} if length == len(LOG) else {})


# The limit.


def test_over_the_limit_the_movers_are_known_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "MAX_WORLDS", 1)
    hands = table(TWO_ORE_ONE_WOOL, NO_CARDS, Cards(brick=1)).with_unseen_theft(ANA, BORIS, 3)
    assert len(hands.worlds) == 1
    assert hands.bounds(ANA) == Bounds(Cards(ore=1), Cards(ore=2, wool=1))
    assert hands.bounds(BORIS) == Bounds(NO_CARDS, Cards(ore=1, wool=1))
    assert hands.allows([Cards(ore=1, wool=1), ORE, Cards(brick=1)])
    assert hands.allows([Cards(ore=2), WOOL, Cards(brick=1)])
    assert hands.probabilities(CHAI) == {Cards(brick=1): Fraction(1)}, "who had no part in it is known as before"


def test_at_the_limit_all_worlds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "MAX_WORLDS", 2)
    assert robbed().probabilities(BORIS) == {ORE: Fraction(2, 3), WOOL: Fraction(1, 3)}


def test_the_worlds_never_pass_the_limit() -> None:
    hands = table(*(Cards(4, 4, 4, 4, 4) for _ in range(4)))
    luck = Random(1)
    for _ in range(60):
        victim, thief = luck.sample(range(4), 2)
        if hands.bounds(victim).high.total():
            hands = hands.with_unseen_theft(victim, thief, 20)
        assert len(hands.worlds) <= ledger.MAX_WORLDS


def test_a_long_evening_of_thefts_keeps_no_more_than_five_hundred_worlds() -> None:
    """Named here as a number: with more of them, thefts take longer than a tap may."""
    hands, most = table(*(Cards(4, 4, 4, 4, 4) for _ in range(6))), 0
    for theft in range(300):
        victim, thief = theft % 6, (theft + 1 + theft // 6 % 5) % 6
        hands = hands.with_unseen_theft(victim, thief, 20)
        most = max(most, len(hands.worlds))
    assert 1 < most <= 500


def test_a_hand_that_is_known_within_bounds_gives_its_thieves_no_more_worlds_than_the_limit() -> None:
    hands = table(*(Cards(4, 4, 4, 4, 4) for _ in range(6))).with_unknown_hand(ANA, 20)
    for thief in (1, 2, 3, 4, 5) * 4:
        hands = hands.with_unseen_theft(ANA, thief, 20)
        assert len(hands.worlds) <= 500


def test_four_thefts_from_two_hands_are_kept_in_full() -> None:
    hands = table(Cards(4, 4, 4, 4, 4), Cards(4, 4, 4, 4, 4), NO_CARDS)
    for victim, size in ((ANA, 20), (BORIS, 20), (ANA, 19), (BORIS, 19)):
        hands = hands.with_unseen_theft(victim, CHAI, size)
    assert len(hands.worlds) == 225, "two of five kinds, with repetition, out of each"
    assert not hands.bounded


# An oracle: every possible table in full, with its chance.


def tables_after_theft(worlds: Worlds, victim: int, thief: int, seen: Resource | None = None) -> Worlds:
    after: Worlds = {}
    for hands, chance in worlds.items():
        size = hands[victim].total()
        for resource in [seen] if seen else RESOURCES:
            count = hands[victim].count_of(resource)
            if count:
                moved = list(hands)
                moved[victim] = moved[victim].minus(cards_of(resource))
                moved[thief] = moved[thief].plus(cards_of(resource))
                after[tuple(moved)] = after.get(tuple(moved), Fraction(0)) + chance * Fraction(count, size)
    return weighed(after)


def tables_after(worlds: Worlds, seat: int, gain: Cards, pay: Cards) -> Worlds:
    after: Worlds = {}
    for hands, chance in worlds.items():
        if hands[seat].covers(pay):
            changed = (*hands[:seat], hands[seat].minus(pay).plus(gain), *hands[seat + 1 :])
            after[changed] = after.get(changed, Fraction(0)) + chance
    return weighed(after)


def weighed(worlds: Worlds) -> Worlds:
    total = sum(worlds.values())
    return {hands: chance / total for hands, chance in worlds.items()}


def chances_in(worlds: Worlds, seat: int) -> dict[Cards, Fraction]:
    chances: dict[Cards, Fraction] = {}
    for hands, chance in worlds.items():
        chances[hands[seat]] = chances.get(hands[seat], Fraction(0)) + chance
    return chances


def random_cards(luck: Random, most: int) -> Cards:
    cards = NO_CARDS
    for _ in range(luck.randint(1, most)):
        cards = cards.plus(cards_of(luck.choice(RESOURCES)))
    return cards


class Oracle:
    """The ledger and all tables in full, side by side, with one of those tables as the true one."""

    def __init__(self, luck: Random, players: int) -> None:
        self.luck = luck
        self.true = tuple(random_cards(luck, 4) for _ in range(players))
        self.worlds: Worlds = {self.true: Fraction(1)}
        self.hands = Hands(self.true)

    def step(self) -> None:
        seat, other = self.luck.sample(range(len(self.true)), 2)
        what = self.luck.choice(["gain", "pay", "steal", "steal", "steal", "draw", "monopoly", "impossible"])
        size = self.true[seat].total()
        if what == "gain":
            self.change(seat, random_cards(self.luck, 3), NO_CARDS)
        elif what == "impossible":
            self.try_payment(seat, random_cards(self.luck, 4))
        elif size == 0:
            return
        elif what == "pay":
            self.change(seat, NO_CARDS, self.pick(seat, self.luck.randint(1, size)))
        elif what == "monopoly":
            self.tell(seat, self.luck.choice(RESOURCES))
        else:
            self.steal(seat, other, seen=what == "draw")

    def pick(self, seat: int, count: int) -> Cards:
        pile = [r for r in RESOURCES for _ in range(self.true[seat].count_of(r))]
        picked = NO_CARDS
        for resource in self.luck.sample(pile, count):
            picked = picked.plus(cards_of(resource))
        return picked

    def put(self, seat: int, cards: Cards) -> None:
        self.true = (*self.true[:seat], cards, *self.true[seat + 1 :])

    def change(self, seat: int, gain: Cards, pay: Cards) -> None:
        self.put(seat, self.true[seat].minus(pay).plus(gain))
        self.worlds = tables_after(self.worlds, seat, gain, pay)
        hands = self.hands.with_gain(seat, gain) if gain.total() else self.hands
        self.hands = surely(hands.with_payment(seat, pay, self.true[seat].total())) if pay.total() else hands

    def try_payment(self, seat: int, pay: Cards) -> None:
        fits = any(hands[seat].covers(pay) for hands in self.worlds)
        left = max(0, self.true[seat].total() - pay.total())
        assert (self.hands.with_payment(seat, pay, left) is not None) == fits

    def tell(self, seat: int, resource: Resource) -> None:
        count = self.true[seat].count_of(resource)
        self.worlds = weighed({hands: c for hands, c in self.worlds.items() if hands[seat].count_of(resource) == count})
        self.hands = surely(self.hands.with_exact_count(seat, resource, count))
        assert self.hands.with_exact_count(seat, resource, count + 1) is None

    def steal(self, victim: int, thief: int, *, seen: bool) -> None:
        size, taken = self.true[victim].total(), self.pick(victim, 1)
        (resource,) = taken.resources()
        self.put(victim, self.true[victim].minus(taken))
        self.put(thief, self.true[thief].plus(taken))
        self.worlds = tables_after_theft(self.worlds, victim, thief, resource if seen else None)
        if seen:
            self.hands = surely(self.hands.with_seen_theft(victim, thief, resource, size))
        else:
            self.hands = self.hands.with_unseen_theft(victim, thief, size)


@settings(max_examples=30, deadline=None)
@over(st.integers(0, 10**6), st.integers(2, 4))
def test_the_ledger_knows_exactly_what_an_oracle_of_full_tables_knows(seed: int, players: int) -> None:
    oracle = Oracle(Random(seed), players)
    for _ in range(25):
        oracle.step()
        if len(oracle.worlds) > ledger.MAX_WORLDS:
            break
        assert len(oracle.hands.worlds) == len(oracle.worlds)
        assert all(oracle.hands.allows(hands) for hands in oracle.worlds)
        for seat in range(players):
            chances = chances_in(oracle.worlds, seat)
            assert oracle.hands.probabilities(seat) == chances
            low, high = (Cards(*map(f, zip(*chances, strict=True))) for f in (min, max))
            assert oracle.hands.bounds(seat) == Bounds(low, high)


@settings(max_examples=30, deadline=None)
@over(st.integers(0, 10**6), st.integers(2, 4), st.integers(1, 5))
def test_with_a_tiny_limit_the_bounds_hold_everything_that_an_oracle_thinks_possible(
    seed: int, players: int, limit: int
) -> None:
    luck = Random(seed)
    oracle = Oracle(luck, players)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "MAX_WORLDS", limit)
        for _ in range(25):
            seat, other = luck.sample(range(players), 2)
            if luck.random() < 0.4:
                oracle.change(seat, random_cards(luck, 3), NO_CARDS)
            elif size := oracle.true[seat].total():
                if luck.random() < 0.5:
                    oracle.change(seat, NO_CARDS, oracle.pick(seat, luck.randint(1, size)))
                else:
                    oracle.steal(seat, other, seen=luck.random() < 0.2)
            if len(oracle.worlds) > ledger.MAX_WORLDS:
                break
            assert len(oracle.hands.worlds) <= limit
            assert all(oracle.hands.allows(hands) for hands in oracle.worlds)
            for number, hand in enumerate(oracle.true):
                bounds = oracle.hands.bounds(number)
                assert bounds.low.total() <= hand.total() <= bounds.high.total()


# A fact that fits no world.


def test_a_payment_that_fits_nothing_opens_that_hand_and_marks_it_with_its_entry() -> None:
    record = record_of(
        holding({ANA: TWO_ORE_ONE_WOOL, BORIS: Cards(grain=2), CHAI: SOME_LUMBER_AND_BRICK}),
        RoadBuilt(seat=ANA, at=path("A1|A2"), waived=True),
    )
    state = record.state
    assert state.hands is not None
    assert state.seats[ANA].hand_size == 1
    assert state.hands.bounds(ANA) == Bounds(NO_CARDS, Cards(1, 1, 1, 1, 1))
    assert state.hands.probabilities(BORIS) == {Cards(grain=2): Fraction(1)}
    assert state.unsure == {"hand.0": 1}


def test_a_mark_keeps_the_entry_since_when() -> None:
    record = record_of(
        holding({ANA: Cards(ore=5)}),
        RoadBuilt(seat=ANA, at=path("A1|A2"), waived=True),
        DiceRolled(seat=BORIS, total=2, waived=True),
        RoadBuilt(seat=ANA, at=path("B1|B2"), waived=True, late=True),
        RoadBuilt(seat=ANA, at=path("C1|C2"), waived=True, late=True),
    )
    assert record.state.unsure["hand.0"] == 1


def test_a_seen_theft_of_a_card_that_was_not_there_opens_the_victim_and_tells_the_thief() -> None:
    state = play(holding({ANA: Cards(ore=3), BORIS: Cards(grain=1)}), theft(BORIS, ANA, "brick"))
    assert state.hands is not None
    assert [seat.hand_size for seat in state.seats] == [2, 2, 0]
    assert state.hands.bounds(ANA) == Bounds(NO_CARDS, Cards(2, 2, 2, 2, 2))
    assert state.hands.probabilities(BORIS) == {Cards(grain=1, brick=1): Fraction(1)}
    assert state.unsure == {"hand.0": 1}


def test_a_monopoly_count_that_fits_nothing_opens_what_is_left_without_that_kind() -> None:
    state = holding({ANA: NO_CARDS, BORIS: Cards(ore=1, wool=3), CHAI: Cards(grain=1)})
    state = replace(state, seats=tuple(replace(seat, development_cards=1) for seat in state.seats))
    state = play(state, MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 2}, waived=True))
    assert state.hands is not None
    assert [seat.hand_size for seat in state.seats] == [2, 2, 1]
    assert state.hands.probabilities(ANA) == {Cards(ore=2): Fraction(1)}
    assert state.hands.allows([Cards(ore=2), Cards(wool=2), Cards(grain=1)])
    assert state.unsure["hand.1"] == 1


def test_a_trade_that_a_hand_was_too_small_for_opens_it_and_marks_it() -> None:
    """Boris has one card, nobody knows which, and is said to have given two."""
    state = given(new_game(3), hands={ANA: 5, BORIS: 1, CHAI: 0})
    trade = PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 2}, receive={"brick": 1, "ore": 1}, waived=True)
    state = play(state, trade)
    assert state.hands is not None
    assert "hand.1" in state.unsure
    bounds = state.hands.bounds(BORIS)
    assert bounds.high.covers(bounds.low)
    assert bounds.low.total() <= state.seats[BORIS].hand_size <= bounds.high.total()


def test_after_a_trade_that_a_hand_was_too_small_for_thefts_can_still_be_entered() -> None:
    state = given(new_game(3), hands={ANA: 5, BORIS: 1, CHAI: 0})
    state = play(
        state,
        PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 2}, receive={"brick": 1, "ore": 1}, waived=True),
        theft(CHAI, BORIS),
        YearOfPlentyPlayed(seat=BORIS, cards={"ore": 1}, waived=True, late=True),
        theft(CHAI, BORIS),
    )
    assert [seat.hand_size for seat in state.seats] == [5, 0, 2]


# The entries most likely to be the slip.


def test_the_slip_names_what_was_missing_and_the_neighbouring_roll_that_would_have_paid_it() -> None:
    """Ana's settlement touches ore 10, wool 2 and brick 6: a 6 entered as a 5 leaves her without her brick."""
    state = given(new_game(3), settlements={ANA: ["A1-A2-B2"]}, roads={ANA: ["A1|B2"]}, hands={ANA: 3}, step="roll")
    state = replace(state, hands=table(Cards(lumber=3), NO_CARDS, NO_CARDS))
    road = RoadBuilt(seat=ANA, at=path("A1|A2"))
    record = record_of(state, DiceRolled(seat=ANA, total=5), road)
    assert find_hand_mistake(record.head, ANA) == HandMistake(ANA, 2, ("brick",), (2, 1))
    far_away = record_of(state, DiceRolled(seat=ANA, total=11), road)
    assert find_hand_mistake(far_away.head, ANA) == HandMistake(ANA, 2, ("brick",), (2,))


def test_the_slip_names_the_trade_that_gave_the_missing_card_away() -> None:
    record = record_of(
        holding({ANA: Cards(lumber=2, brick=1, ore=1), CHAI: SOME_LUMBER_AND_BRICK}),
        BankTraded(seat=ANA, give={"brick": 1}, receive={"wool": 1}, waived=True),
        RoadBuilt(seat=ANA, at=path("A1|A2"), waived=True),
    )
    assert record.state.unsure == {"hand.0": 2}
    assert find_hand_mistake(record.head, ANA) == HandMistake(ANA, 2, ("brick",), (2, 1))


def test_the_slip_names_the_trade_that_brought_something_else() -> None:
    """Four ore for a brick, entered as four ore for a wool: the trade is the likeliest slip of all."""
    record = record_of(
        holding({ANA: Cards(lumber=1, ore=4), CHAI: SOME_LUMBER_AND_BRICK}),
        BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}),
        RoadBuilt(seat=ANA, at=path("A1|A2"), waived=True),
    )
    slip = find_hand_mistake(record.head, ANA)
    assert slip is not None
    assert slip.missing == ("brick",)
    assert 1 in slip.suspects


def test_a_hand_that_adds_up_has_no_slip() -> None:
    state = holding({ANA: PRICES["road"]})
    record = record_of(state, RoadBuilt(seat=ANA, at=path("A1|A2"), waived=True))
    assert record.state.unsure == {}
    assert find_hand_mistake(record.head, ANA) is None


def test_a_recounted_hand_has_no_slip_any_more() -> None:
    record = record_of(
        holding({ANA: TWO_ORE_ONE_WOOL, CHAI: SOME_LUMBER_AND_BRICK}),
        RoadBuilt(seat=ANA, at=path("A1|A2"), waived=True),
        Corrected(what="hand", seat=ANA, value=1),
    )
    assert record.state.unsure == {}
    assert find_hand_mistake(record.head, ANA) is None


def test_a_discard_by_number_marks_the_bank_and_not_the_hand() -> None:
    state = play(holding({ANA: Cards(ore=5, wool=3)}), CardsDiscarded(seat=ANA, count=4, late=True))
    assert state.seats[ANA].hand_size == 4
    assert state.unsure == {"bank.wool": 1, "bank.ore": 1}, "the other stacks are full"
    assert state.hands is not None
    assert state.hands.bounds(ANA) == Bounds(Cards(ore=1), Cards(ore=4, wool=3))
