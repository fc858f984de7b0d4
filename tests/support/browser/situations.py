"""Tables to begin a test at: three players on the fifth edition's island, as far as the evening has come."""

from collections.abc import Iterator
from typing import Any

from narrator.core.table.events import AnyEvent, Corrected, DiceRolled
from narrator.core.table.setup import Player, Setup, board_setup_of
from tests.support.core_evening import evening
from tests.support.games import ANA, COLOURS, NAMES, fifth_edition_board

PLACED = tuple(evening("Ana's second road"))
"""Everybody has two settlements and two roads; Ana is to roll."""
ROLLED = (*PLACED, DiceRolled(seat=ANA, total=6))
"""Ana's turn after her roll."""


def trio(tracking: Any = "board", **rules: Any) -> Setup:
    people = [Player(NAMES[seat], COLOURS[seat]) for seat in range(3)]
    board = board_setup_of(fifth_edition_board(), "manual") if tracking == "board" else None
    return Setup(people, tracking=tracking, board=board, rules=rules)


def holding(hands: dict[int, int], **cards: int) -> Iterator[AnyEvent]:
    """Hands as large as a test needs them, and development cards of Ana's."""
    yield from (Corrected(what="hand", seat=seat, value=count) for seat, count in hands.items())
    yield from (Corrected(what=what, seat=ANA, value=count) for what, count in cards.items())
