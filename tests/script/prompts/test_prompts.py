"""Odd cases: each is reached by what happens at a table, stays away where it must, and rules as tonight's table does.

On the fifth edition's island, the robber in its desert (C3).
"""

from collections.abc import Callable
from typing import Any

import pytest

from narrator.core.message import Msg, Refused, msg
from narrator.core.record.record import Record
from narrator.core.table.board import board_from_text
from narrator.core.table.cards import Cards, Counts
from narrator.core.table.events import (
    AnyEvent,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    MonopolyPlayed,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.layouts import FIFTH_EDITION, FIFTH_HARBOURS
from narrator.core.table.phase import Acting, MovingRobber
from narrator.core.table.state import GameState, Tracking
from narrator.script.model import Prompt
from narrator.script.prompts.cases import CASES, PROMPT_OF_REFUSAL, prompt_for
from narrator.text.catalog import has_message
from tests.support.games import ANA, BORIS, CHAI, DANA, given, hexagon, new_game, path, record_of, spot
from tests.support.prompts import is_said, shown
from tests.support.rule_values import tried_values

FULL = Cards(19, 19, 19, 19, 19)
SEVEN = DiceRolled(seat=ANA, total=7)
ROBBER = MovingRobber(Acting(), frozenset())
ON_D1, ALSO_ON_D1 = "C1-C2-D1", "D1-D2-E1"

REACHED: dict[str, str | None] = {}
"""The cases that a test reaches by events, and the house rule under whose every value it does."""
FOR_ALL = {name: case for name, case in CASES.items() if not case.player_counts}
"""Those of two, five and six players are in test_player_count_prompts.py."""
MISSES: list[Any] = []
"""The cases with a table beside them where they must not appear."""


def reaches(name: str, under: str | None = None) -> Callable[[Any], Any]:
    """A test that gets to this case; with a rule, once for each of its values."""
    REACHED[name] = under
    return pytest.mark.parametrize("value", tried_values(under)) if under else lambda test: test


def misses(name: str, what: str, table: Callable[[], GameState], *events: AnyEvent) -> None:
    """A table at which a case must not appear."""
    MISSES.append(pytest.param(name, table, events, id=f"{name}: {what}"))


def reached(record: Record, name: str, rule: str | None = None, value: Any = None, key: str = "") -> Prompt:
    """The prompt, after a look at its ruling and at the rule that decides it. Where each value of the rule has a ruling
    of its own, `key` is how the value is written."""
    prompts = shown(record)
    assert name in prompts
    prompt = prompts[name]
    assert (prompt.rule, prompt.value) == (rule, value)
    assert prompt.ruling.key == f"prompt.{name}.ruling" + (f".{key}" if key else "")
    assert is_said(prompt)
    return prompt


def to(name: str, seat: int = ANA, **how: Any) -> RobberMoved:
    return RobberMoved(seat=seat, to=hexagon(name), **how)


def steal(victim: int | None, **how: Any) -> CardStolen:
    return CardStolen(seat=ANA, victim=victim, **how)


def roll(total: int, seat: int = ANA, **how: Any) -> DiceRolled:
    return DiceRolled(seat=seat, total=total, **how)


def road(at: str, seat: int = ANA, **how: Any) -> RoadBuilt:
    return RoadBuilt(seat=seat, at=path(at), **how)


def settlement(at: str, seat: int = ANA, **how: Any) -> SettlementBuilt:
    return SettlementBuilt(seat=seat, at=spot(at), **how)


# Roads that can be cut.

LINES = {
    ANA: ["C1 NW", "B1|C1", "B1|C2", "B2|C2", "B2|C3", "B3|C3", "B3|C4", "B4|C4"],
    BORIS: ["C1 SW", "C1|D1", "C2|D1", "C2|D2", "C3|D2", "C3|D3", "C4|D3", "C4|D4"],
    CHAI: ["D1 SW", "D1|E1", "D2|E1", "D2|E2", "D3|E2", "D3|E3", "D4|E3", "D4 SE"],
}
"""A line for each, from west to east between two rows of hexes; no two of them touch."""
CUT = settlement("B2-C2-C3", seat=DANA)
"""After Ana's fourth road."""


def lined(*lengths: int, turn: int = DANA, seats: Any = None, rules: Any = None, **changes: Any) -> GameState:
    """Roads of these lengths, by seat, and Dana's road to where she can cut Ana's."""
    roads = {seat: LINES[seat][:length] for seat, length in enumerate(lengths)} | {DANA: ["C2|C3"]}
    hands = dict.fromkeys(range(4), 4)
    return given(new_game(**(rules or {})), turn=turn, roads=roads, hands=hands, seats=seats, **changes)


# Bank and production.


def ana_has_a_city_on_ore_8(ore: int, **rules: Any) -> GameState:
    return given(new_game(**rules), step="roll", bank=FULL._replace(ore=ore), cities={ANA: ["C4-C5-D4"]})


@reaches("short_bank", under="bank_shortage")
def test_a_number_that_the_bank_cannot_pay_in_full(value: str):
    record = record_of(ana_has_a_city_on_ore_8(1, bank_shortage=value), roll(8))

    assert reached(record, "short_bank", "bank_shortage", value, value).lines == ()


misses("short_bank", "the bank just has enough", lambda: ana_has_a_city_on_ore_8(2), roll(8))
misses("short_bank", "the empty stack is not asked for", lambda: ana_has_a_city_on_ore_8(0), roll(9))
misses("short_bank", "a seven asks for nothing", lambda: ana_has_a_city_on_ore_8(0), SEVEN)
misses("short_bank", "an unlimited bank", lambda: ana_has_a_city_on_ore_8(1, bank_limit="unlimited"), roll(8))
misses("short_bank", "it was said at the roll", lambda: ana_has_a_city_on_ore_8(1), roll(8), TurnEnded(seat=ANA))


@reaches("low_bank", under="bank_limit")
def test_a_stack_falls_to_four_and_only_a_limited_bank_minds(value: str):
    record = record_of(ana_has_a_city_on_ore_8(6, bank_limit=value), roll(8))

    if value == "unlimited":
        assert "low_bank" not in shown(record)
    else:
        lines = reached(record, "low_bank", "bank_limit", value).lines
        assert lines == (msg("prompt.low_bank.line", resource="ore", n=4),)


def test_every_stack_that_falls_low_is_named():
    table = given(new_game(), bank=Cards(9, 9, 9, 5, 6), seats={ANA: {"development_cards": 1}})
    record = record_of(table, YearOfPlentyPlayed(seat=ANA, cards={"grain": 1, "ore": 1}))
    assert reached(record, "low_bank", "bank_limit", "limited").lines == (
        msg("prompt.low_bank.line", resource="grain", n=4),
    )

    both = given(new_game(), bank=Cards(9, 9, 9, 5, 5), seats={ANA: {"development_cards": 1}})
    record = record_of(both, YearOfPlentyPlayed(seat=ANA, cards={"grain": 1, "ore": 1}))
    assert [line.params for line in shown(record)["low_bank"].lines] == [
        {"resource": "grain", "n": 4},
        {"resource": "ore", "n": 4},
    ]


misses("low_bank", "five are left", lambda: ana_has_a_city_on_ore_8(7), roll(8))
misses("low_bank", "it was low before", lambda: ana_has_a_city_on_ore_8(4), roll(8))


@reaches("plenty_short", under="plenty_short")
def test_year_of_plenty_while_a_stack_holds_one_card(value: str):
    table = given(new_game(plenty_short=value), bank=FULL._replace(ore=1), seats={ANA: {"development_cards": 1}})
    record = record_of(table, YearOfPlentyPlayed(seat=ANA, cards={"ore": 1, "wool": 1}))

    assert reached(record, "plenty_short", "plenty_short", value, value).lines == ()


def plenty_from(ore: int, **rules: Any) -> GameState:
    return given(new_game(**rules), bank=FULL._replace(ore=ore), seats={ANA: {"development_cards": 1}})


TWO_ORE = YearOfPlentyPlayed(seat=ANA, cards={"ore": 2})
misses("plenty_short", "two are there", lambda: plenty_from(2), TWO_ORE)
misses("plenty_short", "an unlimited bank", lambda: plenty_from(1, bank_limit="unlimited"), TWO_ORE)
misses("plenty_short", "another card", lambda: plenty_from(0), KnightPlayed(seat=ANA))


def counted(**rules: Any) -> GameState:
    return given(new_game(tracking="counts", **rules), roll=8)


ORE_FOR_BORIS = CardsGained(gains={BORIS: {"ore": 1}}, waived=True)


@reaches("forgotten_income", under="late_income")
def test_income_that_is_remembered_when_the_next_player_has_the_dice(value: str):
    record = record_of(counted(late_income=value), TurnEnded(seat=ANA), ORE_FOR_BORIS)

    assert reached(record, "forgotten_income", "late_income", value, value).lines == ()


def test_income_that_is_entered_as_late_was_forgotten():
    record = record_of(counted(), CardsGained(gains={BORIS: {"ore": 1}}, late=True))

    assert reached(record, "forgotten_income", "late_income", *["until_next_roll"] * 2).lines == ()


misses("forgotten_income", "paid in the turn of the roll", counted, ORE_FOR_BORIS)
misses("forgotten_income", "nobody got anything", counted, TurnEnded(seat=ANA))


# The seven and the robber.


def hands_of(count: int, **rules: Any) -> GameState:
    """Boris holds so many cards, and Ana rolls."""
    return given(new_game(**rules), step="roll", hands={BORIS: count}, settlements={BORIS: [ON_D1]})


@reaches("nobody_over_limit", under="discard_limit")
def test_a_seven_with_nobody_over_the_limit(value: int):
    record = record_of(hands_of(value, discard_limit=value), SEVEN)

    prompt = reached(record, "nobody_over_limit", "discard_limit", value)
    assert (prompt.lines, prompt.why.params["limit"]) == ((), value)
    assert "nobody_over_limit" not in shown(record_of(hands_of(value + 1, discard_limit=value), SEVEN))


misses("nobody_over_limit", "one card too many", lambda: hands_of(8), SEVEN)
misses("nobody_over_limit", "not a seven", lambda: hands_of(2), roll(6))
misses("nobody_over_limit", "no discards at this table", lambda: hands_of(8, discards="off"), SEVEN)
misses("nobody_over_limit", "a knight", lambda: holding(1), KnightPlayed(seat=ANA))


@reaches("tell_hand_sizes")
def test_hand_sizes_are_announced_while_somebody_has_to_discard():
    assert reached(record_of(hands_of(8), SEVEN), "tell_hand_sizes").lines == ()


misses("tell_hand_sizes", "nobody discards", lambda: hands_of(7), SEVEN)
misses("tell_hand_sizes", "all is given", lambda: hands_of(8), SEVEN, CardsDiscarded(seat=BORIS, cards={"ore": 4}))


@reaches("no_seven", under="no_seven_mode")
def test_a_seven_in_a_round_without_sevens(value: str):
    table = given(new_game(no_seven_rounds=2, no_seven_mode=value), step="roll", round=2, hands={BORIS: 8})

    assert reached(record_of(table, SEVEN), "no_seven", "no_seven_mode", value, value).lines == ()


def spared_until_round_two() -> GameState:
    return given(new_game(no_seven_rounds=2), step="roll", round=2)


misses("no_seven", "the third round", lambda: given(new_game(no_seven_rounds=2), step="roll", round=3), SEVEN)
misses("no_seven", "sevens always count", lambda: given(new_game(), step="roll", round=1), SEVEN)
misses("no_seven", "not a seven", spared_until_round_two, roll(8))
misses("no_seven", "it happened earlier", lambda: given(new_game(no_seven_rounds=3)), roll(7, late=True))
misses("no_seven", "the very first roll of a script", lambda: new_game(tracking="script"), SEVEN)


@pytest.mark.parametrize("event", [SEVEN, KnightPlayed(seat=ANA)])
@reaches("robber_must_move")
def test_the_first_time_the_robber_moves_he_may_not_stay(event: AnyEvent):
    table = given(new_game(), step="roll", seats={ANA: {"development_cards": 1}})

    assert reached(record_of(table, event), "robber_must_move").lines == ()


misses(
    "robber_must_move", "he has left his first hex", lambda: given(new_game(), step="roll", robber=hexagon("A1")), SEVEN
)
misses("robber_must_move", "not his time", lambda: hands_of(2), roll(6))
misses("robber_must_move", "discards come first", lambda: hands_of(8), SEVEN)
misses(
    "robber_must_move",
    "the friendly robber may stay on the desert",
    lambda: everybody_spared(),
    SEVEN,
)


@reaches("robber_to_desert", under="robber_to_desert")
def test_the_robber_goes_back_to_the_desert(value: str):
    table = given(new_game(robber_to_desert=value), step=ROBBER, robber=hexagon("B2"))

    record = record_of(table, to("C3", waived=True))
    assert reached(record, "robber_to_desert", "robber_to_desert", value, value).lines == ()


@reaches("robber_to_desert", under="robber_to_desert")
def test_before_he_moves_only_a_table_that_forbids_the_desert_is_reminded(value: str):
    table = given(new_game(robber_to_desert=value), step="roll", robber=hexagon("B2"))

    assert ("robber_to_desert" in shown(record_of(table, SEVEN))) == (value == "forbidden")


def test_the_friendly_robber_goes_to_the_desert_while_it_is_free():
    record = record_of(everybody_spared(robber="B2"), SEVEN, to("C3"))

    assert reached(record, "robber_to_desert", "robber_to_desert", "allowed", "allowed").lines == ()


misses("robber_to_desert", "he goes elsewhere", lambda: given(new_game(), step=ROBBER), to("D1"))
misses("robber_to_desert", "he stands there", lambda: given(new_game(robber_to_desert="forbidden"), step="roll"), SEVEN)
misses(
    "robber_to_desert",
    "nowhere else is left for the friendly robber",
    lambda: everybody_spared(robber_to_desert="forbidden", friendly_robber_vp=3, robber="B2"),
    SEVEN,
)
misses(
    "robber_to_desert",
    "the friendly robber had to go there",
    lambda: everybody_spared(robber_to_desert="forbidden", friendly_robber_vp=3, robber="B2"),
    SEVEN,
    to("C3"),
)

ROUND_THE_DESERT = {
    BORIS: ["A1-A2-B2", "D2-D1-E1"],
    CHAI: ["A3-B3-B4", "D3-E2-E3"],
    DANA: ["C4-C5-D4", "B1-C1-C2"],
}
"""Two points each, and every hex but the desert touches one of them."""


def everybody_spared(robber: str = "C3", **rules: Any) -> GameState:
    rules = {"friendly_robber": "on", **rules}
    return given(new_game(**rules), step="roll", robber=hexagon(robber), settlements=ROUND_THE_DESERT)


@reaches("friendly_no_hex", under="friendly_robber")
def test_the_friendly_robber_has_nowhere_to_go(value: str):
    record = record_of(everybody_spared(friendly_robber=value), SEVEN)

    if value == "off":
        assert "friendly_no_hex" not in shown(record)
    else:
        prompt = reached(record, "friendly_no_hex", "friendly_robber", value)
        assert (prompt.lines, prompt.choices, prompt.why.params["points"]) == ((), (to("C3"),), 2)
        assert "friendly_robber" not in shown(record)


misses("friendly_no_hex", "the desert is free", lambda: everybody_spared(robber="B2"), SEVEN)
misses("friendly_no_hex", "not his time", everybody_spared, roll(2))


@reaches("friendly_robber", under="friendly_robber")
def test_the_friendly_robber_spares_somebody(value: str):
    record = record_of(everybody_spared(friendly_robber=value, robber="B2"), SEVEN)

    if value == "off":
        assert "friendly_robber" not in shown(record)
    else:
        prompt = reached(record, "friendly_robber", "friendly_robber", value)
        assert (prompt.lines, prompt.ruling.params["points"]) == ((), 2)


def nobody_spared() -> GameState:
    everybody = {seat: {"revealed_points": 3} for seat in (BORIS, CHAI, DANA)}
    return given(new_game(friendly_robber="on"), step="roll", seats=everybody)


misses("friendly_robber", "only the mover has few points", nobody_spared, SEVEN)
misses("friendly_robber", "not his time", lambda: everybody_spared(robber="B2"), roll(2))
misses("friendly_robber", "he has moved", nobody_spared, SEVEN, to("D1"))


def on_d1(*, hands: dict[int, int], **rules: Any) -> GameState:
    return given(new_game(**rules), step=ROBBER, hands=hands, settlements={BORIS: [ON_D1], CHAI: [ALSO_ON_D1]})


@pytest.mark.parametrize(("hexname", "hands"), [("A2", {BORIS: 3}), ("D1", {ANA: 3})])
@reaches("nobody_to_rob")
def test_the_robber_comes_to_a_hex_where_nobody_can_be_robbed(hexname: str, hands: dict[int, int]):
    assert reached(record_of(on_d1(hands=hands), to(hexname)), "nobody_to_rob").lines == ()


misses("nobody_to_rob", "somebody has cards there", lambda: on_d1(hands={BORIS: 1}), to("D1"))
misses("nobody_to_rob", "he has not moved", lambda: given(new_game(), step="roll"), SEVEN)
misses(
    "nobody_to_rob",
    "the move happened earlier",
    lambda: given(new_game(), hands={BORIS: 1}, settlements={BORIS: [ON_D1]}),
    to("D1", late=True),
)


@reaches("empty_victim", under="empty_victim")
def test_somebody_without_cards_is_chosen(value: str):
    record = record_of(on_d1(hands={CHAI: 5}, empty_victim=value), to("D1"), steal(BORIS, waived=True))

    assert reached(record, "empty_victim", "empty_victim", value, value).lines == ()


@reaches("empty_victim", under="empty_victim")
def test_somebody_without_cards_may_be_chosen(value: str):
    record = record_of(on_d1(hands={CHAI: 5}, empty_victim=value), to("D1"))

    assert ("empty_victim" in shown(record)) == (value == "allowed_no_card")


misses("empty_victim", "both have cards", lambda: on_d1(hands={BORIS: 1, CHAI: 5}), to("D1"))
misses("empty_victim", "their last card went", lambda: on_d1(hands={BORIS: 1, CHAI: 5}), to("D1"), steal(BORIS))
misses("empty_victim", "the other one was chosen", lambda: on_d1(hands={CHAI: 5}), to("D1"), steal(CHAI))


@reaches("steal_optional", under="steal_optional")
def test_only_where_the_theft_is_optional_the_thief_is_told_so(value: bool):
    record = record_of(on_d1(hands={BORIS: 2}, steal_optional=value, empty_victim="skipped"), to("D1"))

    if value:
        prompt = reached(record, "steal_optional", "steal_optional", True, "true")
        assert (prompt.lines, prompt.choices) == ((), (steal(BORIS), steal(None)))
    else:
        assert "steal_optional" not in shown(record)
        prompt = prompt_for("steal_optional", record.state)
        assert (prompt.ruling.key, prompt.choices) == ("prompt.steal_optional.ruling.false", (steal(BORIS),))


misses("steal_optional", "nobody there", lambda: on_d1(hands={BORIS: 2}, steal_optional=True), to("A2"))
misses("steal_optional", "it is done", lambda: on_d1(hands={BORIS: 2}, steal_optional=True), to("D1"), steal(None))


# Development cards.


def holding(cards: int, *, step: str = "actions", fields: dict[str, Any] | None = None, **rules: Any) -> GameState:
    """Ana holds so many development cards of earlier turns, and enough to buy one."""
    ana = {"development_cards": cards, **(fields or {})}
    return given(new_game(**rules), step=step, hands={ANA: 3}, bank=Cards(9, 9, 9, 9, 9), seats={ANA: ana})


BUYS = DevelopmentBought(seat=ANA)


@reaches("knight_before_roll", under="dev_before_roll")
def test_somebody_with_an_old_card_comes_to_roll(value: str):
    table = given(new_game(dev_before_roll=value), seats={BORIS: {"development_cards": 1}})

    prompt = reached(record_of(table, TurnEnded(seat=ANA)), "knight_before_roll", "dev_before_roll", value, value)
    assert (prompt.lines, prompt.choices) == ((), () if value == "none" else (KnightPlayed(seat=BORIS),))


misses("knight_before_roll", "the next player has no card", lambda: holding(1), TurnEnded(seat=ANA))
misses("knight_before_roll", "the dice are rolled", lambda: holding(1, step="roll"), roll(8))
misses("knight_before_roll", "one is played", lambda: holding(2, step="roll"), KnightPlayed(seat=ANA), to("A1"))
misses(
    "knight_before_roll",
    "no cards at this table",
    lambda: given(new_game(development_cards="off"), seats={BORIS: {"development_cards": 1}}),
    TurnEnded(seat=ANA),
)

PLAYED = [
    KnightPlayed(seat=ANA),
    RoadBuildingPlayed(seat=ANA),
    YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}),
    MonopolyPlayed(seat=ANA, resource="ore", taken={}),
]


