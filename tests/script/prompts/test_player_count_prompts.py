"""Odd cases and lines of tables of two, five and six: each is reached at a table, and stays away where it must."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.core.play.checklist import CHECKLIST
from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record
from narrator.core.table.events import (
    AnyEvent,
    CardsGained,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    KnightGivenUp,
    KnightPlayed,
    NeutralRoadBuilt,
    NeutralRoadReported,
    NeutralSettlementBuilt,
    RoadBuildingPlayed,
    RoadBuilt,
    RobberMoved,
    SettlementBuilt,
    StepDone,
    TokensSpent,
    TurnEnded,
)
from narrator.core.table.phase import Acting, PartnerActing
from narrator.core.table.setup import Layout
from narrator.core.table.state import GameState, Site, Tracking
from narrator.script.announcements.turns import announce_titles
from narrator.script.model import Script
from narrator.script.narrate import narrate, steps, whole_script
from narrator.script.prompts.cases import CASES, possible_cases
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_aloud
from tests.core.play import test_two_players_rulings as two_rulings
from tests.support.games import (
    ANA,
    BORIS,
    CHAI,
    DANA,
    ELI,
    NAMES,
    board_of,
    given,
    hexagon,
    new_game,
    path,
    record_of,
    spot,
)
from tests.support.prompts import is_said, shown

DETAILS = ("first_game", "normal", "terse")


def large(players: int = 6, *, tracking: Tracking = "board", **rules: Any) -> GameState:
    layout: Layout | None = "random_tokens" if tracking == "board" else None
    return new_game(players, layout=layout, tracking=tracking, **rules)


def playing(state: GameState, **how: Any) -> GameState:
    """Everybody holds ten cards and two old development cards."""
    everybody = range(len(state.seats))
    seats = {seat: {"development_cards": 2, "settlements": 1, "roads": 1} for seat in everybody}
    return given(state, hands=dict.fromkeys(everybody, 10), seats=seats, **{"round": 1, **how})


def script_after(state: GameState, *events: AnyEvent, detail: str = "normal") -> Script:
    return narrate(public_view(record_of(state, *events).head), detail)


def said(script: Script, language: str = "en") -> tuple[str, str]:
    """The line that was told last and the line now."""
    voice = TableLocale(language, NAMES)
    return say_aloud(script.before[-1].lines, voice), say_aloud(script.now.lines, voice)


def check(record: Record, name: str) -> None:
    prompt = shown(record)[name]
    assert prompt.rule == CASES[name].rule
    assert is_said(prompt)


# Five and six: between the turns.


@pytest.mark.parametrize(
    ("rule", "name"), [("paired", "partner_part"), ("special_build", "special_building")], ids=["paired", "special"]
)
def test_what_happens_between_the_turns_is_explained_the_first_time(rule: str, name: str):
    record = record_of(playing(large(five_six_turns=rule)), TurnEnded(seat=ANA))
    check(record, name)

    other = "special_building" if name == "partner_part" else "partner_part"
    assert other not in shown(record)
    record.add(DevelopmentBought(seat=DANA if rule == "paired" else BORIS))
    assert name not in shown(record)


@pytest.mark.parametrize("how", [{"round": 2}, {"turn": BORIS}], ids=["later round", "second turn"])
@pytest.mark.parametrize("rule", ["paired", "special_build"])
def test_and_not_again(rule: str, how: dict[str, int]):
    state = playing(large(five_six_turns=rule), **how)
    assert not {"partner_part", "special_building"} & set(shown(record_of(state, TurnEnded(seat=state.turn))))


def test_four_players_never_hear_of_it():
    assert not {"partner_part", "special_building"} & set(shown(record_of(playing(new_game()), TurnEnded(seat=ANA))))
    assert not {"partner_part", "special_building"} & set(possible_cases(new_game().rules))


def test_F_06_the_partners_part_is_announced_and_told():
    script = script_after(playing(large()), TurnEnded(seat=ANA))

    assert (script.now.id, script.now.seat, script.now.card) == ("turn.partner", DANA, "five_six")
    assert {"bank_traded", "road_built", "knight_played", "turn_ended"} <= set(script.now.events)
    assert not {"players_traded", "dice_rolled"} & set(script.now.events)
    assert said(script) == (
        "Ana is done. Dana, you're up as partner.",
        "Dana, don't roll. You can build, trade with the supply or play a card.",
    )
    assert [step.id for step in script.next] == ["turn.end", "turn.roll"]
    assert script.next[0].lines == (msg("step.end_part.normal", seat=DANA, other=BORIS),)


def test_F_06_it_is_seen_coming_from_the_owners_turn():
    steps = [(step.id, step.seat) for step in script_after(playing(large(), step="roll"), detail="terse").next]
    assert steps[1:] == [("turn.actions", ANA), ("turn.partner", DANA)]


def test_F_07_the_partners_knight_and_free_roads_are_the_partners():
    knight = script_after(playing(large()), TurnEnded(seat=ANA), KnightPlayed(seat=DANA))
    roads = script_after(playing(large(tracking="counts")), TurnEnded(seat=ANA), RoadBuildingPlayed(seat=DANA))

    assert (knight.now.id, knight.now.seat) == ("robber.move", DANA)
    assert ("turn.back", DANA) in [(step.id, step.seat) for step in knight.next]
    assert (roads.now.id, roads.now.seat) == ("turn.free_roads", DANA)


def test_F_10_everybody_is_asked_by_name():
    script = script_after(playing(large(5, five_six_turns="special_build")), TurnEnded(seat=ANA), TurnEnded(seat=BORIS))

    assert (script.now.id, script.now.seat) == ("turn.special_build", CHAI)
    assert not {"bank_traded", "knight_played", "players_traded"} & set(script.now.events)
    assert [step.seat for step in script.next] == [DANA, ELI, ELI]
    assert said(script) == (
        "Boris is done. Chai, you can build now.",
        "Chai, want to build or buy before the next turn?",
    )


def test_F_11_enough_points_in_a_window_are_no_win_and_that_is_explained():
    state = playing(large(five_six_turns="special_build"))
    state = given(state, seats={CHAI: {"cities": 4, "revealed_points": 2}}, step=Acting())
    prompts = shown(record_of(state, TurnEnded(seat=ANA), TurnEnded(seat=BORIS)))

    assert prompts["target_elsewhere"].lines == (msg("prompt.target_elsewhere.line", seat=CHAI, n=10),)


def test_F_09_the_owner_who_has_enough_in_the_partners_part_waits_and_that_is_explained():
    state = given(
        playing(large()), seats={ANA: {"cities": 4, "revealed_points": 2}}, step=PartnerActing(DANA), hands={DANA: 9}
    )
    prompts = shown(record_of(state, DevelopmentBought(seat=DANA)))
    assert prompts["target_elsewhere"].lines == (msg("prompt.target_elsewhere.line", seat=ANA, n=10),)


def test_F_09_a_partner_who_wins_has_reached_the_target_in_their_own_part():
    state = given(playing(large()), seats={DANA: {"cities": 4, "revealed_points": 2}}, step=Acting())
    prompts = shown(record_of(state, TurnEnded(seat=ANA)))

    assert "target_reached" in prompts
    assert "target_elsewhere" not in prompts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("rule", ["paired", "special_build"])
@pytest.mark.parametrize("cards", ["on", "off"])
def test_F_04_the_whole_script_tells_what_is_between_the_turns(language: str, detail: str, rule: str, cards: str):
    script = whole_script(large(five_six_turns=rule, development_cards=cards), detail)
    turn = next(section for section in script.sections if section.id == "turn")
    step = "turn.partner" if rule == "paired" else "turn.special_build"

    assert [s.id for s in turn.steps].count(step) == (1 if rule == "paired" else 5)
    assert all(say_aloud(s.lines, TableLocale(language, NAMES)) for s in turn.steps)


@pytest.mark.parametrize("rule", ["two_player_mode", "five_six_turns"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_W_01_F_04_every_mode_is_explained_in_one_line(rule: str, language: str):
    modes = {
        "two_player_mode": ("catan_for_two", "plain", "duel"),
        "five_six_turns": ("paired", "special_build", "none"),
    }
    lines = [say(msg(f"rule.{rule}.{mode}"), TableLocale(language)) for mode in modes[rule]]
    assert len(set(lines)) == 3
    assert not any("\n" in line or len(line) > 160 for line in lines)


# Two: neutral colours, two rolls, tokens.


def test_W_04_the_host_asks_for_a_settlement_of_each_colour_that_nobody_plays():
    done = [StepDone(step=step) for step in (*CHECKLIST, "tokens")]
    script = script_after(new_game(2), *done)
    white = NeutralSettlementBuilt(colour="white", at=spot("D3-D4-E3"))
    orange = NeutralSettlementBuilt(colour="orange", at=spot("A3-B3-B4"))

    assert (script.now.id, script.now.events) == ("setup.neutral", ("neutral_settlement_built",))
    assert script.now.lines == (msg("step.neutral_start.normal", colour="white"),)
    assert script_after(new_game(2), *done, white).now.lines == (msg("step.neutral_start.normal", colour="orange"),)
    assert script_after(new_game(2), *done, white, orange).now.id == "setup.first_player"
    assert said(script_after(new_game(2), *done, white)) == (
        "Neutral white starts with a settlement.",
        "Place a settlement for neutral orange, without a road.",
    )


@pytest.mark.parametrize(
    ("tracking", "ids"), [("board", ["setup.tokens"]), ("script", ["setup.tokens", "setup.neutral"])]
)
def test_W_07_the_checklist_lays_the_tokens_out(tracking: Tracking, ids: list[str]):
    done = [StepDone(step=step) for step in CHECKLIST]
    steps = script_after(new_game(2, tracking=tracking), *done)
    ticked = [step for step in (steps.now, *steps.next) if step.events == ("step_done",)]
    assert [step.id for step in ticked] == ids
    assert "setup.tokens" not in [step.id for step in script_after(new_game(3), *done[:-2]).next]


def test_W_05_the_second_roll_has_a_line_of_its_own_and_is_seen_coming():
    state = two_rulings.for_two(step="roll")
    first, second = script_after(state), script_after(state, DiceRolled(seat=ANA, total=12))

    assert [step.id for step in (first.now, *first.next)] == [
        "turn.roll",
        "turn.income",
        "turn.second_roll",
        "turn.actions",
    ]
    assert (second.now.id, [step.id for step in second.next][:2]) == (
        "turn.second_roll",
        ["turn.income", "turn.actions"],
    )
    assert said(second) == ("It's a twelve. Nobody gets anything this time.", "Ana, roll the dice again.")


def test_W_05_the_same_number_again_is_announced_and_ruled():
    rolls = DiceRolled(seat=ANA, total=12), DiceRolled(seat=ANA, total=12)
    record = record_of(two_rulings.for_two(step="roll"), *rolls)

    check(record, "second_roll_same")
    assert said(narrate(public_view(record.head)))[0] == "It's a twelve again. That doesn't count, so roll once more."
    record.add(DiceRolled(seat=ANA, total=11))
    assert "second_roll_same" not in shown(record)
    plain = given(new_game(2, two_player_mode="plain"), step="roll")
    again = record_of(plain, rolls[0], TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=12))
    assert "second_roll_same" not in shown(again)


def test_W_05_after_a_seven_the_host_sees_the_second_roll_coming():
    script = script_after(two_rulings.for_two(step="roll"), DiceRolled(seat=ANA, total=7), detail="terse")
    after = record_of(two_rulings.for_two(step="roll"), DiceRolled(seat=ANA, total=7)).state
    ids = [step.id for step in steps(after, "terse")]

    assert script.now.id == "robber.discard"
    assert ids.index("turn.second_roll") > ids.index("turn.back")


def test_W_06_the_neutral_piece_is_asked_for_and_told():
    script = script_after(two_rulings.for_two(), two_rulings.ROAD)
    after = script_after(two_rulings.for_two(), two_rulings.ROAD, two_rulings.WHITE_ROAD)

    assert (script.now.id, script.now.seat, script.now.events) == ("turn.neutral", ANA, ("neutral_road_built",))
    assert said(script) == ("Ana builds a road.", "Ana, now place a road for a neutral color too.")
    assert script.next[0].id == "turn.actions"
    assert said(after)[0] == "Neutral white gets a road too."


def test_W_06_without_a_board_either_piece_may_follow_a_settlement():
    state = record_of(two_rulings.counted(), NeutralSettlementBuilt(colour="white")).state
    now = script_after(state, SettlementBuilt(seat=ANA)).now
    assert now.events == ("neutral_settlement_built", "neutral_road_built")
    assert now.lines == (msg("step.neutral_either.normal", seat=ANA),)


def test_W_06_a_road_instead_of_a_settlement_is_explained():
    check(record_of(two_rulings.for_two(), two_rulings.SETTLEMENT), "neutral_road_instead")
    room = record_of(two_rulings.for_two(pieces=two_rulings.ROOM), two_rulings.SETTLEMENT)
    assert "neutral_road_instead" not in shown(room)
    assert "neutral_road_instead" not in shown(record_of(two_rulings.for_two(), two_rulings.ROAD))


def with_line(length: int, **how: Any) -> GameState:
    pieces = {two_rulings.WHITE: ("D3-D4-E3", two_rulings.LINE[:length]), two_rulings.ORANGE: ("A3-B3-B4", [])}
    return two_rulings.for_two(pieces=pieces, **how)


FIFTH = NeutralRoadBuilt(seat=ANA, colour="white", at=path(two_rulings.LINE[4]))
FIVE = ["A2|B2", "B2|B3", "B2|C3", "B2|C2", "B1|C2"]


def test_W_06_a_neutral_colour_that_takes_longest_road_is_announced_and_explained():
    record = record_of(with_line(4), two_rulings.ROAD, FIFTH)
    check(record, "neutral_longest_road")
    assert said(narrate(public_view(record.head)))[0] == (
        "Neutral white gets a road too. Neutral white takes Longest Route with five roads. Nobody scores for it."
    )
    assert "neutral_longest_road" not in shown(record_of(with_line(3), two_rulings.ROAD))


@pytest.mark.parametrize("language", LANGUAGES)
def test_W_06_the_title_goes_to_and_from_neutral_colours_in_words(language: str):
    keys = [
        list(announce_titles(with_holder(old), with_holder(new)))
        for old, new in ((ANA, 6), (6, ANA), (6, None), (None, 6), (6, 7))
    ]
    assert [told[0].key.removeprefix("event.longest_road.") for told in keys] == [
        "lost_to_neutral",
        "taken",
        "aside",
        "neutral",
        "neutral",
    ]
    for told in keys:
        assert "{" not in say(told[0], TableLocale(language, NAMES))


def with_holder(number: int | None) -> GameState:
    return replace(with_line(5, roads={ANA: FIVE}), longest_road=number)


def test_a_player_who_draws_level_with_a_neutral_colour_does_not_take_the_title():
    state = replace(with_line(5, roads={ANA: FIVE[:4]}), longest_road=two_rulings.WHITE)
    record = record_of(state, RoadBuilt(seat=ANA, at=path(FIVE[4])))
    assert record.state.longest_road == two_rulings.WHITE
    assert "tie_keeps" in shown(record)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            TokensSpent(seat=ANA, action="forced_trade", taken={"ore": 2}, given={"wool": 2}),
            "Forced trade: Ana pays one token, takes up to two cards from Boris without looking and gives two back.",
        ),
        (
            TokensSpent(seat=ANA, action="robber_home"),
            "Ana pays one token and sends the robber to the desert. Nothing is stolen.",
        ),
        (KnightGivenUp(seat=ANA), "Ana trades in a played knight for two trade tokens."),
        (two_rulings.SETTLEMENT, "Ana builds a settlement. That makes two points. Ana takes two trade tokens."),
        (Corrected(what="tokens", seat=ANA, value=3), "Correction: Ana has three trade tokens."),
        (Corrected(what="longest_road", value="white"), "Correction: neutral white has Longest Route."),
    ],
    ids=lambda value: getattr(value, "type", ""),
)
def test_W_07_W_08_tokens_are_announced(event: AnyEvent, line: str):
    state = two_rulings.for_two(robber=hexagon("A1"), seats={ANA: {"knights": 1}})
    assert said(script_after(state, event))[0] == line


def test_C_05_no_line_says_which_cards_a_forced_trade_moved():
    event = TokensSpent(seat=ANA, action="forced_trade", taken={"ore": 2}, given={"wool": 2})
    view = public_view(record_of(two_rulings.for_two(), event).head)
    assert view.last_transition is not None
    assert isinstance(view.last_transition.fact, TokensSpent)
    assert (view.last_transition.fact.taken, view.last_transition.fact.given) == (None, None)


def test_W_05_income_between_the_rolls_is_not_forgotten_income():
    seats = {ANA: {"sites": (Site(None),), "settlements": 1}}
    state = given(new_game(2, tracking="counts"), step="roll", seats=seats)
    first = record_of(state, DiceRolled(seat=ANA, total=8), CardsGained(gains={ANA: {"ore": 1}}))
    assert "forgotten_income" not in shown(first)


def test_W_06_a_neutral_road_is_measured_by_its_colour():
    state = record_of(two_rulings.counted(), NeutralSettlementBuilt(colour="white")).state
    state = replace(state, neutrals=(replace(state.neutrals[0], roads=4, road_length=4, road_at_least=4),))
    script = script_after(state, RoadBuilt(seat=ANA), NeutralRoadBuilt(seat=ANA, colour="white"))
    after = script_after(
        state,
        RoadBuilt(seat=ANA),
        NeutralRoadBuilt(seat=ANA, colour="white"),
        NeutralRoadReported(colour="white", length=4),
    )

    assert (script.now.events, said(script)[1]) == (
        ("neutral_road_reported",),
        "How long is neutral white's longest road now?",
    )
    assert said(after)[0] == "Neutral white's longest road is four pieces long."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("mode", ["dice", "deck36"])
def test_W_05_T_09_the_whole_script_of_two_has_both_rolls_and_the_neutral_pieces(language: str, detail: str, mode: str):
    script = whole_script(new_game(2, tracking="script", dice_mode=mode), detail)
    sections = {section.id: [step.id for step in section.steps] for section in script.sections}

    assert sections["turn"][:3] == ["turn.roll", "turn.income", "turn.second_roll"]
    assert sections["neutral"] == ["turn.neutral", "turn.neutral"]
    assert {"setup.tokens", "setup.neutral"} <= set(sections["setup"])
    assert {prompt.id for prompt in script.prompts} >= {"second_roll_same", "neutral_longest_road"}
    voice = TableLocale(language, NAMES)
    assert all(say_aloud(step.lines, voice) for section in script.sections for step in section.steps)


def test_every_case_of_a_table_size_is_reached_here():
    assert {name for name, case in CASES.items() if case.player_counts} == {
        "second_roll_same",
        "neutral_road_instead",
        "neutral_longest_road",
        "partner_part",
        "special_building",
    }


# A deck of numbers.


@pytest.mark.parametrize(
    ("cards", "rule", "line"),
    [(0, "any", "draw"), (1, "any", "draw_or_card"), (1, "knight_only", "draw_or_knight"), (1, "none", "draw")],
)
def test_T_09_with_a_deck_the_next_number_card_is_revealed(cards: int, rule: str, line: str):
    state = new_game(dice_mode="deck36", dev_before_roll=rule)
    now = script_after(given(state, step="roll", seats={ANA: {"development_cards": cards}})).now
    assert now.lines == (msg(f"step.{line}.normal", seat=ANA),)


def test_T_09_a_new_deck_is_announced():
    state = given(new_game(dice_mode="deck36"), step="roll", deck_cards_drawn=30)
    assert (
        "Five number cards are left over. Shuffle the whole deck again."
        in said(script_after(state, DiceRolled(seat=ANA, total=12)))[0]
    )
    early = given(new_game(dice_mode="deck36"), step="roll", deck_cards_drawn=29)
    assert "Shuffle" not in said(script_after(early, DiceRolled(seat=ANA, total=12)))[0]


# Two deserts.


@pytest.mark.parametrize(
    ("tracking", "rule", "key"),
    [
        ("board", "choose", "choose"),
        ("counts", "choose", "choose"),
        ("script", "choose", "choose"),
        ("board", "random", "screen"),
        ("counts", "random", "random"),
    ],
)
def test_F_03_the_host_asks_on_which_desert_the_robber_starts(tracking: Tracking, rule: str, key: str):
    done = [StepDone(step=step) for step in ("frame", "hexes", "numbers", "harbours")]
    now = script_after(large(tracking=tracking, robber_start_desert=rule), *done).now

    assert (now.id, now.lines) == ("setup.robber", (msg(f"step.robber_start_{key}.normal"),))
    assert ("robber_moved" in now.events) == (tracking == "board" and rule == "choose")


def test_F_03_the_choice_is_announced_and_nobody_is_robbed_by_it():
    state = large()
    record = record_of(state, RobberMoved(seat=ANA, to=board_of(state).deserts()[1]))

    assert said(narrate(public_view(record.head)))[0] == "The robber starts on that desert."
    assert "setup.robber" not in [step.id for step in narrate(public_view(record.head)).next]
    assert shown(record) == {}


def test_with_one_desert_the_old_line_stays():
    done = [StepDone(step=step) for step in ("frame", "hexes", "numbers", "harbours")]
    assert script_after(new_game(), *done).now.lines == (msg("step.robber_start.normal"),)


def test_a_roll_in_the_middle_of_a_turn_is_announced_as_before():
    script = script_after(playing(new_game(), step="roll"), DiceRolled(seat=ANA, total=12))
    assert script.now.id == "turn.actions"
