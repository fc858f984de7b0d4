"""Every house rule decides something: each of its values leads to another outcome, or to other lines."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from narrator.app.sessions.trades import next_to_answer
from narrator.core.message import Refused, msg
from narrator.core.play.roll_and_discard import next_dice
from narrator.core.reading.public_view import public_view, state_for_api
from narrator.core.record.choices import legal_events
from narrator.core.record.record import Record
from narrator.core.record.snapshot import snapshot_of
from narrator.core.table.cards import Cards, Counts
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    CardsGained,
    CardStolen,
    CityBuilt,
    DevelopmentBought,
    DiceRolled,
    FirstPlayerChosen,
    KnightPlayed,
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    RuleChanged,
    TurnEnded,
    VictoryDeclared,
    YearOfPlentyPlayed,
)
from narrator.core.table.hands import Hands
from narrator.core.table.house_rules import RULE_KEYS, HouseRules
from narrator.core.table.phase import Acting, MovingRobber, PartnerActing, PlacingSettlement
from narrator.core.table.setup import BoardSetup, Player, Setup, Tile, board_warnings, initial_state
from narrator.core.table.state import GameState, Site, points
from narrator.script.helper_cards import helper_cards, house_rules_card
from narrator.script.library import all_topics
from narrator.script.narrate import narrate
from narrator.script.steps.setup import setup_steps
from narrator.session.events import Offered
from narrator.session.table_session import OpenOffer
from narrator.text.render import TableLocale, say, say_aloud
from narrator.web.components.clock import clock_view
from narrator.web.panels.dice import dice_pad
from narrator.web.rendering.table_locale import table_locale
from tests.support.app import NOON
from tests.support.games import (
    ANA,
    BORIS,
    CHAI,
    COLOURS,
    DANA,
    NAMES,
    board_of,
    codes,
    fifth_edition_board,
    given,
    hexagon,
    new_game,
    path,
    play,
    spot,
)
from tests.support.rule_values import tried_values
from tests.support.web import panel_at, table_at

Outcome = Callable[[Any], Any]
ROBBER = MovingRobber(Acting(), frozenset())
ON_D1, ALSO_ON_D1 = "C1-C2-D1", "D1-D2-E1"
COAST = ["A1 NW", "A1 NE", "A2 NW", "A2 NE", "A3 NW", "A3 NE", "A3 E", "B4 NE", "B4 E", "C5 NE", "C5 E", "C5 SE"]
COAST += ["D4 E", "D4 SE", "E3 E", "E3 SE"]
FULL = new_game().bank
EIGHT = {"cities": 4}


# How an outcome is told.


def hands(state: GameState) -> list[int]:
    return [seat.hand_size for seat in state.seats]


def told(key: str, value: Any, *topics: str, language: str = "en", **situation: Any) -> list[str]:
    """What the table can read about these topics."""
    state = given(new_game(**{key: value}), **situation)
    voice = table_locale(state, language)
    known = {topic.id: topic for topic in all_topics(state)}
    return [say(line, voice) for name in topics if name in known for line in known[name].lines]


def on_the_card(key: str) -> Outcome:
    """The card of tonight's rules names what is not as in the box."""
    return lambda value: told(key, value, "card.house_rules")


def looked_up(key: str, *topics: str) -> Outcome:
    return lambda value: told(key, value, *topics)


def why_not(**setup: Any) -> list[str]:
    try:
        initial_state(Setup(**setup))
    except Refused as refused:
        return [reason.code for reason in refused.reasons]
    return []


def people(count: int) -> list[Player]:
    return [Player(NAMES[seat], COLOURS[seat]) for seat in range(count)]


# The box and the board.


def edition(value: str) -> Any:
    boards = [board_of(new_game(layout="spiral", seed=seed, edition=value)) for seed in range(4)]
    voice = table_locale(new_game(edition=value), "en")
    longest = say(msg("card.longest_road.title"), voice)
    return [board.harbours for board in boards], longest


def words(value: str) -> Any:
    state = new_game(words=value)
    return [say(line, table_locale(state, "en")) for line in helper_cards(state)["costs"].lines]


def component_set(value: str) -> Any:
    def hexes(players: int) -> Any:
        try:
            return initial_state(
                Setup(people(players), tracking="counts", rules={"component_set": value})
            ).game.box.hexes
        except Refused as refused:
            return refused.reasons[0].code

    return hexes(4), hexes(5)


def spiral_direction(value: str) -> Any:
    board = board_of(new_game(layout="spiral", seed=5, spiral_direction=value))
    return board.numbers