@pytest.mark.parametrize("played", PLAYED, ids=lambda event: event.type)
@reaches("second_card", under="dev_per_turn")
def test_a_card_is_played_and_another_old_one_held(value: Any, played: AnyEvent):
    table = given(new_game(dev_per_turn=value), roads={ANA: ["A1|A2"]}, seats={ANA: {"development_cards": 2}})

    assert reached(record_of(table, played), "second_card", "dev_per_turn", value, str(value)).lines == ()


misses("second_card", "it was the only one", lambda: holding(1), KnightPlayed(seat=ANA))
misses("second_card", "the other is new", lambda: holding(1), BUYS, KnightPlayed(seat=ANA))
misses("second_card", "nothing is played", lambda: holding(2), BUYS)
misses("second_card", "it was played in another turn", lambda: holding(2), KnightPlayed(seat=ANA, late=True))
misses(
    "second_card",
    "the knight has won the game",
    lambda: holding(2, fields={"knights": 2, "cities": 4}),
    KnightPlayed(seat=ANA),
)


@reaches("bought_this_turn", under="vp_cards")
def test_a_card_is_bought(value: str):
    bought = record_of(holding(0, vp_cards=value), BUYS)

    assert reached(bought, "bought_this_turn", "vp_cards", value, value).lines == ()


