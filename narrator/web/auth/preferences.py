"""Preferences that a device keeps in cookies (language, appearance, board rotation), and cookie helpers."""

from collections.abc import Mapping

from flask import Request, Response, g, request
from msgspec import Struct, convert, field
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from narrator.text.languages import LANGUAGES, nearest_language

YEAR_SECONDS = 365 * 24 * 3600
# Allowed values of each preference cookie; the first is the default.
PREFERENCE_VALUES: dict[str, tuple[str, ...]] = {
    "lang": LANGUAGES,
    "second": ("none", *LANGUAGES),
    "look": ("auto", "light", "dark"),
    "text": ("normal", "large", "huge"),
    "side": ("right", "left"),
    "flip": ("off", "on"),
    "turn": ("0", "1", "2", "3", "4", "5"),
    "dice": ("total", "two"),
    "new": ("no", "yes"),
    "clock": ("shown", "hidden"),
}


class Preferences(Struct, frozen=True):
    lang: str
    second_language: str = field(default="none", name="second")  # shown below the line; `name` is the cookie
    look: str = "auto"
    text_size: str = field(default="normal", name="text")
    side: str = "right"  # the hand that taps
    flip: str = "off"  # page turned by 180° for players across the table
    rotation: str = field(default="0", name="turn")  # board rotation in steps of 60°
    dice: str = "total"  # whether to enter the total or each die
    clock: str = "shown"
    novice: str = field(default="no", name="new")  # whether the reader is new to the game and wants more explanations

    @property
    def board_rotation(self) -> int:
        return int(self.rotation)


def current_preferences() -> Preferences:
    preferences: Preferences = g.preferences
    return preferences


def read_preferences(request: Request) -> Preferences:
    """Read a request's preferences, ignoring invalid values."""
    return convert({**valid_preferences(request.cookies), "lang": read_language(request)}, Preferences)


def read_language(request: Request) -> str:
    """Return the language from `?lang=`, the cookie, or the browser's preferences."""
    if query := request.query_string and request.args.get("lang"):
        return nearest_language(query)
    if (cookie := request.cookies.get("lang", "")) in LANGUAGES:
        return cookie
    return browser_language(request)


def browser_language(request: Request) -> str:
    """Return the best match for Accept-Language, in which `q=0` excludes a language."""
    accepted = parse_accept_header(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""), LanguageAccept)
    return nearest_language(*(code for code, quality in accepted if quality))


def valid_preferences(values: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if value in PREFERENCE_VALUES.get(name, ())}


def set_cookie(response: Response, name: str, value: str, max_age: int = YEAR_SECONDS) -> None:
    response.set_cookie(name, value, max_age=max_age, secure=request.is_secure, httponly=True, samesite="Lax")


def delete_cookie(response: Response, name: str) -> None:
    response.delete_cookie(name, secure=request.is_secure, httponly=True, samesite="Lax")
