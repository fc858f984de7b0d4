"""Initial placement: two corners that go together, and roads that lead somewhere."""

from narrator.bot.board_model import NO_HARBOUR
from narrator.bot.characters import Character, SeededRandom
from narrator.bot.position import Position
from narrator.bot.race import Weights, WinSimulation, rival_distances

RESOURCE_WEIGHTS = (1.0, 1.0, 0.85, 1.1, 1.1)
MAX_FIRST_CORNERS = 9
MAX_SECOND_CORNERS = 7  # how many corners are evaluated closely


def corner_value(position: Position, corner: int) -> float:
    """Return the obvious value of a corner: pips, kinds, a harbor."""
    yields = position.board.corner_yields[corner]
    kinds = sum(one > 0 for one in yields)
    harbour = position.board.corner_harbour[corner] != NO_HARBOUR
    return sum(one * like for one, like in zip(yields, RESOURCE_WEIGHTS, strict=True)) + 0.02 * kinds + 0.02 * harbour


def free_corners(position: Position) -> list[int]:
    """Return where an initial settlement may be placed, by obvious value."""
    found = [corner for corner in range(len(position.corner_owner)) if position.is_free(corner)]
    return sorted(found, key=lambda corner: (-corner_value(position, corner), corner))


def best_corner(position: Position, allowed: list[int], between: int, character: Character, rng: SeededRandom) -> int:
    """Return where to place. `between` is how many others place before the own second settlement; -1 for the second."""
    if between < 0:
        ranked = [(rng.misjudge(-rounds_with(position, corner, character.weights)), corner) for corner in allowed]
    elif not character.plans_second_settlement:
        ranked = [(rng.misjudge(corner_value(position, corner)), corner) for corner in allowed]
    else:
        ranked = [
            (-_rounds_with_second(position, corner, between, character.weights), corner)
            for corner in allowed[:MAX_FIRST_CORNERS]
        ]
    return max(ranked, key=lambda one: (one[0], -one[1]))[1]


def _rounds_with_second(position: Position, corner: int, between: int, weights: Weights) -> float:
    """Return the rounds to win with this corner and the best one that others are likely to leave."""
    after = after_placement(position, corner)
    for _ in range(between):
        if left := free_corners(after):
            after.occupy(next((seat for seat in after.active_seats if seat != after.me), after.me), left[0])
    seconds = free_corners(after)[:MAX_SECOND_CORNERS]
    return min((rounds_with(after, second, weights) for second in seconds), default=99.0)


def rounds_with(position: Position, corner: int, weights: Weights) -> float:
    """Return the rounds to win with a settlement here as the last one, its cards in hand and its best road built."""
    after = after_placement(position, corner)
    for hex_ in after.board.graph.hexes_at[corner]:
        if after.board.hex_resource[hex_] >= 0:
            after.hands[after.me][after.board.hex_resource[hex_]] += 1
    return rounds_to_win(after, weights)


def rounds_to_win(position: Position, weights: Weights) -> float:
    return WinSimulation(position, position.me, rival_distances(position, position.me), weights).rounds_to_win(0.5)


def after_placement(position: Position, corner: int) -> Position:
    after = position.copy()
    after.build_settlement(after.me, corner)
    ways = [path for path, _ in after.board.graph.links[corner] if after.path_owner[path] < 0]
    if ways:
        path = max(ways, key=lambda path: _value_beyond(after, corner, path))
        after.path_owner[path] = after.me
        after.paths_of[after.me].append(path)
    return after


def _value_beyond(position: Position, corner: int, path: int) -> float:
    """Return the value of the best corner two roads away."""
    graph = position.board.graph
    far = next(end for end in graph.ends[path] if end != corner)
    if position.corner_owner[far] >= 0:
        return -1.0
    nexts = [end for _, end in graph.links[far] if end != corner and position.is_free(end)]
    return max((corner_value(position, end) for end in nexts), default=0.0)


def best_first_road(position: Position, allowed: list[int], corner: int, weights: Weights) -> int:
    ranked = []
    for path in allowed:
        after = position.copy()
        after.build_road(after.me, path)
        rounds = rounds_to_win(after, weights) - 2 * _value_beyond(position, corner, path)
        ranked.append((rounds, path))
    return min(ranked)[1]
