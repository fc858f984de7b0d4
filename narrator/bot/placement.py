"""Initial placement: two corners that go together, and roads that lead somewhere."""

from narrator.bot.board_vectors import NO_HARBOUR
from narrator.bot.characters import Character, SeededChance
from narrator.bot.position import Position
from narrator.bot.race import Runner, Weights, rivals_of

RESOURCE_WEIGHTS = (1.0, 1.0, 0.85, 1.1, 1.1)
MAX_FIRST_CORNERS = 9
MAX_SECOND_CORNERS = 7  # how many corners are evaluated closely


def plain_worth(position: Position, corner: int) -> float:
    """Return the obvious value of a corner: pips, kinds, a harbor."""
    yields = position.ground.yields[corner]
    kinds = sum(one > 0 for one in yields)
    harbour = position.ground.harbour[corner] != NO_HARBOUR
    return sum(one * like for one, like in zip(yields, RESOURCE_WEIGHTS, strict=True)) + 0.02 * kinds + 0.02 * harbour


def free_corners(position: Position) -> list[int]:
    """Return where an initial settlement may be placed, by obvious value."""
    found = [corner for corner in range(len(position.owner)) if position.is_free(corner)]
    return sorted(found, key=lambda corner: (-plain_worth(position, corner), corner))


def best_corner(position: Position, allowed: list[int], between: int, character: Character, luck: SeededChance) -> int:
    """Return where to place. `between` is how many others place before the own second settlement; -1 for the second."""
    if between < 0:
        ranked = [(luck.near(-with_corner(position, corner, character.weights)), corner) for corner in allowed]
    elif not character.pairs:
        ranked = [(luck.near(plain_worth(position, corner)), corner) for corner in allowed]
    else:
        ranked = [
            (-_with_partner(position, corner, between, character.weights), corner)
            for corner in allowed[:MAX_FIRST_CORNERS]
        ]
    return max(ranked, key=lambda one: (one[0], -one[1]))[1]


def _with_partner(position: Position, corner: int, between: int, weights: Weights) -> float:
    """Return the rounds to win with this corner and the best one that others are likely to leave."""
    after = placed(position, corner)
    for _ in range(between):
        left = free_corners(after)
        if left:
            after.stand(next((seat for seat in after.playing if seat != after.me), after.me), left[0])
    return min(
        (with_corner(after, second, weights) for second in free_corners(after)[:MAX_SECOND_CORNERS]), default=99.0
    )


def with_corner(position: Position, corner: int, weights: Weights) -> float:
    """Return the rounds to win with a settlement here as the last one, its cards in hand and its best road built."""
    after = placed(position, corner)
    for hex_ in after.ground.places.around[corner]:
        if after.ground.kind[hex_] >= 0:
            after.hands[after.me][after.ground.kind[hex_]] += 1
    return rounds_from(after, weights)


def rounds_from(position: Position, weights: Weights) -> float:
    return Runner(position, position.me, rivals_of(position, position.me), weights).rounds(0.5)


def placed(position: Position, corner: int) -> Position:
    after = position.copy()
    after.settle(after.me, corner)
    ways = [path for path, _ in after.ground.places.ways[corner] if after.road[path] < 0]
    if ways:
        path = max(ways, key=lambda path: _leads_to(after, corner, path))
        after.road[path] = after.me
        after.roads[after.me].append(path)
    return after


def _leads_to(position: Position, corner: int, path: int) -> float:
    """Return the value of the best corner two roads away."""
    places = position.ground.places
    far = next(end for end in places.ends[path] if end != corner)
    if position.owner[far] >= 0:
        return -1.0
    nexts = [end for _, end in places.ways[far] if end != corner and position.is_free(end)]
    return max((plain_worth(position, end) for end in nexts), default=0.0)


def best_first_road(position: Position, allowed: list[int], corner: int, weights: Weights) -> int:
    """Return the road of a settlement just placed."""
    ranked = []
    for path in allowed:
        after = position.copy()
        after.lay(after.me, path)
        rounds = rounds_from(after, weights) - 2 * _leads_to(position, corner, path)
        ranked.append((rounds, path))
    return min(ranked)[1]
