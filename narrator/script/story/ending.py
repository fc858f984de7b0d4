"""How it ended: the last turn and the win, or where the table stands. The win is told once, with what brought it."""

from collections.abc import Iterator

from narrator.core.reading.stats.model import GameStats, LastTurn, SeatStats
from narrator.script.story.model import Find

CLEAR, CLEAR_PART = 4, 0.3
"""Points between first and second that nobody calls close, and what part of the winner's they are at least."""
LEAP, WAITED = 2, 2
"""Points in the last turn, and turns with one point to go, that are worth a word."""


def find_ending(stats: GameStats) -> Iterator[Find]:
    """In the order in which it is told."""
    if stats.winner is None:
        yield _standing(stats, "stopped" if stats.over else "running")
        return
    last = stats.last_turn
    if last is not None:
        yield from _eve(stats, last, stats.winner)
        yield _win(stats, last, stats.winner)
    yield from find_margin(stats)


def find_margin(stats: GameStats) -> Iterator[Find]:
    """Who came second, and how near; of two, nobody is second."""
    winner, second = stats.winner, second_of(stats)
    if winner is None or second is None:
        return
    most, points = stats.seats[winner].made.points, second.made.points
    margin = most - points
    if margin > 0:
        kind = "win_close" if margin == 1 else "win_far" if is_clear(most, points) else "win_near"
        if margin > 1 and len(stats.seats) == 2:
            kind = "win_two"
        params = {"seat": winner, "other": second.seat, "n": margin, "points": points}
        yield Find(kind, (), params, 2 if margin == 1 else 1.2)


def is_clear(most: int, second: int) -> bool:
    return most - second >= max(CLEAR, CLEAR_PART * most)


def second_of(stats: GameStats) -> SeatStats | None:
    """Who came second alone."""
    others = sorted(
        (one for one in stats.seats if one.seat != stats.winner and not one.left), key=lambda one: one.made.points
    )
    if not others or (len(others) > 1 and others[-1].made.points == others[-2].made.points):
        return None
    return others[-1]


def _eve(stats: GameStats, last: LastTurn, winner: int) -> Iterator[Find]:
    """How it stood before the last turn: somebody else was in front, or the winner had been waiting."""
    missed = tuple(one.first for one in stats.match_points if one.seat == winner)
    ahead = ahead_of_winner(stats)
    if ahead is not None:
        points = _points_before(stats, last)
        params = {"seat": winner, "other": ahead, "n": points[ahead] - points[winner]}
        yield Find("end_behind", (last.first,), params, 2.5)
    elif len(missed) >= WAITED:
        yield Find("match_won", missed, {"seat": winner, "n": len(missed)}, 0.7 + len(missed) / 4)


def ahead_of_winner(stats: GameStats) -> int | None:
    """Who led alone until the winner's last turn."""
    last = stats.last_turn
    if last is None or last.seat != stats.winner:
        return None
    points = _points_before(stats, last)
    most = max(points)
    return points.index(most) if points.count(most) == 1 and points[stats.winner] < most else None


def _points_before(stats: GameStats, last: LastTurn) -> tuple[int, ...]:
    nothing = (0,) * len(stats.seats)
    return next((step.points for step in reversed(stats.steps) if step.entry < last.first), nothing)


def _win(stats: GameStats, last: LastTurn, winner: int) -> Find:
    """With what brought the last points, if one thing did and in the winner's own turn."""
    points = stats.seats[winner].made.points
    before, after = last.before, last.after
    gained, cards = after.points - before.points, after.points_cards - before.points_cards
    entries = tuple(step.entry for step in stats.steps if last.first <= step.entry <= last.last)
    by = {swing.by for swing in stats.swings if swing.entry in entries and swing.taker == winner}
    alone = {
        "end_cards": 0 < gained == cards,
        "end_road": gained == 2 and after.longest_road and not before.longest_road,
        "end_army": gained == 2 and after.largest_army and not before.largest_army and "knight_played" in by,
        "end_city": gained == 1 and after.cities > before.cities,
        "end_settlement": gained == 1 and after.settlements > before.settlements,
        "end_leap": gained >= LEAP,
    }
    params = {"seat": winner, "n": points, "round": last.round}
    kind = next((kind for kind, is_so in alone.items() if is_so), None) if last.seat == winner else None
    if kind is None or not entries:
        return Find("win", (last.last,), params, 3)
    if kind == "end_cards":
        params |= {"n": cards, "points": points}
    if kind == "end_leap":
        params |= {"n": gained, "points": before.points}
    return Find(kind, entries, params, 3)


def _standing(stats: GameStats, kind: str) -> Find:
    last = stats.rounds[-1]
    params = {"n": max((last.points[seat] for seat in last.leaders), default=0), "round": last.number}
    if len(last.leaders) == 1:
        return Find(kind, (last.entry,), {**params, "seat": last.leaders[0]}, 9)
    return Find(f"{kind}_even", (last.entry,), {**params, "names": last.leaders}, 9)
