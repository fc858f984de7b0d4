"""The story of the night: a page for everybody who was let in, one file, and a picture."""

import re

import pytest

from narrator.text.languages import LANGUAGES
from narrator.web.story.view import HEIGHT, INSIDE, MARGIN, QUOTE, WIDTH, story_view, text_width, wrap_lines
from tests.support.browser.situations import ROLLED, trio
from tests.support.games import new_game
from tests.support.html import page_of, text_of
from tests.support.stories import fold_of
from tests.support.web import Host, House, game_in, table_at
from tools.make_games import FOLDER

GAME = FOLDER / "title_aside_and_back.json"


@pytest.fixture
def host(house: House) -> Host:
    return house.host(*game_in(GAME))


def test_it_is_told_in_paragraphs_under_a_headline(host: Host) -> None:
    page = host.get("/story")
    told = story_view(table_at(fold_of(*game_in(GAME))))
    assert told.headline in text_of(page)
    for paragraph in told.paragraphs:
        for sentence in paragraph:
            assert sentence in text_of(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reader_has_it_in_their_language(host: Host, language: str) -> None:
    page = host.page(f"/story?lang={language}")
    assert page.every("html")[0].get("lang") == language
    told = story_view(table_at(fold_of(*game_in(GAME)), language=language))
    assert page.names("listitem")[0] == told.headline


def test_a_phone_at_the_table_may_read_it_and_a_stranger_may_not(house: House, host: Host) -> None:
    phone = house.app.test_client()
    assert phone.get(f"/g/{host.id}/story").status_code == 403
    assert phone.get(f"/g/{host.id}/story/file").status_code == 403
    phone.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, 0))
    assert phone.get(f"/g/{host.id}/story").status_code == 200


def test_before_there_is_anything_to_tell_the_page_says_so_and_there_is_no_file(house: House) -> None:
    host = house.host(trio())
    assert "nothing to tell yet" in text_of(host.get("/story"))
    assert not host.page("/story").one("main").with_attribute("data-action")
    assert host.client.get(f"/g/{host.id}/story/file").headers["Location"].endswith("/story")
    assert story_view(table_at(new_game(3, tracking="script"))).is_counted is False


def test_after_the_first_roll_the_story_goes_on(house: House) -> None:
    said = text_of(house.host(trio(), ROLLED).get("/story"))
    assert "To be continued" in said or "The story so far" in said


def test_the_file_has_everything_in_it(host: Host) -> None:
    answer = host.client.get(f"/g/{host.id}/story/file?lang=th")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="narrator-story-th.html"'
    page = page_of(answer)
    assert page.every("html")[0].attributes.items() >= {"lang": "th", "dir": "ltr"}.items()
    (style,) = page.every("style")
    assert ".story-text" in "".join(map(str, style.children))
    assert page.every("svg")
    assert not re.findall(r"<script|<link|\bsrc=|\bhref=|url\(", answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_whole_and_its_words_stay_inside(host: Host, language: str) -> None:
    picture = host.page(f"/story?lang={language}").in_class("story-picture")
    assert (picture.get("width"), picture.get("height")) == (str(WIDTH), str(HEIGHT))
    assert picture.every("text")
    for text in picture.every("text"):
        left, size, words = float(text.get("x")), float(text.get("font-size")), text.text
        assert 0 < float(text.get("y")) < HEIGHT
        if not text.get("text-anchor"):
            assert left + text_width(words, size) <= WIDTH - MARGIN / 2, words


def test_lines_break_between_words_and_lose_none() -> None:
    english = "The others had been collecting brick, until Boris played Monopoly and took four cards. " * 2
    found = wrap_lines(english, QUOTE, INSIDE)
    assert len(found) > 2
    assert " ".join(found) == english.strip()
    thai = "รอบที่ 27 Chai วางบ้านแค่หลังเดียว ถนนของ Boris ก็ขาดเป็นสองท่อน และลูกเต๋ากลิ้งไปทั้งหมด 121 ครั้งแล้วเรื่องก็จบแบบนี้"
    broken = wrap_lines(thai, 44, INSIDE, ("Chai", "Boris"))
    assert len(broken) > 1
    assert "".join(broken).replace(" ", "").replace("\u00a0", "") == thai.replace(" ", "")
    assert all(text_width(line, 44) <= INSIDE for line in broken)