misses("bought_this_turn", "an old card is played", lambda: holding(1), KnightPlayed(seat=ANA))
misses("bought_this_turn", "the turn is over", lambda: holding(0), BUYS, TurnEnded(seat=ANA))
misses("bought_this_turn", "it was bought in another turn", lambda: holding(0), DevelopmentBought(seat=ANA, late=True))


def deck_of(cards: int) -> GameState:
    return given(new_game(), hands={ANA: 6}, bank=Cards(9, 9, 9, 9, 9), deck=cards)


@reaches("deck_empty")
def test_the_last_card_of_the_deck_is_bought():
    assert reached(record_of(deck_of(1), BUYS), "deck_empty").lines == ()


misses("deck_empty", "one is left", lambda: deck_of(2), BUYS)
misses("deck_empty", "it was said", lambda: deck_of(1), BUYS, TurnEnded(seat=ANA))


def with_roads_left(pieces: int, cards: int = 1, **rules: Any) -> GameState:
    ana = {"development_cards": cards, "roads": 15 - pieces}
    return given(new_game(**rules), roads={ANA: ["A1|A2"]}, seats={ANA: ana})


ROAD_BUILDING = RoadBuildingPlayed(seat=ANA, waived=True)


@reaches("road_building_short", under="road_building_short")
def test_road_building_with_one_road_left(value: str):
    record = record_of(with_roads_left(1, road_building_short=value), ROAD_BUILDING)

    assert reached(record, "road_building_short", "road_building_short", value, value).lines == ()
    assert "road_building_zero" not in shown(record)


