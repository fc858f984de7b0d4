"""Random draws on the server: throw the app's dice, draw the first player."""

from collections.abc import Callable

from narrator.app.games.games import Games
from narrator.app.games.results import Entered, Stale
from narrator.app.seats.joining import is_setting_up
from narrator.core.play.roll_and_discard import next_dice
from narrator.core.play.turns import FIRST_PLAYER
from narrator.core.record.next_roll import next_roll
from narrator.core.table.events import DiceRolled, FirstPlayerChosen, StepDone
from narrator.core.table.state import active_seats
from narrator.script.steps.player_count import neutral_start_steps
from narrator.script.steps.setup import needed_checklist


def throw_dice(games: Games, game: str, last_seen_entry: int | None, pick: Callable[[int], int]) -> Entered:
    """Throw the dice and enter the result. Raises `Stale` on a repeated tap, or if no roll is due."""
    record = games.record_of(game)
    roll = next_roll(record.state)
    if roll is None or record.state.rules.dice_source != "app" or last_seen_entry != record.last_entry:
        raise Stale(last_seen_entry or 0, record.last_entry)
    history = [snapshot.fact for snapshot in record.head.history() if snapshot.fact is not None]
    dice = DiceRolled(seat=roll.seat, dice=next_dice(record.state.rules, history, pick))
    return games.enter_events(game, [*roll.turn_ends, dice], last_seen_entry)


def draw_first_player(games: Games, game: str, last_seen_entry: int | None, pick: Callable[[int], int]) -> Entered:
    """Enter a drawn first player. Raises `Stale` if that player is known, or if a neutral piece comes first."""
    record = games.record_of(game)
    state = record.state
    is_open = is_setting_up(state) and FIRST_PLAYER not in state.finished_steps
    if not is_open or any(neutral_start_steps(state, "terse")) or last_seen_entry != record.last_entry:
        raise Stale(last_seen_entry or 0, record.last_entry)
    ticks = [StepDone(step=line) for line in needed_checklist(state) if line not in state.finished_steps]
    seats = active_seats(state)
    return games.enter_events(
        game, [*ticks, FirstPlayerChosen(seat=seats[pick(len(seats))], drawn=True)], last_seen_entry
    )
