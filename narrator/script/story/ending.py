"""How it ended: the last turn and the win, or where the table stands."""

from collections.abc import Iterator

from narrator.core.reading.night.model import LastTurn, Night, SeatNight

from .model import Find

CLEAR = 4
"""Points between first and second that nobody calls close."""
BEHIND = 3
LEAP = 2


def find_ending(night: Night) -> Iterator[Find]:
    """In the order in which it is told."""
    if night.winner is None:
        yield _standing(night, "stopped" if night.over else "running")
    else:
        yield from _win(night, night.winner)
    if night.over:
        yield Find("after", (), {"thrown": night.dice.thrown}, 5)
    else:
        yield Find("next", (), {}, 5)


def _win(night: Night, winner: int) -> Iterator[Find]:
    last, points = night.last_turn, night.seats[winner].made.points
    if last is not None:
        yield from _decider(night, last, winner)
        yield Find("win", (last.last,), {"seat": winner, "n": points, "round": last.round}, 9)
    second = _second(night, winner)
    if second is not None:
        margin = points - second.made.points
        params = {"seat": winner, "other": second.seat, "n": margin}
        if margin == 1:
            yield Find("win_close", (), params, 2)
        elif margin >= CLEAR:
            yield Find("win_far", (), params, 1.2)
    comeback = night.comeback
    if comeback is not None and comeback.deficit >= BEHIND:
        params = {"seat": winner, "leader": comeback.leader, "n": comeback.deficit, "round": comeback.round}
        yield Find("comeback", (comeback.entry,), params, comeback.deficit / 2)


def _second(night: Night, winner: int) -> SeatNight | None:
    """Who came second alone."""
    others = sorted(
        (one for one in night.seats if one.seat != winner and not one.left), key=lambda one: one.made.points
    )
    if not others or (len(others) > 1 and others[-1].made.points == others[-2].made.points):
        return None
    return others[-1]


def _decider(night: Night, last: LastTurn, winner: int) -> Iterator[Find]:
    """What brought the last points, if one thing did and in the winner's own turn."""
    if last.seat != winner:
        return
    before, after = last.before, last.after
    gained = after.points - before.points
    cards = after.points_cards - before.points_cards
    entries = tuple(step.entry for step in night.steps if last.first <= step.entry <= last.last)
    by = {swing.by for swing in night.swings if swing.entry in entries and swing.taker == winner}
    alone = {
        "end_cards": 0 < gained == cards,
        "end_road": gained == 2 and after.longest_road and not before.longest_road,
        "end_army": gained == 2 and after.largest_army and not before.largest_army and "knight_played" in by,
        "end_city": gained == 1 and after.cities > before.cities,
        "end_settlement": gained == 1 and after.settlements > before.settlements,
    }
    kind = next((kind for kind, is_so in alone.items() if is_so), None)
    if kind is not None:
        yield Find(kind, entries, {"seat": winner, "n": cards} if kind == "end_cards" else {"seat": winner}, 2)
    elif gained >= LEAP:
        yield Find("end_leap", entries, {"seat": winner, "n": gained, "points": before.points}, 2)


def _standing(night: Night, kind: str) -> Find:
    last = night.rounds[-1]
    params = {"n": max((last.points[seat] for seat in last.leaders), default=0), "round": last.number}
    if len(last.leaders) == 1:
        return Find(kind, (last.entry,), {**params, "seat": last.leaders[0]}, 9)
    return Find(f"{kind}_even", (last.entry,), {**params, "names": last.leaders}, 9)