def test_road_building_with_one_place_left():
    shut_in: dict[str, Any] = {"settlements": {ANA: ["A1 NW"]}, "roads": {BORIS: ["A1 NW", "B1 NW", "A1|B1"]}}
    table = given(new_game(), seats={ANA: {"development_cards": 1}}, **shut_in)

    record = record_of(table, ROAD_BUILDING)

    assert reached(record, "road_building_short", "road_building_short", *["as_many_as_possible"] * 2).lines == ()


misses("road_building_short", "two are left", lambda: with_roads_left(2), ROAD_BUILDING)
misses("road_building_short", "none is left", lambda: with_roads_left(0), ROAD_BUILDING)
misses("road_building_short", "the first of two is placed", lambda: with_roads_left(2), ROAD_BUILDING, road("A1|B2"))
misses("road_building_short", "another card", lambda: with_roads_left(1), KnightPlayed(seat=ANA))


@reaches("road_building_zero", under="road_building_zero")
def test_road_building_with_no_road_left(value: str):
    record = record_of(with_roads_left(0, road_building_zero=value), ROAD_BUILDING)

    assert reached(record, "road_building_zero", "road_building_zero", value, value).lines == ()


misses("road_building_zero", "one is left", lambda: with_roads_left(1), ROAD_BUILDING)
misses("road_building_zero", "another card", lambda: with_roads_left(0), KnightPlayed(seat=ANA))
misses(
    "road_building_zero",
    "its roads were placed earlier",
    lambda: with_roads_left(0),
    RoadBuildingPlayed(seat=ANA, late=True, waived=True),
)