def red_numbers_apart(value: str) -> Any:
    """B2 carries a six, D1 an eight, C2 an eleven: three tokens change places, and six and eight touch."""
    board = fifth_edition_board()
    moved = {hexagon("B2"): 8, hexagon("C2"): 6, hexagon("D1"): 11}
    hexes = [Tile(at, board.terrain[at], moved.get(at, board.numbers.get(at))) for at in board.island.hexes]
    setup = Setup(
        people(3), board=BoardSetup("manual", hexes=hexes), rules={"red_numbers_apart": value, "harbours": "off"}
    )
    try:
        state = initial_state(setup)
    except Refused as refused:
        return [reason.code for reason in refused.reasons]
    return "laid", [reason.code for reason in board_warnings(board_of(state), state.rules)]


def harbour_setup(value: str) -> Any:
    """The same seed, the same island; only the harbours lie otherwise, or have to be written down."""
    laid = BoardSetup("random_tokens", seed=3)
    rules = {"harbour_setup": value, "edition": "5e"}
    if refused := why_not(players=people(3), board=laid, rules=rules):
        return refused
    board = initial_state(Setup(people(3), board=laid, rules=rules)).game.board
    return board.harbours


def harbours(value: str) -> Any:
    state = given(new_game(harbours=value), settlements={ANA: ["A1 NW"]}, hands={ANA: 3}, bank=FULL)
    return codes(state, BankTraded(seat=ANA, give={"wool": 3}, receive={"ore": 1}))


def first_player(value: str) -> Any:
    state = new_game(3, first_player=value)
    asked = next(step for step in setup_steps(state, "normal") if step.id == "setup.first_player")
    line = say_aloud(asked.lines, table_locale(state, "en"))
    return line, codes(state, FirstPlayerChosen(seat=ANA, rolls={ANA: 3, BORIS: 9, CHAI: 5}))


# Turn and dice.


def turn_phases(value: str) -> Any:
    state = given(new_game(turn_phases=value), step="roll")
    return play(state, DiceRolled(seat=ANA, total=12)).phase.step


def dev_before_roll(value: str) -> Any:
    state = given(new_game(dev_before_roll=value), step="roll", seats={ANA: {"development_cards": 2}}, bank=FULL)
    cards = (KnightPlayed(seat=ANA), YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}))
    return [codes(state, card) for card in cards]


def dice_source(value: str) -> Any:
    pad = dice_pad(table_at(given(new_game(dice_source=value), step="roll")))
    assert pad is not None
    return pad.is_app_throwing, len(pad.row.buttons)


def dice_mode(value: str) -> Any:
    """A card that was shown is not shown again; dice forget."""
    return next_dice(new_game(dice_mode=value).rules, [DiceRolled(seat=ANA, dice=(1, 1))], lambda count: 0)


def clocked(seconds: float, **rules: Any) -> list[str]:
    """What speaks against a road so many seconds after the turn has begun."""
    table = given(new_game(**rules), turn=DANA, settlements={ANA: ["A1 NW"]}, hands={ANA: 9})
    record = Record(table)
    record.add(TurnEnded(seat=DANA, time=NOON))
    record.add(DiceRolled(seat=ANA, total=2, time=NOON))
    road = RoadBuilt(seat=ANA, at=path("A1 NW"), time=NOON + timedelta(seconds=seconds))
    return [reason.code for reason in record.refusals(road)]


def turn_timer(value: str) -> Any:
    state = given(new_game(turn_timer=value), turn=DANA)
    record = Record(state)
    record.add(TurnEnded(seat=DANA, time=NOON))
    clock = clock_view(table_at(record), NOON)
    shown = None if clock is None else (clock.counts_down, clock.up)
    return clocked(181, turn_timer=value), shown


def turn_seconds(value: int) -> Any:
    return [clocked(after, turn_timer="hard", turn_seconds=value) for after in (29, 31, 601)]


# Bank and trade.


def short_of_ore(**rules: Any) -> Any:
    """One alone, and then two, are owed two ore each; there is one for each of them."""
    outcomes = []
    for cities in ({ANA: ["C4-C5-D4"]}, {ANA: ["C4-C5-D4"], BORIS: ["C5 NE"]}):
        table = given(new_game(**rules), step="roll", bank=FULL._replace(ore=len(cities)), cities=cities)
        outcomes.append(hands(play(table, DiceRolled(seat=ANA, total=8))))
    return outcomes


