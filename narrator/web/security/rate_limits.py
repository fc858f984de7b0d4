"""What can be done only so often in a minute, one row for each way to do it."""

from flask import abort, request

from narrator.storage.shared_state.limits import RateCounter
from narrator.web.auth.client import this_address, this_client
from narrator.web.security.attempts import RateLimit
from narrator.web.security.limits import Limits
from narrator.web.services import services

GAMES = (
    *("new_game.begin", "home.sample", "home.import_file", "home.watch_file", "export.read"),
    *("stage.rematch", "people.rematch", "api.create", "club.begin"),
)
SECRETS = ("join.take", "phone.co_host")
NOTES = (
    *("phone.propose", "phone.withdraw", "phone.agree", "phone.offer", "phone.answer"),
    *("phone.choose", "phone.say_phrase", "quiz.guess", "practice.turn", "club_help.call"),
)
PROGRAMS = (
    *(f"api.seats.{name}" for name in ("enter", "roll", "offer", "reply", "confirm", "cancel")),
    *(f"api.dialects.{name}" for name in ("act_in_clawtan", "act_in_agente")),
)
BOUNDED = {
    **dict.fromkeys(GAMES, "games"),
    **dict.fromkeys(SECRETS, "secrets"),
    **dict.fromkeys(NOTES, "notes"),
    **dict.fromkeys(PROGRAMS, "programs"),
}
KINDS = (*dict.fromkeys(BOUNDED.values()), "wrong_codes", "wrong_house_codes")


def rate_limits(limits: Limits, counter: RateCounter) -> dict[str, RateLimit]:
    return {kind: RateLimit(counter, kind, getattr(limits, kind)) for kind in KINDS}


def enforce_rate_limits() -> None:
    """A phone's notes are counted for itself; what anybody can do, by their address."""
    kind = BOUNDED.get(request.endpoint or "")
    if kind is None or request.method != "POST":
        return
    client = this_client().name if kind in ("notes", "programs") else this_address()
    if not services().rate_limits[kind].count(client):
        abort(429)
