"""Draw who starts. Chance is the server's: the core has none."""

from collections.abc import Callable

from narrator.app.games.games import Games
from narrator.app.games.results import Entered, Stale
from narrator.app.seats.joining import is_setting_up
from narrator.core.play.turns import FIRST_PLAYER
from narrator.core.table.events import FirstPlayerChosen, StepDone
from narrator.core.table.state import active_seats
from narrator.script.steps.player_count import neutral_start_steps
from narrator.script.steps.setup import checklist


def draw_first_player(games: Games, game: str, seen: int | None, pick: Callable[[int], int]) -> Entered:
    """Draw one of the players and enter what a tap on that name would enter. Raises `Stale` where it is known who
    starts, so that the same tap again draws nobody, and where a neutral piece comes first."""
    record = games.record(game)
    state = record.state
    is_open = is_setting_up(state) and FIRST_PLAYER not in state.done and not any(neutral_start_steps(state, "terse"))
    if not is_open or seen != len(record.log):
        raise Stale(seen or 0, len(record.log))
    ticks = [StepDone(step=line) for line in checklist(state) if line not in state.done]
    seats = active_seats(state)
    return games.enter(game, [*ticks, FirstPlayerChosen(seat=seats[pick(len(seats))], drawn=True)], seen)
