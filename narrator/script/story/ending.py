"""The end of a story: the last turn and the win, or the current standing; and the headline."""

from collections.abc import Callable, Iterator, Sequence

from narrator.core.reading.stats.model import GameStats, LastTurn, SeatStats
from narrator.script.story.model import Find
from narrator.script.story.wordings import stable_hash

CLEAR_MARGIN, CLEAR_SHARE = 4, 0.3  # of a clear win: in points, and as a share of the winner's points
MIN_LAST_LEAP, MIN_WAITED = 2, 2  # points in the last turn; turns with one point to go


def find_ending(stats: GameStats) -> Iterator[Find]:
    if stats.winner is None:
        yield _standing(stats, "stopped" if stats.over else "running")
        return
    last = stats.last_turn
    if last is not None:
        yield from _before_last_turn(stats, last, stats.winner)
        yield _win(stats, last, stats.winner)
    yield from find_margin(stats)


def find_margin(stats: GameStats) -> Iterator[Find]:
    winner, second = stats.winner, second_of(stats)
    if winner is None or second is None:
        return
    most, points = stats.seats[winner].sources.points, second.sources.points
    margin = most - points
    if margin > 0:
        kind = "win_close" if margin == 1 else "win_far" if is_clear(most, points) else "win_near"
        if margin > 1 and len(stats.seats) == 2:
            kind = "win_two"
        params = {"seat": winner, "other": second.seat, "n": margin, "points": points}
        yield Find(kind, (), params, 2 if margin == 1 else 1.2)


def is_clear(most: int, second: int) -> bool:
    return most - second >= max(CLEAR_MARGIN, CLEAR_SHARE * most)


def second_of(stats: GameStats) -> SeatStats | None:
    others = [one for one in stats.seats if one.seat != stats.winner and not one.has_left]
    others.sort(key=lambda one: one.sources.points)
    if not others or (len(others) > 1 and others[-1].sources.points == others[-2].sources.points):
        return None
    return others[-1]


def _before_last_turn(stats: GameStats, last: LastTurn, winner: int) -> Iterator[Find]:
    """Find how it stood before the last turn: another player led, or the winner had been waiting."""
    missed = tuple(one.first for one in stats.match_points if one.seat == winner)
    ahead = ahead_of_winner(stats)
    if ahead is not None:
        points = _points_before(stats, last)
        params = {"seat": winner, "other": ahead, "n": points[ahead] - points[winner]}
        yield Find("end_behind", (last.first,), params, 2.5)
    elif len(missed) >= MIN_WAITED:
        yield Find("match_won", missed, {"seat": winner, "n": len(missed)}, 0.7 + len(missed) / 4)


def ahead_of_winner(stats: GameStats) -> int | None:
    last = stats.last_turn
    if last is None or last.seat != stats.winner:
        return None
    points = _points_before(stats, last)
    most = max(points)
    return points.index(most) if points.count(most) == 1 and points[stats.winner] < most else None


def _points_before(stats: GameStats, last: LastTurn) -> tuple[int, ...]:
    nothing = (0,) * len(stats.seats)
    return next((step.points for step in reversed(stats.points_changes) if step.entry < last.first), nothing)


def _win(stats: GameStats, last: LastTurn, winner: int) -> Find:
    """Describe the win by what brought the last points, if that was one thing in the winner's own turn."""
    points = stats.seats[winner].sources.points
    before, after = last.before, last.after
    gained, cards = after.points - before.points, after.points_cards - before.points_cards
    entries = tuple(step.entry for step in stats.points_changes if last.first <= step.entry <= last.last)
    by = {swing.by for swing in stats.title_swings if swing.entry in entries and swing.taker == winner}
    alone = {
        "end_cards": 0 < gained == cards,
        "end_road": gained == 2 and after.longest_road and not before.longest_road,
        "end_army": gained == 2 and after.largest_army and not before.largest_army and "knight_played" in by,
        "end_city": gained == 1 and after.cities > before.cities,
        "end_settlement": gained == 1 and after.settlements > before.settlements,
        "end_leap": gained >= MIN_LAST_LEAP,
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


MAX_HEADLINES = 4  # the best fitting ones, of which one is picked
MIN_PATIENCE, MIN_DENIED, BIG_LEAP, COSTLY, MIN_ODDNESS, EARLY = 2, 3, 3, 15, 1.2, 0.4
LONG_LEAD = 1 / 3  # of the rounds
HeadlineCondition = Callable[[GameStats, Find], bool]


def _is_long(stats: GameStats, find: Find) -> bool:
    return bool(find.params["n"] >= LONG_LEAD * stats.rounds[-1].number)


# From a find of the story to its headline and when that fits; the most remarkable first.
HEADLINES: dict[str, tuple[str, HeadlineCondition]] = {
    "comeback": ("head_comeback", lambda *_: True),
    "end_behind": ("head_behind", lambda *_: True),
    "road_cut": ("head_cut", lambda stats, find: find.params["seat"] != stats.winner != find.params["other"]),
    "poor_won": ("head_poor", lambda *_: True),
    "won_unlucky": ("head_unlucky", lambda *_: True),
    "end_cards": ("head_cards", lambda *_: True),
    "fallen": ("head_fallen", _is_long),
    "long_lead": ("head_fallen", _is_long),
    "match": ("head_denied", lambda _, find: find.params["n"] >= MIN_DENIED),
    "match_won": ("head_patience", lambda _, find: find.params["n"] >= MIN_PATIENCE),
    "win_close": ("head_close", lambda *_: True),
    "end_leap": ("head_leap", lambda _, find: find.params["n"] >= BIG_LEAP),
    "win_far": ("head_far", lambda *_: True),
    "win_two": ("head_far", lambda _, find: is_clear(find.params["n"] + find.params["points"], find.params["points"])),
    "seesaw": ("head_seesaw", lambda *_: True),
    "monopoly_big": ("head_monopoly", lambda stats, find: find.params["seat"] == stats.winner),
    "for_good": ("head_early", lambda stats, find: find.params["round"] <= EARLY * stats.rounds[-1].number),
    "for_good_title": ("head_early", lambda stats, find: find.params["round"] <= EARLY * stats.rounds[-1].number),
    "end_road": ("head_road", lambda *_: True),
    "end_army": ("head_army", lambda *_: True),
    "best_last": ("head_best_last", lambda *_: True),
    "discards": (
        "head_seven",
        lambda stats, find: find.params["n"] >= COSTLY and stats.winner in find.params["names"],
    ),
    "hot": ("head_number", lambda _, find: find.strength >= MIN_ODDNESS),
}


def find_headline(stats: GameStats, finds: Sequence[Find], seed: str) -> Find:
    if stats.winner is None:
        return Find("head_stopped" if stats.over else "head_running", ())
    first = {find.kind: find for find in reversed([*finds, *find_margin(stats)])}
    kinds = ((head, first[kind], fits) for kind, (head, fits) in HEADLINES.items() if kind in first)
    fitting = [(head, find) for head, find, fits in kinds if fits(stats, find)][:MAX_HEADLINES]
    if not fitting:
        return Find("head_plain", (), {"seat": stats.winner})
    head, find = fitting[stable_hash(f"{seed} headline") % len(fitting)]
    return Find(head, find.entries, {**find.params, "winner": stats.winner})
