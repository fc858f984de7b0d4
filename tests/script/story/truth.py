"""Whether a sentence of a story is borne out by the record: for each kind, what must be so in the entries it stands on.
Counted from the facts and states alone, never from the statistics that the story was made of."""

from collections.abc import Callable
from typing import Any

from narrator.core.play.roll import is_repeated
from narrator.core.reading.tally import TOTALS
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import (
    CardsDiscarded,
    CardStolen,
    CityBuilt,
    DiceRolled,
    MonopolyPlayed,
    PlayerLeft,
    PlayersTraded,
    PointsRevealed,
    SeatEvent,
    SettlementBuilt,
)
from narrator.core.table.odds import PIPS
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points
from narrator.script.story.model import Sentence


class Truth:
    def __init__(self, head: Snapshot) -> None:
        self.head, self.history = head, head.history()
        self.at = {one.number: one for one in self.history}

    def holds(self, sentence: Sentence) -> None:
        assert all(entry in self.at for entry in sentence.entries), sentence
        assert list(sentence.entries) == sorted(sentence.entries), sentence
        if not sentence.kind.startswith("head_"):
            assert CHECKS[sentence.kind](self, sentence), sentence

    def before(self, entry: int) -> GameState:
        before = self.at[entry].before
        assert before is not None
        return before.state

    def state(self, entry: int) -> GameState:
        return self.at[entry].state

    def facts(self, sentence: Sentence) -> list[Any]:
        return [self.at[entry].fact for entry in sentence.entries]

    def rolls(self) -> list[int]:
        return [one.fact.sum for one in self.history if isinstance(one.fact, DiceRolled)]

    @property
    def winner(self) -> int | None:
        phase = self.head.state.phase
        return phase.winner if isinstance(phase, Over) else None


def scores(state: GameState) -> list[int]:
    return [points(state, seat) if not one.left else -1 for seat, one in enumerate(state.seats)]


def leads_alone(state: GameState, seat: int) -> bool:
    own = scores(state)
    return own[seat] == max(own) and own.count(own[seat]) == 1


def pips(truth: Truth, one: Sentence) -> dict[int, int]:
    """Of everybody's first two settlements."""
    board = truth.head.state.game.board
    assert board is not None
    found: dict[int, int] = {}
    for fact in truth.facts(one):
        assert isinstance(fact, SettlementBuilt)
        hexes = board.island.hexes_at[fact.at or ""]
        found[fact.seat] = found.get(fact.seat, 0) + sum(PIPS[board.numbers[at]] for at in hexes if at in board.numbers)
    return found


def best(truth: Truth, one: Sentence) -> bool:
    found, p = pips(truth, one), one.message.params
    return found[p["seat"]] == max(found.values()) and found[p["other"]] == min(found.values())


def even(truth: Truth, one: Sentence) -> bool:
    found = pips(truth, one)
    return max(found.values()) - min(found.values()) <= 2


def unsettled(truth: Truth, one: Sentence) -> bool:
    board = truth.head.state.game.board
    assert board is not None
    return all(board.starting_cards[fact.at].of(one.message.params["resource"]) == 0 for fact in truth.facts(one))


def averages(truth: Truth) -> dict[str, float]:
    board = truth.head.state.game.board
    assert board is not None
    found: dict[str, list[int]] = {}
    for number, producers in board.producers.items():
        for producer in producers:
            found.setdefault(producer.resource, []).append(PIPS[number])
    return {resource: sum(all_) / len(all_) for resource, all_ in found.items()}


def scarce(truth: Truth, one: Sentence) -> bool:
    found = averages(truth)
    return found[one.message.params["resource"]] == min(found.values())


def rich(truth: Truth, one: Sentence) -> bool:
    found = averages(truth)
    return found[one.message.params["resource"]] == max(found.values())


def standing(truth: Truth, one: Sentence) -> bool:
    """Somebody alone in front, or several together, with so many points."""
    p, state = one.message.params, truth.state(one.entries[-1])
    own = scores(state)
    if "names" in p:
        return {seat for seat, count in enumerate(own) if count == max(own) == p["n"]} == set(p["names"])
    second = "other" not in p or own[p["other"]] == p["points"]
    return leads_alone(state, p["seat"]) and own[p["seat"]] == p["n"] and second


def for_good(truth: Truth, one: Sentence) -> bool:
    since = [past for past in truth.history if past.number >= one.entries[0]]
    return (
        all(leads_alone(past.state, truth.winner or 0) for past in since[:-1])
        and truth.winner == one.message.params["seat"]
    )


def fallen(truth: Truth, one: Sentence) -> bool:
    p = one.message.params
    return (
        p["seat"] != truth.winner
        and len(one.entries) == p["n"]
        and all(leads_alone(truth.state(entry), p["seat"]) for entry in one.entries)
    )


def seesaw(truth: Truth, one: Sentence) -> bool:
    alone: list[int] = []
    for past in truth.history:
        leaders = [seat for seat in range(len(past.state.seats)) if leads_alone(past.state, seat)]
        if past.state.round and leaders and alone[-1:] != leaders:
            alone += leaders
    return bool(len(alone) - 1 == one.message.params["n"])


