"""docs/rulings.md §3, production and the bank, row by row. On the fifth edition's island."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.play.building import starting_cards
from narrator.core.play.card_moves import most_in_bank, unseen_in_bank
from narrator.core.play.production import doubtful_resources, income, short_resources
from narrator.core.play.trade import bank_rates
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.choices import legal_events, open_choices
from narrator.core.record.judging import apply
from narrator.core.table.board import board_from_text
from narrator.core.table.cards import RESOURCES, Cards, Resource, cards_of
from narrator.core.table.events import (
    AnyFact,
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    SettlementBuilt,
    TurnEnded,
    YearOfPlentyPlayed,
)
from narrator.core.table.layouts import FIFTH_EDITION, FIFTH_HARBOURS
from narrator.core.table.phase import Acting, Rolling
from narrator.core.table.setup import Layout
from narrator.core.table.state import GameState, Site, shown_bank
from tests.support.games import ANA, BORIS, CHAI, DANA, codes, given, hexagon, kinds, new_game, play, whose

FULL = Cards(19, 19, 19, 19, 19)
SHORTAGE_RULES = ("official", "nobody", "turn_order")

# Corners of the mountains with the 8 (C5), none next to another.
ORE_1, ORE_2, ORE_3 = "C4-C5-D4", "C5 N", "C5 SE"
# Corners of the pasture with the 11 (E3), and one of the forest with the 11 (C2).
WOOL_1, WOOL_2, LUMBER = "D3-D4-E3", "E3 SE", "C1-C2-D1"


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def roll(state: GameState, total: int) -> GameState:
    return play(state, DiceRolled(seat=state.turn, total=total))


def test_P_01_a_city_brings_two_cards_and_a_settlement_one_whoever_rolled():
    table = given(new_game(), turn=DANA, step="roll", cities={ANA: ["C1-C2-D1"]}, settlements={BORIS: ["D1-D2-E1"]})

    after = roll(table, 8)

    assert hands(after) == [2, 1, 0, 0]
    assert after.bank == FULL.minus(Cards(lumber=3))


def test_P_02_several_buildings_on_one_hex_add_up():
    table = given(new_game(), step="roll", settlements={ANA: ["D2-D3-E2", "E2 SE"]}, cities={ANA: ["E2 SW"]})

    after = roll(table, 6)

    assert hands(after) == [4, 0, 0, 0]
    assert after.bank == FULL.minus(Cards(grain=4))


def test_P_03_both_hexes_with_the_number_pay():
    table = given(new_game(), step="roll", cities={BORIS: ["A3-B3-B4"]}, settlements={ANA: ["A1 NW"]})

    after = roll(table, 10)

    assert income(table, 10) == [Cards(ore=1), Cards(brick=2), Cards(), Cards()]
    assert hands(after) == [1, 2, 0, 0]
    assert after.bank == FULL.minus(Cards(ore=1, brick=2))


def test_P_03_one_building_draws_from_two_hexes_with_the_same_number():
    twin_tens = FIFTH_EDITION.replace("pasture2", "pasture10").replace("hills10", "hills2")
    board = board_from_text(twin_tens, FIFTH_HARBOURS)
    table = given(new_game(board=board), step="roll", settlements={BORIS: ["A1-A2-B2"]})

    after = roll(table, 10)

    assert hands(after) == [0, 2, 0, 0]
    assert after.bank == FULL.minus(Cards(ore=1, wool=1))


def test_P_04_the_robbers_hex_pays_nobody_and_the_other_eight_pays():
    both_eights = {ANA: ["C1-C2-D1", "C4-C5-D4"]}
    table = given(new_game(), step="roll", settlements=both_eights, robber=hexagon("C5"))

    after = roll(table, 8)

    assert hands(after) == [1, 0, 0, 0]
    assert after.bank == FULL.minus(Cards(lumber=1))


def test_P_04_other_hexes_of_the_robbed_terrain_pay():
    both_mountains = {ANA: ["C4-C5-D4", "D2-D3-E2"]}
    table = given(new_game(), step="roll", settlements=both_mountains, robber=hexagon("C5"))

    after = roll(table, 3)

    assert income(table, 3) == [Cards(lumber=1, ore=1), Cards(), Cards(), Cards()]
    assert hands(after) == [2, 0, 0, 0]


def test_P_05_nobody_produces_and_the_turn_goes_on():
    table = given(new_game(), step="roll", settlements={ANA: ["D2-D3-E2"], BORIS: ["C4-C5-D4"]})

    after = roll(table, 12)

    assert hands(after) == [0, 0, 0, 0]
    assert after.bank == FULL
    assert after.phase.step == "actions"


@pytest.mark.parametrize(
    ("rule", "paid", "left"),
    [("official", [0, 0, 0, 0], 3), ("nobody", [0, 0, 0, 0], 3), ("turn_order", [2, 1, 0, 0], 0)],
)
def test_P_06_a_bank_too_small_for_two_players(rule: str, paid: list[int], left: int):
    table = given(
        new_game(bank_shortage=rule), step="roll", bank=FULL._replace(ore=3), cities={ANA: [ORE_1], BORIS: [ORE_2]}
    )

    after = roll(table, 8)

    assert short_resources(table, 8) == ["ore"]
    assert hands(after) == paid
    assert after.bank == FULL._replace(ore=left)
    assert after.unsure == {}


def test_P_07_by_default_the_shortage_rule_is_the_official_one():
    assert new_game().rules.bank_shortage == "official"


@pytest.mark.parametrize(("rule", "taken", "left"), [("official", 1, 0), ("nobody", 0, 1), ("turn_order", 1, 0)])
@pytest.mark.parametrize(
    "owed_two", [{"cities": {ANA: [ORE_1]}}, {"settlements": {ANA: [ORE_1, ORE_2]}}], ids=["city", "two_settlements"]
)
def test_P_07_a_sole_claimant_takes_what_is_left(owed_two: dict[str, Any], rule: str, taken: int, left: int):
    table = given(new_game(bank_shortage=rule), step="roll", bank=FULL._replace(ore=1), **owed_two)

    after = roll(table, 8)

    assert hands(after) == [taken, 0, 0, 0]
    assert after.bank == FULL._replace(ore=left)


@pytest.mark.parametrize("rule", SHORTAGE_RULES)
def test_P_08_a_bank_with_exactly_enough_pays_everyone(rule: str):
    table = given(
        new_game(bank_shortage=rule),
        step="roll",
        bank=FULL._replace(ore=3),
        cities={ANA: [ORE_1]},
        settlements={BORIS: [ORE_2]},
    )

    after = roll(table, 8)

    assert short_resources(table, 8) == []
    assert hands(after) == [2, 1, 0, 0]
    assert after.bank == FULL._replace(ore=0)


@pytest.mark.parametrize(
    ("rule", "paid", "wool"),
    [("official", [0, 0, 1, 0], 1), ("nobody", [0, 0, 1, 0], 1), ("turn_order", [1, 0, 1, 0], 0)],
)
def test_P_09_a_shortage_of_wool_leaves_the_lumber_paid(rule: str, paid: list[int], wool: int):
    table = given(
        new_game(bank_shortage=rule),
        step="roll",
        bank=FULL._replace(wool=1),
        settlements={ANA: [WOOL_1], BORIS: [WOOL_2], CHAI: [LUMBER]},
    )

    after = roll(table, 11)

    assert short_resources(table, 11) == ["wool"]
    assert hands(after) == paid
    assert after.bank == FULL._replace(wool=wool, lumber=18)


def in_doubt(ore: int, unseen: int, **situation: Any) -> GameState:
    """The stack of ore can't be vouched for: by the record so many lie there, and so many unseen cards in the bank."""
    hand = 19 - ore - unseen
    table = given(new_game(), step="roll", hands={DANA: hand}, bank=FULL._replace(ore=ore), **situation)
    return replace(table, unsure={"bank.ore": 3})


