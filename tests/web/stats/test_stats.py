"""The game in numbers, for everybody who was let in."""

import re
from datetime import timedelta

import pytest
from msgspec.structs import replace

from narrator.app.sessions.service import SessionService
from narrator.core.table.events import AnyEvent, CardStolen, DiceRolled, TurnEnded, VictoryDeclared
from narrator.text.languages import LANGUAGES
from narrator.web.stats.view import stats_view
from tests.support.app import NOON, Clock
from tests.support.browser.situations import ROLLED, trio
from tests.support.games import ANA, BORIS, given, new_game, record_of
from tests.support.web import SAMPLE, House, game_in, table_at, text_of
from tools.bench.web import first_load
from tools.make_games import FOLDER

OVER = (*ROLLED, VictoryDeclared(seat=BORIS, waived=True))


def leaves(page: str) -> list[str]:
    return re.findall(r'<section class="stats-page [^"]*" id="(\w+)"', page)


def test_the_winner_stands_first_with_what_the_points_are_made_of(house: House) -> None:
    page = house.host(trio(), OVER).get("/evening").text
    assert "Game stats" in page
    final = page.partition('<table class="final">')[2].partition("</table>")[0]
    assert re.findall(r'<span class="name">(\w+)</span>', final)[0] == "Boris"
    assert final.count("<b>2</b>") == 3  # two settlements each


def test_while_a_game_goes_on_it_says_how_far_it_is(house: House) -> None:
    page = text_of(house.host(trio(), ROLLED).get("/evening"))
    assert "Game stats" in page
    assert "1 round" in page
    assert "1 roll" in page


def test_every_chart_has_its_numbers_in_a_table(house: House) -> None:
    page = house.sample(494).get("/evening").text
    for leaf in re.split(r"(?=<section class=\"folio )", page)[1:]:
        if '<svg class="chart' in leaf:
            assert "<table>" in leaf or '<ol class="retold">' in leaf
    dice = page.partition('id="dice"')[2].partition("</section>")[0]
    rows = re.findall(r'<th scope="row">.*?<span class="name">(\d+)</span>', dice, re.DOTALL)
    assert rows == [str(total) for total in range(2, 13)]


def test_before_the_first_roll_it_says_so(house: House) -> None:
    assert "Nobody has rolled yet" in text_of(house.host(trio()).get("/evening"))


def test_T_10_it_says_whose_the_time_was_and_how_long_it_took() -> None:
    begin = given(new_game(), step="roll")
    record = record_of(
        begin,
        DiceRolled(seat=ANA, total=9, time=NOON),
        TurnEnded(seat=ANA, time=NOON + timedelta(seconds=100)),
        DiceRolled(seat=BORIS, total=9, time=NOON + timedelta(seconds=150)),
    )
    shown = stats_view(table_at(record))
    page = shown.page("time")
    assert page is not None
    told = [(row.who.name, row.value, row.segments[0].width) for row in page.content.rows]
    assert told == [("Ana", "2 min", 480), ("Boris", "50 sec", 240)]
    assert shown.seconds == 150


def test_T_10_nothing_is_said_of_a_time_too_short_to_speak_of() -> None:
    record = record_of(
        given(new_game(), step="roll"),
        DiceRolled(seat=ANA, total=9, time=NOON),
        TurnEnded(seat=ANA, time=NOON + timedelta(seconds=59)),
    )
    assert stats_view(table_at(record)).page("time") is None


def test_where_nothing_is_counted_nobody_stands_anywhere(house: House) -> None:
    assert leaves(house.host(trio("script")).get("/evening").text) == ["dice"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_read_in_every_language_and_leads_back_to_the_stage(house: House, language: str) -> None:
    host = house.host(trio(), OVER)
    page = host.get(f"/evening?lang={language}").text
    assert f'<html lang="{language}"' in page
    assert f'href="/g/{host.id}/stage"' in page
    assert f'href="/g/{host.id}/evening"' in host.get().text
    assert f'href="/g/{host.id}/evening"' in host.get("/stage?do=menu").text


def test_every_page_has_a_dot_that_leads_to_it_without_a_script(house: House) -> None:
    page = house.sample(494).get("/evening").text
    dots = page.partition('<nav class="dots"')[2]
    assert re.findall(r'<li><a href="#(\w+)"', dots) == leaves(page)


def test_a_phone_sees_its_own_part_first_and_a_stranger_nothing(house: House) -> None:
    host = house.host(trio(), OVER)
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.take_seat(host.id, ANA))
    page = phone.get(f"/g/{host.id}/evening").text
    assert leaves(page)[0] == "own"
    assert f'href="/g/{host.id}/phone"' in page
    assert f'href="/g/{host.id}/evening"' in phone.get(f"/g/{host.id}/phone").text
    assert house.visitor().get(f"/g/{host.id}/evening").status_code == 403


def test_what_was_stolen_is_on_no_page_before_or_after_the_end(house: House) -> None:
    """Two records that differ in the stolen cards alone, one seen by the host and one by nobody, read alike."""
    setup, events = game_in(SAMPLE)
    for entries in (300, 494):
        known = [_stolen(event, "ore") for event in events[:entries]]
        hidden = [_stolen(event, None) for event in events[:entries]]
        pages = [house.host(setup, told).get("/evening") for told in (known, hidden)]
        first, second = (text_of(page) for page in pages)
        assert first == second


def _stolen(event: AnyEvent, resource: str | None) -> AnyEvent:
    return replace(event, resource=resource) if isinstance(event, CardStolen) else event


@pytest.mark.parametrize("name", ["evening", "six_target_in_a_window", "bank_short_for_one"])
def test_all_that_the_pages_of_the_end_load_is_at_most_60_kb(house: House, name: str) -> None:
    path = SAMPLE if name == "evening" else FOLDER / f"{name}.json"
    host = house.host(*game_in(path))
    assert first_load(host.client, f"/g/{host.id}/evening") <= 60_000


# The television


def test_after_the_end_the_television_shows_the_page_that_the_host_looks_at(house: House) -> None:
    host = house.sample(494)
    assert 'data-browse="' in host.get("/evening").text
    assert host.client.post(f"/g/{host.id}/evening", data={"page": "dice"}).status_code == 204
    shown = host.get("/table").text
    assert '<section class="stats-page of-dice"' in shown
    assert 'class="podium"' not in shown
    assert host.client.post(f"/g/{host.id}/evening", data={"page": ""}).status_code == 204
    assert 'class="podium"' in host.get("/table").text


def test_while_a_game_goes_on_the_television_stays_at_the_table(house: House) -> None:
    host = house.sample(300)
    assert 'data-browse="' not in host.get("/evening").text
    host.client.post(f"/g/{host.id}/evening", data={"page": "dice"})
    assert "of-dice" not in host.get("/table").text
    assert (
        SessionService(host.games, Clock()).session_of(host.id).end.stats_page == ""
    )  # nor will it jump there at the end


def test_only_the_host_leads_the_television_and_only_to_pages_that_there_are(house: House) -> None:
    host = house.sample(494)
    assert host.client.post(f"/g/{host.id}/evening", data={"page": "secrets"}).status_code == 400
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.take_seat(host.id, ANA))
    assert phone.post(f"/g/{host.id}/evening", data={"page": "dice"}).status_code == 403
    assert "of-dice" not in host.get("/table").text
