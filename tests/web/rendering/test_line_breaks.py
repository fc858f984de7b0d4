"""Marks at which lines may break stand on pages, in what is read, and nowhere else."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import render_template_string

from narrator.text.word_breaks import BREAK, JOINER
from narrator.web.rendering.template_helpers import clauses
from tests.support.html import parse
from tests.support.web import Host, House, game_in

MARKS = re.compile(f"[{JOINER}{BREAK}]")
UNREAD = {"title", "option", "textarea", "script", "style", "svg"}
VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"}
QUERIES = {"history.amend": "?entry=1", "history.explain_number": "?number=points.0", "live.live": "?once=1"}
"""What a page can't do without."""


class Marked(HTMLParser):
    """Collects marks by where they stand."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.path: list[tuple[str, bool]] = []
        self.read = 0
        self.misplaced: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.misplaced += [f"{tag} {name}={value}" for name, value in attributes if MARKS.search(value or "")]
        spoken = ("class", "spoken") in attributes
        if tag not in VOID:
            self.path.append((tag, tag in UNREAD or spoken))

    def handle_endtag(self, tag: str) -> None:
        while self.path and self.path.pop()[0] != tag:
            pass

    def handle_data(self, text: str) -> None:
        if MARKS.search(text):
            unread = [tag for tag, is_unread in self.path if is_unread]
            self.misplaced += [f"in {tag}: {text}" for tag in unread]
            self.read += not unread


def moments(house: House) -> Iterator[Host]:
    """A table at several moments of the evening, on a device that is the host's and has a seat."""
    setup, events = game_in(Path("narrator/samples/evening.json"))
    for entries in (1, 40, 211, len(events)):
        host = house.host(setup, events[:entries])
        host.client.set_cookie(f"me_{host.id}", house.games.access.take_seat(host.id, 0))
        host.client.set_cookie("lang", "th")
        yield host


def test_marks_stand_in_what_is_read_and_in_no_attribute_title_picture_or_speech(house: House) -> None:
    rules = [rule for rule in house.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    found: dict[str, list[str]] = {}
    read: set[str] = set()
    for host in moments(house):
        for rule in rules:
            if not rule.arguments <= {"game"}:
                continue
            answer = host.client.get(rule.rule.replace("<game>", host.id) + QUERIES.get(rule.endpoint, ""))
            if answer.mimetype != "text/html":
                continue
            page = Marked(answer.get_data(as_text=True))
            if page.misplaced:
                found[rule.endpoint] = page.misplaced
            if page.read:
                read.add(rule.endpoint)
    assert not found
    assert {"stage.stage", "phone.phone", "history.history", "lobby.lobby", "library.library", "home.home"} <= read


@pytest.mark.parametrize("do", ["menu", "build", "trade", "late", "rules", "seat", "bank", "card", "robber", "fix"])
def test_panels_have_marks_in_what_is_read_alone(house: House, do: str) -> None:
    page = Marked(house.sample().get(f"/stage?do={do}&lang=th").get_data(as_text=True))
    assert page.read
    assert not page.misplaced


def test_the_plain_filter_keeps_text_as_it_is(house: House) -> None:
    words = "ส่งลูกเต๋าให้"
    with house.app.test_request_context():
        house.app.preprocess_request()
        assert MARKS.search(render_template_string("<p>{{ words }}</p>", words=words))
        assert render_template_string("<p>{{ words|no_breaks }}</p>", words=words) == f"<p>{words}</p>"
        assert "&lt;b&gt;" in render_template_string("{{ words|no_breaks }}", words="<b>")


def test_no_other_language_has_marks(house: House) -> None:
    page = house.sample().get("/stage?lang=ru").get_data(as_text=True)
    assert not MARKS.search(page)


def test_other_programs_and_files_get_no_marks(house: House) -> None:
    answer = house.sample().get("/file?lang=th")
    assert answer.status_code == 200
    assert not MARKS.search(answer.get_data(as_text=True))


def test_a_headline_is_parted_at_its_clauses_not_at_names_and_numbers() -> None:
    def parts(text: str) -> list[str]:
        return [one.text for one in parse(clauses(text)).with_class("clause")]

    assert parts("จบตา ส่งลูกเต๋าให้ Chai") == ["จบตา", "ส่งลูกเต๋าให้ Chai"]
    assert parts("Chai ได้แร่ 1 ใบ") == []
    assert parts("ทอยได้ 2 อิฐไม่พอ") == []
    assert clauses("End of turn") == "End of turn"
    assert "<b>" not in clauses("<b> จบตา ส่งลูกเต๋า")
