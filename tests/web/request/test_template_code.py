"""Templates say what Jinja would make of them, and markup is never taken for text or text for markup."""

import pytest
from flask import Flask
from flask.templating import Environment
from jinja2 import DictLoader
from markupsafe import Markup

from narrator.web.request.template_code import LONGEST, escaped
from narrator.web.request.templates import Templates

PARTS = {
    "row.html": "<i>{{ name }}{% set name = 'inside' %}{{ name }}{{ loop_names|join }}</i>",
    "macros.html": "{% macro box(a, b='<', c=none) %}[{{ a }}|{{ b }}|{{ caller() if caller else c }}]{% endmacro %}",
    "rows.html": "{% from 'macros.html' import box %}{% set own = text %}{{ box(own) }}{% include 'row.html' %}",
    "whole.html": "<main>{% block body %}{% include 'row.html' %}{% endblock %}</main>",
}
PAGES = (
    "{{ said('a', to='<b>') }}{{ said(*given, **named) }}{{ (said if given else none)('x') }}{{ range(3)|list }}",
    "{% from 'macros.html' import box %}{{ box(1) }}{{ box(b=mark, a=text) }}{% call box(2, c=3) %}<hr>{% endcall %}",
    "{% for name in names %}{% set loop_names = [name, '!'] %}{% include 'row.html' %}{{ loop.last }}{% endfor %}",
    "{% set kept %}{{ text }}{% include 'row.html' %}{% endset %}{{ kept }}{{ kept ~ text }}",
    "{% if none_such %}{{ none_such.deeper }}{% endif %}{{ none_such }}{{ 3 }}{{ 2.5 }}{{ none }}{{ [text] }}",
    "{% block body %}{% for n in (1, 2) %}{{ said(n, to=n) }}{% endfor %}{% endblock %}{{ self.body() }}",
    "{% if given %}{% include 'rows.html' %}{% endif %}{{ name }}{{ own }}{{ box }}{% set name = 1 %}{{ name }}",
    "{% macro put() %}{% include 'rows.html' %}{% endmacro %}{{ put() }}{{ name }}{{ put() }}",
    "{% include 'ro' ~ 'ws.html' %}{% import 'macros.html' as macros with context %}{{ macros.box(text) }}",
    "{% extends 'whole.html' %}{% block body %}{{ super() }}{% include 'rows.html' %}{{ own }}{% endblock %}",
)
KNOWN = {
    "said": lambda word, to="": f"<{word} {to}>",
    "given": ("g",),
    "named": {"to": "n"},
    "text": "<b> & 'c'",
    "mark": Markup("<b> & 'c'"),
    "names": ["<Ana>", Markup("<b>Bo</b>")],
    "name": "outside",
}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_written_as_jinja_writes_it(page: str):
    environments = [kind(Flask("empty"), auto_reload=False) for kind in (Environment, Templates)]
    for environment in environments:
        environment.loader = DictLoader({**PARTS, "page.html": page})
        environment.autoescape = True
    jinjas, ours = (environment.get_template("page.html").render(KNOWN) for environment in environments)
    assert ours == jinjas
    assert ours


def test_a_part_that_was_edited_is_shown_where_the_server_is_told_to_load_templates_anew():
    parts, app = {"page.html": "{% include 'part.html' %}", "part.html": "before"}, Flask("empty")
    edited, kept = Templates(app, auto_reload=True), Templates(app, auto_reload=False)
    edited.loader, kept.loader = DictLoader(parts), DictLoader(parts)
    assert [one.get_template("page.html").render() for one in (edited, kept)] == ["before"] * 2
    parts["part.html"] = "after"
    assert [one.get_template("page.html").render() for one in (edited, kept)] == ["after", "before"]


@pytest.mark.parametrize("first", ["text", "markup"])
def test_text_and_markup_of_the_same_letters_are_kept_apart(first: str):
    letters = f"<b>{first}</b>"
    values = [letters, Markup(letters)] if first == "text" else [Markup(letters), letters]
    written = {type(value): escaped(value) for value in (*values, *values)}
    assert written == {str: Markup(f"&lt;b&gt;{first}&lt;/b&gt;"), Markup: Markup(letters)}


def test_what_is_long_or_has_no_hash_is_written_too():
    assert escaped(["<"]) == Markup("[&#39;&lt;&#39;]")
    assert escaped("<" * LONGEST * 2) == Markup("&lt;" * LONGEST * 2)


def test_numbers_that_are_equal_are_written_each_in_its_way():
    assert [escaped(value) for value in (1, True, 1.0)] == ["1", "True", "1.0"]