def late_income(value: str) -> Any:
    settled = {BORIS: {"settlements": 1, "sites": (Site(None),)}}
    state = given(new_game(tracking="counts", late_income=value), turn=BORIS, step="roll", seats=settled)
    state = play(state, DiceRolled(seat=BORIS, total=8), TurnEnded(seat=BORIS))
    noticed = CardsGained(gains={BORIS: {"ore": 1}})
    return codes(state, noticed), told("late_income", value, "card.bank", "prompt.forgotten_income")


def trading(**rules: Any) -> Any:
    state = given(new_game(**rules), hands={ANA: 5, BORIS: 5})
    deals: list[tuple[Counts, Counts]] = [({"ore": 1}, {"wool": 1}), ({"ore": 1}, {}), ({"ore": 1}, {"ore": 2})]
    return [codes(state, PlayersTraded(seat=ANA, partner=BORIS, give=give, receive=take)) for give, take in deals]


def trade_entry(value: str) -> Any:
    """Ana's ore is known; does the record still know it after a turn in which trades may not have been told?"""
    state = given(new_game(3, trade_entry=value), hands={ANA: 3, BORIS: 2}, bank=Cards(19, 19, 17, 19, 16))
    known = Hands((Cards(ore=3), Cards(wool=2), Cards()))
    after = play(replace(state, hands=known), TurnEnded(seat=ANA))
    assert after.hands is not None
    return sorted(after.unsure), str(after.hands.bounds(ANA))


def trade_answers(value: str) -> Any:
    """Ana has offered something: who answers first?"""
    offer = OpenOffer(1, Offered(seat=ANA, give={"ore": 1}, want={"wool": 1}), {}, {})
    return next_to_answer(given(new_game(trade_answers=value)), offer, {BORIS, CHAI})


# The seven and the robber.


def after_seven(held: int = 9, round_: int = 3, **rules: Any) -> GameState:
    state = given(new_game(**rules), step="roll", hands={ANA: held, CHAI: held}, round=round_)
    return play(state, DiceRolled(seat=ANA, total=7))


def seven(key: str, *helds: int, round_: int = 3, **rules: Any) -> Outcome:
    def outcome(value: Any) -> Any:
        tables = [after_seven(held, round_, **{**rules, key: value}) for held in helds or (9,)]
        return [(table.phase.step, state_for_api(table)["owed"], table.turn) for table in tables]

    return outcome


def discard_order(value: str) -> Any:
    state = after_seven(discard_order=value)
    return codes(state, CardsDiscarded(seat=CHAI, cards={"ore": 4}))


def moving(points: int = 3, **rules: Any) -> GameState:
    """Ana moves the robber. Boris and Chai are at D1 with so many points; Boris has no cards."""
    others = {BORIS: [ON_D1], CHAI: [ALSO_ON_D1]}
    return given(
        new_game(**rules),
        step=ROBBER,
        hands={CHAI: 2},
        settlements=others,
        robber=hexagon("A1"),
        seats={seat: {"revealed_points": points - 1} for seat in (BORIS, CHAI)},
    )


def robber_to_desert(value: str) -> Any:
    return codes(moving(robber_to_desert=value), RobberMoved(seat=ANA, to=hexagon("C3")))


def empty_victim(value: str) -> Any:
    table = play(moving(empty_victim=value), RobberMoved(seat=ANA, to=hexagon("D1")))
    return codes(table, CardStolen(seat=ANA, victim=BORIS))


def steal_optional(value: bool) -> Any:
    table = play(moving(steal_optional=value), RobberMoved(seat=ANA, to=hexagon("D1")))
    return codes(table, CardStolen(seat=ANA, victim=None))


def friendly(**rules: Any) -> Any:
    return [codes(moving(points, **rules), RobberMoved(seat=ANA, to=hexagon("D1"))) for points in (2, 3, 4, 5)]


def no_seven_rounds(value: int) -> Any:
    return [after_seven(2, round_, no_seven_rounds=value).phase.step for round_ in (1, 2, 3, 4)]


# Development cards.


def development_cards(value: str) -> Any:
    state = given(new_game(development_cards=value), hands={ANA: 3}, bank=FULL)
    return codes(state, DevelopmentBought(seat=ANA))


def dev_per_turn(value: Any) -> Any:
    state = given(new_game(dev_per_turn=value), seats={ANA: {"development_cards": 2}}, bank=FULL)
    state = play(state, YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}))
    return codes(state, KnightPlayed(seat=ANA))


def with_roads(count: int, **rules: Any) -> GameState:
    return given(
        new_game(**rules),
        settlements={ANA: ["A1 NW"]},
        roads={ANA: COAST[:count]},
        seats={ANA: {"development_cards": 1, "roads": count}},
    )


