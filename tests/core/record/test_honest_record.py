"""A record that stays honest: behind it a true game with real hands, in front of it a host who enters everything,
forgets things or takes the wrong seat."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import strategies as st
from msgspec.structs import replace

from narrator.core.play.card_moves import most_in_bank
from narrator.core.play.production import doubtful_resources
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import choices
from narrator.core.record.judging import apply, refusals
from narrator.core.table import hands as ledger
from narrator.core.table.cards import NO_CARDS, RESOURCES, Cards
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    SettlementBuilt,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.hands import Hands, any_hand
from narrator.core.table.phase import Rolling
from narrator.core.table.state import GameState, shown_bank
from tests.support.examples import examples
from tests.support.games import ANA, BORIS, CHAI, codes, given, kinds, new_game, path, play, spot
from tests.support.player import Policy, TrueTable

GAMES = examples(7)
seeds = st.integers(0, 10**6)
tables = st.integers(2, 4)

EAGER = Policy(seen_theft=0.3, player_trade=4)
HOARDING = Policy(road=0.5, settlement=2, city=1, card=2, bank_trade=1, player_trade=2, end=8, seen_theft=0.3)
"""Few builds and large hands: a seven hurts."""
MISERLY = Policy(road=0.1, settlement=8, city=8, card=0.1, bank_trade=0.3, end=20)
"""Hardly anything is bought: the bank runs dry."""
TRADING = Policy(player_trade=12, bank_trade=6)
policies = st.sampled_from([EAGER, HOARDING, TRADING])

WHOLE = {"road_building_partial": "not_allowed"}
"""Both free roads, or the record can't tell a trade that was left out and broke them off."""
SHORTAGES = ("official", "nobody", "turn_order")
BANK = {f"bank.{resource}" for resource in RESOURCES}


def true_game(seed: int, players: int, policy: Policy, **rules: Any) -> TrueTable:
    return TrueTable(new_game(players, layout="random_tokens", seed=seed, **rules), seed, policy)


