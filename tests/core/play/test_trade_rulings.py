"""docs/rulings.md §6, trade: one test or more for every row that touches the table."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from narrator.core.message import Refused
from narrator.core.play.trade import bank_rates, is_unspecified
from narrator.core.table.cards import RESOURCES, Cards, Counts, Resource
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardStolen,
    Corrected,
    DiceRolled,
    PlayersTraded,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TurnEnded,
    decode_event,
)
from narrator.core.table.hands import Hands
from narrator.core.table.state import GameState, shown_bank
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, hexagon, kinds, new_game, play, record_of, spot

HALF = Cards(10, 10, 10, 10, 10)
GENERIC_HARBOUR = "C5 NE"
ORE_HARBOUR = "B4 N"
BRICK_HARBOUR = "D1 NW"


def table(**rules: Any) -> GameState:
    """Ana's turn; ten cards of each kind are out and everybody has plenty of them."""
    return given(new_game(**rules), hands={ANA: 12, BORIS: 12, CHAI: 12, DANA: 12}, bank=HALF)


def harbour_table(*corners: str, **rules: Any) -> GameState:
    """The same with Ana's settlements on these corners."""
    return given(new_game(**rules), hands={ANA: 12, BORIS: 12}, bank=HALF, settlements={ANA: list(corners)})


def deal(give: Counts, receive: Counts, *, seat: int = ANA, partner: int = BORIS) -> PlayersTraded:
    return PlayersTraded(seat=seat, partner=partner, give=give, receive=receive)


def bank_deal(give: Counts, receive: Counts, *, seat: int = ANA) -> BankTraded:
    return BankTraded(seat=seat, give=give, receive=receive)


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def refused(state: GameState, event: PlayersTraded | BankTraded) -> list[tuple[str, str]]:
    return list(zip(codes(state, event), kinds(state, event), strict=True))


# Between players


def test_X_01_two_others_never_trade_among_themselves():
    event = deal({"ore": 1}, {"wool": 1}, seat=BORIS, partner=CHAI)
    assert refused(table(), event) == [("turn.not_yours", "irregular")]


@pytest.mark.parametrize(("seat", "partner"), [(ANA, CHAI), (CHAI, ANA)])
def test_X_01_whose_turn_it_is_trades_with_anybody_whoever_is_entered_first(seat, partner):
    after = play(table(), deal({"ore": 2}, {"wool": 1}, seat=seat, partner=partner))
    assert (after.seats[seat].hand_size, after.seats[partner].hand_size) == (11, 13)


def test_X_01_where_players_do_not_trade_every_deal_is_refused():
    assert refused(table(domestic_trade="off"), deal({"ore": 1}, {"wool": 1})) == [("trade.off", "irregular")]
    assert codes(table(domestic_trade="off"), bank_deal({"ore": 4}, {"wool": 1})) == []


def test_X_01_nobody_trades_with_themselves():
    assert refused(table(), deal({"ore": 1}, {"wool": 1}, partner=ANA)) == [("trade.with_oneself", "impossible")]


@pytest.mark.parametrize("event", [deal({"ore": 1}, {"wool": 1}), bank_deal({"ore": 4}, {"wool": 1})])
def test_X_02_there_is_no_trade_before_the_roll(event):
    before = given(new_game(), step="roll", hands={ANA: 7, BORIS: 7}, bank=HALF)
    assert refused(before, event) == [("step.not_now", "irregular")]
    after = play(before, DiceRolled(seat=ANA, total=8))
    assert codes(after, event) == []


@pytest.mark.parametrize("event", [deal({"ore": 1}, {"wool": 1}), bank_deal({"ore": 4}, {"wool": 1})])
def test_X_02_after_a_seven_trade_waits_until_the_theft_is_done(event):
    state = given(new_game(), step="roll", hands={ANA: 7, BORIS: 8}, bank=HALF, settlements={BORIS: ["A1-A2-B2"]})
    for step, act in (
        ("discard", DiceRolled(seat=ANA, total=7)),
        ("robber", CardsDiscarded(seat=BORIS, cards={"ore": 4})),
        ("steal", RobberMoved(seat=ANA, to=hexagon("B2"))),
    ):
        state = play(state, act)
        assert (state.phase.step, codes(state, event)) == (step, ["step.not_now"])
    state = play(state, CardStolen(seat=ANA, victim=BORIS))
    assert (state.phase.step, codes(state, event)) == ("actions", [])


