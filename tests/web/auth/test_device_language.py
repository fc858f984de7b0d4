"""The language of a device that has not chosen one: what its browser asks for."""

import pytest
from flask import Request
from werkzeug.test import EnvironBuilder

from narrator.web.auth.preferences import browser_language


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("", "en"),
        ("ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7", "ru"),
        ("en;q=0.3, ES-mx", "es"),
        ("fi, th;q=0.5, en;q=0.4", "th"),
        ("es-MX, en;q=0.5", "es"),
        ("th;q=0, ru;q=0.1", "ru"),
        ("th;q=0", "en"),
        ("fi", "en"),
        ("*", "en"),
    ],
)
def test_a_browser_is_answered_in_the_language_that_it_likes_best(asked: str, language: str) -> None:
    request = Request(EnvironBuilder(headers=[("Accept-Language", asked)]).get_environ())
    assert browser_language(request) == language
