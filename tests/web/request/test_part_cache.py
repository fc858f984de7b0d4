"""A part that stays the same is rendered once for all who are given the same."""

from typing import Any

from flask import Flask, g, render_template_string
from markupsafe import Markup

from narrator.text.line_breaks import unmarked
from narrator.text.render import Voice
from narrator.web.request.line_breaks import finalize
from narrator.web.request.part_cache import Macro, PartCache
from narrator.web.request.words import speaker, t


class App(Flask):
    jinja_options: dict[str, Any] = {"finalize": finalize}  # noqa: RUF012 (as Flask declares it)


def a_macro() -> tuple[Macro, list[int]]:
    """Names somebody, says a word, and tells how often it was asked."""
    asked: list[int] = []

    def macro(seat: int) -> Markup:
        asked.append(seat)
        return Markup("{} {}").format(t("phone.offer.from", seat=seat), t("ui.back"))

    return macro, asked


def as_page(parts: PartCache, macro: Macro, voice: Voice, seat: int = 0, for_all: bool = False) -> str:
    """A page for one device, with nothing else on it."""
    app = App("page")
    app.jinja_env.filters.update(cached=parts.cached_for_all if for_all else parts.cached)
    with app.test_request_context():
        g.voice, g.t = voice, speaker(voice)
        return unmarked(render_template_string("<p>{{ macro|cached(seat) }}</p>", macro=macro, seat=seat))


def test_what_four_phones_of_one_table_show_alike_is_written_once_in_each_language():
    (macro, asked), parts = a_macro(), PartCache()
    table = [Voice(language, ("Ana", "Boris")) for language in ("en", "en", "es", "en")]
    pages = [as_page(parts, macro, voice) for voice in table]
    assert len(asked) == 2
    assert pages[0] == pages[1] == pages[3]
    assert "Ana" in pages[0]
    assert pages[2] != pages[0]


def test_another_table_has_its_own_names_in_it():
    (macro, _), parts = a_macro(), PartCache()
    assert "Ana" in as_page(parts, macro, Voice("en", ("Ana", "Boris")))
    other = as_page(parts, macro, Voice("en", ("Chai", "Dana")))
    assert "Chai" in other
    assert "Ana" not in other


def test_what_somebody_else_was_given_is_not_shown():
    (macro, asked), parts = a_macro(), PartCache()
    voice = Voice("en", ("Ana", "Boris"))
    assert "Boris" not in as_page(parts, macro, voice, 0)
    assert "Ana" not in as_page(parts, macro, voice, 1)
    assert asked == [0, 1]


def test_a_part_for_all_tables_is_written_once_and_can_name_nobody():
    (macro, asked), parts = a_macro(), PartCache()
    pages = [as_page(parts, macro, Voice("en", names), for_all=True) for names in (("Ana",), ("Boris",))]
    assert asked == [0]
    assert pages[0] == pages[1]
    assert "Ana" not in pages[0]


def test_words_of_the_page_are_its_own_again_after_a_part_for_all():
    (macro, _), parts = a_macro(), PartCache()
    with App("page").test_request_context():
        g.voice = Voice("en", ("Ana", "Boris"))
        g.t = speaker(g.voice)
        parts.cached_for_all(macro, 1)
        assert "Boris" in t("phone.offer.from", seat=1)


def test_thai_lines_break_between_words_in_a_part_as_on_the_page():
    parts, voice, app = PartCache(), Voice("th", ("Ana",)), App("page")
    app.jinja_env.filters.update(cached=parts.cached)
    with app.test_request_context():
        g.voice, g.t = voice, speaker(voice)
        module: Any = app.jinja_env.from_string("{% macro dice(words) %}{{ words }}{% endmacro %}").module
        macro, words = module.dice, "ส่งลูกเต๋าให้"
        cached = render_template_string("<p>{{ macro|cached(words) }}</p>", macro=macro, words=words)
        direct = render_template_string("<p>{{ macro(words) }}</p>", macro=macro, words=words)
    assert cached == direct != unmarked(direct)


def test_an_argument_without_a_hash_is_rendered_each_time():
    (macro, asked), parts = a_macro(), PartCache()
    app = App("page")
    with app.test_request_context():
        g.voice = Voice("en", ("Ana",))
        g.t = speaker(g.voice)
        cards = {"ore": 2}
        for _ in range(2):
            parts.cached(lambda seat, _: macro(seat), 0, cards)
    assert asked == [0, 0]


def test_no_more_parts_are_kept_than_there_is_room_for():
    (macro, asked), parts = a_macro(), PartCache(max_parts=1)
    voice = Voice("en", ("Ana", "Boris"))
    for seat in (0, 1, 0):
        as_page(parts, macro, voice, seat)
    assert asked == [0, 1, 0]