def road_building(key: str, laid: int) -> Outcome:
    return lambda value: codes(with_roads(laid, **{key: value}), RoadBuildingPlayed(seat=ANA))


def road_building_partial(value: str) -> Any:
    state = play(with_roads(3, road_building_partial=value), RoadBuildingPlayed(seat=ANA))
    return codes(play(state, RoadBuilt(seat=ANA, at=path(COAST[3]))), TurnEnded(seat=ANA))


def plenty_short(value: str) -> Any:
    state = given(new_game(plenty_short=value), bank=FULL._replace(ore=1), seats={ANA: {"development_cards": 1}})
    return codes(state, YearOfPlentyPlayed(seat=ANA, cards={"ore": 2}))


def vp_cards(value: str) -> Any:
    state = given(new_game(vp_cards=value), seats={ANA: {**EIGHT, "development_cards": 3}})
    shown = [codes(state, PointsRevealed(seat=ANA, count=count)) for count in (1, 2)]
    return shown


def reveal_at_end(value: str) -> Any:
    seats = {ANA: {**EIGHT, "revealed_points": 2}, BORIS: {"development_cards": 1}}
    state = given(new_game(reveal_at_end=value), seats=seats)
    over = play(state, VictoryDeclared(seat=ANA))
    now = narrate(public_view(snapshot_of(over))).now
    return now.events, told("reveal_at_end", value, "what_if.points_at_end")


# Winning.


def at_nine(**rules: Any) -> GameState:
    return given(
        new_game(**rules), settlements={ANA: ["A1 N"]}, hands={ANA: 5}, seats={ANA: {"settlements": 3, "cities": 3}}
    )


TENTH = CityBuilt(seat=ANA, at=spot("A1 N"))


def winning(key: str) -> Outcome:
    def outcome(value: Any) -> Any:
        state = play(at_nine(**{key: value}), TENTH)
        after = play(state, TurnEnded(seat=ANA)) if state.phase.part_of_game == "turn" else state
        return state.phase.part_of_game, after.phase.part_of_game, codes(state, VictoryDeclared(seat=ANA))

    return outcome


def win_on_whose_turn(value: str) -> Any:
    state = given(new_game(win_on_whose_turn=value, auto_win="claim"), seats={CHAI: {**EIGHT, "revealed_points": 2}})
    return codes(state, VictoryDeclared(seat=CHAI))


def target_vp(value: int) -> Any:
    return [
        points(play(at_nine(target_vp=value), TENTH), ANA),
        play(at_nine(target_vp=value), TENTH).phase.part_of_game,
    ]


# Two, five and six.


def two_player_mode(value: str) -> Any:
    state = given(new_game(2, two_player_mode=value), step="roll")
    rules = state.rules
    return play(state, DiceRolled(seat=ANA, total=2)).phase.step, rules.target_vp


def between(value: str) -> Any:
    state = given(new_game(5, layout="random_tokens", five_six_turns=value))
    return play(state, TurnEnded(seat=ANA)).phase


def robber_start_desert(value: str) -> Any:
    state = new_game(5, layout="random_tokens", robber_start_desert=value)
    return len([event for event in legal_events(state) if isinstance(event, RobberMoved)])


def paired_tie(value: str) -> Any:
    """Ana, whose turn it was, and Dana, who is acting, have ten points at the same time."""
    seats = {seat: {**EIGHT, "revealed_points": 2} for seat in (ANA, DANA)}
    table = new_game(5, layout="random_tokens", paired_tie=value)
    state = given(table, step=PartnerActing(DANA), seats=seats)
    return play(state, RuleChanged(key="gifts", value="allowed")).phase


# Conduct and help.


def rules_lock(value: str) -> Any:
    state = given(new_game(rules_lock=value), agreed_seats=frozenset({ANA, BORIS, CHAI, DANA}))
    change = RuleChanged(key="gifts", value="allowed")
    after = play(state, RuleChanged(key="gifts", value="allowed", waived=True))
    return codes(state, change), after.agreed_seats


def leaver(value: str) -> Any:
    after = play(given(new_game(leaver=value)), PlayerLeft(seat=DANA))
    return after.phase.part_of_game, after.seats[DANA].has_left


def hints(value: str) -> Any:
    looking = given(new_game(hints=value), step=PlacingSettlement(1), round=0)
    return len(panel_at(looking, "?hint=1").hints)


