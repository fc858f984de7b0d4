"""The evening in figures, for everybody who was let in."""

import re
from datetime import timedelta

import pytest

from narrator.core.table.events import DiceRolled, TurnEnded, VictoryDeclared
from narrator.text.languages import LANGUAGES
from narrator.web.views.evening import evening_view
from tests.browser.situations import ROLLED, trio
from tests.kit import ANA, BORIS, given, new_game, record_of
from tests.service.kit import NOON
from tests.web.kit import House, table_at, text_of

OVER = (*ROLLED, VictoryDeclared(seat=BORIS, waived=True))


def test_the_winner_stands_first_with_what_the_points_are_made_of(house: House) -> None:
    page = house.host(trio(), OVER).get("/evening")
    assert "How the game went" in text_of(page)
    assert re.findall(r"<strong>(\w+)</strong>", page.text)[0] == "Boris"
    assert text_of(page).count("2 settlements") == 3


def test_while_a_game_goes_on_it_says_how_far_it_is(house: House) -> None:
    page = text_of(house.host(trio(), ROLLED).get("/evening"))
    assert "The game so far" in page
    assert "1 round" in page
    assert "1 roll" in page


def test_every_total_has_a_bar_that_can_be_heard(house: House) -> None:
    host = house.host(trio(), ROLLED)
    host.enter(TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=11))
    said = re.findall(r'<span class="sr">(\d+: \d+ times?)</span>', host.get("/evening").text)
    assert len(said) == 11
    assert "11: 1 time" in said


def test_the_highest_bar_fills_the_picture_and_before_the_first_roll_there_is_none(house: House) -> None:
    thrown = record_of(given(new_game(), step="roll"), DiceRolled(seat=ANA, total=9))
    heights = {bar.total: bar.height for bar in evening_view(table_at(thrown)).bars}
    assert heights == {**dict.fromkeys(range(2, 13), 0), 9: 1}
    assert {bar.height for bar in evening_view(table_at(new_game())).bars} == {0}
    assert "Nobody has rolled yet" in text_of(house.host(trio()).get("/evening"))


def test_T_10_it_says_whose_the_time_was_and_how_long_it_took() -> None:
    begin = given(new_game(), step="roll")
    record = record_of(
        begin,
        DiceRolled(seat=ANA, total=9, time=NOON),
        TurnEnded(seat=ANA, time=NOON + timedelta(seconds=100)),
        DiceRolled(seat=BORIS, total=9, time=NOON + timedelta(seconds=150)),
    )
    shown = evening_view(table_at(record))
    told = [(share.words, share.seconds, share.width) for share in shown.shares]
    assert told == [("Ana", 100, 1), ("Boris", 50, 0.5)]
    assert shown.seconds == 150


def test_T_10_nothing_is_said_of_a_time_too_short_to_speak_of() -> None:
    record = record_of(
        given(new_game(), step="roll"),
        DiceRolled(seat=ANA, total=9, time=NOON),
        TurnEnded(seat=ANA, time=NOON + timedelta(seconds=59)),
    )
    assert evening_view(table_at(record)).shares == []


def test_where_nothing_is_counted_nobody_stands_anywhere(house: House) -> None:
    page = house.host(trio("script")).get("/evening")
    assert "standings" not in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_read_in_every_language_and_leads_back_to_the_stage(house: House, language: str) -> None:
    host = house.host(trio(), OVER)
    page = host.get(f"/evening?lang={language}").text
    assert f'<html lang="{language}"' in page
    assert f'href="/g/{host.id}/stage"' in page
    assert f'href="/g/{host.id}/evening"' in host.get().text
    assert f'href="/g/{host.id}/evening"' in host.get("/stage?do=menu").text


def test_a_phone_sees_it_and_a_stranger_does_not(house: House) -> None:
    host = house.host(trio(), OVER)
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.take_seat(host.id, ANA))
    assert f'href="/g/{host.id}/phone"' in phone.get(f"/g/{host.id}/evening").text
    assert f'href="/g/{host.id}/evening"' in phone.get(f"/g/{host.id}/phone").text
    assert house.visitor().get(f"/g/{host.id}/evening").status_code == 403