def sizes(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def entered(state: GameState, event: AnyFact) -> GameState:
    """What a host does: enter it, let it stand where it is irregular, leave it out where it contradicts the pieces."""
    found = refusals(state, event)
    if any(reason.kind == "impossible" for reason in found):
        about = {reason.code.split(".")[0] for reason in found if reason.kind == "impossible"}
        assert about <= {"settlement", "road", "city", "card"}, found
        return state
    return apply(state, replace(event, waived=True) if found else event)


def recounted(state: GameState, truth: GameState) -> GameState:
    """Everybody counts their hand, and the bank's stacks are counted."""
    hands = [Corrected(what="hand", seat=seat, value=size) for seat, size in enumerate(sizes(truth))]
    stacks = [Corrected(what="bank", resource=r, value=truth.bank.count_of(r)) for r in RESOURCES]
    return play(state, *hands, *stacks)


def doubted(state: GameState, truth: GameState) -> None:
    """Every count that is wrong is among those that the record does not vouch for."""
    wrong = {f"hand.{seat}" for seat, size in enumerate(sizes(truth)) if state.seats[seat].hand_size != size}
    wrong |= {f"bank.{r}" for r in RESOURCES if state.bank.count_of(r) != truth.bank.count_of(r)}
    assert wrong <= set(state.unsure)


# Everything is entered.


@GAMES
@over(seeds, tables, policies)
def test_with_everything_entered_the_true_hands_are_always_possible(seed: int, players: int, policy: Policy) -> None:
    table = true_game(seed, players, policy)
    for _ in table.events(160):
        assert table.state.hands is not None
        assert table.state.hands.allows(table.hands)
        assert table.state.unsure == {}


@GAMES
@over(seeds, tables, st.sampled_from(SHORTAGES))
def test_whatever_the_bank_may_pay_bank_and_hands_come_to_the_box(seed: int, players: int, shortage: str) -> None:
    """What a bank without limit is owed counts against its stack; the rule is changed again and again."""
    rules = {"bank_limit": "unlimited", "bank_shortage": shortage, "discards": "off"}
    table = true_game(seed, players, MISERLY, **rules)
    luck = Random(seed)
    for _ in table.events(300):
        of_each = [sum(counts) for counts in zip(table.state.bank, *table.hands, strict=True)]
        assert of_each == [table.state.game.box.cards_per_resource] * 5
        assert sizes(table.state) == [hand.total() for hand in table.hands]
        assert list(state_for_api(table.state)["bank"].values()) == [max(0, stack) for stack in table.state.bank]
        assert table.state.unsure == {}
        if luck.random() < 0.03 and not is_placement(table):
            limit = "limited" if table.state.rules.bank_limit == "unlimited" else "unlimited"
            table.enter(RuleChanged(key="bank_limit", value=limit, waived=True))


def test_those_banks_are_owed_cards_and_become_limited() -> None:
    seen = set()
    for seed in range(6):
        table = true_game(seed, 4, MISERLY, bank_limit="unlimited", discards="off")
        for _ in table.events(300):
            seen.add((table.state.rules.bank_limit, min(table.state.bank) < 0))
            if min(table.state.bank) < -3 and table.state.rules.bank_limit == "unlimited":
                table.enter(RuleChanged(key="bank_limit", value="limited", waived=True))
    assert {("unlimited", True), ("limited", True)} <= seen


@GAMES
@over(seeds, tables, policies)
def test_with_everything_entered_the_true_hand_has_a_chance(seed: int, players: int, policy: Policy) -> None:
    table = true_game(seed, players, policy)
    assert len(list(table.events(200))) > 100
    assert table.state.hands is not None
    for seat, hand in enumerate(table.hands):
        assert table.state.hands.bounds(seat).allows(hand)
        chances = table.state.hands.probabilities(seat)
        if chances is not None:
            assert chances[hand] > 0
            assert sum(chances.values()) == 1
            assert {possible.total() for possible in chances} == {hand.total()}
            assert all(min(possible) >= 0 for possible in chances)


@GAMES
@over(seeds, tables)
def test_with_discards_that_nobody_looked_at_the_true_hands_are_always_possible(seed: int, players: int) -> None:
    table = true_game(seed, players, replace(HOARDING, unseen_discard=0.6))
    unseen = False
    for event in table.events(200):
        unseen = unseen or (isinstance(event, CardsDiscarded) and event.cards is None)
        assert table.state.hands is not None
        assert table.state.hands.allows(table.hands)
        assert unseen or table.state.unsure == {}
        assert sizes(table.state) == [hand.total() for hand in table.hands]


@GAMES
@over(seeds, tables, policies, st.sampled_from([1, 2, 5, 20]), st.booleans())
def test_with_a_tiny_limit_the_true_hands_are_still_possible(
    seed: int, players: int, policy: Policy, limit: int, look_away: bool
) -> None:
    table = true_game(seed, players, replace(policy, unseen_discard=0.5 if look_away else 0.0))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "MAX_WORLDS", limit)
        for _ in table.events(200):
            hands = table.state.hands
            assert hands is not None
            assert hands.allows(table.hands)
            assert len(hands.worlds) <= limit
            for seat, size in enumerate(sizes(table.state)):
                bounds = hands.bounds(seat)
                assert bounds.low.total() <= size <= bounds.high.total()
            assert look_away or table.state.unsure == {}


def test_these_games_have_what_they_are_played_for() -> None:
    """Thefts seen and unseen, discards both ways, several worlds: or the tests above would say little."""
    kinds_seen: set[str] = set()
    most = 0
    for seed in range(6):
        table = true_game(seed, 4, replace(HOARDING, unseen_discard=0.5))
        for event in table.events(200):
            if isinstance(event, CardStolen) and event.victim is not None:
                kinds_seen.add("unseen theft" if event.resource is None else "seen theft")
            if isinstance(event, CardsDiscarded):
                kinds_seen.add("unseen discard" if event.cards is None else "discard")
            assert table.state.hands is not None
            most = max(most, len(table.state.hands.worlds))
    assert kinds_seen == {"unseen theft", "seen theft", "discard", "unseen discard"}
    assert most > 10


# Things are forgotten, or entered for the wrong seat.


def with_slips(event: AnyFact, luck: Random, players: int, often: float = 0.4) -> AnyFact | None:
    """What a host who plays too makes of an event: as it was, for the wrong seat, or nothing."""
    if luck.random() > often:
        return event
    if isinstance(event, TurnEnded):
        return None
    if isinstance(event, PlayersTraded | BankTraded | RoadBuilt | SettlementBuilt | CityBuilt) and luck.random() < 0.6:
        return None
    others = [seat for seat in range(players) if seat != getattr(event, "seat", None)]
    if isinstance(event, BankTraded | RoadBuilt | SettlementBuilt | CardsDiscarded):
        return replace(event, seat=luck.choice(others))
    if isinstance(event, PlayersTraded):
        return replace(event, partner=luck.choice(others))
    if isinstance(event, CardStolen) and event.victim is not None:
        return replace(event, victim=luck.choice(others))
    return event


def is_placement(table: TrueTable) -> bool:
    return table.state.phase.part_of_game != "turn"