def th_particle(value: str) -> Any:
    state = given(new_game(th_particle=value), step="roll")
    return say_aloud(narrate(public_view(snapshot_of(state))).now.lines, table_locale(state, "th"))


OUTCOMES: dict[str, Outcome] = {
    "edition": edition,
    "words": words,
    "component_set": component_set,
    "spiral_direction": spiral_direction,
    "red_numbers_apart": red_numbers_apart,
    "harbour_setup": harbour_setup,
    "harbours": harbours,
    "first_player": first_player,
    "first_player_tie": looked_up("first_player_tie", "prompt.first_player_tie"),
    "turn_phases": turn_phases,
    "dev_before_roll": dev_before_roll,
    "cocked_dice": looked_up("cocked_dice", "what_if.dice_floor", "prompt.dice_off"),
    "dice_source": dice_source,
    "dice_mode": dice_mode,
    "turn_timer": turn_timer,
    "turn_seconds": turn_seconds,
    "bank_limit": lambda value: short_of_ore(bank_limit=value),
    "bank_shortage": lambda value: short_of_ore(bank_shortage=value),
    "late_income": late_income,
    "domestic_trade": lambda value: trading(domestic_trade=value),
    "gifts": lambda value: trading(gifts=value),
    "same_resource_trade": lambda value: trading(same_resource_trade=value),
    "promises": looked_up("promises", "what_if.promises", "card.trades"),
    "trade_answers": trade_answers,
    "trade_entry": trade_entry,
    "robber": seven("robber", 2),
    "discards": seven("discards"),
    "discard_limit": seven("discard_limit", 6, 20, 21),
    "discard_round": seven("discard_round"),
    "discard_choice": looked_up("discard_choice", "card.seven"),
    "discard_order": discard_order,
    "robber_to_desert": robber_to_desert,
    "empty_victim": empty_victim,
    "steal_optional": steal_optional,
    "friendly_robber": lambda value: friendly(friendly_robber=value),
    "friendly_robber_vp": lambda value: friendly(friendly_robber="on", friendly_robber_vp=value),
    "no_seven_rounds": no_seven_rounds,
    "no_seven_mode": seven("no_seven_mode", 2, round_=1, no_seven_rounds=2),
    "development_cards": development_cards,
    "dev_per_turn": dev_per_turn,
    "road_building_short": road_building("road_building_short", 14),
    "road_building_zero": road_building("road_building_zero", 15),
    "road_building_partial": road_building_partial,
    "plenty_short": plenty_short,
    "vp_cards": vp_cards,
    "reveal_at_end": reveal_at_end,
    "win_timing": winning("win_timing"),
    "win_on_whose_turn": win_on_whose_turn,
    "auto_win": winning("auto_win"),
    "target_vp": target_vp,
    "final_round": winning("final_round"),
    "two_player_mode": two_player_mode,
    "five_six_turns": between,
    "paired_tie": paired_tie,
    "robber_start_desert": robber_start_desert,
    "dispute": on_the_card("dispute"),
    "rules_lock": rules_lock,
    "take_backs": on_the_card("take_backs"),
    "leaver": leaver,
    "hints": hints,
    "th_particle": th_particle,
}
"""A key, and what one of its values leads to."""


def same(key: str, outcome: Outcome) -> list[tuple[Any, Any]]:
    """The pairs of values that lead to the same."""
    found = [(value, outcome(value)) for value in tried_values(key)]
    return [
        (one, other)
        for number, (one, result) in enumerate(found)
        for other, another in found[number + 1 :]
        if result == another
    ]


def test_every_house_rule_has_an_outcome() -> None:
    assert list(OUTCOMES) == list(RULE_KEYS)


@pytest.mark.thorough
@pytest.mark.parametrize("key", OUTCOMES)
def test_no_two_values_of_a_rule_lead_to_the_same(key: str) -> None:
    assert same(key, OUTCOMES[key]) == []


def test_two_values_that_lead_to_the_same_are_found() -> None:
    assert same("gifts", lambda value: "whatever") == [("forbidden", "allowed")]
    assert same("bank_shortage", lambda value: value == "nobody") == [("official", "turn_order")]


@pytest.mark.parametrize("key", OUTCOMES)
def test_the_card_of_tonights_rules_says_which_value_is_played(key: str) -> None:
    """Whatever a rule decides, its sentence can be read at the table: none for the box's own."""
    lines = [house_rules_card(HouseRules(**{key: value})).lines for value in tried_values(key)]
    said = [tuple(say(line, TableLocale()) for line in card) for card in lines]
    assert len(set(said)) == len(said)