def with_points(points: int, cards: int = 0, **rules: Any) -> GameState:
    """Ana has so many points in the open, and development cards of earlier turns."""
    return holding(cards, fields={"cities": points // 2, "settlements": points % 2}, **rules)


def shows(count: int = 1, **how: Any) -> PointsRevealed:
    return PointsRevealed(seat=ANA, count=count, **how)


@reaches("points_card_wins", under="vp_cards")
def test_the_card_just_bought_may_be_the_missing_point(value: str):
    prompt = reached(record_of(with_points(9, vp_cards=value), BUYS), "points_card_wins", "vp_cards", value, value)

    assert (prompt.lines, prompt.choices) == ((), (shows(),))


def test_with_an_older_card_the_new_one_may_be_the_second_missing_point():
    prompt = reached(record_of(with_points(8, 1), BUYS), "points_card_wins", "vp_cards", "only_to_win", "only_to_win")

    assert prompt.choices == (shows(2),)


def all_points_cards_lie_open() -> GameState:
    ana, boris = {"cities": 4, "settlements": 1}, {"revealed_points": 5}
    return given(new_game(), hands={ANA: 3}, bank=Cards(9, 9, 9, 9, 9), seats={ANA: ana, BORIS: boris})


misses("points_card_wins", "two are missing", lambda: with_points(8), BUYS)
misses("points_card_wins", "nothing was bought", lambda: with_points(9, 1), KnightPlayed(seat=ANA))
misses("points_card_wins", "no point is missing", lambda: with_points(10, win_timing="end_of_turn"), BUYS)
misses("points_card_wins", "it can't be a point", all_points_cards_lie_open, BUYS)


# Winning.


@reaches("target_reached", under="win_timing")
def test_ten_points_in_the_middle_of_ones_turn(value: str):
    record = record_of(with_points(9, 1, win_timing=value), shows())

    prompt = reached(record, "target_reached", "win_timing", value, value)
    line = msg("prompt.target_reached.line", seat=ANA, n=10)
    assert prompt.lines == (() if value == "immediate" else (line,))
    assert prompt.why.params["target"] == 10


misses("target_reached", "nine points", lambda: with_points(8, 1), shows(waived=True))
misses("target_reached", "nine of ten at the end of the turn", lambda: with_points(9), TurnEnded(seat=ANA))
misses(
    "target_reached",
    "a win must be claimed",
    lambda: with_points(9, 1, auto_win="claim", win_timing="end_of_turn"),
    shows(),
)
misses(
    "target_reached",
    "the last round begins when this turn ends",
    lambda: with_points(9, 1, final_round="on", win_timing="end_of_turn"),
    shows(),
)
misses(
    "target_reached",
    "the last round is over",
    lambda: given(new_game(final_round="on"), turn=DANA, final_round=BORIS, seats={BORIS: {"cities": 5}}),
    TurnEnded(seat=DANA),
)
misses("target_reached", "somebody wins on another's turn", lambda: boris_gets_ten_by_a_cut("any"), CUT)


def boris_gets_ten_by_a_cut(whose: str, **rules: Any) -> GameState:
    """Ana's road is the longest; once Dana cuts it, it is Boris's."""
    return lined(7, 6, seats={BORIS: {"cities": 4}}, rules={"win_on_whose_turn": whose, **rules})


@reaches("target_elsewhere", under="win_on_whose_turn")
def test_ten_points_on_anothers_turn(value: str):
    record = record_of(boris_gets_ten_by_a_cut(value), CUT)

    prompt = reached(record, "target_elsewhere", "win_on_whose_turn", value, value)
    line = msg("prompt.target_elsewhere.line", seat=BORIS, n=10)
    assert prompt.lines == ((line,) if value == "own_only" else ())
    assert record.state.phase.part_of_game == ("turn" if value == "own_only" else "over")


misses("target_elsewhere", "nine points", lambda: lined(7, 6, seats={BORIS: {"cities": 3, "settlements": 1}}), CUT)
misses("target_elsewhere", "they win on their own turn", lambda: with_points(9, 1), shows())
misses(
    "target_elsewhere",
    "the last round was called",
    lambda: given(new_game(final_round="on"), turn=CHAI, final_round=BORIS, seats={BORIS: {"cities": 5}}),
    TurnEnded(seat=CHAI),
)


@reaches("claim_win", under="auto_win")
def test_ten_points_where_a_win_must_be_claimed(value: str):
    record = record_of(with_points(9, 1, auto_win=value), shows())

    if value == "on":
        assert "claim_win" not in shown(record)
    else:
        prompt = reached(record, "claim_win", "auto_win", value)
        assert (prompt.lines, prompt.choices) == ((), (VictoryDeclared(seat=ANA),))
        assert prompt.ruling.params["seat"] == ANA


misses("claim_win", "nine points", lambda: with_points(8, 1, auto_win="claim"), shows(waived=True))
misses("claim_win", "on another's turn", lambda: boris_gets_ten_by_a_cut("own_only", auto_win="claim"), CUT)
misses("claim_win", "it was", lambda: with_points(9, 1, auto_win="claim"), shows(), VictoryDeclared(seat=ANA))


# Pieces, roads and titles.


def with_pieces(roads: int) -> GameState:
    return given(new_game(), hands={ANA: 4}, roads={ANA: ["A1|A2"]}, seats={ANA: {"roads": roads}})


@reaches("last_road")
def test_the_last_road_is_built():
    assert reached(record_of(with_pieces(14), road("A1|B2")), "last_road").lines == ()


misses("last_road", "one is left", lambda: with_pieces(13), road("A1|B2"))
misses("last_road", "it was said", lambda: with_pieces(14), road("A1|B2"), TurnEnded(seat=ANA))

FOUR = ["C1-C2-D1", "C4-C5-D4", "A3-B3-B4", "D3-E2-E3"]


def settled(*spots: str, hand: int = 9) -> GameState:
    return given(new_game(), hands={ANA: hand}, settlements={ANA: list(spots)}, roads={ANA: ["A1|A2"]})


@reaches("last_settlement")
def test_the_last_settlement_is_built_and_a_city_brings_one_back():
    prompt = reached(record_of(settled(*FOUR), settlement("A1-A2-B2")), "last_settlement")
    assert prompt.lines == ()
    assert prompt.choices == tuple(CityBuilt(seat=ANA, at=spot(at)) for at in (*FOUR, "A1-A2-B2"))

    poor = reached(record_of(settled(*FOUR, hand=8), settlement("A1-A2-B2")), "last_settlement")
    assert poor.choices == ()


misses("last_settlement", "one is left", lambda: settled(*FOUR[:3]), settlement("A1-A2-B2"))
misses("last_settlement", "a city stands", lambda: settled(*FOUR), CityBuilt(seat=ANA, at=spot(FOUR[0])))


@reaches("road_cut")
def test_a_settlement_cuts_a_road():
    assert reached(record_of(lined(7), CUT), "road_cut").lines == ()


misses("road_cut", "the road ends there", lambda: lined(4), CUT)
misses("road_cut", "an own settlement", lambda: lined(7, turn=ANA), settlement("B2-C2-C3"))
misses("road_cut", "a road beside it", lambda: lined(7), road("C2|D2", seat=DANA))


@pytest.mark.parametrize("lengths", [(7, 6, 6), (7, 4, 4)], ids=["two lead", "nobody has five"])
@reaches("title_aside")
def test_the_holder_is_cut_and_nobody_alone_leads(lengths: tuple[int, ...]):
    assert reached(record_of(lined(*lengths), CUT), "title_aside").lines == ()


misses("title_aside", "somebody else leads", lambda: lined(7, 6, 5), CUT)
misses("title_aside", "the holder still leads", lambda: lined(8, 3), settlement("B1-C1-C2", seat=DANA, waived=True))
misses("title_aside", "nobody held it", lambda: lined(4, 4), road(LINES[ANA][4], waived=True))


def road_of(seat: int, number: int, **how: Any) -> RoadBuilt:
    """The so-manieth road of a seat's line."""
    return road(LINES[seat][number - 1], seat=seat, **how)


@reaches("title_returned")
def test_one_of_two_who_lead_builds_on():
    assert reached(record_of(lined(4, 6, 6, turn=BORIS), road_of(BORIS, 7)), "title_returned").lines == ()


def test_one_of_two_who_lead_is_cut():
    roads = {ANA: LINES[ANA][:6], CHAI: LINES[CHAI][:6], DANA: ["C2|C3"]}
    table = given(new_game(), turn=DANA, hands={DANA: 4}, roads=roads)
    assert table.longest_road is None

    reached(record_of(table, CUT), "title_returned")


misses("title_returned", "the first with five", lambda: lined(4, 4, turn=ANA), road_of(ANA, 5))
misses("title_returned", "it goes from one to the other", lambda: lined(7, 6, 5), CUT)
misses("title_returned", "still level", lambda: lined(4, 6, 6, turn=ANA), road_of(ANA, 5))


def armies(*knights: int) -> GameState:
    """How many knights each seat has played; Boris holds another card."""
    seats = {seat: {"knights": count, "development_cards": seat == BORIS} for seat, count in enumerate(knights)}
    return given(new_game(), turn=BORIS, seats=seats)


@pytest.mark.parametrize(
    ("table", "event"),
    [
        (lambda: lined(6, 5, turn=BORIS), road_of(BORIS, 6)),
        (lambda: armies(3, 2), KnightPlayed(seat=BORIS)),
    ],
    ids=["roads", "knights"],
)
@reaches("tie_keeps")
def test_somebody_draws_level_with_the_holder(table: Callable[[], GameState], event: AnyEvent):
    assert reached(record_of(table(), event), "tie_keeps").lines == ()


misses("tie_keeps", "one more than the holder", lambda: lined(5, 5, turn=BORIS, longest_road=ANA), road_of(BORIS, 6))
misses("tie_keeps", "one fewer than the holder", lambda: lined(7, 5, turn=BORIS), road_of(BORIS, 6))
misses("tie_keeps", "nobody holds it", lambda: lined(4, 3, turn=BORIS), road_of(BORIS, 4))
misses("tie_keeps", "a third knight takes it", lambda: armies(2, 2), KnightPlayed(seat=BORIS))


def around_the_gap(**others: Any) -> GameState:
    return given(new_game(), hands={ANA: 4}, roads={ANA: ["C2|C3"]}, **others)


IN_THE_GAP = settlement("B2-C2-C3")


@pytest.mark.parametrize("owner", [ANA, BORIS])
@reaches("gap_of_one")
def test_a_settlement_between_two_buildings_with_one_empty_corner_on_either_side(owner: int):
    table = around_the_gap(settlements={owner: ["B1-C1-C2"]}, cities={CHAI: ["A2-B2-B3"]})

    assert reached(record_of(table, IN_THE_GAP), "gap_of_one").lines == ()


misses("gap_of_one", "on one side only", lambda: around_the_gap(settlements={BORIS: ["B1-C1-C2"]}), IN_THE_GAP)
misses(
    "gap_of_one",
    "too close, though let stand",
    lambda: around_the_gap(settlements={BORIS: ["B1-C1-C2", "A2-B2-B3", "C2-C3-D2"]}),
    settlement("B2-C2-C3", waived=True),
)
misses(
    "gap_of_one",
    "a city where a settlement stood",
    lambda: given(new_game(), hands={ANA: 5}, settlements={ANA: ["B2-C2-C3"], BORIS: ["B1-C1-C2"], CHAI: ["A2-B2-B3"]}),
    CityBuilt(seat=ANA, at=spot("B2-C2-C3")),
)


def towards(**pieces: Any) -> GameState:
    """Ana's road is four long and goes on to B2-B3-C3."""
    return given(new_game(), hands={ANA: 4}, roads={ANA: LINES[ANA][:4]}, **pieces)


@pytest.mark.parametrize("piece", ["settlements", "cities"])
@reaches("foreign_building")
def test_a_road_comes_to_somebody_elses_building(piece: str):
    record = record_of(towards(**{piece: {BORIS: ["B2-B3-C3"]}}), road_of(ANA, 5))

    assert reached(record, "foreign_building").lines == ()


misses("foreign_building", "an own building", lambda: towards(settlements={ANA: ["B2-B3-C3"]}), road_of(ANA, 5))
misses("foreign_building", "a corner on", lambda: towards(settlements={BORIS: ["B3-C3-C4"]}), road_of(ANA, 5))


# Trade.


def at_the_harbour(step: str = "actions", hands: int = 4, harbours: str = "on", **rules: Any) -> GameState:
    return given(new_game(harbours=harbours, **rules), step=step, hands={ANA: hands}, roads={ANA: ["C5 NE"]})


TO_THE_HARBOUR = settlement("C5 NE")


@reaches("harbour_this_turn", under="turn_phases")
def test_a_settlement_at_a_harbour_is_built_in_this_turn(value: str):
    record = record_of(at_the_harbour("actions" if value == "combined" else "trade", turn_phases=value), TO_THE_HARBOUR)

    assert reached(record, "harbour_this_turn", "turn_phases", value, value).lines == ()


def test_without_a_board_the_host_says_that_there_is_a_harbour():
    table = given(new_game(tracking="counts"), hands={ANA: 4})

    assert "harbour_this_turn" in shown(record_of(table, SettlementBuilt(seat=ANA, touches=[], harbour="any")))
    assert "harbour_this_turn" not in shown(record_of(table, SettlementBuilt(seat=ANA, touches=[])))


misses("harbour_this_turn", "no harbour there", lambda: settled("C1-C2-D1"), settlement("A1-A2-B2"))
misses("harbour_this_turn", "no harbours at this table", lambda: at_the_harbour(harbours="off"), TO_THE_HARBOUR)
misses("harbour_this_turn", "a first settlement", new_game, TO_THE_HARBOUR)
misses("harbour_this_turn", "it was built in another turn", at_the_harbour, settlement("C5 NE", late=True))


def trade(give: Counts, receive: Counts, seat: int = ANA, partner: int = BORIS, **how: Any) -> AnyEvent:
    return PlayersTraded(seat=seat, partner=partner, give=give, receive=receive, **how)


def traders(**rules: Any) -> GameState:
    return given(new_game(**rules), hands=dict.fromkeys(range(4), 3))


PLAIN_TRADE = trade({"ore": 1}, {"wool": 1})


@pytest.mark.parametrize("sides", [({"ore": 1}, {}), ({}, {"ore": 1}), ({"ore": 1}, {"wool": 0})])
@reaches("gift", under="gifts")
def test_one_side_of_a_trade_gives_nothing(value: str, sides: tuple[Counts, Counts]):
    record = record_of(traders(gifts=value), trade(*sides, waived=value == "forbidden"))

    assert reached(record, "gift", "gifts", value, value).lines == ()


misses("gift", "both sides give", traders, PLAIN_TRADE)


@reaches("same_kind", under="same_resource_trade")
def test_the_same_kind_goes_both_ways(value: str):
    two_for_one = trade({"ore": 2}, {"ore": 1}, waived=value == "forbidden")

    record = record_of(traders(same_resource_trade=value), two_for_one)
    assert reached(record, "same_kind", "same_resource_trade", value, value).lines == ()


misses("same_kind", "the kinds differ", traders, PLAIN_TRADE)
misses("same_kind", "none of it comes back", traders, trade({"ore": 1}, {"ore": 0, "wool": 1}))


@reaches("trade_out_of_turn")
def test_two_trade_while_it_is_a_thirds_turn():
    record = record_of(traders(), trade({"ore": 1}, {"wool": 1}, seat=BORIS, partner=CHAI, waived=True))

    assert reached(record, "trade_out_of_turn").lines == ()


misses("trade_out_of_turn", "on ones own turn", traders, PLAIN_TRADE)
misses("trade_out_of_turn", "the partner has the turn", traders, trade({"ore": 1}, {"wool": 1}, BORIS, ANA))
misses("trade_out_of_turn", "it was earlier", traders, trade({"ore": 1}, {"wool": 1}, BORIS, CHAI, late=True))


# The table.


def starts(rolls: dict[int, int], **how: Any) -> FirstPlayerChosen:
    return FirstPlayerChosen(seat=ANA, rolls=rolls, **how)


@reaches("first_player_tie", under="first_player_tie")
def test_two_roll_the_highest_number_for_the_start(value: str):
    record = record_of(new_game(first_player_tie=value), starts({ANA: 9, BORIS: 9, CHAI: 4}, waived=True))

    assert reached(record, "first_player_tie", "first_player_tie", value, value).lines == ()


misses("first_player_tie", "one alone is highest", new_game, starts({ANA: 9, BORIS: 8}))
misses("first_player_tie", "a tie below the highest", new_game, starts({ANA: 9, BORIS: 8, CHAI: 8}))
misses("first_player_tie", "nobody rolled", new_game, FirstPlayerChosen(seat=ANA))
misses("first_player_tie", "rolls don't decide", lambda: new_game(first_player="oldest"), starts({ANA: 9, BORIS: 9}))


def poor() -> GameState:
    return given(new_game(), bank=Cards(9, 9, 9, 9, 9), roads={ANA: ["A1|A2"]}, hands={BORIS: 8}, deck=0)


HAND = msg("prompt.unsure.line", seat=ANA)
BANK = msg("prompt.unsure.line_bank")


@pytest.mark.parametrize(
    ("table", "event", "lines"),
    [
        (poor, road("A1|B2", waived=True), (HAND,)),
        (lambda: given(new_game(), hands={ANA: 2}, roads={ANA: ["A1|A2"]}), road("A1|B2"), (BANK,)),
        (lambda: given(new_game(), roads={ANA: ["A1|A2"]}), road("A1|B2", waived=True), (HAND, BANK)),
        (lambda: deck_of(0), DevelopmentBought(seat=ANA, waived=True), ()),
        (lambda: holding(0), KnightPlayed(seat=ANA, waived=True), ()),
    ],
    ids=["hand", "bank", "both", "deck", "development_cards"],
)
@reaches("unsure")
def test_what_does_not_add_up_is_named_once(table: Callable[[], GameState], event: AnyEvent, lines: tuple[Msg, ...]):
    record = record_of(table(), event)
    assert reached(record, "unsure").lines == lines

    record.add(StepDone(step="frame"))
    assert "unsure" not in shown(record)


misses("unsure", "all adds up", traders, PLAIN_TRADE)
misses("unsure", "it is counted", poor, road("A1|B2", waived=True), Corrected(what="hand", seat=ANA, value=0))
misses("unsure", "it was so before", poor, road("A1|B2", waived=True), road("A1|B1", waived=True))

for event in (roll(8), SEVEN, roll(12)):
    misses("dice_off", f"nothing that is entered shows it: {event.sum}", lambda: given(new_game(), step="roll"), event)


@pytest.mark.parametrize("value", tried_values("cocked_dice"))
def test_dice_off_the_table_are_only_called(value: str):
    prompt = prompt_for("dice_off", given(new_game(cocked_dice=value), step="roll"))

    assert (prompt.ruling.key, prompt.rule, prompt.value) == (f"prompt.dice_off.ruling.{value}", "cocked_dice", value)
    assert is_said(prompt)


# Laying the table.

RED_TOUCH = FIFTH_EDITION.replace("hills6", "hills11").replace("forest11", "forest6")


def red_numbers_touch(**rules: Any) -> GameState:
    """A six in C2 beside the eight of D1."""
    return new_game(board=board_from_text(RED_TOUCH, FIFTH_HARBOURS), **rules)


@reaches("red_numbers", under="red_numbers_apart")
def test_red_numbers_lie_side_by_side_while_the_table_is_laid(value: str):
    if value == "enforce":
        with pytest.raises(Refused, match=r"board\.red_numbers_touch"):
            red_numbers_touch(red_numbers_apart=value)
        return
    record = record_of(red_numbers_touch(red_numbers_apart=value), StepDone(step="frame"))
    if value == "off":
        assert "red_numbers" not in shown(record)
    else:
        assert reached(record, "red_numbers", "red_numbers_apart", value, value).lines == ()


misses("red_numbers", "none touch", lambda: new_game(red_numbers_apart="warn"), StepDone(step="frame"))
misses("red_numbers", "play has begun", lambda: red_numbers_touch(red_numbers_apart="warn"), settlement("A1-A2-B2"))


# All of them.


@pytest.mark.parametrize(("name", "table", "events"), MISSES)
def test_it_must_not_appear(name: str, table: Callable[[], GameState], events: tuple[AnyEvent, ...]):
    assert name not in shown(record_of(table(), *events))


def test_every_case_is_reached_and_has_a_near_miss():
    assert {*REACHED, "dice_off"} == set(FOR_ALL)
    assert {miss.values[0] for miss in MISSES} == set(FOR_ALL)


def test_every_case_that_depends_on_a_rule_is_tested_under_each_of_its_values():
    rules = {name: case.rule for name, case in FOR_ALL.items()}
    assert rules == {**REACHED, "dice_off": "cocked_dice"}


@pytest.mark.parametrize("name", CASES)
def test_each_value_of_its_rule_has_a_ruling_that_can_be_said(name: str):
    case = CASES[name]
    for value in tried_values(case.rule) if case.rule else [None]:
        rules: dict[str, Any] = {case.rule: value} if case.rule else {}
        prompt = prompt_for(name, new_game(**rules))
        assert prompt.value == value
        assert prompt.ruling.key.removeprefix(f"prompt.{name}.ruling") == (
            f".{str(value).lower()}" if case.has_ruling_per_value else ""
        )
        assert is_said(prompt)


@pytest.mark.parametrize("tracking", ["board", "counts", "script"])
@pytest.mark.parametrize("name", CASES)
def test_the_host_calls_any_case_before_anything_has_happened(name: str, tracking: Tracking):
    prompt = prompt_for(name, new_game(tracking=tracking))

    assert (prompt.id, prompt.lines, prompt.choices) == (name, (), ())
    assert is_said(prompt)


def test_a_case_that_does_not_exist_cannot_be_called():
    with pytest.raises(KeyError, match=r"^'meteor'$"):
        prompt_for("meteor", new_game())


def test_before_the_first_entry_nothing_is_odd():
    assert shown(record_of(new_game())) == {}


def test_cases_are_shown_in_the_order_of_the_table():
    ana = {"cities": 4, "settlements": 1}
    table = given(new_game(), hands={ANA: 3}, bank=Cards(9, 9, 9, 9, 9), seats={ANA: ana}, deck=1)

    found = list(shown(record_of(table, BUYS)))
    assert found == ["bought_this_turn", "deck_empty", "points_card_wins"]
    assert found == [name for name in CASES if name in found]


@pytest.mark.parametrize(("code", "name"), PROMPT_OF_REFUSAL.items())
def test_a_refusal_is_explained_by_a_case_that_exists(code: str, name: str):
    assert name in CASES
    assert has_message(f"refusal.{code}")