@GAMES
@over(seeds, tables, policies, st.integers(20, 220))
def test_whatever_was_forgotten_one_recount_of_hands_and_bank_makes_every_count_exact(
    seed: int, players: int, policy: Policy, events: int
) -> None:
    table = true_game(seed, players, policy)
    state, luck = table.state, Random(seed)
    for _ in range(events):
        placing = is_placement(table)
        event = table.next_event()
        if event is None:
            break
        table.enter(event)
        slip = event if placing else with_slips(event, luck, players)
        if slip is not None:
            state = entered(state, slip)
    state = recounted(state, table.state)
    assert state.unsure == {}
    assert state_for_api(state)["unsure"] == []
    assert sizes(state) == sizes(table.state) == [hand.total() for hand in table.hands]
    assert state.bank == table.state.bank


@GAMES
@over(seeds, tables, policies)
def test_whatever_was_forgotten_a_mark_says_since_when_and_stays_until_a_recount(
    seed: int, players: int, policy: Policy
) -> None:
    table = true_game(seed, players, policy)
    state, luck = table.state, Random(seed)
    for event in table.events(200):
        slip = event if state.phase.part_of_game != "turn" else with_slips(event, luck, players)
        before = state
        if slip is not None:
            state = entered(state, slip)
        assert dict(before.unsure) == {count: since for count, since in state.unsure.items() if count in before.unsure}
        new = {since for count, since in state.unsure.items() if count not in before.unsure}
        assert new <= {state.last_entry}
        assert min(state.bank) >= 0
        assert max(state.bank) <= state.game.box.cards_per_resource
        assert min(sizes(state)) >= 0
        assert state.hands is not None
        for seat, size in enumerate(sizes(state)):
            bounds = state.hands.bounds(seat)
            assert bounds.high.covers(bounds.low)
            assert bounds.low.total() <= size <= bounds.high.total()


def unlike(state: GameState, luck: Random) -> Iterator[GameState]:
    """The same table with quite other cards in hands: nothing known, and something known that need not be true."""
    held = []
    for size in sizes(state):
        cards = [luck.choice(range(5)) for _ in range(size)]
        held.append(Cards(*(cards.count(kind) for kind in range(5))))
    yield replace(state, hands=Hands(tuple(held)))
    nothing_known = Hands(tuple(NO_CARDS for _ in held))
    for seat, size in enumerate(sizes(state)):
        nothing_known = nothing_known.with_unknown_hand(seat, size)
    yield replace(state, hands=nothing_known)


@GAMES
@over(seeds, tables, policies)
def test_nothing_is_refused_or_offered_for_what_a_hand_holds(seed: int, players: int, policy: Policy) -> None:
    table = true_game(seed, players, policy)
    state, luck = table.state, Random(seed)
    for count, event in enumerate(table.events(120)):
        slip = event if state.phase.part_of_game != "turn" else with_slips(event, luck, players)
        if slip is None:
            continue
        for other in unlike(state, luck):
            assert refusals(other, slip) == refusals(state, slip)
            if count % 20 == 0:
                assert choices(other) == choices(state)
        state = entered(state, slip)


PAYMENTS: list[AnyFact] = [
    RoadBuilt(seat=ANA, at=path("A2|B2")),
    SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")),
    CityBuilt(seat=ANA, at=spot("C2-C3-D2")),
    DevelopmentBought(seat=ANA),
    BankTraded(seat=ANA, give={"brick": 4}, receive={"wool": 1}),
    PlayersTraded(seat=ANA, partner=BORIS, give={"brick": 1}, receive={"lumber": 2}),
    MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 3, CHAI: 0}),
    CardsDiscarded(seat=ANA, cards={"brick": 8}, late=True),
    CardStolen(seat=ANA, victim=BORIS, resource="ore", late=True),
]


@pytest.mark.parametrize("event", PAYMENTS, ids=lambda event: event.type)
def test_a_payment_from_a_hand_that_can_not_hold_it_is_regular(event: AnyFact) -> None:
    """Everybody holds eight grain, nothing else, and the record knows it."""
    table = given(
        new_game(3),
        hands={ANA: 8, BORIS: 8, CHAI: 0},
        bank=Cards(8, 8, 8, 3, 8),
        settlements={ANA: ["C2-C3-D2"]},
        roads={ANA: ["A1|B2"]},
        seats={ANA: {"development_cards": 1}},
    )
    table = replace(table, hands=Hands((Cards(grain=8), Cards(grain=8), NO_CARDS)))
    assert codes(table, event) == []
    after = play(table, event)
    assert {count for count in after.unsure if count.startswith("bank")} == set()
    assert {count for count in after.unsure if count.startswith("hand")} >= {
        "hand.1" if isinstance(event, MonopolyPlayed | CardStolen) else "hand.0"
    }


