"""Rate limits per minute, counted by all servers together, and the routes that they apply to."""

from narrator.storage.shared_state.client_usage import RateCounter
from narrator.web.auth.config import ClientLimits

NEW_GAMES = (
    *("new_game.create_game", "home.start_sample", "home.import_file", "home.watch_file", "export.read_photos"),
    *("stage.rematch", "people.rematch", "api.create", "club.new_table"),
)
SEATS = ("join.take_seat", "phone.co_host")
SESSION_EVENTS = (
    *("phone.propose", "phone.withdraw", "phone.agree", "phone.make_offer", "phone.answer_offer"),
    *("phone.choose_answer", "phone.say_phrase", "quiz.guess", "practice.turn_practice", "club.call_for_help"),
)
PROGRAM_ACTIONS = (
    *(f"api.seats.{name}" for name in ("enter", "roll", "offer", "reply", "confirm", "cancel")),
    *(f"api.dialects.{name}" for name in ("act_in_clawtan", "act_in_agente")),
)
LIMIT_OF_ENDPOINT = {
    **dict.fromkeys(NEW_GAMES, "new_games"),
    **dict.fromkeys(SEATS, "seats"),
    **dict.fromkeys(SESSION_EVENTS, "session_events"),
    **dict.fromkeys(PROGRAM_ACTIONS, "program_actions"),
}
LIMITS = ("new_games", "seats", "session_events", "program_actions", "wrong_codes", "wrong_house_codes")


class RateLimit:
    def __init__(self, counter: RateCounter, name: str, maximum: int) -> None:
        self._counter = counter
        self._name = name
        self._maximum = maximum

    def may_try(self, client: str) -> bool:
        return self._counter.number(self._name, client) < self._maximum

    def count(self, client: str) -> bool:
        """Count an attempt; return False if it exceeds the limit."""
        return self._counter.add_within(self._name, client, self._maximum)


def rate_limits(limits: ClientLimits, counter: RateCounter) -> dict[str, RateLimit]:
    return {name: RateLimit(counter, name, getattr(limits, name)) for name in LIMITS}
