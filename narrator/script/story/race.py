"""Story finds about the race for points and titles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from narrator.core.reading.stats.model import GameStats, Lead, Round, TitleSwing, Turn
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import CityBuilt, PlayerLeft
from narrator.core.table.state import is_neutral
from narrator.script.story.ending import ahead_of_winner
from narrator.script.story.model import Find

MANY_CHANGES = 4
LONG_LEAD = 5  # rounds alone in front
MIN_DEFICIT = 3  # points
LATE = 0.8  # share of the rounds after which taking the lead is no turning point
LEAP = 2  # points in one turn; a title alone brings that many


def find_race(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    leads = list(_leads(stats))
    settled = [find.sort_entry for find in leads if find.kind.startswith("for_good")]
    chase = [find for find in _winner_on_the_way(stats) if not settled or find.kind == "comeback"]
    # Leave out the standing in the middle if nothing changed after it, or if another sentence is about that round.
    chase_rounds = [find.params["round"] for find in chase]
    for find in _half_time(stats):
        if (not settled or settled[0] > find.sort_entry) and all(
            abs(find.params["round"] - one) > 1 for one in chase_rounds
        ):
            yield find
    yield from leads
    yield from chase
    yield from _first_city(head)
    yield from _leaps(stats)
    yield from _match_points(stats)
    for one in head.history():
        if isinstance(one.fact, PlayerLeft) and one.state.seats[one.fact.seat].has_left and one.state.round:
            yield Find("left", (one.number,), {"seat": one.fact.seat, "round": one.state.round}, 2, one.number)


def _winner_on_the_way(stats: GameStats) -> Iterator[Find]:
    """Find the later winner during the game: far behind, or on the way."""
    rounds = [one for one in stats.rounds if one.number]
    if stats.winner is None or len(rounds) < 4:
        return
    comeback = stats.comeback
    if comeback is not None and comeback.deficit >= MIN_DEFICIT:
        params = {"seat": stats.winner, "leader": comeback.leader, "n": comeback.deficit, "round": comeback.round}
        yield Find("comeback", (comeback.entry,), params, comeback.deficit / 2, comeback.entry)
        return
    late = rounds[len(rounds) * 3 // 4 - 1]
    own, most = late.points[stats.winner], max(late.points)
    params = {"seat": stats.winner, "n": own, "round": late.number}
    if own < most and len(late.leaders) == 1:
        about, half = {**params, "leader": late.leaders[0], "points": most}, _middle(rounds)
        if late.leaders[0] in half.leaders:
            yield Find("contender", (late.entry,), about, 0.9, late.entry)
        else:  # the leader has only just passed the winner
            yield Find("lead_passed", (half.entry, late.entry), about, 1, late.entry)
    else:
        yield Find("within_reach", (late.entry,), params, 0.6, late.entry)


def _middle(rounds: Sequence[Round]) -> Round:
    return rounds[len(rounds) // 2 - 1]


def _half_time(stats: GameStats) -> Iterator[Find]:
    rounds = [one for one in stats.rounds if one.number]
    if len(rounds) < 4:
        return
    half = _middle(rounds)
    most = max(half.points)
    params = {"n": most, "round": half.number}
    if len(half.leaders) > 1:
        yield Find("half_even", (half.entry,), {**params, "names": half.leaders}, 1.1, half.entry)
        return
    (leader,) = half.leaders
    others = {seat: n for seat, n in enumerate(half.points) if seat != leader and not stats.seats[seat].has_left}
    if others:
        points = max(others.values())
        seconds = tuple(seat for seat, count in others.items() if count == points)
        kind, who = ("half", {"other": seconds[0]}) if len(seconds) == 1 else ("half_tied", {"names": seconds})
        yield Find(kind, (half.entry,), {**params, "seat": leader, **who, "points": points}, 1.1, half.entry)


def _first_city(head: Snapshot) -> Iterator[Find]:
    for one in head.history():
        if isinstance(one.fact, CityBuilt):
            yield Find("first_city", (one.number,), {"seat": one.fact.seat, "round": one.state.round}, 0.5, one.number)
            return


def find_seesaw(stats: GameStats) -> Iterator[Find]:
    if stats.lead_changes >= MANY_CHANGES:
        entries = tuple(lead.entry for lead in stats.leads if len(lead.seats) == 1)
        yield Find("seesaw", entries, {"n": stats.lead_changes}, stats.lead_changes / 5)


def _leads(stats: GameStats) -> Iterator[Find]:
    if stats.winner is None or not stats.leads or stats.last_turn is None:
        return
    last = stats.leads[-1]
    # A lead taken just before the end belongs to the win.
    if last.seats == (stats.winner,) and last.round <= LATE * stats.last_turn.round:
        yield _last_lead_change(stats, last)
    alone = Counter(one.leaders[0] for one in stats.rounds if one.number and len(one.leaders) == 1)
    fallen = [seat for seat, _ in alone.most_common(1) if seat != stats.winner]
    if fallen and alone[fallen[0]] >= LONG_LEAD:
        seat = fallen[0]
        led = [one for one in stats.rounds if one.number and one.leaders == (seat,)]
        params = {"seat": seat, "n": len(led), "round": led[-1].number}
        kind = "long_lead" if seat == ahead_of_winner(stats) else "fallen"
        yield Find(kind, tuple(one.entry for one in led), params, len(led) / 7, led[-1].entry)


def _last_lead_change(stats: GameStats, last: Lead) -> Find:
    params = {"seat": last.seats[0], "round": last.round}
    for swing in stats.title_swings:
        if swing.entry == last.entry and swing.taker == last.seats[0]:
            return Find("for_good_title", (last.entry,), {**params, "title": swing.title}, 1.5, last.entry)
    return Find("for_good", (last.entry,), params, 1.3, last.entry)


def _leaps(stats: GameStats) -> Iterator[Find]:
    """Find the greatest leap of each player in their own turn; the last turn belongs to the end."""
    best: dict[int, Find] = {}
    for turn in stats.turns:
        if stats.last_turn is not None and turn.first == stats.last_turn.first:
            continue
        find = _leap(stats, turn)
        if find is not None and (turn.seat not in best or find.strength > best[turn.seat].strength):
            best[turn.seat] = find
    yield from best.values()


def _leap(stats: GameStats, turn: Turn) -> Find | None:
    own = [step for step in stats.points_changes if turn.first <= step.entry <= turn.last and step.turn == turn.seat]
    if not own:
        return None
    after = own[-1].points[turn.seat]
    if after - turn.points <= LEAP:
        return None
    params = {"seat": turn.seat, "n": after - turn.points, "points": after, "round": turn.round}
    return Find("leap", tuple(step.entry for step in own), params, (after - turn.points) / 2.5, own[-1].entry)


def _match_points(stats: GameStats) -> Iterator[Find]:
    order = sorted(stats.match_points, key=lambda one: one.seat)
    for seat, group in groupby(order, key=lambda one: one.seat):
        turns = list(group)
        if stats.over and seat != stats.winner:
            entries = tuple(one.first for one in turns)
            yield Find("match", entries, {"seat": seat, "n": len(turns)}, 0.7 + len(turns) / 4, turns[-1].last)


MIN_TITLE_MOVES = 4
OWN_ACTIONS = ("road_built", "road_reported", "knight_played")
TITLE_KINDS = {"longest_road": "road", "largest_army": "army"}


def find_travels(stats: GameStats) -> Iterator[Find]:
    roads = [swing for swing in stats.title_swings if _moves(swing) and swing.title == "longest_road"]
    if len(roads) >= MIN_TITLE_MOVES:
        entries = tuple(swing.entry for swing in roads)
        yield Find("road_travels", entries, {"n": len(roads)}, len(roads) / 4)


def find_titles(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    last = stats.last_turn.first if stats.last_turn is not None else float("inf")
    facts = {one.number: one.fact for one in head.history()}
    for swing in stats.title_swings:
        if swing.entry >= last:
            continue
        if _moves(swing) and swing.by in OWN_ACTIONS:
            who = {"seat": swing.taker, "other": swing.giver}
            yield _title_find(swing, f"{TITLE_KINDS[swing.title]}_moves", who, 1)
        elif swing.giver is None and _is_seat(swing.taker) and swing.by in OWN_ACTIONS:
            yield _title_find(swing, f"{TITLE_KINDS[swing.title]}_taken", {"seat": swing.taker}, 0.75)
        builder = getattr(facts[swing.entry], "seat", None)
        if swing.by == "settlement_built" and _is_seat(swing.giver) and builder != swing.giver:
            params = {"seat": builder, "other": swing.giver, "round": swing.round}
            yield Find("road_cut", (swing.entry,), params, 1.8, swing.entry)


def _is_seat(holder: int | None) -> bool:
    return holder is not None and not is_neutral(holder)


def _moves(swing: TitleSwing) -> bool:
    return _is_seat(swing.giver) and _is_seat(swing.taker)


def _title_find(swing: TitleSwing, kind: str, who: dict[str, int | None], strength: float) -> Find:
    return Find(kind, (swing.entry,), {**who, "n": swing.count, "round": swing.round}, strength, swing.entry)