@pytest.mark.parametrize("event", PAYMENTS, ids=lambda event: event.type)
def test_a_payment_of_more_cards_than_a_hand_has_is_irregular_and_can_be_let_stand(event: AnyFact) -> None:
    table = given(
        new_game(3),
        bank=Cards(10, 10, 10, 10, 10),
        settlements={ANA: ["C2-C3-D2"]},
        roads={ANA: ["A1|B2"]},
        seats={ANA: {"development_cards": 1}},
    )
    assert set(codes(table, event)) == {"hand.too_few"}
    assert set(kinds(table, event)) == {"irregular"}
    after = play(table, replace(event, waived=True))
    giver = BORIS if isinstance(event, MonopolyPlayed | CardStolen) else ANA
    assert after.unsure[f"hand.{giver}"] == 1
    assert min(sizes(after)) == 0


# Only trades are forgotten.


@GAMES
@over(seeds, tables, policies)
def test_with_player_trades_forgotten_the_bank_stays_exact(seed: int, players: int, policy: Policy) -> None:
    table = true_game(seed, players, replace(policy, player_trade=8), **WHOLE)
    state, luck = table.state, Random(seed)
    for event in table.events(200):
        if not isinstance(event, PlayersTraded) or luck.random() < 0.3:
            state = entered(state, event)
        assert state.bank == table.state.bank
        assert not BANK & set(state.unsure)


@GAMES
@over(seeds, tables, policies, st.integers(30, 150))
def test_after_a_recount_counts_stay_exact_while_everything_is_entered(
    seed: int, players: int, policy: Policy, until: int
) -> None:
    table = true_game(seed, players, policy, **WHOLE)
    state, luck = table.state, Random(seed)
    for event in table.events(until):
        if not isinstance(event, PlayersTraded | BankTraded) or luck.random() < 0.5:
            state = entered(state, event)
    state = recounted(state, table.state)
    for event in table.events(100):
        state = entered(state, event)
        assert sizes(state) == sizes(table.state)
        assert state.bank == table.state.bank
        assert not BANK & set(state.unsure)


# Counts that did not add up.


def test_a_waived_build_from_too_small_a_hand_leaves_it_empty_and_unsure_since_then() -> None:
    table = given(new_game(3), hands={ANA: 1}, bank=Cards(10, 10, 10, 10, 10), roads={ANA: ["A1|B2"]}, last_entry=40)
    table = play(table, RoadBuilt(seat=ANA, at=path("A2|B2"), waived=True))
    assert sizes(table) == [0, 0, 0]
    assert table.bank == Cards(11, 11, 10, 10, 10), "what was paid is in the bank"
    assert table.unsure == {"hand.0": 41}


def test_a_waived_trade_from_too_short_a_stack_leaves_it_empty_and_unsure_since_then() -> None:
    table = given(new_game(3), hands={ANA: 4}, bank=Cards(10, 10, 10, 10, 0), last_entry=40)
    trade = BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1})
    assert codes(table, trade) == ["bank.short"]
    table = play(table, replace(trade, waived=True))
    assert table.bank == Cards(10, 10, 14, 10, 0)
    assert sizes(table) == [1, 0, 0]
    assert table.unsure == {"bank.ore": 41}


def test_cards_coming_back_to_a_full_stack_leave_it_full_and_unsure_since_then() -> None:
    table = given(new_game(3), hands={ANA: 4}, bank=Cards(19, 19, 17, 19, 5), last_entry=40)
    table = play(table, BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1}))
    assert table.bank == Cards(19, 19, 19, 19, 4)
    assert table.unsure == {"bank.wool": 41}


def test_a_waived_monopoly_of_more_cards_than_are_out_leaves_that_stack_unsure() -> None:
    """Two ore are out by the record and five were handed over: at most fourteen can lie in the bank."""
    table = given(
        new_game(3), hands={BORIS: 8, CHAI: 2}, bank=Cards(19, 19, 19, 19, 17), seats={ANA: {"development_cards": 1}}
    )
    monopoly = MonopolyPlayed(seat=ANA, resource="ore", taken={BORIS: 5, CHAI: 0})
    assert codes(table, monopoly) == ["monopoly.too_many"]
    table = play(table, replace(monopoly, waived=True))
    assert table.unsure == {"bank.ore": 1}
    assert table.bank.count_of("ore") == 14


