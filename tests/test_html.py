"""The helper that asks pages by role and name: what tests of pages rely on."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.documents import ROOT
from tests.support.html import are_in_order, parse

PAGE = parse("""
<main><h1>Dice &amp; cards</h1>
<form id="roll"><input type="hidden" name="seen" value="4"><label for="total">Total</label>
<input type="number" id="total" name="total" value="8"><label>Late <input type="checkbox" name="late"></label>
<button name="do" value="enter">Enter <b>8</b></button><button aria-label="Go back"><svg><use href="#x"/></svg></button>
<input type="radio" name="die" value="own"><input type="radio" name="die" value="app" checked>
</form><button form="roll">Roll</button><a href="/rules">Ru\u2060les</a>
<p class="news small" data-testid="news">One<br>two<p>Three<script>four</script></main>
""")


def test_elements_have_roles_and_names() -> None:
    assert PAGE.names("button") == ["Enter 8", "Go back", "Roll"]
    assert PAGE.names("heading") == ["Dice & cards"]
    assert PAGE.one("spinbutton").name == "Total"
    assert PAGE.one("checkbox", "Late").get("name") == "late"
    assert not PAGE.has("textbox"), "what is hidden has no role"


def test_one_is_exactly_one() -> None:
    assert PAGE.one("button", "Enter").get("value") == "enter"
    with pytest.raises(AssertionError):
        PAGE.one("button")
    with pytest.raises(AssertionError):
        PAGE.one("button", "Leave")


def test_a_button_knows_the_form_that_it_sends() -> None:
    for name in ("Enter 8", "Roll"):
        fields = PAGE.one("button", name).form.fields
        assert [fields[field] for field in ("seen", "total", "late")] == ["4", "8", ""]
    assert PAGE.checked("die") == "app"


def test_text_is_what_is_read() -> None:
    assert PAGE.test_id("news").text.startswith("One two")
    assert "four" not in PAGE.text
    assert PAGE.in_class("news", "small") is PAGE.test_id("news")
    assert PAGE.one("link", "Rules").text == "Rules", "without marks for line breaks"


def test_links_forms_and_attributes_are_found() -> None:
    assert (PAGE.hrefs, PAGE.actions) == (["/rules"], [""])
    assert PAGE.attribute("data-testid") == "news"


def test_order_is_that_of_the_page() -> None:
    first, last = PAGE.one("heading"), PAGE.test_id("news")
    assert are_in_order(first, last)
    assert not are_in_order(last, first)


ASKED = {"with_class", "in_class", "with_attribute", "attribute"}


def asked_names() -> Iterator[tuple[str, str]]:
    """The classes and attributes that tests of pages ask for, with the file that does."""
    for path in (ROOT / "tests/web").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ASKED:
                names = node.args if node.func.attr.endswith("class") else node.args[:1]
                for name in names:
                    if isinstance(name, ast.Constant):
                        yield str(name.value), path.name


CLASSES = re.compile(r'class="((?:[^"{]|{{.*?}}|{%.*?%})*)"', re.DOTALL)


def test_what_tests_ask_pages_for_is_written_somewhere() -> None:
    """Or a test that something is not on a page would pass for ever after its class was renamed."""
    pages = "\n".join(path.read_text() for path in (ROOT / "templates").rglob("*.*"))
    python = "\n".join(path.read_text() for path in (ROOT / "narrator/web").rglob("*.py"))
    found = [*CLASSES.findall(pages + python), *re.findall(r"'([a-z][\w -]*)'", pages)]
    found += [*re.findall(r'"([a-z][\w -]*)"', python), *re.findall(r"\b(?:aria|data|hx)-[\w-]+", pages)]
    written = {"action", "formaction", "href", "id", "lang", "rel", "scope", "style", "title", "type", "value"}
    written |= set(re.findall(r"[\w-]+", " ".join(found)))
    missing = {name: file for name, file in asked_names() if not {name, name.partition("-")[0] + "-"} & written}
    assert missing == {}
