"""Agreeing to tonight's rules: who is asked for it, and a seat's own word."""

from narrator.core.table.events import RulesAgreed
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import GameState, active_seats

from .games import Games


def agree(games: Games, game: str, seat: int) -> None:
    """A seat's own word, so it is entered at once. Raises `EntryRefused`."""
    state = games.record(game).state
    if seat not in state.agreed:
        games.enter(game, [RulesAgreed(seat=seat)], None, f"agreed {seat} {state.seq}")


def asks_agreement(state: GameState, seat: int) -> bool:
    """Before the first placement, and again after a rule was changed that the host was not free to change."""
    if seat in state.agreed or isinstance(state.phase, Over):
        return False
    return isinstance(state.phase, SettingUp) or state.asks_again


def waiting_for(state: GameState) -> list[int]:
    """Who has not agreed yet to what was changed in mid-game."""
    if isinstance(state.phase, SettingUp):
        return []
    return [seat for seat in active_seats(state) if asks_agreement(state, seat)]
