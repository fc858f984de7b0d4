"""The host's guide: the same texts on its page and in the document, in the app's words, with pictures of its pages."""

import io
import re
import string

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.folders import folder
from narrator.text.languages import LANGUAGES
from narrator.text.render import say
from narrator.text.sources.all import SOURCES
from narrator.text.sources.guide import SOURCES as GUIDE
from narrator.web.guide.moments import MOMENTS, PHONE, PHONE_SEAT, phone_at, sample_evening, stage_at
from narrator.web.guide.view import guide_locale, guide_parts
from tests.support.app import LAID
from tests.support.documents import ROOT, text_of
from tests.support.html import Element, page_of
from tests.support.web import House
from tools.guide import DOCUMENT, PICTURES, document

MOST_WORDS = 120  # of a section
COAST = "b-coast"  # part of a board's drawing; the boards are of one island, so it is the same in each of them


def guide_page(client: FlaskClient, language: str, path: str = "/guide") -> Element:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return page_of(answer)


def labels(text: str) -> list[str]:
    """The keys of the buttons and pages that a text names."""
    return sorted(form or "" for _, name, form, _ in string.Formatter().parse(text) if name == "label")


# The page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_has_every_section_in_the_readers_language(client: FlaskClient, language: str) -> None:
    page, locale = guide_page(client, language), guide_locale(language)
    assert page.one("heading", say(msg("guide.title"), locale)).tag == "h1"
    for part in guide_parts(locale):
        for section in part.sections:
            topic = page.one("region", section.title)
            for words in (section.want, *section.lines, section.caption):
                assert words in topic.text, section.name


def test_contents_lead_to_every_section(client: FlaskClient) -> None:
    page = guide_page(client, "en")
    sections = [section.name for part in guide_parts(guide_locale("en")) for section in part.sections]
    targets = [link.get("href").removeprefix("#") for link in page.one("navigation").all("link")]
    assert targets == ["evening", *sections[:13], "features", *sections[13:]]
    ids = [heading.get("id") for heading in page.all("heading")]
    assert set(targets) <= set(ids)


def test_pictures_are_inert_and_repeat_no_id_form_or_heading(client: FlaskClient) -> None:
    page = guide_page(client, "en")
    screens = [one for one in page.descendants() if "screen" in one.classes]
    assert len(screens) == len(MOMENTS) + 4, "the moments, the first page, the lobby, a rule and a phone"
    for screen in screens:
        assert "inert" in screen.attributes
        assert not [one for one in screen.descendants() if one.tag in ("form", "h1", "h2", "h3")]
        assert {one.get("id") for one in screen.descendants()} <= {"", COAST}


@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_show_what_their_captions_say(language: str) -> None:
    locale = guide_locale(language)
    stages = {name: stage_at(moment, locale) for name, moment in MOMENTS.items()}
    assert stages["placement"].panel.has_many_corners
    assert len(stages["turn"].scene.players) > 1
    pad, undo = stages["turn"].dice_pad, stages["undo"].undo_button
    assert pad is not None
    assert pad.ends_turn
    assert {spot.kind for spot in stages["build"].panel.spots} == {"road", "settlement", "city"}
    assert stages["trade"].panel.rows[-1].buttons[-1].receives
    assert stages["seven"].scene.kind == "seven"
    assert say(msg("ui.play"), locale) in [row.title for row in stages["cards"].panel.rows]
    assert undo is not None
    assert undo.caption
    assert stages["end"].scene.podium
    phone = phone_at(PHONE, PHONE_SEAT, locale)
    assert phone.table.state.turn == PHONE_SEAT
    assert phone.panel.rows


def test_the_guide_of_a_game_uses_the_words_of_its_table_and_leads_back(house: House) -> None:
    host = house.host(replace(LAID, theme="clawtan"))
    page = guide_page(host.client, "en", f"/g/{host.id}/guide")
    assert "the kraken" in page.one("region", "A seven").text.lower()
    assert page.one("link", "Back").get("href") == f"/g/{host.id}/stage"
    assert guide_page(house.visitor(), "en").one("link", "Back").get("href") == "/"


def test_a_game_has_a_guide_for_those_at_its_table(house: House, client: FlaskClient) -> None:
    assert client.get(f"/g/{house.host().id}/guide").status_code == 403
    assert client.get("/g/nothing/guide").status_code == 404


# Links to it


def test_home_and_the_stages_menu_lead_to_the_guide(house: House) -> None:
    host = house.host()
    assert page_of(host.client.get("/")).one("link", "Host's guide").get("href") == "/guide"
    menu = host.page("/stage?do=menu")
    assert menu.one("link", "Host's guide").get("href") == f"/g/{host.id}/guide"


def test_a_phones_menu_leads_to_the_guide(house: House) -> None:
    host = house.host()
    phone = house.visitor()
    phone.post(f"/j/{house.games.access.join_code(host.id)}", data={"seat": "0"})
    page = page_of(phone.get(f"/g/{host.id}/phone"))
    assert page.one("link", "Host's guide").get("href") == f"/g/{host.id}/guide"
    back = guide_page(phone, "en", f"/g/{host.id}/guide").one("link", "Back")
    assert back.get("href") == f"/g/{host.id}/phone"


# Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_names_buttons_that_exist_and_the_same_ones_in_every_language(language: str) -> None:
    path = folder("translations") / language / "LC_MESSAGES" / "messages.po"
    words = {str(one.context): str(one.string) for one in read_po(io.BytesIO(path.read_bytes())) if one.id}
    for source in GUIDE:
        assert labels(words[source.key]) == labels(source.text), source.key
        assert set(labels(source.text)) <= set(SOURCES), source.key
        assert "{" not in say(msg(source.key), guide_locale(language)), source.key


def test_the_guide_is_short() -> None:
    sections = [section for part in guide_parts(guide_locale("en")) for section in part.sections]
    for section in sections:
        words = " ".join((section.want, *section.lines)).split()
        assert len(words) <= MOST_WORDS, section.name
    assert all(section.want for section in guide_parts(guide_locale("en"))[1].sections)


def test_every_text_of_the_guide_is_shown(client: FlaskClient) -> None:
    locale = guide_locale("en")
    text = guide_page(client, "en").text
    assert [source.key for source in GUIDE if say(msg(source.key), locale) not in text] == []


# The document


def test_the_document_is_current() -> None:
    assert text_of(DOCUMENT.relative_to(ROOT).as_posix()) == document(), "to write it: python -m tools.guide"


def test_every_picture_of_the_document_is_there_and_no_other() -> None:
    named = set(re.findall(r"\]\((\S+\.png)\)", document()))
    assert named == {f"{PICTURES}/{path.name}" for path in (DOCUMENT.parent / PICTURES).iterdir()}


def test_every_moment_is_one_of_the_sample_evening() -> None:
    assert max(moment.entries for moment in MOMENTS.values()) <= len(sample_evening().log)