def test_a_waived_purchase_from_an_empty_deck_leaves_it_unsure_until_it_is_counted() -> None:
    table = given(new_game(3), hands={ANA: 3}, bank=Cards(10, 10, 10, 10, 10), deck=0)
    table = play(table, DevelopmentBought(seat=ANA, waived=True))
    assert (table.deck, table.unsure) == (0, {"deck": 1})
    assert play(table, Corrected(what="deck", value=0)).unsure == {}


def test_a_recount_of_one_count_leaves_the_others_unsure() -> None:
    table = given(new_game(3), hands={ANA: 1}, roads={ANA: ["A1|B2"]})
    table = play(table, RoadBuilt(seat=ANA, at=path("A2|B2"), waived=True))
    assert table.unsure == {"hand.0": 1, "bank.lumber": 1, "bank.brick": 1}
    table = play(table, Corrected(what="bank", resource="lumber", value=19))
    assert table.unsure == {"hand.0": 1, "bank.brick": 1}
    table = play(table, Corrected(what="hand", seat=ANA, value=2))
    assert (table.unsure, sizes(table)) == ({"bank.brick": 1}, [2, 0, 0])


def test_a_recount_that_confirms_the_number_makes_it_sure() -> None:
    table = given(new_game(3), hands={ANA: 1}, bank=Cards(10, 10, 10, 10, 10), roads={ANA: ["A1|B2"]})
    table = play(table, RoadBuilt(seat=ANA, at=path("A2|B2"), waived=True), Corrected(what="hand", seat=ANA, value=0))
    assert (table.unsure, sizes(table)) == ({}, [0, 0, 0])


# A discard that nobody looked at.


def test_a_discard_by_number_leaves_all_stacks_unsure_until_each_is_counted() -> None:
    table = given(new_game(3), hands={ANA: 9, BORIS: 2}, bank=Cards(15, 16, 17, 18, 18), step="roll", last_entry=10)
    table = play(table, DiceRolled(seat=ANA, total=7), CardsDiscarded(seat=ANA, count=4))
    assert sizes(table) == [5, 2, 0]
    assert table.bank == Cards(15, 16, 17, 18, 18), "nobody knows which stacks grew"
    assert table.unsure == dict.fromkeys(sorted(BANK), 12)
    counts = [Corrected(what="bank", resource=r, value=18) for r in RESOURCES]
    for number, count in enumerate(counts):
        assert len(table.unsure) == 5 - number
        table = play(table, count)
    assert (table.unsure, table.bank) == ({}, Cards(18, 18, 18, 18, 18))


@GAMES
@over(seeds, st.integers(2, 6), st.sampled_from([HOARDING, MISERLY]), st.sampled_from(SHORTAGES))
def test_after_discards_by_number_every_wrong_count_is_marked(
    seed: int, players: int, policy: Policy, shortage: str
) -> None:
    table = true_game(seed, players, policy, bank_shortage=shortage)
    state = table.state
    for event in table.events(250):
        if isinstance(event, CardsDiscarded):
            event = CardsDiscarded(seat=event.seat, count=sum((event.cards or {}).values()))
        state = entered(state, event)
        doubted(state, table.state)
        if state.unseen is not None and not state.unseen.inconsistent_hands:
            assert table.state.bank.covers(shown_bank(state))
            assert most_in_bank(state).covers(table.state.bank)
    state = recounted(state, table.state)
    assert (state.unsure, sizes(state), state.bank) == ({}, sizes(table.state), table.state.bank)


def test_a_stack_that_was_full_can_not_have_grown() -> None:
    table = given(new_game(3), hands={ANA: 9, BORIS: 2}, bank=Cards(19, 12, 17, 18, 18), step="roll", last_entry=10)
    table = play(table, DiceRolled(seat=ANA, total=7), CardsDiscarded(seat=ANA, count=4))
    assert set(table.unsure) == BANK - {"bank.lumber"}


def with_discard_unseen(*, ore: int, count: int) -> GameState:
    """Chai discarded so many cards face down. A ten brings ore to Ana and Boris; the record has so much in the bank."""
    table = given(
        new_game(3),
        settlements={ANA: ["A1-A2-B2"], BORIS: ["A1-B1-B2"], CHAI: ["C2-C3-D2"]},
        hands={ANA: 3, CHAI: 2 * count},
        bank=Cards(19 - count, 19 - count, 19, 16, ore),
        step="roll",
    )
    missing = 95 - table.bank.total() - sum(sizes(table))
    table = replace(table, seats=(*table.seats[:1], replace(table.seats[1], hand_size=missing), *table.seats[2:]))
    return play(table, DiceRolled(seat=ANA, total=7), CardsDiscarded(seat=CHAI, count=count, late=True))


