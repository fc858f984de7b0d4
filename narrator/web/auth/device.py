"""What a device remembers for itself, in cookies: its language, its look, how the board lies before it."""

from collections.abc import Mapping

from flask import Request, g
from msgspec import Struct
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from narrator.text.languages import LANGUAGES, nearest_language

CHOICES: dict[str, tuple[str, ...]] = {
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
"""Every cookie with its values, the first being what a new device has."""


class Device(Struct, frozen=True):
    lang: str
    second: str = "none"
    """A second language below the line."""
    look: str = "auto"
    text: str = "normal"
    side: str = "right"
    """The hand that taps."""
    flip: str = "off"
    """Turned by 180°, for those who sit across."""
    turn: str = "0"
    """The board, in steps of 60°."""
    dice: str = "total"
    """Whether totals are entered, or each of the two dice."""
    clock: str = "shown"
    new: str = "no"
    """Whether its reader is new to the game and wants more said."""

    @property
    def board_turn(self) -> int:
        return int(self.turn)


def device_of(request: Request) -> Device:
    """Wrong values are as good as none: a cookie from elsewhere never breaks a page."""
    chosen = {name: value for name, value in request.cookies.items() if is_choice(name, value)}
    chosen["lang"] = language_of(request)
    return Device(**chosen)


def language_of(request: Request) -> str:
    """`?lang=`, then the cookie, then what the browser asks for."""
    if wanted := request.query_string and request.args.get("lang"):
        return nearest_language(wanted)
    if (cookie := request.cookies.get("lang", "")) in LANGUAGES:
        return cookie
    return browser_language(request)


def browser_language(request: Request) -> str:
    return _nearest_to(request.environ.get("HTTP_ACCEPT_LANGUAGE", ""))


def _nearest_to(wish: str) -> str:
    """What the browser asks for; with `q=0` it says what it does not want."""
    return nearest_language(*(code for code, quality in parse_accept_header(wish, LanguageAccept) if quality))


def is_choice(name: str, value: str) -> bool:
    return value in CHOICES.get(name, ())


def chosen(form: Mapping[str, str]) -> dict[str, str]:
    """What a form wants the device to remember."""
    return {name: value for name, value in form.items() if is_choice(name, value)}


def this_device() -> Device:
    """The device of the request that is being answered."""
    found: Device = g.device
    return found
