"""The host's tablet in the hands of somebody who has no phone: for which seat, told by a cookie of its own.

It holds while this is a host's device and the seat has no phone; the stage takes it back.
"""

from flask import Response, request

from narrator.web.auth.cookies import delete_cookie, set_cookie
from narrator.web.auth.host import is_host
from narrator.web.services import services

PREFIX = "passed_"
HOURS = 12


def cookie_name(game: str) -> str:
    return f"{PREFIX}{game}"


def passed_seat(game: str) -> int | None:
    """Whose hands it is in; nobody's but where the app deals."""
    asked = request.cookies.get(cookie_name(game), "")
    if not (asked.isascii() and asked.isdigit() and len(asked) == 1) or not is_host(game):
        return None
    return int(asked) if can_be_passed(game, int(asked)) else None


def can_be_passed(game: str, seat: int) -> bool:
    """To somebody without a phone, and where a phone lost the hand, not before the table agrees. A bot's hand is
    nobody's to look at."""
    state = services().games.record(game).state
    has_hand = state.game.cards == "app" and 0 <= seat < len(state.seats) and not state.seats[seat].left
    if not has_hand or seat in services().bots.of(game) or seat in services().sessions.of(game).hands.lost:
        return False
    return services().games.can_be_passed(game, seat)


def pass_to(answer: Response, game: str, seat: int) -> None:
    set_cookie(answer, cookie_name(game), str(seat), HOURS * 3600)


def take_back(answer: Response, game: str) -> None:
    if cookie_name(game) in request.cookies:
        delete_cookie(answer, cookie_name(game))