def rolled(table: GameState, total: int) -> GameState:
    return play(replace(table, phase=Rolling()), DiceRolled(seat=table.turn, total=total))


def test_a_question_that_nobody_answered_puts_no_other_pay_in_doubt() -> None:
    """The ten was paid from a stack that may have been short. What other stacks pay is there by the record."""
    table = rolled(with_discard_unseen(ore=1, count=4), 10)
    assert {name for name in table.unsure if name.startswith("hand")} == {"hand.0", "hand.1"}
    for _ in range(3):
        table = rolled(table, 11)  # Chai's lumber, of which fifteen are in the bank
    assert {name for name in table.unsure if name.startswith("hand")} == {"hand.0", "hand.1"}
    assert table.seats[CHAI].hand_size == 7


def test_a_recount_that_confirms_what_was_paid_clears_the_stacks_too() -> None:
    """Both unseen cards were paid out as ore, so nothing unseen is left in any stack."""
    table = rolled(with_discard_unseen(ore=0, count=2), 10)
    assert {name for name in table.unsure if name.startswith("hand")} == {"hand.0", "hand.1"}
    assert BANK & set(table.unsure)
    for seat in (ANA, BORIS):
        table = play(table, Corrected(what="hand", seat=seat, value=table.seats[seat].hand_size))
    assert table.unsure == {}
    assert table.unseen is None


def test_a_hand_that_was_perhaps_not_paid_is_certain_once_it_is_spent() -> None:
    table = rolled(with_discard_unseen(ore=0, count=2), 10)
    size = table.seats[ANA].hand_size
    table = play(table, CardsDiscarded(seat=ANA, cards={"lumber": size - 1}, late=True, waived=True))
    assert table.seats[ANA].hand_size == 1
    table = play(table, CardsDiscarded(seat=ANA, cards={"ore": 1}, late=True, waived=True))
    assert table.unseen is not None
    assert table.unseen.maybe_unpaid.get(ANA, 0) == 0


@GAMES
@over(seeds, st.integers(2, 6), st.sampled_from([TRADING, EAGER]))
def test_with_one_discard_unseen_the_number_of_doubtful_counts_falls_again(
    seed: int, players: int, policy: Policy
) -> None:
    """The host answers no question about stacks; at a seven everybody counts their cards."""
    table = true_game(seed, players, policy)
    state, stacks, hands, most = table.state, BANK, set[str](), list[int]()
    for event in table.events(700):
        if isinstance(event, CardsDiscarded) and not most:
            event = CardsDiscarded(seat=event.seat, count=sum((event.cards or {}).values()))
        asked = isinstance(event, DiceRolled) and bool(doubtful_resources(state, event.sum))
        state = entered(state, event)
        if isinstance(event, RobberMoved):
            state = counted(state, table.state)
        doubted(state, table.state)
        if state.unseen is None and not most:
            continue
        assert set(state.unsure) & BANK <= stacks, "doubt of a stack never spreads"
        assert asked or set(state.unsure) - BANK <= hands, "a hand is in doubt where a stack may have been short"
        stacks, hands = set(state.unsure) & BANK, set(state.unsure) - BANK
        most.append(len(state.unsure))
    assert len(most) < 400 or most[-1] < max(most)


def counted(state: GameState, truth: GameState) -> GameState:
    """Everybody whose hand is in doubt counts it."""
    seats = [seat for seat in range(len(state.seats)) if f"hand.{seat}" in state.unsure]
    return play(state, *(Corrected(what="hand", seat=seat, value=truth.seats[seat].hand_size) for seat in seats))


def test_income_withheld_because_of_an_unsure_stack_leaves_the_hands_unsure() -> None:
    """By the record one ore is left for two claims. The stack is unsure: there may be enough, and both were paid."""
    table = given(
        new_game(3),
        settlements={ANA: ["A1-A2-B2"], BORIS: ["A1-B1-B2"]},
        bank=Cards(10, 10, 10, 10, 1),
        step="roll",
        unsure={"bank.ore": 3},
        last_entry=8,
    )
    table = play(table, DiceRolled(seat=ANA, total=10))
    assert table.unsure == {"bank.ore": 3, "hand.0": 9, "hand.1": 9}


