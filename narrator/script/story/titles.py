"""Titles: who took them first, who from whom, and roads that were cut."""

from collections.abc import Iterator

from narrator.core.reading.stats.model import GameStats, Swing
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.state import is_neutral
from narrator.script.story.model import Find

MANY = 4
"""So often a title has to change hands before people speak of it afterwards."""
OWN_DOING = ("road_built", "road_reported", "knight_played")
"""Titles that somebody built or fought for; others were lost, or set right."""
SHORT = {"longest_road": "road", "largest_army": "army"}


def find_travels(stats: GameStats) -> Iterator[Find]:
    """How often the road's title changed hands in the whole game."""
    roads = [swing for swing in stats.swings if _moves(swing) and swing.title == "longest_road"]
    if len(roads) >= MANY:
        entries = tuple(swing.entry for swing in roads)
        yield Find("road_travels", entries, {"n": len(roads)}, len(roads) / 4)


def find_titles(stats: GameStats, head: Snapshot) -> Iterator[Find]:
    last = stats.last_turn.first if stats.last_turn is not None else float("inf")
    facts = {one.number: one.fact for one in head.history()}
    for swing in stats.swings:
        if swing.entry >= last:
            continue
        if _moves(swing) and swing.by in OWN_DOING:
            yield _told(swing, f"{SHORT[swing.title]}_moves", {"seat": swing.taker, "other": swing.giver}, 1)
        elif swing.giver is None and _is_seat(swing.taker) and swing.by in OWN_DOING:
            yield _told(swing, f"{SHORT[swing.title]}_taken", {"seat": swing.taker}, 0.75)
        builder = getattr(facts[swing.entry], "seat", None)
        if swing.by == "settlement_built" and _is_seat(swing.giver) and builder != swing.giver:
            params = {"seat": builder, "other": swing.giver, "round": swing.round}
            yield Find("road_cut", (swing.entry,), params, 1.8, swing.entry)


def _is_seat(holder: int | None) -> bool:
    return holder is not None and not is_neutral(holder)


def _moves(swing: Swing) -> bool:
    return _is_seat(swing.giver) and _is_seat(swing.taker)


def _told(swing: Swing, kind: str, who: dict[str, int | None], strength: float) -> Find:
    return Find(kind, (swing.entry,), {**who, "n": swing.count, "round": swing.round}, strength, swing.entry)
