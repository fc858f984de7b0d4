"""How a table is spoken to, on a page or in a terminal."""

from narrator.core.state import GameState
from narrator.text.render import Voice


def voice_of(state: GameState, language: str) -> Voice:
    """How this table is spoken to."""
    rules = state.rules
    names = tuple(seat.name for seat in state.seats)
    return Voice(language, names, state.game.theme, rules.words, rules.edition, rules.th_particle)