def test_X_03_three_wool_for_an_ore_and_a_grain_is_a_deal():
    state = table()
    after = play(state, deal({"wool": 3}, {"ore": 1, "grain": 1}))
    assert (hands(after), after.bank) == ([11, 13, 12, 12], state.bank)


def test_X_03_nobody_trades_away_more_cards_than_they_hold():
    state = given(new_game(), hands={ANA: 2, BORIS: 1}, bank=HALF)
    assert refused(state, deal({"wool": 3}, {"ore": 1})) == [("hand.too_few", "irregular")]
    assert refused(state, deal({"wool": 2}, {"ore": 2})) == [("hand.too_few", "irregular")]


@pytest.mark.parametrize(("give", "receive"), [({"brick": 1}, {}), ({}, {"brick": 1}), ({"brick": 1}, {"ore": 0})])
def test_X_04_a_brick_for_nothing_is_a_gift_and_refused(give, receive):
    assert refused(table(), deal(give, receive)) == [("trade.gift", "irregular")]


def test_X_04_where_gifts_are_allowed_a_brick_goes_over_for_nothing():
    after = play(table(gifts="allowed"), deal({"brick": 1}, {}))
    assert hands(after) == [11, 13, 12, 12]


@pytest.mark.parametrize("gifts", ["forbidden", "allowed"])
def test_X_04_nothing_for_nothing_is_no_trade(gifts):
    assert refused(table(gifts=gifts), deal({}, {})) == [("trade.empty", "irregular")]


@pytest.mark.parametrize("give", [{"wool": 2}, {"wool": 2, "ore": 1}])
def test_X_05_the_same_kind_may_not_lie_on_both_sides(give):
    assert refused(table(), deal(give, {"wool": 1})) == [("trade.same_kind", "irregular")]


def test_X_05_where_it_is_allowed_the_cards_go_both_ways():
    after = play(table(same_resource_trade="allowed"), deal({"wool": 2, "ore": 1}, {"wool": 1}))
    assert hands(after) == [10, 14, 12, 12]


@pytest.mark.parametrize("thing", ["knight", "development", "road", "longest_road"])
def test_X_06_only_resources_can_be_written_into_a_deal(thing):
    written = {"type": "players_traded", "seat": 0, "partner": 1, "give": {thing: 1}, "receive": {"ore": 2}}
    with pytest.raises(msgspec.ValidationError):
        decode_event(msgspec.json.encode(written))


@pytest.mark.parametrize("promises", ["not_enforced", "banned"])
def test_X_07_of_a_promise_only_what_changes_hands_now_is_recorded(promises):
    state = table(promises=promises)
    assert codes(state, deal({"ore": 1}, {})) == ["trade.gift"]
    after = play(state, deal({"ore": 2}, {"lumber": 1}))
    assert (hands(after), after.bank, after.unsure) == ([11, 13, 12, 12], HALF, {})


def test_X_08_a_swap_of_three_is_refused_and_made_as_two_trades_with_the_player_on_turn():
    state = table()
    assert codes(state, deal({"ore": 1}, {"wool": 1}, seat=BORIS, partner=CHAI)) == ["turn.not_yours"]
    after = play(state, deal({"wool": 1}, {"ore": 2}, partner=BORIS), deal({"ore": 2}, {"grain": 1}, partner=CHAI))
    assert hands(after) == [12, 11, 13, 12]


@pytest.mark.parametrize("side", ["give", "receive"])
def test_X_09_both_sides_of_a_deal_are_said(side):
    written = {"type": "players_traded", "seat": 0, "partner": 1, "give": {"wool": 1}, "receive": {"ore": 2}}
    del written[side]
    with pytest.raises(msgspec.ValidationError):
        decode_event(msgspec.json.encode(written))


# With the bank


def test_X_10_four_lumber_buy_one_brick_without_a_harbour():
    after = play(table(), bank_deal({"lumber": 4}, {"brick": 1}))
    assert (after.bank, after.seats[ANA].hand_size) == (Cards(lumber=14, brick=9, wool=10, grain=10, ore=10), 9)


