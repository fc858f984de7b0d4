"""Files are chosen, and things looked up, in the reader's own words."""

import pytest

from narrator.text.languages import LANGUAGES
from narrator.text.word_breaks import BREAK, JOINER
from tests.support.html import page_of
from tests.support.web import House, said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/new/rules"])
def test_a_file_chooser_has_a_label_in_the_readers_language(house: House, path: str, language: str) -> None:
    page = page_of(house.visitor().get(f"{path}?lang={language}"))
    (chooser,) = page.with_attribute("type", "file")
    assert chooser.classes == ["visually-hidden"]
    words = said("ui.file.choose", language)
    assert words in chooser.name
    (label,) = [one for one in page.every("label") if one.get("for") == chooser.get("id")]
    assert label.text == words


def test_what_is_looked_up_may_be_copied_from_a_page(house: House) -> None:
    copied = f"โจ{JOINER}ร{BREAK}"
    pages = [page_of(house.visitor().get("/library", query_string={"lang": "th", "q": q})) for q in ("โจร", copied)]
    plain, marked = ([one.get("id") for one in page.with_class("card")] for page in pages)
    assert plain == marked != []
