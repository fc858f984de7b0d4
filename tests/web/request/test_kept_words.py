"""What is said again and again is kept, and what only looks alike is not mixed up."""

from typing import Any

import pytest

from narrator.core.message import msg
from narrator.text.render import Spoken, Voice, say, say_aloud
from narrator.web.request.kept_words import say_key, say_line

ANA = Voice("en", ("Ana", "Boris"))
OTHERS = [Voice("th", ("Ana", "Boris")), Voice("en", ("Zoe", "Boris"))]
SAID: list[tuple[str, dict[str, Any]]] = [
    ("ui.end", {}),
    ("ui.agrees", {"seat": 0}),
    ("ui.agrees", {"seat": 1}),
    ("ui.resource", {"resource": "ore"}),
    ("undo.puts_back", {"seat": 0, "cards": {"ore": 2}}),
]


@pytest.mark.parametrize("voice", [ANA, *OTHERS])
@pytest.mark.parametrize(("key", "params"), SAID)
def test_what_is_kept_is_what_is_said(key, params, voice):
    assert [say_key(key, voice, **params) for _ in range(2)] == [say(msg(key, **params), voice)] * 2


@pytest.mark.parametrize("voice", [ANA, *OTHERS, Voice("th", ("Ana", "Boris"), particle="ค่ะ")])
@pytest.mark.parametrize("last", SAID)
def test_a_line_that_is_kept_is_what_is_said_aloud(last, voice):
    lines = [msg(key, **params) for key, params in (SAID[1], last)]
    assert [say_line(lines, voice) for _ in range(2)] == [say_aloud(lines, voice)] * 2
    assert say_line(lines[:1], voice) != say_line(lines, voice)


def test_words_that_are_said_already_are_told_from_what_came_from_outside():
    """Both are letters; but only what came from outside is cut short."""
    said = [say_key("dispute.tonight", ANA, text=kind("long " * 20)) for kind in (str, Spoken, str)]
    assert [len(text) > 100 for text in said] == [False, True, False]


def test_a_yes_is_not_a_one():
    said = [say_key("dispute.tonight", ANA, text=value) for value in (1, True, 1)]
    assert said == [say(msg("dispute.tonight", text=value), ANA) for value in (1, True, 1)]
    assert said[0] != said[1]
