"""The club's right: to see all tables, to help them, to begin and to close some. A device gains it by the club's
address; the house has it, too. It opens no game: not its hands, not its codes, not the host's part."""

from flask import Response, request

from narrator.web.auth.cookies import set_cookie
from narrator.web.auth.house_code import Closed, has_house
from narrator.web.services import services

COOKIE = "club"


def club_secret() -> str:
    return request.cookies.get(COOKIE, "")


def has_club() -> bool:
    return services().club.opens(club_secret()) or has_house()


def require_club() -> None:
    if not has_club():
        raise Closed("closed.club")


def remember_club(answer: Response, secret: str) -> None:
    set_cookie(answer, COOKIE, secret)