def test_P_06_a_count_in_doubt_denies_nobody_a_card():
    table = in_doubt(0, unseen=3, cities={ANA: [ORE_1]}, settlements={BORIS: [ORE_2]})

    after = roll(table, 8)

    assert (short_resources(table, 8), doubtful_resources(table, 8)) == ([], ["ore"])
    assert hands(after)[:2] == [2, 1]
    assert after.bank == FULL._replace(ore=0)
    assert set(after.unsure) == {"bank.ore", "hand.0", "hand.1"}


def test_P_06_a_shortage_that_no_unseen_card_can_mend_is_certain():
    table = in_doubt(0, unseen=2, cities={ANA: [ORE_1]}, settlements={BORIS: [ORE_2]})

    after = roll(table, 8)

    assert (short_resources(table, 8), doubtful_resources(table, 8)) == (["ore"], [])
    assert hands(after)[:2] == [0, 0]


def test_P_07_a_sole_claimant_takes_what_the_bank_may_hold():
    table = in_doubt(0, unseen=1, cities={ANA: [ORE_1]})

    assert hands(roll(table, 8))[0] == 1
    assert (short_resources(table, 8), doubtful_resources(table, 8)) == (["ore"], ["ore"])


def test_P_06_a_counted_stack_is_short_again():
    table = in_doubt(0, unseen=3, cities={ANA: [ORE_1]}, settlements={BORIS: [ORE_2]})

    after = roll(play(table, Corrected(what="bank", resource="ore", value=0)), 8)

    assert hands(after)[:2] == [0, 0]


