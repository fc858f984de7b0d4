"""The stage: whose colour it wears, and what its largest line asks for."""

import pytest

from narrator.core.table.events import CardsDiscarded, DiceRolled, FirstPlayerChosen, SeatJoined, StepDone
from narrator.script.steps.setup import needed_checklist
from narrator.session.table_session import TableSession
from narrator.text.languages import LANGUAGES
from narrator.web.panels.choose_panel import PANELS
from narrator.web.stage.view import stage_view
from tests.support.games import ANA, BORIS, CHAI, given, new_game, record_of
from tests.support.web import EIGHT, House, acting, stage_at, table_at


def test_before_anybody_has_begun_the_stage_is_nobodys_colour() -> None:
    assert stage_at(new_game()).colour == "nobody"
    laid = [StepDone(step=step) for step in needed_checklist(new_game())]
    assert stage_at(record_of(new_game(), *laid, FirstPlayerChosen(seat=BORIS))).colour == "blue"


def test_what_the_host_opens_wears_the_colour_of_whom_it_is_for() -> None:
    assert stage_at(acting(), "?do=build").colour == "red"
    assert stage_at(acting(), f"?do=trade&seat={CHAI}&late=1").colour == "white"


def test_an_order_has_its_own_seats_colour_beside_somebody_elses_news() -> None:
    table = given(new_game(), turn=ANA, step="roll", hands={BORIS: 9})
    record = record_of(table, DiceRolled(seat=ANA, total=7), CardsDiscarded(seat=BORIS, count=4))
    assert stage_at(record).colour == "red"
    owing = stage_at(record_of(table, DiceRolled(seat=ANA, total=8)))
    assert owing.scene.instruction is not None
    assert owing.scene.instruction.colour == "red"


def test_the_page_draws_the_instructions_color(house: House) -> None:
    assert any(name.startswith("p-") for name in house.sample().page().in_class("instruction").classes)


ASKED = {
    "?do=plenty": "Invention: two cards",
    "?do=monopoly": "Monopoly: which resource?",
    "?do=monopoly&kind=ore": "Monopoly: who gives how many?",
    "?do=points": "Show points: how many?",
    "?do=bank_trade": "Supply: give what?",
    "?do=bank_trade&give=ore": "Supply: take what?",
    "?do=trade": "Trade with which player?",
    "?do=trade&partner=1": "Trade with Boris",
    "?do=robber&seat=1&late=1": "Robber: to which hex?",
    "?do=steal&seat=1&late=1": "Steal from which player?",
    "?do=bank": "Supply: which stack?",
    "?do=forgotten&seat=1&late=1": "Boris: what did we miss?",
    "?do=discarded&seat=1&late=1": "How many cards did Boris discard?",
}


@pytest.mark.parametrize("query", ASKED)
def test_what_is_opened_asks_its_own_question_in_the_largest_line(query: str) -> None:
    assert stage_at(acting(), query).hero == ASKED[query]


def test_build_asks_for_a_tap_on_the_board_where_there_is_a_spot() -> None:
    assert stage_at(acting(settlements={ANA: ["C5 N"]}), "?do=build").hero == "Build: tap the board"
    assert stage_at(acting(), "?do=build").hero == "Build"


def test_without_a_board_build_asks_which_piece() -> None:
    assert stage_at(given(new_game(tracking="counts"), hands={ANA: 9}), "?do=build").hero == "What are we building?"


@pytest.mark.parametrize("name", PANELS)
def test_every_panel_that_is_opened_by_hand_has_a_question(name: str) -> None:
    step = stage_at(acting()).hero
    for state in (acting(), given(new_game(tracking="counts"), hands=EIGHT)):
        stage = stage_at(state, f"?do={name}")
        assert stage.panel.title
        assert stage.hero not in ("", step)


def test_whom_a_late_entry_is_for_is_a_quiet_line() -> None:
    late = stage_at(acting(), f"?do=monopoly&seat={BORIS}&late=1")
    assert (late.hero, late.panel.lines[0]) == ("Monopoly: which resource?", "Adding late: Boris")


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_are_short(language: str) -> None:
    for query in ASKED:
        if "seat=1" not in query and "partner" not in query:
            hero = stage_view(table_at(acting(), query, language), TableSession()).hero
            assert len(hero) <= 36, hero


def test_after_the_payout_the_same_hexes_stay_lit_and_none_where_nobody_stands() -> None:
    """There are two hexes with a ten, and Ana stands at one of them."""
    table = given(new_game(), turn=ANA, step="roll", settlements={ANA: ["A1-A2-B2"]})
    rolled = record_of(table, DiceRolled(seat=ANA, total=10))
    at_first = stage_at(rolled).scene.picture.lit
    assert len(at_first) == 1
    assert stage_at(rolled).panel.lit_hexes == at_first


def test_who_has_joined_is_no_line_while_the_table_is_laid() -> None:
    joined = SeatJoined(seat=BORIS, name="Boris", colour="blue", language="ru")
    scene = stage_at(record_of(new_game(), joined)).scene
    assert scene.more_lines == ()
    assert "joins" not in (scene.before or "")
