"""A hand as its owner's own phone tells it: what everybody could know, and nothing else."""

import pytest
from msgspec.structs import replace

from narrator.core.reading.public_view import public_fact
from narrator.core.record.record import Record
from narrator.core.table.cards import PRICES, PURCHASES, Cards
from narrator.core.table.events import BankTraded, CardStolen, PlayersTraded
from narrator.core.table.hands import Hands
from narrator.core.table.phase import Acting, Phase, Stealing
from narrator.script.own_hand import MissingCards, OwnHand, own_hand
from tests.support.games import ANA, BORIS, CHAI, given, new_game, record_of
from tests.support.player import Policy, TrueTable


def dealt(*hands: Cards, step: str | Phase = "actions") -> Record:
    """A table whose hands are known card by card."""
    state = given(new_game(4), hands={seat: cards.total() for seat, cards in enumerate(hands)}, step=step)
    assert state.hands is not None
    return record_of(replace(state, hands=Hands((*hands, *state.hands.base[len(hands) :]))))


def held(record: Record, seat: int) -> OwnHand:
    found = own_hand(record.head, seat)
    assert found is not None
    return found


def test_what_went_through_the_bank_is_known_by_kind() -> None:
    record = dealt(Cards(ore=5))
    record.add(BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1}))
    assert (held(record, ANA).certain_cards, held(record, ANA).uncertain_count) == ({"wool": 1, "ore": 1}, 0)
    assert held(record, ANA).missing_for("development") == MissingCards({"grain": 1})


def test_an_unseen_theft_leaves_both_hands_unsure_of_one_card() -> None:
    record = dealt(Cards(ore=1), Cards(wool=1, grain=1), step=Stealing((BORIS,), Acting()))
    record.add(CardStolen(seat=ANA, victim=BORIS))
    assert (held(record, ANA).certain_cards, held(record, ANA).uncertain_count) == ({"ore": 1}, 1)
    assert (held(record, BORIS).certain_cards, held(record, BORIS).uncertain_count) == ({}, 1)
    assert held(record, ANA).missing_for("development") == MissingCards({}, 1)
    assert held(record, ANA).missing_for("road") == MissingCards({"lumber": 1, "brick": 1})


@pytest.mark.parametrize("seat", [ANA, BORIS, CHAI])
def test_a_stolen_card_that_the_host_saw_changes_nobodys_phone(seat: int) -> None:
    told = []
    for seen in (None, "wool", "grain"):
        record = dealt(Cards(ore=1), Cards(wool=2, grain=2), step=Stealing((BORIS,), Acting()))
        record.add(CardStolen(seat=ANA, victim=BORIS, resource=seen))
        found = [held(record, seat)]
        record.add(PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={"grain": 1}))
        told.append([*found, held(record, seat)])
    assert told[0] == told[1] == told[2]


def test_a_hand_that_the_record_can_not_vouch_for_is_not_told() -> None:
    record = dealt(Cards(ore=1), Cards(wool=1))
    record.add(PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={}, waived=True))
    assert own_hand(record.head, ANA) is None
    assert own_hand(record_of(new_game(tracking="script")).head, ANA) is None


SEEDS = range(1, 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_told_is_true_of_every_hand(seed: int) -> None:
    start = new_game(4)
    table, record = TrueTable(start, seed, Policy(seen_theft=0.3)), Record(start)
    for event in table.events(220):
        record.add_unchecked(event)
        for seat, hand in enumerate(table.hands):
            check(held(record, seat), hand)


def check(told: OwnHand, hand: Cards) -> None:
    assert told.size == hand.total()
    assert all(hand.count_of(kind) >= count for kind, count in told.certain_cards.items())
    for purchase in PURCHASES:
        lack, price = told.missing_for(purchase), PRICES[purchase]
        assert lack is None or not hand.covers(price)
        assert lack is None or all(
            price.count_of(kind) - hand.count_of(kind) >= count for kind, count in lack.by_resource.items()
        )


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_host_saw_never_reaches_a_phone(seed: int) -> None:
    start = new_game(4)
    known, public, differed = Record(start), Record(start), False
    for event in TrueTable(start, seed, Policy(seen_theft=1)).events(220):
        known.add_unchecked(event)
        public.add_unchecked(public_fact(event))
        for seat in range(4):
            assert own_hand(known.head, seat) == own_hand(public.head, seat)
        differed |= known.state.hands != public.state.hands
    assert differed, "the host did know more"
