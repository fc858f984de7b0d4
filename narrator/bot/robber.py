"""The robber: which hex and which victim; and what to discard for a seven."""

from collections.abc import Sequence

from narrator.bot.characters import SeededRandom
from narrator.bot.position import NOBODY, Position
from narrator.bot.race import Race, WinSimulation

Robbery = tuple[float, int, int]  # resulting odds, hex, and victim or nobody


def rank_robberies(
    position: Position, race: Race, hexes: list[int], is_gentle: bool, rng: SeededRandom, until_turn: float = 1.0
) -> list[Robbery]:
    """Return every hex with its possible victims, the best first."""
    robberies = [
        (rng.misjudge(odds_after_robbery(position, race, hex_, victim, until_turn)), hex_, victim)
        for hex_ in hexes
        for victim in victims_at(position, hex_)
    ]
    if is_gentle:
        return sorted(robberies, key=lambda robbery: _harm(position, robbery))
    return sorted(robberies, key=lambda robbery: (-robbery[0], robbery[1], robbery[2]))


def _harm(position: Position, robbery: Robbery) -> tuple[int, float, int]:
    """Sort key: few buildings blocked and little harm; never own land."""
    odds, hex_, _ = robbery
    owners = [position.corner_owner[corner] for corner in position.board.graph.corners_of[hex_]]
    return (9 if position.me in owners else sum(owner >= 0 for owner in owners)), odds, hex_


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
    after, discarded = position.copy(), [0] * 5
    hand = after.hands[position.me]
    for _ in range(count):
        best: tuple[float, float, int] | None = None
        for kind in range(5):
            if hand[kind] >= 1:
                hand[kind] -= 1
                rounds = WinSimulation(after, position.me, race.rival_distances, race.weights).rounds_to_win(0.5)
                missed = (rounds, -hand[kind], kind)
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
