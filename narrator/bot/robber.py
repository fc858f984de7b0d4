"""The robber: which hex and which victim; and what to discard for a seven."""

from collections.abc import Iterable, Sequence

from narrator.bot.characters import Character, SeededRandom
from narrator.bot.position import NOBODY, Position
from narrator.bot.race import Race, WinSimulation

Robbery = tuple[float, int, int]  # resulting odds, hex, and victim or nobody


def rank_robberies(
    position: Position,
    race: Race,
    hexes: Iterable[int],
    character: Character,
    rng: SeededRandom,
    until_turn: float = 1.0,
) -> list[Robbery]:
    """Return every hex with its possible victims, the best first."""
    found = []
    for hex_ in hexes:
        for victim in victims_at(position, hex_):
            value = rng.misjudge(odds_after_robbery(position, race, hex_, victim, until_turn))
            found.append((value, hex_, victim))
    if character.is_gentle:
        return sorted(found, key=lambda one: _harm(position, one))
    return sorted(found, key=lambda one: (-one[0], one[1], one[2]))


def _harm(position: Position, one: Robbery) -> tuple[int, float, int]:
    """Sort key: few buildings blocked and little harm; never own land."""
    corners = position.board.graph.corners_of[one[1]]
    touched = [position.corner_owner[corner] for corner in corners if position.corner_owner[corner] >= 0]
    own = position.me in touched
    return (9 if own else len(touched)), one[0], one[1]


def victims_at(position: Position, hex_: int) -> list[int]:
    """Return who may be robbed on a hex, or nobody."""
    owners = {position.corner_owner[corner] for corner in position.board.graph.corners_of[hex_]}
    found = [seat for seat in sorted(owners) if seat not in (NOBODY, position.me) and sum(position.hands[seat]) > 0]
    return found or [NOBODY]


def odds_after_robbery(position: Position, race: Race, hex_: int, victim: int, until_turn: float = 1.0) -> float:
    """Return the odds with the robber there and, on average, a stolen card in the own hand."""
    after = position.copy()
    after.robber_hex = hex_
    if victim != NOBODY:
        size = sum(after.hands[victim])
        share = [one / size for one in after.hands[victim]] if size else [0.0] * 5
        for kind in range(5):
            after.hands[victim][kind] -= share[kind]
            after.hands[position.me][kind] += share[kind]
    return race.odds(after, until_turn, affects_others=True)


def choose_discards(position: Position, race: Race, count: int) -> tuple[int, ...]:
    """Return the cards that will be missed least."""
    after, discarded = position.copy(), [0] * 5
    hand = after.hands[position.me]
    for _ in range(count):
        best: tuple[float, float, int] | None = None
        for kind in range(5):
            if hand[kind] >= 1:
                hand[kind] -= 1
                missed = (
                    WinSimulation(after, position.me, race.rival_distances, race.weights).rounds_to_win(0.5),
                    -hand[kind],
                    kind,
                )
                hand[kind] += 1
                if best is None or missed < best:
                    best = missed
        if best is None:
            break
        hand[best[-1]] -= 1
        discarded[best[-1]] += 1
    return tuple(discarded)


def random_discards(hand: Sequence[float], count: int, rng: SeededRandom) -> tuple[int, ...]:
    """Discard blindly, for tables with that rule."""
    pile = [kind for kind in range(5) for _ in range(int(hand[kind]))]
    discarded = [0] * 5
    for _ in range(min(count, len(pile))):
        discarded[pile.pop(rng.index_below(len(pile)))] += 1
    return tuple(discarded)
