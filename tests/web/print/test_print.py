"""Pages for a printer: by the book for anybody, with tonight's rules and names for those at the table."""

import re

import pytest

from narrator.cli.script import make_setup, write_script
from narrator.core.table.events import FirstPlayerChosen, SeatJoined
from narrator.core.table.setup import Setup
from narrator.script.helper_cards import helper_cards
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.print.view import SHEETS, sample_table
from tests.support.app import LAID
from tests.support.games import new_game
from tests.support.html import page_of, text_of
from tests.support.web import House

TONIGHT = Setup(LAID.players, rules={"target_vp": 13, "discard_limit": 9}, tracking="script")
STRANGER_SEES = 403


def test_the_library_the_lobby_and_the_menu_lead_to_it(house: House) -> None:
    host = house.host()
    assert "/print" in page_of(house.visitor().get("/library")).hrefs
    for page in ("/library", "/lobby", "/stage?do=menu"):
        assert f"/g/{host.id}/print" in host.page(page).hrefs


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_is_offered_and_there_in_every_language(house: House, language: str) -> None:
    visitor = house.visitor()
    hrefs = page_of(visitor.get(f"/print?lang={language}")).hrefs
    offered = [href.partition("?")[0] for href in hrefs if href.startswith("/print/")]
    assert offered == [f"/print/{sheet}" for sheet in SHEETS]
    for path in offered:
        page = visitor.get(f"{path}?lang={language}")
        assert page.status_code == 200
        assert page_of(page).every("html")[0].get("lang") == language


def test_every_card_is_there_once_and_none_shares_its_leaf_with_more_than_three(house: House) -> None:
    page = page_of(house.visitor().get("/print/cards?lang=ru"))
    locale = TableLocale("ru")
    titles = [say(card.title, locale) for name, card in helper_cards(new_game()).items() if name != "house_rules"]
    assert [one.text for one in page.every("h2")] == titles
    leaves = page.with_class("leaf")
    assert [len(leaf.with_class("cut")) for leaf in leaves[:-1]] == [4] * (len(leaves) - 1)


def test_the_script_on_paper_is_what_the_command_writes(house: House) -> None:
    page = text_of(house.visitor().get("/print/script?lang=es"))
    setup = make_setup(4, "es", "official_6e", (), None, sample_table("es").game.detail)
    lines = write_script(setup, "es", "md").splitlines()
    said = [part for line in lines for part in line.lstrip("#- ").split(" — ") if part.strip()]
    assert len(said) > 200
    assert [part for part in said if " ".join(part.split()) not in page] == []


def test_tonights_rules_are_on_paper_as_they_are_now(house: House) -> None:
    page = house.host(TONIGHT).page("/print/rules")
    assert "thirteen points" in page.text
    assert len(page.with_class("differs")) == 2
    assert "ten points" in text_of(house.visitor().get("/print/rules"))


def test_the_script_on_paper_has_the_first_player_and_the_names_of_now(house: House) -> None:
    host = house.host(TONIGHT)
    joined = SeatJoined(seat=1, name="Zoya", colour=LAID.players[1].colour)
    host.enter(joined, FirstPlayerChosen(seat=1))
    page = text_of(host.get("/print/script"))
    assert "Boris" not in page
    assert re.findall(r"\b(Ana|Zoya|Chai)\b", page)[0] == "Zoya"
    assert "Zoya wins" in page


def test_a_score_sheet_has_the_names_of_the_table_and_room_for_others_where_there_is_none(house: House) -> None:
    page = text_of(house.host(TONIGHT).get("/print/score"))
    assert page.count("Ana") == page.count("Boris") == 3
    assert "13 points win" in page
    assert "Player 1" not in text_of(house.visitor().get("/print/score"))


def test_a_table_without_development_cards_writes_none_down(house: House) -> None:
    setup = Setup(LAID.players, rules={"development_cards": "off"}, tracking="script")
    page = text_of(house.host(setup).get("/print/score"))
    assert "Largest Army" not in page
    assert "Victory point card" not in page


def test_names_are_for_those_who_were_let_in(house: House) -> None:
    host = house.host(TONIGHT)
    for path in ("print", "print/score"):
        assert house.visitor().get(f"/g/{host.id}/{path}").status_code == STRANGER_SEES


@pytest.mark.parametrize(
    ("asked", "region", "paper"),
    [("", "en-US,en", "letter"), ("", "th-TH", "a4"), ("?paper=a4", "en-US", "a4"), ("?paper=a9", "es-MX", "letter")],
)
def test_paper_is_that_of_the_region_unless_another_is_asked_for(
    house: House, asked: str, region: str, paper: str
) -> None:
    page = page_of(house.visitor().get(f"/print/cards{asked}", headers={"Accept-Language": region}))
    assert any(f"/print-{paper}.css" in one.get("href") for one in page.every("link"))


def test_paper_is_white_on_a_device_that_likes_it_dark(house: House) -> None:
    visitor = house.visitor()
    visitor.set_cookie("look", "dark")
    assert page_of(visitor.get("/print/cards")).attribute("data-look") == "light"


def test_there_is_no_other_sheet(house: House) -> None:
    assert house.visitor().get("/print/money").status_code == 404
