"""Odd cases and lines of tables of two, five and six: each is reached at a table, and stays away where it must."""

from typing import Any

import pytest

from narrator.core.events import (
    AnyEvent,
    DevelopmentBought,
    DiceRolled,
    KnightPlayed,
    RoadBuildingPlayed,
    RobberMoved,
    StepDone,
    TurnEnded,
)
from narrator.core.message import msg
from narrator.core.phase import Acting
from narrator.core.record import Record
from narrator.core.state import GameState
from narrator.core.view import view_for
from narrator.script.model import Script
from narrator.script.narrate import narrate
from narrator.script.prompts import CASES, cases_of
from narrator.script.whole import whole_script
from narrator.text.places import LANGUAGES
from narrator.text.render import Voice, say, say_aloud
from tests.kit import ANA, BORIS, CHAI, DANA, ELI, NAMES, given, new_game, record_of
from tests.script.test_prompts import is_said, shown

DETAILS = ("first_game", "normal", "terse")


def large(players: int = 6, *, tracking: str = "board", **rules: Any) -> GameState:
    layout = "random_tokens" if tracking == "board" else None
    return new_game(players, layout=layout, tracking=tracking, **rules)


def playing(state: GameState, **how: Any) -> GameState:
    """Everybody holds ten cards and two old development cards."""
    everybody = range(len(state.seats))
    seats = {seat: {"development_cards": 2, "settlements": 1, "roads": 1} for seat in everybody}
    return given(state, hands=dict.fromkeys(everybody, 10), seats=seats, **{"round": 1, **how})


def script_after(state: GameState, *events: AnyEvent, detail: str = "normal") -> Script:
    return narrate(view_for(record_of(state, *events).head), detail)


def said(script: Script, language: str = "en") -> tuple[str, str]:
    """The line that was told last and the line now."""
    voice = Voice(language, NAMES)
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
    assert not {"partner_part", "special_building"} & set(cases_of(new_game().rules))


def test_F_06_the_partners_part_is_announced_and_told():
    script = script_after(playing(large()), TurnEnded(seat=ANA))

    assert (script.now.id, script.now.seat, script.now.card) == ("turn.partner", DANA, "five_six")
    assert {"bank_traded", "road_built", "knight_played", "turn_ended"} <= set(script.now.events)
    assert not {"players_traded", "dice_rolled"} & set(script.now.events)
    assert said(script) == (
        "Ana is done. Dana is the partner.",
        "Now Dana, without rolling: build, trade with the supply or play a card.",
    )
    assert [step.id for step in script.next] == ["turn.end", "turn.roll"]


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
        "Boris is done. Now Chai may build.",
        "Chai, do you want to build or buy before the next turn?",
    )


def test_F_11_enough_points_in_a_window_are_no_win_and_that_is_told():
    state = playing(large(five_six_turns="special_build"))
    state = given(state, seats={CHAI: {"cities": 4, "revealed_points": 2}}, step=Acting())
    prompts = shown(record_of(state, TurnEnded(seat=ANA), TurnEnded(seat=BORIS)))

    assert prompts["target_elsewhere"].lines == (msg("prompt.target_elsewhere.line", seat=CHAI, n=10),)


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
    assert all(say_aloud(s.lines, Voice(language, NAMES)) for s in turn.steps)


@pytest.mark.parametrize("rule", ["two_player_mode", "five_six_turns"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_W_01_F_04_every_mode_is_explained_in_one_line(rule: str, language: str):
    modes = {
        "two_player_mode": ("catan_for_two", "plain", "duel"),
        "five_six_turns": ("paired", "special_build", "none"),
    }
    lines = [say(msg(f"rule.{rule}.{mode}"), Voice(language)) for mode in modes[rule]]
    assert len(set(lines)) == 3
    assert not any("\n" in line or len(line) > 160 for line in lines)


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
def test_F_03_the_host_asks_on_which_desert_the_robber_starts(tracking: str, rule: str, key: str):
    done = [StepDone(step=step) for step in ("frame", "hexes", "numbers", "harbours")]
    now = script_after(large(tracking=tracking, robber_start_desert=rule), *done).now

    assert (now.id, now.lines) == ("setup.robber", (msg(f"step.robber_start_{key}.normal"),))
    assert ("robber_moved" in now.events) == (tracking == "board" and rule == "choose")


def test_F_03_the_choice_is_told_and_nobody_is_robbed_by_it():
    state = large()
    record = record_of(state, RobberMoved(seat=ANA, to=state.game.board.deserts()[1]))

    assert said(narrate(view_for(record.head)))[0] == "The robber starts on that desert hex."
    assert "setup.robber" not in [step.id for step in narrate(view_for(record.head)).next]
    assert shown(record) == {}


def test_with_one_desert_the_old_line_stays():
    done = [StepDone(step=step) for step in ("frame", "hexes", "numbers", "harbours")]
    assert script_after(new_game(), *done).now.lines == (msg("step.robber_start.normal"),)


def test_a_roll_in_the_middle_of_a_turn_is_told_as_before():
    script = script_after(playing(new_game(), step="roll"), DiceRolled(seat=ANA, total=12))
    assert script.now.id == "turn.actions"