@pytest.mark.parametrize(("stack", "doubted"), [(17, {}), (8, {}), (1, {}), (0, {"hand.0": 9})])
def test_somebodys_unsure_hand_makes_nobody_elses_pay_unsure_while_the_stack_is_enough(
    stack: int, doubted: dict[str, int]
) -> None:
    """Whatever Boris's four cards are, the ore that the record has in the bank is there."""
    unsure = {"bank.ore": 3, "hand.1": 5}
    table = given(
        new_game(3),
        settlements={ANA: ["A1-A2-B2"]},
        hands={BORIS: 4},
        bank=Cards(10, 10, 10, 10, stack),
        step="roll",
        unsure=unsure,
        last_entry=8,
    )
    assert play(table, DiceRolled(seat=ANA, total=10)).unsure == {**unsure, **doubted}


def test_a_theft_from_a_hand_that_is_empty_but_unsure_leaves_the_thief_unsure() -> None:
    table = given(new_game(3), hands={ANA: 2}, unsure={"hand.1": 3}, last_entry=8)
    table = play(table, CardStolen(seat=ANA, victim=BORIS, late=True))
    assert table.unsure == {"hand.1": 3, "hand.0": 9}


def test_a_theft_from_a_hand_that_is_surely_empty_leaves_nothing_unsure() -> None:
    table = given(new_game(3), hands={ANA: 2})
    table = play(table, CardStolen(seat=ANA, victim=BORIS, late=True))
    assert (table.unsure, sizes(table)) == ({}, [2, 0, 0])


# Which trades the host enters.


KNOWN = Hands((Cards(ore=3), Cards(wool=2), Cards(grain=1)))


def three_with_cards(**rules: Any) -> GameState:
    """Ana's turn; she holds three ore, Boris two wool, Chai a grain, and the record knows it."""
    table = given(
        new_game(3, **rules), hands={ANA: 3, BORIS: 2, CHAI: 1}, bank=Cards(19, 19, 17, 18, 16), last_entry=20
    )
    return replace(table, hands=KNOWN)


END: Mapping[str, AnyFact] = {
    "ended": TurnEnded(seat=ANA),
    "rolled on": DiceRolled(seat=BORIS, total=3, waived=True),
}


@pytest.mark.parametrize("end", END.values(), ids=END)
def test_with_all_trades_entered_a_turn_that_passes_leaves_everything_known(end: AnyFact) -> None:
    table = play(three_with_cards(trade_entry="all"), end)
    assert table.unsure == {}
    assert table.hands == KNOWN


@pytest.mark.parametrize("end", END.values(), ids=END)
def test_with_uneven_trades_entered_a_turn_that_passes_opens_hands_and_keeps_their_sizes_sure(end: AnyFact) -> None:
    table = play(three_with_cards(trade_entry="uneven"), end)
    assert table.unsure == {}
    assert table.hands is not None
    assert [table.hands.bounds(seat) for seat in (ANA, BORIS, CHAI)] == [any_hand(3), any_hand(2), any_hand(1)]
    assert sizes(table) == [3, 2, 1]


@pytest.mark.parametrize("end", END.values(), ids=END)
def test_with_no_trade_entered_a_turn_that_passes_leaves_hands_unsure(end: AnyFact) -> None:
    table = play(three_with_cards(trade_entry="none"), end)
    assert table.unsure == {"hand.0": 21, "hand.1": 21, "hand.2": 21}
    assert table.hands is not None
    assert [table.hands.bounds(seat) for seat in (ANA, BORIS, CHAI)] == [any_hand(3), any_hand(2), any_hand(1)]
    assert table.bank == Cards(19, 19, 17, 18, 16)


@pytest.mark.parametrize("rule", ["uneven", "none"])
def test_where_nobody_trades_nothing_is_left_out(rule: str) -> None:
    table = three_with_cards(trade_entry=rule, domestic_trade="off")
    after = play(table, TurnEnded(seat=ANA))
    assert (after.unsure, after.hands) == ({}, table.hands)


def test_with_uneven_trades_entered_the_last_one_with_cards_may_have_traded_too() -> None:
    """Ana gave her ore for Boris's brick, an even trade, and built a road with it: Boris holds ore now."""
    table = given(
        new_game(3, trade_entry="uneven"),
        hands={ANA: 2, BORIS: 1},
        bank=Cards(18, 18, 19, 19, 18),
        roads={ANA: ["A1|B2"]},
    )
    table = replace(table, hands=Hands((Cards(lumber=1, ore=1), Cards(brick=1), NO_CARDS)))
    table = play(table, RoadBuilt(seat=ANA, at=path("A2|B2")), TurnEnded(seat=ANA))
    assert table.hands is not None
    assert table.hands.bounds(BORIS) == any_hand(1)


def test_an_entered_trade_counts_whatever_the_rule() -> None:
    trade = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 2}, receive={"wool": 1})
    for rule in ("all", "uneven", "none"):
        table = play(three_with_cards(trade_entry=rule), trade)
        assert (sizes(table), table.unsure) == ([2, 3, 1], {})


