"""Every drawing on a phone, in every language and both looks: its words are inside it, large enough, and none is over
another."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import g, render_template_string

from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale
from narrator.web.components.explanations import drawing
from tests.browser.conftest import Devices
from tests.support.drawings import DRAWINGS
from tests.support.web import House

pytestmark = pytest.mark.thorough

STATIC = Path(__file__).parents[2] / "narrator/static"
STYLES = ("tokens.css", "board.css", "base.css", "drawings.css")
PHONE = {"width": 390, "height": 844}
SMALLEST = {"classic": 11, "clawtan": 9.5}
"""So many pixels the smallest words have; the theme has longer ones."""
PAGE = """<!doctype html><html lang="{language}" data-look="{look}" data-theme="{theme}"><style>{css}</style>
<body>{sprites}<main class="page">{pictures}</main>"""

LOOK = """smallest => [...document.querySelectorAll(".drawn")].flatMap(svg => {
  const found = [], name = svg.parentElement.dataset.name, frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text")], boxes = texts.map(text => text.getBoundingClientRect());
  const scale = frame.width / svg.viewBox.baseVal.width;
  texts.forEach((text, at) => {
    const said = `${name}: ${text.textContent}`, box = boxes[at];
    if (box.left < frame.left || box.right > frame.right || box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
      found.push(`${said} is not inside`);
    if (parseFloat(text.getAttribute("font-size") || 20) * scale < smallest) found.push(`${said} is too small`);
    boxes.slice(at + 1).forEach((other, later) => {
      const beside = box.left > other.right - 1 || other.left > box.right - 1;
      if (!beside && box.top < other.bottom - 3 && other.top < box.bottom - 3)
        found.push(`${said} lies over ${texts[at + 1 + later].textContent}`);
    });
  });
  return found;
})"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.log.close()


def page_of(house: House, language: str, look: str, theme: str) -> str:
    with house.app.test_request_context():
        house.app.preprocess_request()
        g.locale = TableLocale(language, theme=theme)
        return PAGE.format(
            language=language,
            look=look,
            theme=theme,
            css="".join((STATIC / name).read_text() for name in STYLES),
            sprites=render_template_string('{% include "icons.svg" %}{{ draw_board.sprite() }}'),
            pictures="".join(f'<div class="card" data-name="{name}">{drawing(name)}</div>' for name in DRAWINGS),
        )


@pytest.mark.parametrize("theme", ["classic", "clawtan"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_its_words_are_inside_large_enough_and_beside_each_other(
    devices: Devices, house: House, language: str, theme: str
) -> None:
    page = devices.new(language, viewport=PHONE)
    for look in ("light", "dark"):
        page.set_content(page_of(house, language, look, theme))
        assert page.locator(".drawn").count() == len(DRAWINGS)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate(LOOK, SMALLEST[theme]) == []