def comeback(truth: Truth, one: Sentence) -> bool:
    p, own = one.message.params, scores(truth.state(one.entries[0]))
    return bool(p["seat"] == truth.winner and own[p["leader"]] - own[p["seat"]] == p["n"])


def leap(truth: Truth, one: Sentence) -> bool:
    p = one.message.params
    first, last = truth.before(one.entries[0]), truth.state(one.entries[-1])
    same_turn = {(truth.before(entry).round, truth.before(entry).turn) for entry in one.entries}
    gained = points(last, p["seat"]) - points(first, p["seat"])
    return gained == p["n"] and points(last, p["seat"]) == p["points"] and len(same_turn) == 1


def match_points(truth: Truth, one: Sentence) -> bool:
    p = one.message.params
    missed = [truth.before(entry) for entry in one.entries]
    return len(missed) == p["n"] and all(points(state, p["seat"]) == state.rules.target_vp - 1 for state in missed)


def road(truth: Truth, one: Sentence) -> bool:
    p, (entry,) = one.message.params, one.entries
    before, after = truth.before(entry), truth.state(entry)
    held = (before.longest_road, after.longest_road) == (p.get("other"), p["seat"])
    return held and after.seats[p["seat"]].road_length == p["n"] and after.round == p["round"]


def army(truth: Truth, one: Sentence) -> bool:
    p, (entry,) = one.message.params, one.entries
    before, after = truth.before(entry), truth.state(entry)
    held = (before.largest_army, after.largest_army) == (p.get("other"), p["seat"])
    return held and after.seats[p["seat"]].knights == p["n"] and after.round == p["round"]


def road_cut(truth: Truth, one: Sentence) -> bool:
    p, (fact,) = one.message.params, truth.facts(one)
    before, after = truth.before(one.entries[0]), truth.state(one.entries[0])
    shorter = after.seats[p["other"]].road_length < before.seats[p["other"]].road_length
    return (
        isinstance(fact, SettlementBuilt)
        and fact.seat == p["seat"] != p["other"]
        and (before.longest_road == p["other"] != after.longest_road)
        and shorter
    )


def travels(truth: Truth, one: Sentence) -> bool:
    moved = [(truth.before(entry).longest_road, truth.state(entry).longest_road) for entry in one.entries]
    return len(moved) == one.message.params["n"] and all(old != new and None not in (old, new) for old, new in moved)


def robber_stay(truth: Truth, one: Sentence) -> bool:
    """Every roll of the hex's number while he stood there, a card a settlement and two a city."""
    p, kept = one.message.params, 0
    placed = truth.state(one.entries[0])
    board, at = placed.game.board, placed.robber
    assert board is not None
    (hexagon,) = [hexagon for some in board.producers.values() for hexagon in some if hexagon.at == at]
    for past in truth.history:
        if past.number <= one.entries[0]:
            continue
        if past.state.robber != at:
            break
        if isinstance(past.fact, DiceRolled) and past.fact.sum == hexagon.number and counts(past):
            there = [past.state.buildings.get(corner) for corner in hexagon.corners]
            kept += sum(1 + building.city for building in there if building and building.seat == p["other"])
    return bool(kept == p["n"] and hexagon.resource == p["resource"])


def counts(past: Snapshot) -> bool:
    """In Catan for Two a second roll like the first one is made again."""
    assert isinstance(past.fact, DiceRolled)
    assert past.before is not None
    return not is_repeated(past.before.state, past.fact.sum)


def stolen(truth: Truth, one: Sentence) -> bool:
    p, thefts = one.message.params, truth.facts(one)
    whose = {(theft.seat, theft.victim) for theft in thefts if isinstance(theft, CardStolen)}
    return whose == {(p["seat"], p["other"])} and len(thefts) == p.get("n", 1)


def empty(truth: Truth, one: Sentence) -> bool:
    return stolen(truth, one) and truth.before(one.entries[0]).seats[one.message.params["other"]].hand == 0


def discarded(truth: Truth, one: Sentence) -> bool:
    p, facts = one.message.params, truth.facts(one)
    total = sum(fact.count or sum((fact.cards or {}).values()) for fact in facts if isinstance(fact, CardsDiscarded))
    return total == p["n"] and sorted(fact.seat for fact in facts) == sorted(p.get("names", [p.get("seat")]))


def number(truth: Truth, one: Sentence) -> bool:
    p, rolls = one.message.params, truth.rolls()
    return (rolls.count(p["total"]), len(rolls)) == (p["n"], p["thrown"]) and p["total"] in TOTALS


def drought(truth: Truth, one: Sentence) -> bool:
    p, (first, last) = one.message.params, one.entries
    dry = [past for past in truth.history if first <= past.number <= last and isinstance(past.fact, DiceRolled)]
    return len(dry) >= p["n"] and all(
        past.before and past.state.seats[p["seat"]].hand == past.before.state.seats[p["seat"]].hand for past in dry
    )


