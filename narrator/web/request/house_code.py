"""A closed house: only its own machine and devices that have its code begin games. The code is new with every start."""

from hmac import compare_digest

from flask import Response, request

from narrator.service.typed_code import readings

from .access import YEAR, bearer
from .client import is_local
from .house import house

COOKIE = "house"
LENGTH = 8


class Closed(Exception):
    """A device without the house's code wants to begin a game."""


def require_house_code() -> None:
    if not may_begin():
        raise Closed


def may_begin() -> bool:
    return not house().door.code or is_local() or any(map(is_house_code, (bearer(), request.cookies.get(COOKIE, ""))))


def is_house_code(typed: str) -> bool:
    code = house().door.code
    return bool(code) and any(compare_digest(reading, code) for reading in readings(typed[:40]))


def remember_house_code(answer: Response) -> None:
    answer.set_cookie(COOKIE, house().door.code, max_age=YEAR, httponly=True, samesite="Lax", path="/")
