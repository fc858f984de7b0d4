"""House access (people, deletion, backups) and club access (all tables, but no game's hands or codes).
The server's own machine and devices with the house code, which is new with every start, have house access. If the
house is closed, only they may create games. Club access comes with the club's address, or with house access."""

from hmac import compare_digest

from flask import request

from narrator.app.access.typed_input import readings
from narrator.web.auth.client import is_local
from narrator.web.auth.host_access import bearer_token
from narrator.web.services import services

HOUSE_COOKIE = "house"
CLUB_COOKIE = "club"


class AccessClosed(Exception):
    """A device without the needed code asks for house access, club access or a new game."""

    def __init__(self, message_key: str) -> None:
        super().__init__(message_key)
        self.message_key = message_key


def is_house_code(typed: str) -> bool:
    code = services().access.house_code
    return bool(code) and any(compare_digest(reading, code) for reading in readings(typed[:40]))


def has_house_access() -> bool:
    return is_local() or any(map(is_house_code, (bearer_token(), request.cookies.get(HOUSE_COOKIE, ""))))


def require_house_access() -> None:
    if not has_house_access():
        raise AccessClosed("closed.house")


def require_game_creation() -> None:
    if services().access.is_closed and not has_house_access():
        raise AccessClosed("closed.line")


def club_secret() -> str:
    return request.cookies.get(CLUB_COOKIE, "")


def require_club_access() -> None:
    if not (services().club.is_secret(club_secret()) or has_house_access()):
        raise AccessClosed("closed.club")
