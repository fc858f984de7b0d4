"""The race for points: who was in front when, who leapt, who fell back, who was one point short."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from narrator.core.reading.night.model import Night, Turn
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import CityBuilt, PlayerLeft

from .model import Find

MANY_CHANGES = 4
LONG_LEAD = 5
"""Rounds alone in front that people remember."""
LEAP = 2
"""Points in one turn; a title alone brings as many."""


def find_race(night: Night, head: Snapshot) -> Iterator[Find]:
    leads = list(_leads(night))
    settled = [find.when for find in leads if find.kind == "for_good"]
    # How they stood in the middle is no news where nothing changed any more.
    yield from (find for find in _half(night) if not settled or settled[0] > find.when)
    yield from leads
    yield from _first_city(head)
    yield from _leaps(night)
    yield from _match_points(night)
    for one in head.history():
        if isinstance(one.fact, PlayerLeft) and one.state.seats[one.fact.seat].left and one.state.round:
            yield Find("left", (one.number,), {"seat": one.fact.seat, "round": one.state.round}, 2, one.number)


def _half(night: Night) -> Iterator[Find]:
    """How they stood in the middle, which gives the story its time."""
    rounds = [one for one in night.rounds if one.number]
    if len(rounds) < 4:
        return
    half = rounds[len(rounds) // 2 - 1]
    most = max(half.points)
    params = {"n": most, "round": half.number}
    if len(half.leaders) > 1:
        yield Find("half_even", (half.entry,), {**params, "names": half.leaders}, 1.1, half.entry)
        return
    (leader,) = half.leaders
    others = {seat: count for seat, count in enumerate(half.points) if seat != leader and not night.seats[seat].left}
    if others:
        second = max(others, key=lambda seat: others[seat])
        found = {**params, "seat": leader, "other": second, "points": others[second]}
        yield Find("half", (half.entry,), found, 1.1, half.entry)


def _first_city(head: Snapshot) -> Iterator[Find]:
    for one in head.history():
        if isinstance(one.fact, CityBuilt):
            yield Find("first_city", (one.number,), {"seat": one.fact.seat, "round": one.state.round}, 0.5, one.number)
            return


def _leads(night: Night) -> Iterator[Find]:
    if night.lead_changes >= MANY_CHANGES:
        entries = tuple(lead.entry for lead in night.leads if len(lead.seats) == 1)
        yield Find("seesaw", entries, {"n": night.lead_changes}, night.lead_changes / 5, entries[-1])
    if night.winner is None or not night.leads:
        return
    last = night.leads[-1]
    is_late = night.last_turn is None or last.entry >= night.last_turn.first
    if last.seats == (night.winner,) and not is_late:
        yield Find("for_good", (last.entry,), {"seat": night.winner, "round": last.round}, 1.3, last.entry)
    alone = Counter(one.leaders[0] for one in night.rounds if one.number and len(one.leaders) == 1)
    fallen = [seat for seat, _ in alone.most_common(1) if seat != night.winner]
    if fallen and alone[fallen[0]] >= LONG_LEAD:
        seat = fallen[0]
        entries = tuple(one.entry for one in night.rounds if one.number and one.leaders == (seat,))
        yield Find("fallen", entries, {"seat": seat, "n": alone[seat]}, alone[seat] / 7, entries[-1])


def _leaps(night: Night) -> Iterator[Find]:
    """The greatest leap of everybody, each in their own turn; that of the last turn is told at the end."""
    best: dict[int, Find] = {}
    for turn in night.turns:
        if night.last_turn is not None and turn.first == night.last_turn.first:
            continue
        find = _leap(night, turn)
        if find is not None and (turn.seat not in best or find.strength > best[turn.seat].strength):
            best[turn.seat] = find
    yield from best.values()


def _leap(night: Night, turn: Turn) -> Find | None:
    own = [step for step in night.steps if turn.first <= step.entry <= turn.last and step.turn == turn.seat]
    if not own:
        return None
    after = own[-1].points[turn.seat]
    if after - turn.points <= LEAP:
        return None
    params = {"seat": turn.seat, "n": after - turn.points, "points": after, "round": turn.round}
    return Find("leap", tuple(step.entry for step in own), params, (after - turn.points) / 2.5, own[-1].entry)


def _match_points(night: Night) -> Iterator[Find]:
    order = sorted(night.match_points, key=lambda one: one.seat)
    for seat, group in groupby(order, key=lambda one: one.seat):
        turns = list(group)
        won = seat == night.winner
        kind = "match_won" if won else "match"
        entries = tuple(one.first for one in turns)
        # A winner who waited is told of at the end, when it is clear how long.
        when = night.last_turn.last if won and night.last_turn is not None else turns[-1].last
        if night.over:
            yield Find(kind, entries, {"seat": seat, "n": len(turns)}, 0.7 + len(turns) / 4, when)