@pytest.mark.parametrize("given_cards", [1, 2, 3, 5])
def test_X_10_without_a_harbour_no_other_number_buys_a_card(given_cards):
    event = bank_deal({"lumber": given_cards}, {"brick": 1})
    assert refused(table(), event) == [("bank_trade.rate", "irregular")]


def test_X_10_four_cards_that_are_not_in_the_hand_buy_nothing():
    state = given(new_game(), hands={ANA: 3}, bank=HALF)
    assert refused(state, bank_deal({"lumber": 4}, {"brick": 1})) == [("hand.too_few", "irregular")]


@pytest.mark.parametrize(("give", "receive"), [({}, {"brick": 1}), ({"lumber": 4}, {})])
def test_X_10_an_exchange_has_two_sides(give, receive):
    assert refused(table(), bank_deal(give, receive)) == [("trade.empty", "irregular")]


def test_X_11_three_equal_cards_buy_one_at_a_three_to_one_harbour():
    state = harbour_table(GENERIC_HARBOUR)
    assert refused(state, bank_deal({"wool": 2, "ore": 1}, {"brick": 1})) == [("bank_trade.one_kind", "irregular")]
    after = play(state, bank_deal({"wool": 3}, {"brick": 1}))
    assert (after.bank, after.seats[ANA].hand_size) == (Cards(lumber=10, brick=9, wool=13, grain=10, ore=10), 10)


@pytest.mark.parametrize("resource", RESOURCES)
def test_X_11_a_three_to_one_harbour_takes_every_kind(resource):
    other: Resource = "ore" if resource != "ore" else "wool"
    assert codes(harbour_table(GENERIC_HARBOUR), bank_deal({resource: 3}, {other: 1})) == []
    assert codes(harbour_table(GENERIC_HARBOUR), bank_deal({resource: 2}, {other: 1})) == ["bank_trade.rate"]


def test_X_12_an_ore_harbour_does_nothing_for_wool():
    state = harbour_table(ORE_HARBOUR)
    assert refused(state, bank_deal({"wool": 2}, {"brick": 1})) == [("bank_trade.rate", "irregular")]
    assert refused(state, bank_deal({"wool": 3}, {"brick": 1})) == [("bank_trade.rate", "irregular")]
    assert play(state, bank_deal({"wool": 4}, {"brick": 1})).bank == Cards(10, 9, 14, 10, 10)
    assert play(state, bank_deal({"ore": 2}, {"brick": 1})).bank == Cards(10, 9, 10, 10, 12)


def test_X_13_of_several_harbours_the_best_rate_counts_for_each_kind():
    state = harbour_table(ORE_HARBOUR, GENERIC_HARBOUR)
    best = {resource: bank_rates(state, ANA, resource)[0] for resource in RESOURCES}
    assert best == {"lumber": 3, "brick": 3, "wool": 3, "grain": 3, "ore": 2}
    assert codes(state, bank_deal({"ore": 2}, {"wool": 1})) == []
    assert codes(state, bank_deal({"wool": 3}, {"ore": 1})) == []
    assert codes(state, bank_deal({"wool": 2}, {"ore": 1})) == ["bank_trade.rate"]


@pytest.mark.parametrize("paid", [2, 3, 4])
def test_X_13_a_worse_rate_that_the_seat_has_may_be_paid_all_the_same(paid):
    assert codes(harbour_table(ORE_HARBOUR, GENERIC_HARBOUR), bank_deal({"ore": paid}, {"wool": 1})) == []


@pytest.mark.parametrize("players", ["forbidden", "allowed"])
def test_X_14_the_bank_gives_another_kind_than_it_takes(players):
    state = table(same_resource_trade=players)
    assert refused(state, bank_deal({"ore": 4}, {"ore": 1})) == [("bank_trade.same_kind", "irregular")]


def test_X_15_a_bank_without_brick_sells_none_and_nothing_is_paid():
    state = given(new_game(), hands={ANA: 4}, bank=Cards(10, 0, 10, 10, 10))
    event = bank_deal({"lumber": 4}, {"brick": 1})
    assert refused(state, event) == [("bank.short", "irregular")]
    record = record_of(state)
    with pytest.raises(Refused):
        record.add(event)
    assert record.state == state


