"""Dice that the app throws, or a deck of the 36 ways in which two dice fall. Chance comes from outside, as `pick`.

Each pass through the deck leaves five cards out, and then all are shuffled again: so after 31 cards it is made anew.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import product

from narrator.core.table.events import AnyFact, DiceRolled, RuleChanged
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState

Dice = tuple[int, int]
Pick = Callable[[int], int]
"""Given n, one of 0 … n-1, each as likely as the others."""

FACES = range(1, 7)
WAYS: tuple[Dice, ...] = tuple(product(FACES, FACES))
LEFT_OUT = 5
PASS = len(WAYS) - LEFT_OUT
"""How many cards are shown before the deck is made anew."""


def next_dice(rules: HouseRules, history: Iterable[AnyFact], pick: Pick) -> Dice:
    """The next dice of a game with this history, by two dice or by the deck."""
    if rules.dice_mode == "dice":
        return pick(len(FACES)) + 1, pick(len(FACES)) + 1
    left = cards_left(rolls_in(history))
    return left[pick(len(left))]


def rolls_in(history: Iterable[AnyFact]) -> list[DiceRolled]:
    """All rolls since the table took to its deck: one that did not count took its card, too."""
    found: list[DiceRolled] = []
    for fact in history:
        if isinstance(fact, DiceRolled):
            found.append(fact)
        elif isinstance(fact, RuleChanged) and fact.key == "dice_mode":
            found = []
    return found


def cards_left(rolls: Sequence[DiceRolled]) -> list[Dice]:
    """The cards that this pass has not shown; of a total that was told without its dice, any card with it counts.

    >>> seven = DiceRolled(seat=0, total=7)
    >>> len(cards_left([])), len(cards_left([seven] * 30)), len(cards_left([seven] * 31))
    (36, 30, 36)
    """
    this_pass = rolls[len(rolls) // PASS * PASS :]
    shown = Counter(roll.dice for roll in this_pass if roll.dice is not None)
    left = [way for way in WAYS if not shown[way]]
    for roll in this_pass:
        alike = [way for way in left if roll.dice is None and sum(way) == roll.sum]
        if alike:
            left.remove(alike[0])
    return left or list(WAYS)


def drawn_after(state: GameState) -> int:
    """How many cards of the pass have been shown once the next roll is in; dice have no passes."""
    return (state.drawn + 1) % PASS if state.rules.dice_mode == "deck36" else 0
