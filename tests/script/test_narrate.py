"""The script from any moment of any game: there is always a line, in every language, and it is fit to be said."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.message import Msg, msg
from narrator.core.play.checklist import CHECKLIST
from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record, fold
from narrator.core.table.events import FirstPlayerChosen, RoadBuilt, SettlementBuilt, StepDone
from narrator.core.table.phase import Acting, Discarding, MovingRobber
from narrator.core.table.state import GameState
from narrator.script.model import Script
from narrator.script.narrate import narrate
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.examples import examples
from tests.support.games import ANA, BORIS, DANA, NAMES, new_game, path, play, spot
from tests.support.games import given as situation
from tests.support.player import TrueTable
from tests.support.random_games import TABLES
from tests.support.sentences import check_said

DETAILS = ("first_game", "normal", "terse")
PRESETS = ["official_6e", "official_5e", "family", "seed_000", "seed_001", "seed_002", "seed_003", "seed_004"]
LISTS = ("event.income", "event.bank_traded", "event.players_traded", "event.starting_cards", "event.cards_gained")


def all_messages(script: Script) -> list[Msg]:
    found: list[Msg] = []
    for step in (*script.before, script.now, *script.next):
        found += step.lines
        found += [step.why] if step.why else []
    for prompt in script.prompts:
        found += [prompt.title, prompt.ruling, prompt.why, *prompt.lines]
    for card in script.cards:
        found += [card.title, *card.lines]
    return found


@examples(15)
@given(
    st.integers(0, 10**6),
    st.integers(2, 6),
    st.sampled_from(PRESETS),
    st.integers(0, 300),
    st.sampled_from(DETAILS),
    st.sampled_from(["classic", "clawtan"]),
    st.sampled_from(["box", "table"]),
    st.sampled_from(["paired", "special_build"]),
)
def test_there_is_always_something_to_say(
    seed: int, players: int, preset: str, events: int, detail: str, theme: str, words: str, between: str
) -> None:
    state = new_game(players, layout="random_tokens", seed=seed, preset=preset, five_six_turns=between)
    table = TrueTable(state, seed)
    record = fold(state, list(table.events(events)))
    script = narrate(public_view(record.head), detail)
    assert script.now.lines
    assert script.before
    assert script.next or record.state.phase.part_of_game == "over"
    for language in LANGUAGES:
        voice = TableLocale(language, NAMES[:players], theme, words)
        for message in all_messages(script):
            check_said(say(message, voice))


@examples(20)
@given(st.integers(0, 10**6), st.sampled_from([(4, {}), (4, {"dice_mode": "deck36"}), *TABLES]), st.integers(0, 300))
def test_normal_lines_are_short_and_terse_ones_shorter(
    seed: int, size: tuple[int, dict[str, Any]], events: int
) -> None:
    state = new_game(size[0], layout="random_tokens", seed=seed, **size[1])
    table = TrueTable(state, seed)
    record = fold(state, list(table.events(events)))
    for detail, words, letters in (("normal", 14, 90), ("terse", 9, 90)):
        script = narrate(public_view(record.head), detail)
        for language in LANGUAGES:
            voice = TableLocale(language, NAMES)
            for step in (script.now, *script.next):
                for line in step.lines:
                    said = say(line, voice)
                    fits = len(said) <= letters if language == "th" else len(said.split()) <= words
                    assert fits, (language, line.key, said)


def test_a_step_tells_who_acts_what_is_entered_and_which_card_explains_it() -> None:
    record = fold(new_game(), [])
    now = narrate(public_view(record.head)).now
    assert (now.id, now.events, now.seat) == ("setup.frame", ("step_done",), None)
    table = TrueTable(record.state, 5)
    record = fold(record.state, list(table.events(60)))
    while record.state.phase.step != "actions":
        event = table.next_event()
        assert event is not None
        table.enter(event)
        record.add(event)
    now = narrate(public_view(record.head)).now
    assert (now.id, now.seat, now.card) == ("turn.actions", record.state.turn, "costs")
    assert {"bank_traded", "road_built", "turn_ended"} <= set(now.events)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_three_details_say_the_same_step_at_three_lengths(language: str) -> None:
    view = public_view(fold(new_game(), []).head)
    said = [say(narrate(view, detail).now.lines[0], TableLocale(language, NAMES)) for detail in DETAILS]
    assert len(said[0]) >= len(said[1]) >= len(said[2])


def first_line(state: GameState, detail: str) -> Msg:
    return narrate(public_view(fold(state, []).head), detail).now.lines[0]


@pytest.mark.parametrize("detail", DETAILS)
def test_the_line_of_a_first_settlement_says_where_a_booklets_board_lets_it_stand(detail: str) -> None:
    ready = play(
        new_game(layout="beginner_6e"), *[StepDone(step=line) for line in CHECKLIST], FirstPlayerChosen(seat=0)
    )
    assert first_line(ready, detail).key == f"step.settlement_1_open.{detail}"
    drawn = play(ready, SettlementBuilt(seat=0, at=spot("D1-D2-E1")), RoadBuilt(seat=0, at=path("D1|E1")))
    assert first_line(drawn, detail).key == f"step.settlement_1_drawn.{detail}"
    free = play(ready, SettlementBuilt(seat=0, at=spot("C3-C4-D3")), RoadBuilt(seat=0, at=path("C3|C4")))
    assert first_line(free, detail).key == f"step.settlement_1.{detail}"


@pytest.mark.parametrize("detail", DETAILS)
def test_before_anybody_is_chosen_nobody_is_named_as_the_first_to_place(detail: str) -> None:
    state = play(new_game(), *[StepDone(step=line) for line in CHECKLIST])
    (coming,) = narrate(public_view(fold(state, []).head), detail).next
    assert (coming.lines, coming.seat) == ((msg(f"step.first_placement.{detail}"),), None)


@pytest.mark.parametrize("detail", DETAILS)
def test_only_who_has_a_card_to_play_hears_of_playing_one(detail: str) -> None:
    none, bought, old = (
        situation(new_game(), seats={0: {"development_cards": held, "bought_this_turn": new}})
        for held, new in ((0, 0), (1, 1), (1, 0))
    )
    assert first_line(none, detail).key == first_line(bought, detail).key == f"step.actions_no_cards.{detail}"
    assert first_line(old, detail).key == f"step.actions.{detail}"


def test_where_nobody_counts_cards_anybody_may_have_one_to_play() -> None:
    doubtful = situation(new_game(), unsure={"development_cards.0": 1})
    told = situation(new_game(tracking="script"))
    assert first_line(doubtful, "normal").key == first_line(told, "normal").key == "step.actions.normal"


FREQUENT = {"en": ("sixes", "eights"), "es": ("seis", "ocho"), "ru": ("шестёрки", "восьмёрки"), "th": ("6", "8")}
OWN_TURN = {"en": "own turn", "es": "turno", "ru": "в свой ход", "th": "ในตาตัวเอง"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_that_come_up_most_are_named_when_they_are_laid(language: str) -> None:
    said = say(msg("step.numbers.why"), TableLocale(language, NAMES))
    assert all(number in said for number in FREQUENT[language])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "key", ["opening.goal.text", "step.welcome.first_game", "step.welcome.normal", "lesson.points.text"]
)
def test_the_goal_is_to_have_the_points_on_ones_own_turn(key: str, language: str) -> None:
    assert OWN_TURN[language] in say(msg(key, target=10), TableLocale(language, NAMES))


@pytest.mark.parametrize("detail", ["normal", "terse"])
def test_the_distance_rule_is_said_with_every_settlement_that_is_placed_freely(detail: str) -> None:
    apart = {"en": "next to another", "th": "ห้ามติด", "ru": "не вплотную", "es": "al lado"}
    for language in LANGUAGES:
        for round_ in (1, 2):
            said = say(msg(f"step.settlement_{round_}.{detail}", seat=0), TableLocale(language, NAMES))
            assert apart[language] in said


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("owed", [{0: 4, 1: 5}, {}])
def test_the_discard_says_who_chooses_the_cards(detail: str, owed: dict[int, int]) -> None:
    chosen, drawn = (
        situation(new_game(discard_choice=choice), step=Discarding(owed), hands={0: 9, 1: 10})
        for choice in ("owner", "random")
    )
    name = "discard" if owed else "discard_call"
    assert first_line(chosen, detail).key == f"step.{name}.{detail}"
    assert first_line(drawn, detail).key == f"step.{name}_random.{detail}"


# The coming win.

WON = {ANA: {"revealed_points": 10}}


def following(state: GameState, detail: str = "normal") -> list[Msg]:
    script = narrate(public_view(Record(state).head), detail)
    return [line for step in script.next for line in step.lines]


@pytest.mark.parametrize("detail", DETAILS)
def test_with_enough_points_and_the_win_at_the_end_of_the_turn_the_next_line_announces_it(detail: str) -> None:
    table = new_game(4, win_timing="end_of_turn")
    assert following(situation(table, seats=WON), detail) == [msg(f"step.coming_win.{detail}", seat=ANA)], (
        "and nobody's turn after it"
    )
    not_yet = following(situation(table, seats={ANA: {"revealed_points": 9}}), detail)
    assert not_yet[0] == msg(f"step.end.{detail}", seat=ANA, other=BORIS)
    elsewhere = following(situation(table, seats={BORIS: {"revealed_points": 10}}), detail)
    assert elsewhere[0] == msg(f"step.end.{detail}", seat=ANA, other=BORIS), "Boris wins at the end of his own turn"


def test_the_coming_win_is_said_before_the_partners_part_and_as_the_partners_own() -> None:
    six = new_game(6, layout="random_tokens", win_timing="end_of_turn", five_six_turns="paired")
    assert following(situation(six, seats=WON)) == [msg("step.coming_win.normal", seat=ANA)]
    partner = following(situation(six, seats={DANA: {"revealed_points": 10}}))
    assert partner[-1] == msg("step.coming_win.normal", seat=DANA)
    assert partner[0].key.startswith("step.partner"), "it comes after Dana's part"


def test_the_last_turn_of_a_last_round_announces_the_end_and_no_further_turn() -> None:
    state = situation(new_game(4, final_round="on"), turn=DANA, seats=WON, final_round=ANA)
    assert following(state) == [msg("step.last_turn.normal")]


def test_whoever_wins_as_soon_as_their_turn_begins_is_announced() -> None:
    state = situation(new_game(4), seats={BORIS: {"revealed_points": 10}})
    assert following(state) == [msg("step.coming_win.normal", seat=BORIS)]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Then Ana wins."), ("es", "Después, gana Ana."), ("ru", "Потом побеждает Ana."), ("th", "จบตานี้ Ana ชนะ")],
)
def test_the_coming_win_is_announced_in_every_language(language: str, words: str) -> None:
    assert say(msg("step.coming_win.terse", seat=ANA), TableLocale(language, NAMES)) == words


# The robber.


def test_before_the_robber_moves_nobody_is_told_to_steal_where_nobody_has_a_card() -> None:
    place: dict[str, Any] = {"settlements": {BORIS: ["B2-B3-C3"]}, "step": MovingRobber(Acting())}
    rich, poor = (situation(new_game(4), hands={BORIS: hand}, **place) for hand in (3, 0))
    assert following(rich)[0] == msg("step.steal_maybe.normal", seat=ANA), "it depends on the hex"
    assert following(poor)[0] == msg("step.back.normal", seat=ANA)
    nobody_there = situation(new_game(4), hands={BORIS: 3}, step=MovingRobber(Acting()))
    assert following(nobody_there)[0] == msg("step.back.normal", seat=ANA)
    without_board = situation(new_game(4, tracking="counts"), hands={BORIS: 3}, step=MovingRobber(Acting()))
    assert following(without_board)[0] == msg("step.steal_maybe.normal", seat=ANA)