def test_P_15_cards_that_nobody_saw_are_in_the_bank_by_their_number():
    table = given(new_game(), step="roll", hands={CHAI: 9}, bank=FULL._replace(ore=10))
    after = play(table, DiceRolled(seat=ANA, total=7), CardsDiscarded(seat=CHAI, count=4))

    assert unseen_in_bank(after) == 4
    assert most_in_bank(after) == Cards(19, 19, 19, 19, 14)
    assert sum(hands(after)) + after.bank.total() + unseen_in_bank(after) == 95


def test_X_15_the_bank_may_give_what_it_may_hold():
    wanted = BankTraded(seat=DANA, give={"wool": 4}, receive={"ore": 1})

    assert codes(replace(in_doubt(0, unseen=1), turn=DANA, phase=Acting()), wanted) == []
    assert codes(replace(in_doubt(0, unseen=0), turn=DANA, phase=Acting()), wanted) == ["bank.short"]


@pytest.mark.parametrize("rule", SHORTAGE_RULES)
def test_P_10_an_unlimited_bank_goes_on_paying_at_nought(rule: str):
    table = given(
        new_game(bank_limit="unlimited", bank_shortage=rule),
        step="roll",
        bank=FULL._replace(ore=0),
        cities={ANA: [ORE_1], BORIS: [ORE_2]},
    )

    after = roll(table, 8)

    assert short_resources(table, 8) == []
    assert hands(after) == [2, 2, 0, 0]
    assert shown_bank(after) == FULL._replace(ore=0)
    assert after.unsure == {}


def in_debt(ore: int) -> GameState:
    """A bank without limit has paid so much more ore than the box holds."""
    table = given(
        new_game(bank_limit="unlimited"),
        step="roll",
        bank=FULL._replace(ore=0),
        hands={DANA: 19},
        cities={ANA: [ORE_1]},
    )
    for _ in range(ore // 2):
        table = replace(roll(table, 8), phase=Rolling())
    return table


def test_P_10_cards_paid_back_settle_what_the_bank_is_owed_first():
    table = replace(in_debt(4), phase=Acting(), turn=DANA)

    once = play(table, BankTraded(seat=DANA, give={"ore": 4}, receive={"wool": 1}))
    twice = play(once, BankTraded(seat=DANA, give={"ore": 4}, receive={"wool": 1}))

    assert (state_for_api(table)["bank"]["ore"], state_for_api(once)["bank"]["ore"]) == (0, 0)
    assert state_for_api(twice)["bank"]["ore"] == 4
    assert twice.unsure == {}


def test_P_10_a_bank_that_becomes_limited_pays_no_cards_that_do_not_exist():
    table = replace(in_debt(6), phase=Acting(), turn=DANA)
    table = play(
        table,
        BankTraded(seat=DANA, give={"ore": 4}, receive={"wool": 1}),
        RuleChanged(key="bank_limit", value="limited", waived=True),
    )

    assert short_resources(table, 8) == ["ore"]
    assert hands(roll(replace(table, phase=Rolling()), 8)) == hands(table)
    assert codes(table, BankTraded(seat=DANA, give={"wool": 4}, receive={"ore": 1})) == ["bank.short"]


def test_P_10_an_empty_stack_that_is_counted_is_still_owed_its_cards():
    table = play(in_debt(4), Corrected(what="bank", resource="ore", value=0))
    table = replace(table, phase=Acting(), turn=DANA)

    assert state_for_api(play(table, BankTraded(seat=DANA, give={"ore": 4}, receive={"wool": 1})))["bank"]["ore"] == 0
    assert state_for_api(play(table, Corrected(what="bank", resource="ore", value=2)))["bank"]["ore"] == 2


def test_P_10_by_default_the_bank_is_limited():
    assert new_game().rules.bank_limit == "limited"


@pytest.mark.parametrize(
    ("roller", "paid"),
    [(BORIS, [0, 2, 1, 0]), (CHAI, [0, 1, 2, 0]), (DANA, [0, 2, 1, 0])],
)
def test_P_11_in_turn_order_the_roller_is_paid_first(roller: int, paid: list[int]):
    table = given(
        new_game(bank_shortage="turn_order"),
        turn=roller,
        step="roll",
        bank=FULL._replace(ore=3),
        cities={BORIS: [ORE_1], CHAI: [ORE_2]},
    )

    after = roll(table, 8)

    assert hands(after) == paid
    assert after.bank == FULL._replace(ore=0)


def test_P_12_a_card_that_is_owed_is_taken_even_at_seven_cards():
    table = given(new_game(), step="roll", hands={ANA: 7}, settlements={ANA: [ORE_1]})

    after = roll(table, 8)

    assert hands(after) == [8, 0, 0, 0]


BORIS_MISSED = CardsGained(gains={BORIS: {"ore": 1}})


def boris_rolled_an_eight(**rules: Any) -> GameState:
    """A table without a board, where the host enters income because nobody described the settlement."""
    settled = {BORIS: {"settlements": 1, "sites": (Site(None),)}}
    return roll(given(new_game(tracking="counts", **rules), turn=BORIS, step="roll", seats=settled), 8)


@pytest.mark.parametrize("rule", ["until_next_roll", "until_turn_ends", "never"])
def test_P_13_income_is_taken_in_the_turn_of_its_roll(rule: str):
    assert hands(play(boris_rolled_an_eight(late_income=rule), BORIS_MISSED)) == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("rule", "refused"),
    [("until_next_roll", []), ("until_turn_ends", ["step.not_now"]), ("never", ["step.not_now"])],
)
def test_P_13_income_noticed_before_chai_rolls_is_paid_as_the_table_agreed(rule: str, refused: list[str]):
    before_chai_rolls = play(boris_rolled_an_eight(late_income=rule), TurnEnded(seat=BORIS))

    assert codes(before_chai_rolls, BORIS_MISSED) == refused