def test_X_15_two_cards_from_a_stack_of_one_are_refused():
    state = given(new_game(), hands={ANA: 8}, bank=Cards(10, 1, 10, 10, 10))
    assert codes(state, bank_deal({"lumber": 8}, {"brick": 2})) == ["bank.short"]
    assert codes(state, bank_deal({"lumber": 8}, {"brick": 1, "ore": 1})) == []


def test_X_15_an_unlimited_bank_sells_what_it_shows_none_of():
    state = given(new_game(bank_limit="unlimited"), hands={ANA: 4}, bank=Cards(10, 0, 10, 10, 10))
    after = play(state, bank_deal({"lumber": 4}, {"brick": 1}))
    assert (shown_bank(after), after.seats[ANA].hand_size, after.unsure) == (Cards(14, 0, 10, 10, 10), 1, {})


@pytest.mark.parametrize("corner", ["D1 NW", "D1 SW"])
@pytest.mark.parametrize("piece", ["settlements", "cities"])
def test_X_16_a_settlement_or_city_on_either_corner_opens_the_harbour(piece, corner):
    standing: dict[str, Any] = {piece: {ANA: [corner]}}
    state = given(new_game(), hands={ANA: 4}, bank=HALF, **standing)
    assert bank_rates(state, ANA, "brick") == (2, 4)
    assert codes(state, bank_deal({"brick": 2}, {"ore": 1})) == []


def test_X_16_a_road_along_the_harbour_opens_nothing():
    state = given(
        new_game(), hands={ANA: 4}, bank=HALF, settlements={ANA: ["C1-C2-D1"]}, roads={ANA: ["C1|D1", "D1 W"]}
    )
    assert bank_rates(state, ANA, "brick") == (4,)
    assert refused(state, bank_deal({"brick": 2}, {"ore": 1})) == [("bank_trade.rate", "irregular")]
    assert codes(state, bank_deal({"brick": 4}, {"ore": 1})) == []


def before_the_harbour(step: str, **rules: Any) -> GameState:
    """Ana's roads reach the brick harbour; she holds the price of a settlement and two cards more."""
    return given(
        new_game(2, two_player_mode="plain", **rules),
        step=step,
        hands={ANA: 6},
        bank=HALF,
        settlements={ANA: ["C1-C2-D1"]},
        roads={ANA: ["C1|D1", "D1 W"]},
    )


NEW_HARBOUR = SettlementBuilt(seat=ANA, at=spot("D1 SW"))
TWO_BRICK = bank_deal({"brick": 2}, {"ore": 1})


def test_X_17_together_a_harbour_built_this_turn_is_used_at_once():
    state = before_the_harbour("actions", turn_phases="combined")
    assert codes(state, TWO_BRICK) == ["bank_trade.rate"]
    after = play(state, NEW_HARBOUR, TWO_BRICK)
    assert (after.bank, after.seats[ANA].hand_size) == (Cards(lumber=11, brick=13, wool=11, grain=11, ore=9), 1)


@pytest.mark.parametrize("closed", [(), (StepDone(step="trade"),)], ids=["built while trading", "trading closed"])
def test_X_17_apart_a_harbour_built_this_turn_waits_for_the_next(closed):
    state = play(before_the_harbour("trade", turn_phases="separate"), *closed, NEW_HARBOUR)
    assert (state.phase.step, refused(state, TWO_BRICK)) == ("build", [("step.not_now", "irregular")])
    boris = (DiceRolled(seat=BORIS, total=12), StepDone(step="trade"), TurnEnded(seat=BORIS))
    state = play(state, TurnEnded(seat=ANA), *boris, DiceRolled(seat=ANA, total=12))
    assert (state.phase.step, codes(state, TWO_BRICK)) == ("trade", [])


def test_X_18_eight_wool_buy_two_cards_at_once_or_one_after_the_other():
    state = given(new_game(), hands={ANA: 8}, bank=HALF)
    at_once = play(state, bank_deal({"wool": 8}, {"brick": 1, "ore": 1}))
    in_turn = play(state, bank_deal({"wool": 4}, {"brick": 1}), bank_deal({"wool": 4}, {"ore": 1}))
    assert (at_once.bank, at_once.seats[ANA].hand_size) == (Cards(10, 9, 18, 10, 9), 2)
    assert (in_turn.bank, in_turn.seats) == (at_once.bank, at_once.seats)


