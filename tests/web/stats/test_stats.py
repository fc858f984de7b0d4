"""The game in numbers, for everybody who was let in."""

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
from tests.support.html import Element, page_of, text_of
from tests.support.web import SAMPLE, House, game_in, table_at
from tools.bench.web import first_load
from tools.make_games import FOLDER

OVER = (*ROLLED, VictoryDeclared(seat=BORIS, waived=True))


def leaves(page: Element) -> list[str]:
    return [one.get("id") for one in page.with_class("stats-page")]


def test_the_winner_stands_first_with_what_the_points_are_made_of(house: House) -> None:
    page = house.host(trio(), OVER).page("/evening")
    assert "Game stats" in page.text
    final = page.in_class("final")
    assert final.with_class("name")[0].text == "Boris"
    assert [one.text for one in final.every("b")].count("2") == 3  # two settlements each


def test_while_a_game_goes_on_it_says_how_far_it_is(house: House) -> None:
    page = text_of(house.host(trio(), ROLLED).get("/evening"))
    assert "Game stats" in page
    assert "1 round" in page
    assert "1 roll" in page


def test_every_chart_has_its_numbers_in_a_table(house: House) -> None:
    page = house.sample(494).page("/evening")
    drawn = [leaf for leaf in page.with_class("stats-page") if leaf.with_class("chart")]
    assert drawn
    assert all(leaf.all("table") or leaf.with_class("retold") for leaf in drawn)
    rows = [one.in_class("name").text for one in page.with_id("dice").with_attribute("scope", "row")]
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
    assert leaves(house.host(trio("script")).page("/evening")) == ["dice"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_read_in_every_language_and_leads_back_to_the_stage(house: House, language: str) -> None:
    host = house.host(trio(), OVER)
    page = host.page(f"/evening?lang={language}")
    assert page.every("html")[0].get("lang") == language
    assert f"/g/{host.id}/stage" in page.hrefs
    assert f"/g/{host.id}/evening" in host.page().hrefs
    assert f"/g/{host.id}/evening" in host.page("/stage?do=menu").hrefs


def test_every_page_has_a_dot_that_leads_to_it_without_a_script(house: House) -> None:
    page = house.sample(494).page("/evening")
    (dots,) = page.in_class("dots").every("ol")
    assert dots.hrefs == [f"#{leaf}" for leaf in leaves(page)]


def test_a_phone_sees_its_own_part_first_and_a_stranger_nothing(house: House) -> None:
    host = house.host(trio(), OVER)
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, ANA))
    page = page_of(phone.get(f"/g/{host.id}/evening"))
    assert leaves(page)[0] == "own"
    assert f"/g/{host.id}/phone" in page.hrefs
    assert f"/g/{host.id}/evening" in page_of(phone.get(f"/g/{host.id}/phone")).hrefs
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
    assert host.page("/evening").with_attribute("data-browse")
    assert host.client.post(f"/g/{host.id}/evening", data={"page": "dice"}).status_code == 204
    shown = host.page("/table")
    assert shown.in_class("stats-page", "of-dice")
    assert not shown.with_class("podium")
    assert host.client.post(f"/g/{host.id}/evening", data={"page": ""}).status_code == 204
    assert host.page("/table").with_class("podium")


def test_while_a_game_goes_on_the_television_stays_at_the_table(house: House) -> None:
    host = house.sample(300)
    assert not host.page("/evening").with_attribute("data-browse")
    host.client.post(f"/g/{host.id}/evening", data={"page": "dice"})
    assert not host.page("/table").with_class("of-dice")
    assert (
        SessionService(host.games, Clock()).session_of(host.id).end.stats_page == ""
    )  # nor will it jump there at the end


def test_only_the_host_leads_the_television_and_only_to_pages_that_there_are(house: House) -> None:
    host = house.sample(494)
    assert host.client.post(f"/g/{host.id}/evening", data={"page": "secrets"}).status_code == 400
    phone = house.visitor()
    phone.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, ANA))
    assert phone.post(f"/g/{host.id}/evening", data={"page": "dice"}).status_code == 403
    assert not host.page("/table").with_class("of-dice")