@pytest.mark.parametrize("rule", ["until_next_roll", "until_turn_ends", "never"])
def test_P_13_income_noticed_after_chai_rolled_is_lost(rule: str):
    chai_rolled = roll(play(boris_rolled_an_eight(late_income=rule), TurnEnded(seat=BORIS)), 7)

    assert codes(chai_rolled, BORIS_MISSED) == ["step.not_now"]
    assert kinds(chai_rolled, BORIS_MISSED) == ["irregular"]


def test_P_13_what_was_taken_in_time_can_be_entered_late():
    before_chai_rolls = play(boris_rolled_an_eight(), TurnEnded(seat=BORIS))

    after = play(before_chai_rolls, replace(BORIS_MISSED, late=True))

    assert hands(after) == [0, 1, 0, 0]
    assert after.bank == FULL._replace(ore=18)


def test_P_14_everybody_sees_how_many_cards_a_hand_and_the_bank_hold_and_not_which():
    table = given(new_game(), hands={BORIS: 5}, bank=FULL._replace(ore=2))

    seen = state_for_api(table)

    assert [seat["hand"] for seat in seen["seats"]] == [0, 5, 0, 0]
    assert seen["bank"] == {"lumber": 19, "brick": 19, "wool": 19, "grain": 19, "ore": 2}
    assert not set(RESOURCES) & {field for seat in seen["seats"] for field in seat}


# P-15. A walk through a game that keeps every hand open, so that every card can be found after every event.

Hands = list[Cards]
COSTS = {
    RoadBuilt: Cards(lumber=1, brick=1),
    SettlementBuilt: Cards(lumber=1, brick=1, wool=1, grain=1),
    CityBuilt: Cards(grain=2, ore=3),
    DevelopmentBought: Cards(wool=1, grain=1, ore=1),
}
WALKED = {
    SettlementBuilt,
    RoadBuilt,
    CityBuilt,
    DiceRolled,
    CardsDiscarded,
    RobberMoved,
    CardStolen,
    DevelopmentBought,
    KnightPlayed,
    RoadBuildingPlayed,
    YearOfPlentyPlayed,
    MonopolyPlayed,
    BankTraded,
    PlayersTraded,
    TurnEnded,
}


@pytest.mark.parametrize(("players", "layout", "each"), [(4, "beginner_5e", 19), (6, "beginner_56", 24)])
@pytest.mark.parametrize("rule", SHORTAGE_RULES)
def test_P_15_bank_and_hands_hold_every_card_of_the_box_after_any_event(
    players: int, layout: Layout, each: int, rule: str
):
    table = new_game(players, layout=layout, bank_shortage=rule, target_vp=20)
    seen = set()

    for event, after, held in walk(table, Random(15), 900):
        assert [sum(stack) for stack in zip(after.bank, *held, strict=True)] == [each] * 5, event
        assert hands(after) == [hand.total() for hand in held], event
        assert after.unsure == {}, event
        seen.add(type(event))

    assert WALKED - seen == set()


