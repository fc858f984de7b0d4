"""The frame of a story: how the game began, and what the end shows about the whole game and its beginning."""

from collections.abc import Iterator, Mapping, Sequence

from narrator.core.play.building import touched_hexes
from narrator.core.reading.stats.model import GameStats
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.board import Board
from narrator.core.table.box import PIPS
from narrator.core.table.cards import RESOURCES, Resource
from narrator.core.table.events import SettlementBuilt, TouchedHex
from narrator.script.story.cards import find_luck, find_numbers, find_thefts, find_trade_habits
from narrator.script.story.ending import find_margin, is_clear, second_of
from narrator.script.story.model import Find
from narrator.script.story.race import find_seesaw, find_travels
from narrator.script.story.wordings import stable_hash

FAIR_START = 2  # pips between the best and the worst start
USUAL, STRIKING = 3.2, 0.7  # average pips of a hex; the difference that makes a resource scarce or rich


def find_beginning(head: Snapshot) -> Iterator[Find]:
    names = tuple(range(len(head.state.seats)))
    yield Find("players" if len(names) > 2 else "players_two", (), {"names": names}, 9)
    beginning = [one for one in head.history() if one.previous_state.round == 0]
    placed = [(one.number, one.fact) for one in beginning if isinstance(one.fact, SettlementBuilt)]
    starts: dict[int, list[TouchedHex]] = {}
    entries = tuple(number for number, _ in placed)
    for _, fact in placed:
        touched = touched_hexes(head.state, fact)
        if touched is None:
            return
        starts[fact.seat] = starts.get(fact.seat, []) + touched
    if len(starts) == len(head.state.seats):
        yield from _start(starts, entries)
    if head.state.game.has_board:
        yield from _island(head.state.game.board, starts, entries)


def _start(starts: Mapping[int, list[TouchedHex]], entries: tuple[int, ...]) -> Iterator[Find]:
    pips = {seat: sum(PIPS[touch.number] for touch in hexes) for seat, hexes in starts.items()}
    most, least = max(pips.values()), min(pips.values())
    firsts = [seat for seat, count in pips.items() if count == most]
    lasts = [seat for seat, count in pips.items() if count == least]
    if most - least <= FAIR_START:
        yield Find("even", entries, {}, 0.8)
    elif len(firsts) == len(lasts) == 1:
        kind = "best" if len(starts) > 2 else "best_two"
        yield Find(kind, entries, {"seat": firsts[0], "other": lasts[0]}, 1)


def _island(board: Board, starts: Mapping[int, list[TouchedHex]], entries: tuple[int, ...]) -> Iterator[Find]:
    settled = {touch.resource for hexes in starts.values() for touch in hexes}
    missing = [one for one in RESOURCES if starts and one not in settled]
    yield from (Find("unsettled", entries, {"resource": one}, 1.5) for one in missing)
    averages = {resource: _average(board, resource) for resource in RESOURCES}
    *_, (high, rich) = ordered = sorted((average, resource) for resource, average in averages.items())
    (low, poor), (next_low, _), *_ = ordered
    few, many = USUAL - low, high - USUAL
    if few >= max(STRIKING, many) and low < next_low:
        yield Find("scarce", (), {"resource": poor}, few)
    elif many >= STRIKING and high > ordered[-2][0]:
        yield Find("rich", (), {"resource": rich}, many)


def _average(board: Board, resource: Resource) -> float:
    producers = (producer for some in board.producers.values() for producer in some)
    pips = [PIPS[one.number] for one in producers if one.resource == resource]
    return sum(pips) / max(1, len(pips))


LONG_GAME = 150  # rolls


def find_whole_game(stats: GameStats, head: Snapshot, beginning: Sequence[Find]) -> Iterator[Find]:
    """Find what only the whole game shows: about the winner, then the others, then the table."""
    yield from find_start_outcome(stats, beginning)
    yield from find_luck(stats)
    yield from find_seesaw(stats)
    yield from find_travels(stats)
    yield from find_thefts(stats)
    yield from find_trade_habits(stats)
    yield from find_numbers(stats, head)


def find_start_outcome(stats: GameStats, beginning: Sequence[Find]) -> Iterator[Find]:
    """Find whether the best or the poorest start decided the game, if the beginning mentions it."""
    start = next((find for find in beginning if find.kind in ("best", "best_two")), None)
    if start is None or stats.winner is None:
        return
    best, poorest, second = start.params["seat"], start.params["other"], second_of(stats)
    points = [one.sources.points for one in stats.seats]
    if poorest == stats.winner:
        yield Find("poor_won", start.entries, {"seat": poorest}, 2)
    elif best == stats.winner:
        yield Find("best_won", start.entries, {"seat": best}, 0.8)
    elif len(points) > 2 and points.count(min(points)) == 1 and points[best] == min(points):
        yield Find("best_last", start.entries, {"seat": best}, 1.3)
    if second is not None and second.seat == poorest and len(points) > 2:
        kind = "poor_second_far" if is_clear(points[stats.winner], points[poorest]) else "poor_second"
        yield Find(kind, start.entries, {"seat": poorest}, 1.1)


def last_sentence(stats: GameStats, seed: str, back: Sequence[Find]) -> Find:
    """Return the last sentence: about this game or a general one, without repeating or denying what came before."""
    if not stats.over:
        return Find("next", ())
    kinds = {find.kind for find in back}
    fitting = [Find("after", ())]
    for margin in find_margin(stats):
        if not is_clear(margin.params["n"] + margin.params["points"], margin.params["points"]):
            fitting.append(Find("after_close", (), margin.params))
            if "won_unlucky" not in kinds:
                fitting.append(Find("after_luck", (), margin.params))
        elif len(stats.seats) > 2:  # it mentions the others
            fitting.append(Find("after_far", (), margin.params))
    if stats.dice.roll_count >= LONG_GAME and not kinds & {"hot", "cold"}:
        fitting.append(Find("after_long", (), {"thrown": stats.dice.roll_count}))
    return fitting[stable_hash(f"{seed} last") % len(fitting)]
