"""The house's code, new with every start. Its own machine and devices that have it hold the house's right: people,
deleting, copies. In a closed house only they begin games."""

from hmac import compare_digest

from flask import Response, request

from narrator.app.access.typed_input import readings
from narrator.web.auth.client import is_local
from narrator.web.auth.cookies import set_cookie
from narrator.web.auth.host import bearer
from narrator.web.services import services

COOKIE = "house"


class Closed(Exception):
    """A device without the house's code wants to begin a game, or what is the house's."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line
        """The key of what it is told."""


def require_house_code() -> None:
    if not may_begin():
        raise Closed("closed.line")


def require_house() -> None:
    """The house's own right; an open house has it, too."""
    if not has_house():
        raise Closed("closed.house")


def may_begin() -> bool:
    return not services().access.code or has_house()


def has_house() -> bool:
    return is_local() or any(map(is_house_code, (bearer(), request.cookies.get(COOKIE, ""))))


def the_code() -> str:
    access = services().access
    return access.code or access.right


def is_house_code(typed: str) -> bool:
    code = the_code()
    return bool(code) and any(compare_digest(reading, code) for reading in readings(typed[:40]))


def remember_house_code(answer: Response) -> None:
    set_cookie(answer, COOKIE, the_code())