def walk(state: GameState, chance: Random, steps: int) -> Iterator[tuple[AnyFact, GameState, Hands]]:
    held = [Cards() for _ in state.seats]
    for _ in range(steps):
        if state.phase.part_of_game == "over":
            return
        event, state, held = one_step(state, held, chance)
        yield event, state, held


def one_step(state: GameState, held: Hands, chance: Random) -> tuple[AnyFact, GameState, Hands]:
    """A random kind of event, of it a random one that the open hands can pay."""
    offered: dict[type, list[AnyFact]] = {}
    for event in [*legal_events(state), *with_values(state, held, chance)]:
        offered.setdefault(type(event), []).append(event)
    for kind in chance.sample(list(offered), len(offered)):
        event = chance.choice(offered[kind])
        if isinstance(event, CardStolen) and event.victim is not None:
            hand = held[event.victim]
            event = replace(event, resource=chance.choice(hand.resources()) if hand.total() else None)
        moved = hands_after(state, event, held)
        if min(min(hand) for hand in moved) >= 0:
            return event, apply(state, event), moved
    raise AssertionError("nothing can be entered")


def with_values(state: GameState, held: Hands, chance: Random) -> Iterator[AnyFact]:
    for kind in open_choices(state):
        seat, hand = kind.seat, held[kind.seat]
        if kind.type == "cards_discarded":
            deck: list[Resource] = [r for r in RESOURCES for _ in range(hand.count_of(r))]
            given_up = chance.sample(deck, kind.fields["cards"]["total"])
            yield CardsDiscarded(seat=seat, cards={r: given_up.count(r) for r in set(given_up)})
        elif kind.type == "monopoly_played":
            resource = chance.choice(RESOURCES)
            taken = {other: held[other].count_of(resource) for other in kind.fields["taken"]["from"]}
            yield MonopolyPlayed(seat=seat, resource=resource, taken=taken)
        elif kind.type == "bank_traded":
            give = chance.choice(RESOURCES)
            receive = chance.choice([r for r in RESOURCES if r != give])
            if state.bank.count_of(receive):
                yield BankTraded(seat=seat, give={give: bank_rates(state, seat, give)[0]}, receive={receive: 1})
        elif kind.type == "players_traded":
            give, receive = chance.sample(RESOURCES, 2)
            partner = chance.choice(kind.fields["partner"])
            yield PlayersTraded(seat=seat, partner=partner, give={give: 1}, receive={receive: 1})


def hands_after(state: GameState, event: AnyFact, held: Hands) -> Hands:
    held = list(held)
    if isinstance(event, DiceRolled):
        return [hand.plus(gain) for hand, gain in zip(held, income(state, event.sum), strict=True)]
    if isinstance(event, CardStolen):
        if event.victim is not None and event.resource is not None:
            pass_on(held, event.victim, event.seat, cards_of(event.resource))
    elif isinstance(event, MonopolyPlayed):
        for victim, count in event.taken.items():
            pass_on(held, victim, event.seat, cards_of(event.resource, count))
    elif isinstance(event, PlayersTraded):
        pass_on(held, event.seat, event.partner, Cards(**event.give))
        pass_on(held, event.partner, event.seat, Cards(**event.receive))
    elif isinstance(event, BankTraded):
        held[event.seat] = held[event.seat].minus(Cards(**event.give)).plus(Cards(**event.receive))
    elif isinstance(event, CardsDiscarded):
        held[event.seat] = held[event.seat].minus(Cards(**event.cards or {}))
    elif isinstance(event, YearOfPlentyPlayed):
        held[event.seat] = held[event.seat].plus(Cards(**event.cards))
    elif isinstance(event, SettlementBuilt) and state.phase.part_of_game == "placement_2":
        held[event.seat] = starting_cards(state, event)
    elif isinstance(event, RoadBuilt) and state.phase.step == "free_roads":
        return held
    elif type(event) in COSTS and state.phase.part_of_game == "turn":
        held[whose(event)] = held[whose(event)].minus(COSTS[type(event)])
    return held


def pass_on(held: Hands, giver: int, taker: int, given_cards: Cards) -> None:
    held[giver] = held[giver].minus(given_cards)
    held[taker] = held[taker].plus(given_cards)