def monopoly(truth: Truth, one: Sentence) -> bool:
    p, (fact,) = one.message.params, truth.facts(one)
    assert isinstance(fact, MonopolyPlayed)
    return (fact.seat, fact.resource, sum(fact.taken.values())) == (p["seat"], p["resource"], p.get("n", 0))


def trade(truth: Truth, one: Sentence) -> bool:
    p, (fact,) = one.message.params, truth.facts(one)
    assert isinstance(fact, PlayersTraded)
    told = {p["seat"]: p["give"], p["other"]: p["take"]}
    return told == {fact.seat: dict(fact.give), fact.partner: dict(fact.receive)}


def trade_pair(truth: Truth, one: Sentence) -> bool:
    p = one.message.params
    pairs = [{fact.seat, fact.partner} for fact in truth.facts(one) if isinstance(fact, PlayersTraded)]
    return pairs == [{p["seat"], p["other"]}] * p["n"]


def no_trades(truth: Truth, _: Sentence) -> bool:
    return not any(isinstance(past.fact, PlayersTraded) for past in truth.history)


def last_turn(truth: Truth, one: Sentence, kind: type[SeatEvent]) -> bool:
    seat = one.message.params["seat"]
    return seat == truth.winner and any(isinstance(fact, kind) and fact.seat == seat for fact in truth.facts(one))


def last_title(truth: Truth, one: Sentence, title: str) -> bool:
    seat = one.message.params["seat"]
    won = [getattr(truth.before(entry), title) != seat == getattr(truth.state(entry), title) for entry in one.entries]
    return seat == truth.winner and any(won)


def revealed(truth: Truth, one: Sentence) -> bool:
    shown = sum(fact.count for fact in truth.facts(one) if isinstance(fact, PointsRevealed))
    return last_turn(truth, one, PointsRevealed) and shown == one.message.params["n"]


def end_leap(truth: Truth, one: Sentence) -> bool:
    p = one.message.params
    before, after = truth.before(one.entries[0]), truth.state(one.entries[-1])
    return (points(before, p["seat"]), points(after, p["seat"])) == (p["points"], p["points"] + p["n"])


def win(truth: Truth, one: Sentence) -> bool:
    p, state = one.message.params, truth.state(one.entries[0])
    won = isinstance(state.phase, Over) and not isinstance(truth.before(one.entries[0]).phase, Over)
    final = points(truth.head.state, p["seat"])  # cards may be shown after the win
    return won and (truth.winner, final, state.round) == (p["seat"], p["n"], p["round"])


def margin(truth: Truth, one: Sentence) -> bool:
    p, own = one.message.params, scores(truth.head.state)
    others = [count for seat, count in enumerate(own) if seat != p["seat"]]
    return bool(own[p["seat"]] - own[p["other"]] == p["n"] and own[p["other"]] == max(others))


def left(truth: Truth, one: Sentence) -> bool:
    (fact,) = truth.facts(one)
    return isinstance(fact, PlayerLeft) and fact.seat == one.message.params["seat"]


def first_city(truth: Truth, one: Sentence) -> bool:
    p, cities = one.message.params, [past for past in truth.history if isinstance(past.fact, CityBuilt)]
    fact = cities[0].fact
    assert isinstance(fact, CityBuilt)
    return (cities[0].number, fact.seat, cities[0].state.round) == (one.entries[0], p["seat"], p["round"])


CHECKS: dict[str, Callable[[Truth, Sentence], Any]] = {
    "players": lambda truth, one: len(one.message.params["names"]) == len(truth.head.state.seats),
    **{"best": best, "even": even, "unsettled": unsettled, "scarce": scarce, "rich": rich},
    **{"half": standing, "half_even": standing, "running": standing, "running_even": standing},
    **{"stopped": standing, "stopped_even": standing, "first_city": first_city, "for_good": for_good},
    **{"fallen": fallen, "seesaw": seesaw, "comeback": comeback, "leap": leap, "left": left},
    **{"match": match_points, "match_won": match_points},
    **{"road_taken": road, "road_moves": road, "army_taken": army, "army_moves": army},
    **{"road_cut": road_cut, "road_travels": travels},
    **{"robber_stay": robber_stay, "thefts": stolen, "empty": empty, "discard": discarded, "discards": discarded},
    **{"hot": number, "cold": number, "drought": drought},
    "lucky": lambda _, one: one.message.params["n"] > 0,
    "unlucky": lambda _, one: one.message.params["n"] > 0,
    **{"monopoly": monopoly, "monopoly_zero": monopoly, "trade": trade, "trade_pair": trade_pair},
    "no_trades": no_trades,
    "end_settlement": lambda truth, one: last_turn(truth, one, SettlementBuilt),
    "end_city": lambda truth, one: last_turn(truth, one, CityBuilt),
    "end_road": lambda truth, one: last_title(truth, one, "longest_road"),
    "end_army": lambda truth, one: last_title(truth, one, "largest_army"),
    **{"end_cards": revealed, "end_leap": end_leap, "win": win, "win_close": margin, "win_far": margin},
    "after": lambda truth, one: len(truth.rolls()) == one.message.params["thrown"],
    "next": lambda truth, _: not isinstance(truth.head.state.phase, Over),
}