def test_X_18_six_for_two_at_three_to_one_are_two_exchanges():
    state = harbour_table(GENERIC_HARBOUR)
    assert play(state, bank_deal({"wool": 6}, {"brick": 2})).bank == Cards(10, 8, 16, 10, 10)
    assert refused(state, bank_deal({"wool": 7}, {"brick": 2})) == [("bank_trade.rate", "irregular")]


def test_X_19_nobody_trades_with_the_bank_in_the_turn_of_another():
    event = bank_deal({"lumber": 4}, {"brick": 1}, seat=BORIS)
    assert refused(table(), event) == [("turn.not_yours", "irregular")]


def test_X_20_the_harbour_of_another_does_not_lower_the_rate():
    state = given(
        new_game(), hands={ANA: 4, BORIS: 4}, bank=HALF, settlements={BORIS: [GENERIC_HARBOUR, BRICK_HARBOUR]}
    )
    assert [bank_rates(state, seat, "brick")[0] for seat in (ANA, BORIS)] == [4, 2]
    assert codes(state, bank_deal({"wool": 3}, {"ore": 1})) == ["bank_trade.rate"]
    assert codes(state, bank_deal({"brick": 2}, {"ore": 1})) == ["bank_trade.rate"]
    assert codes(state, bank_deal({"brick": 4}, {"ore": 1})) == []


# A trade that nobody recorded


def untold(partner: int = BORIS) -> PlayersTraded:
    return PlayersTraded(seat=ANA, partner=partner, give={}, receive={}, waived=True)


def told_table() -> GameState:
    """Everybody's hand is known to the card: what the table drew it saw."""
    state = table()
    assert state.hands is not None
    hand = Cards(4, 4, 4, 0, 0)
    return replace(state, hands=Hands(tuple(hand for _ in state.seats)))


def known_of(state: GameState, seat: int) -> bool:
    """Whether a hand's contents are known to the card."""
    assert state.hands is not None
    bounds = state.hands.bounds(seat)
    return bounds.low == bounds.high


def test_a_trade_that_nobody_recorded_opens_both_hands_and_only_these():
    before = told_table()
    assert [known_of(before, seat) for seat in range(4)] == [True] * 4
    after = play(before, untold())
    assert [known_of(after, seat) for seat in range(4)] == [False, False, True, True]
    assert after.hands is not None
    assert after.hands.bounds(ANA).high.ore == 12


def test_a_trade_that_nobody_recorded_leaves_both_counts_unsure_and_the_bank_as_it_was():
    before = told_table()
    after = play(before, untold(CHAI))
    assert set(after.unsure) == {f"hand.{ANA}", f"hand.{CHAI}"}
    assert (after.bank, hands(after)) == (before.bank, hands(before))


def test_a_trade_with_zeros_on_both_sides_is_as_untold_as_an_empty_one():
    zeros = PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 0}, receive={"wool": 0}, waived=True)
    assert is_unspecified(zeros)
    assert set(play(told_table(), zeros).unsure) == {f"hand.{ANA}", f"hand.{BORIS}"}


def test_a_trade_that_was_told_leaves_no_doubt():
    after = play(told_table(), deal({"lumber": 1}, {"wool": 2}))
    assert (after.unsure, [known_of(after, seat) for seat in range(4)]) == ({}, [True] * 4)


def test_one_recount_makes_a_hand_sure_again_after_an_untold_trade():
    after = play(told_table(), untold(), Corrected(what="hand", seat=ANA, value=11))
    assert (set(after.unsure), after.seats[ANA].hand_size) == ({f"hand.{BORIS}"}, 11)


def test_nothing_for_nothing_is_let_stand_only_when_the_host_says_so():
    record = record_of(told_table())
    with pytest.raises(Refused):
        record.add(deal({}, {}))
    record.add(untold())
    assert record.state.unsure == {f"hand.{ANA}": 1, f"hand.{BORIS}": 1}


def test_with_oneself_nobody_trades_even_untold():
    assert kinds(told_table(), untold(ANA)) == ["impossible"]