def test_a_change_of_the_rule_counts_from_the_next_end_of_a_turn() -> None:
    table = play(three_with_cards(), RuleChanged(key="trade_entry", value="none", waived=True))
    assert table.unsure == {}
    table = play(table, TurnEnded(seat=ANA))
    assert table.unsure == {"hand.0": 22, "hand.1": 22, "hand.2": 22}
    table = play(table, RuleChanged(key="trade_entry", value="all", waived=True))
    assert table.unsure == {"hand.0": 22, "hand.1": 22, "hand.2": 22}, (
        "what was left out stays left out until a recount"
    )


def test_a_recount_after_trades_that_were_left_out_makes_the_hands_sure_for_this_turn() -> None:
    table = play(
        three_with_cards(trade_entry="none"),
        TurnEnded(seat=ANA),
        Corrected(what="hand", seat=ANA, value=2),
        Corrected(what="hand", seat=BORIS, value=3),
        Corrected(what="hand", seat=CHAI, value=1),
    )
    assert (table.unsure, sizes(table)) == ({}, [2, 3, 1])


def test_with_no_trade_entered_a_hand_that_the_record_thinks_empty_is_unsure_too() -> None:
    """Ana held two cards and built a road: by the record nothing is left. She may have traded one for two before."""
    table = given(
        new_game(3, trade_entry="none"),
        hands={ANA: 2, BORIS: 4, CHAI: 3},
        bank=Cards(10, 10, 10, 10, 10),
        roads={ANA: ["A1|B2"]},
    )
    table = play(table, RoadBuilt(seat=ANA, at=path("A2|B2")), TurnEnded(seat=ANA))
    assert table.unsure == {"hand.0": 2, "hand.1": 2, "hand.2": 2}


def left_out(rule: str) -> Callable[[AnyFact], bool]:
    def check(event: AnyFact) -> bool:
        if not isinstance(event, PlayersTraded):
            return False
        return rule == "none" or sum(event.give.values()) == sum(event.receive.values())

    return check


@GAMES
@over(seeds, tables, policies)
def test_with_even_trades_left_out_sizes_and_bank_are_exact_and_hands_possible_whenever_a_turn_ends(
    seed: int, players: int, policy: Policy
) -> None:
    table = true_game(seed, players, replace(policy, player_trade=10), trade_entry="uneven", **WHOLE)
    state, leave_out = table.state, left_out("uneven")
    for event in table.events(160):
        if not leave_out(event):
            state = entered(state, event)
        assert sizes(state) == sizes(table.state)
        assert state.bank == table.state.bank
        assert not BANK & set(state.unsure)
        if isinstance(event, TurnEnded):
            assert state.hands is not None
            assert state.hands.allows(table.hands)


@GAMES
@over(seeds, tables, policies)
def test_with_all_trades_left_out_the_bank_is_exact_and_every_wrong_hand_is_marked_when_a_turn_ends(
    seed: int, players: int, policy: Policy
) -> None:
    table = true_game(seed, players, replace(policy, player_trade=10), trade_entry="none", **WHOLE)
    state, leave_out = table.state, left_out("none")
    for event in table.events(200):
        if not leave_out(event):
            state = entered(state, event)
        assert state.bank == table.state.bank
        assert not BANK & set(state.unsure)
        if isinstance(event, TurnEnded):
            doubted(state, table.state)
    state = recounted(state, table.state)
    assert (state.unsure, sizes(state), state.bank) == ({}, sizes(table.state), table.state.bank)


def test_a_plenty_from_an_unsure_stack_is_paid_as_the_table_says() -> None:
    table = given(
        new_game(3),
        bank=Cards(10, 10, 10, 10, 0),
        seats={ANA: {"development_cards": 1}},
        unsure={"bank.ore": 3},
        last_entry=8,
    )
    table = play(table, YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}, waived=True))
    assert (sizes(table), table.bank.count_of("ore"), table.unsure) == ([2, 0, 0], 0, {"bank.ore": 3})


def test_after_the_wrong_victim_was_entered_a_recount_of_two_hands_puts_both_right() -> None:
    table = given(new_game(3), hands={ANA: 1, BORIS: 3, CHAI: 3})
    table = play(table, CardStolen(seat=ANA, victim=BORIS, late=True))
    assert sizes(table) == [2, 2, 3]
    table = play(table, Corrected(what="hand", seat=BORIS, value=3), Corrected(what="hand", seat=CHAI, value=2))
    assert (sizes(table), table.unsure) == ([2, 3, 2], {})
