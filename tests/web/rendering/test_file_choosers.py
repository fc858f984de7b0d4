"""Files are chosen, and things looked up, in the reader's own words."""

import re

import pytest

from narrator.core.message import msg
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.text.word_breaks import BREAK, JOINER
from tests.support.web import House

FOUND = re.compile("<h[23].*?</h[23]>", re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/new/rules"])
def test_a_file_chooser_has_a_label_in_the_readers_language(house: House, path: str, language: str) -> None:
    page = house.visitor().get(f"{path}?lang={language}").text
    choosers = re.findall(r'<input type="file" class="visually-hidden" id="([^"]+)"[^>]*aria-label="([^"]+)"', page)
    assert len(choosers) == page.count('type="file"') == 1
    for id, name in choosers:
        words = say(msg("ui.file.choose"), TableLocale(language))
        assert f'for="{id}">{words}</label>' in page
        assert words in name


def test_what_is_looked_up_may_be_copied_from_a_page(house: House) -> None:
    copied = f"โจ{JOINER}ร{BREAK}"
    found = [house.visitor().get("/library", query_string={"lang": "th", "q": query}).text for query in ("โจร", copied)]
    assert FOUND.findall(found[0]) == FOUND.findall(found[1]) != []
