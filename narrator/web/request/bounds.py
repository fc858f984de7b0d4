"""What can be done only so often in a minute, one row for each way to do it."""

from collections.abc import Callable

from flask import abort, request

from .attempts import Attempts
from .client import this_address, this_client
from .house import house
from .limits import Limits

GAMES = (
    *("new_game.begin", "home.sample", "home.import_file", "home.watch_file", "carrying.read"),
    *("stage.rematch", "people.rematch", "api.create", "club.begin"),
)
SECRETS = ("joining.take", "phone.co_host")
NOTES = (
    *("phone.propose", "phone.withdraw", "phone.agree", "phone.offer", "phone.answer"),
    *("phone.choose", "phone.say_phrase", "quiz.guess", "practice.turn", "calling.call"),
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


def counts_of(limits: Limits, seconds: Callable[[], float]) -> dict[str, Attempts]:
    return {kind: Attempts(seconds, getattr(limits, kind)) for kind in ("games", "secrets", "notes", "programs")}


def keep_within_bounds() -> None:
    """A phone's notes are counted for itself; what anybody can do, by their address."""
    kind = BOUNDED.get(request.endpoint or "")
    if kind is None or request.method != "POST":
        return
    client = this_client().name if kind in ("notes", "programs") else this_address()
    attempts = house().bounds[kind]
    if not attempts.may_try(client):
        abort(429)
    attempts.count(client)
