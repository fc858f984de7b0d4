"""Development cards that the app dealt: which a seat holds, and which of them it may play.

A card that the one who judges may not see may be anything, so it speaks against nothing.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from narrator.core.message import Refusal, impossible, irregular
from narrator.core.table.cards import DevelopmentKind
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, Held


def are_shown(state: GameState) -> bool:
    """Whether the app has dealt and everybody may see by now what everybody held."""
    return state.game.cards == "app" and isinstance(state.phase, Over) and state.rules.reveal_at_end == "yes"


def with_bought(state: GameState, seat: int, card: DevelopmentKind | None) -> GameState:
    return _with(state, seat, (*state.held.get(seat, ()), Held(card))) if state.game.cards == "app" else state


def without_played(state: GameState, seat: int, kind: DevelopmentKind) -> GameState:
    """The oldest of its kind goes; where nobody here may know, the oldest that it can have been."""
    return _without(state, seat, kind, oldest_first=True)


def without_shown(state: GameState, seat: int, count: int) -> GameState:
    """Points cards don't wait, so it matters to nobody which of them it was."""
    for _ in range(count):
        state = _without(state, seat, "points", oldest_first=False)
    return state


def aged(state: GameState) -> GameState:
    """Another part of the game begins: what was bought before may be played."""
    if not any(card.fresh for cards in state.held.values() for card in cards):
        return state
    return replace(
        state,
        held={seat: tuple(replace(card, fresh=False) for card in cards) for seat, cards in state.held.items()},
    )


def points_held(state: GameState) -> dict[int, int]:
    """How many points cards each seat holds, of those who hold any."""
    found = {seat: sum(card.kind == "points" for card in cards) for seat, cards in sorted(state.held.items())}
    return {seat: count for seat, count in found.items() if count}


def playable_kinds(state: GameState, seat: int) -> set[DevelopmentKind | None]:
    """Kinds of cards that are old enough; whether the turn allows one is another question."""
    return {card.kind for card in state.held.get(seat, ()) if not card.fresh}


def refuse_not_held(state: GameState, seat: int, kind: DevelopmentKind, count: int = 1) -> Iterator[Refusal]:
    """Where the app deals: nobody plays or shows what they don't hold, nor, but for points, what they just bought."""
    if state.game.cards != "app":
        return
    mine = [card for card in state.held.get(seat, ()) if card.kind in (kind, None)]
    if len(mine) < count:
        yield impossible("card.not_held", seat=seat, card=kind)
    elif kind != "points" and all(card.fresh for card in mine):
        yield irregular("card.bought_this_turn", seat=seat)


def _without(state: GameState, seat: int, kind: DevelopmentKind, oldest_first: bool) -> GameState:
    cards = list(state.held.get(seat, ()))
    places = range(len(cards)) if oldest_first else range(len(cards) - 1, -1, -1)
    for wanted in (kind, None):
        for place in places:
            if cards[place].kind == wanted:
                del cards[place]
                return _with(state, seat, tuple(cards))
    return state


def _with(state: GameState, seat: int, cards: tuple[Held, ...]) -> GameState:
    return replace(state, held={**state.held, seat: cards})
