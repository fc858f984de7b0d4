"""A part that stays the same is rendered once for all who are given the same."""

from typing import Any

from flask import Flask, g, render_template_string
from markupsafe import Markup

from narrator.text.render import TableLocale
from narrator.text.word_breaks import strip_marks
from narrator.web.rendering.template_helpers import Macro, PartCache, finalize, t, translator


class App(Flask):
    jinja_options: dict[str, Any] = {"finalize": finalize}  # noqa: RUF012 (as Flask declares it)


def a_macro() -> tuple[Macro, list[int]]:
    """Names a seat, says a word, and tells how often it was asked."""
    asked: list[int] = []

    def macro(seat: int) -> Markup:
        asked.append(seat)
        return Markup("{} {} {}").format(seat, t("phone.offer.from", seat=seat), t("ui.back"))

    return macro, asked


def as_page(parts: PartCache, macro: Macro, locale: TableLocale, *args: Any) -> str:
    """A page for one device, with nothing else on it."""
    app = App("page")
    app.jinja_env.filters.update(cached=parts)
    with app.test_request_context():
        g.locale, g.t = locale, translator(locale)
        return render_template_string("<p>{{ macro|cached(*args) }}</p>", macro=macro, args=args)


def test_what_four_phones_show_alike_is_rendered_once_in_each_language():
    (macro, asked), parts = a_macro(), PartCache()
    pages = [as_page(parts, macro, TableLocale(language, ("Ana",)), 0) for language in ("en", "en", "es", "en")]
    assert asked == [0, 0]
    assert pages[0] == pages[1] == pages[3] != pages[2]


def test_other_arguments_are_another_part():
    (macro, asked), parts = a_macro(), PartCache()
    locale = TableLocale("en", ("Ana", "Boris"))
    assert [as_page(parts, macro, locale, seat)[3] for seat in (0, 1, 0)] == ["0", "1", "0"]
    assert asked == [0, 1]


def test_tables_share_a_part_and_it_names_nobody():
    (macro, asked), parts = a_macro(), PartCache()
    pages = [as_page(parts, macro, TableLocale("en", names), 0) for names in (("Ana",), ("Boris",))]
    assert asked == [0]
    assert pages[0] == pages[1]
    assert "Ana" not in pages[0]


def test_words_of_the_page_are_its_own_again_after_a_part():
    (macro, _), parts = a_macro(), PartCache()
    with App("page").test_request_context():
        g.locale = TableLocale("en", ("Ana", "Boris"))
        g.t = translator(g.locale)
        parts(macro, 1)
        assert "Boris" in t("phone.offer.from", seat=1)


def test_thai_lines_break_between_words_in_a_part_as_on_the_page():
    words, app = "ส่งลูกเต๋าให้", App("page")
    with app.test_request_context():
        module: Any = app.jinja_env.from_string("{% macro dice(words) %}{{ words }}{% endmacro %}").module
        direct = f"<p>{module.dice(words)}</p>"
    cached = as_page(PartCache(), module.dice, TableLocale("th", ("Ana",)), words)
    assert cached == direct != strip_marks(direct)


def test_an_argument_without_a_hash_is_rendered_each_time():
    (macro, asked), parts = a_macro(), PartCache()
    for _ in range(2):
        as_page(parts, lambda seat, _: macro(seat), TableLocale("en", ("Ana",)), 0, {"ore": 2})
    assert asked == [0, 0]


def test_no_more_parts_are_kept_than_there_is_room_for():
    (macro, asked), parts = a_macro(), PartCache(max_parts=1)
    for seat in (0, 1, 0):
        as_page(parts, macro, TableLocale("en", ("Ana", "Boris")), seat)
    assert asked == [0, 1, 0]
