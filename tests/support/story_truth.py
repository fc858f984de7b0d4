"""Whether a sentence of a story is borne out by the record: for each kind, what must be so in the entries it stands on.
Counted from the facts and states alone, never from the statistics that the story was made of."""

from collections.abc import Callable
from functools import partial
from typing import Any

from narrator.core.play.roll_and_discard import is_repeated_roll
from narrator.core.reading.result import TOTALS
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.box import PIPS
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
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState, points
from narrator.script.story.model import Sentence

LINKS = ("but", "while", "too", "worse", "away")
GLAD = dict.fromkeys(("road_taken", "road_moves", "army_taken", "army_moves", "leap", "monopoly"), "seat")
GLAD |= dict.fromkeys(("monopoly_big", "monopoly_back", "for_good", "for_good_title"), "seat")
SAD = {**dict.fromkeys(("drought", "drought_end", "discard", "monopoly_zero", "empty"), "seat")}
SAD |= dict.fromkeys(("robber_stay", "road_moves", "army_moves", "road_cut"), "other")
HEADS = {
    **{"head_comeback": ("comeback",), "head_behind": ("end_behind",), "head_cut": ("road_cut",)},
    **{"head_poor": ("poor_won",), "head_unlucky": ("won_unlucky",), "head_cards": ("end_cards",)},
    **{"head_fallen": ("fallen", "long_lead"), "head_denied": ("match",), "head_patience": ("match_won",)},
    **{"head_close": ("win_close",), "head_leap": ("end_leap",), "head_seesaw": ("seesaw",)},
    "head_far": ("win_far", "win_two"),
    **{"head_monopoly": ("monopoly_big",), "head_early": ("for_good", "for_good_title"), "head_road": ("end_road",)},
    **{"head_army": ("end_army",), "head_best_last": ("best_last",), "head_seven": ("discards",)},
    **{"head_number": ("hot",), "head_plain": ("won",), "head_running": ("next",), "head_stopped": ("nobody",)},
}
"""A headline is borne out by what bears out the sentence that it is drawn from."""


class Truth:
    def __init__(self, head: Snapshot) -> None:
        self.head, self.history = head, head.history()
        self.at = {one.number: one for one in self.history}

    def holds(self, sentence: Sentence) -> None:
        assert all(entry in self.at for entry in sentence.entries), sentence
        assert list(sentence.entries) == sorted(sentence.entries), sentence
        kinds = HEADS.get(sentence.kind, (base_of(sentence.kind),))
        assert any(CHECKS[kind](self, sentence) for kind in kinds), sentence

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

    def roll_entries(self) -> list[int]:
        return [one.number for one in self.history if isinstance(one.fact, DiceRolled)]

    def head_at(self, sentence: Sentence) -> GameState:
        """How it stood at the last entry of a sentence."""
        return self.state(sentence.entries[-1])

    @property
    def winner(self) -> int | None:
        phase = self.head.state.phase
        return phase.winner if isinstance(phase, Over) else None


def base_of(kind: str) -> str:
    """A linked sentence tells the same as one that stands alone."""
    base, _, link = kind.rpartition("_")
    return base if link in LINKS and base in CHECKS else kind


def follows(before: Sentence, after: Sentence) -> bool:
    """Whether a linked sentence stands behind what its link speaks of."""
    link = after.kind.rpartition("_")[2] if base_of(after.kind) != after.kind else None
    glad, sad = GLAD.get(base_of(before.kind)), SAD.get(base_of(before.kind))
    told, then = before.message.params, after.message.params
    glad_then, sad_then = GLAD.get(base_of(after.kind)), SAD.get(base_of(after.kind))
    gained, lost = glad and told[glad], sad and told[sad]
    gains, loses = glad_then and then[glad_then], sad_then and then[sad_then]
    if link == "but":
        return bool((glad and sad_then and gained == loses) or (sad and glad_then and lost == gains))
    if link == "too":
        return bool(glad and glad_then and gained == gains)
    if link == "worse":
        return bool(sad and sad_then and lost == loses)
    if link == "away":
        return base_of(before.kind) in ("road_taken", "road_moves") and told["seat"] == then["other"]
    if link == "while":
        first, last = before.entries
        return base_of(before.kind) == "drought" and first < after.entries[-1] <= last
    return True


def scores(state: GameState) -> list[int]:
    return [points(state, seat) if not one.has_left else -1 for seat, one in enumerate(state.seats)]


def leads_alone(state: GameState, seat: int) -> bool:
    own = scores(state)
    return own[seat] == max(own) and own.count(own[seat]) == 1


def pips(truth: Truth, one: Sentence) -> dict[int, int]:
    """Of everybody's first two settlements."""
    board = truth.head.state.game.board
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
    settled = {touch.resource for fact in truth.facts(one) for touch in board.touched_hexes(fact.at)}
    return one.message.params["resource"] not in settled


def averages(truth: Truth) -> dict[str, float]:
    board = truth.head.state.game.board
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
    next_ones = [
        seat
        for seat, count in enumerate(own)
        if "other" in p and count == p["points"] and not state.seats[seat].has_left
    ]
    second = "other" not in p or next_ones == [p["other"]]
    return leads_alone(state, p["seat"]) and own[p["seat"]] == p["n"] and second


def half_tied(truth: Truth, one: Sentence) -> bool:
    """Somebody alone in front, and all of the next, who have the same points."""
    p, state = one.message.params, truth.state(one.entries[-1])
    own = scores(state)
    others = {seat: count for seat, count in enumerate(own) if seat != p["seat"] and not state.seats[seat].has_left}
    next_ones = {seat for seat, count in others.items() if count == max(others.values()) == p["points"]}
    return leads_alone(state, p["seat"]) and own[p["seat"]] == p["n"] and next_ones == set(p["names"])


def contender(truth: Truth, one: Sentence) -> bool:
    p, own = one.message.params, scores(truth.state(one.entries[-1]))
    close = 0 < own[p["leader"]] - own[p["seat"]] <= 2
    return bool(p["seat"] == truth.winner and (own[p["seat"]], own[p["leader"]]) == (p["n"], p["points"]) and close)


def lead_passed(truth: Truth, one: Sentence) -> bool:
    """Who is in front now was not among those who were in front in the middle."""
    p, own = one.message.params, scores(truth.state(one.entries[0]))
    return contender(truth, one) and own[p["leader"]] < max(own) and leads_alone(truth.head_at(one), p["leader"])


def within_reach(truth: Truth, one: Sentence) -> bool:
    p, own = one.message.params, scores(truth.state(one.entries[-1]))
    return bool(p["seat"] == truth.winner and own[p["seat"]] == p["n"])


def for_good_title(truth: Truth, one: Sentence) -> bool:
    p, (entry,) = one.message.params, one.entries
    title = p["title"]
    won = getattr(truth.before(entry), title) != p["seat"] == getattr(truth.state(entry), title)
    return won and for_good(truth, one)


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
        and len(one.entries) == p["n"] <= p["round"]
        and truth.before(one.entries[-1]).round == p["round"]
        and all(leads_alone(truth.state(entry), p["seat"]) for entry in one.entries)
    )


def seesaw(truth: Truth, one: Sentence) -> bool:
    alone: list[int] = []
    for past in truth.history:
        leaders = [seat for seat in range(len(past.state.seats)) if leads_alone(past.state, seat)]
        if past.state.round and leaders and alone[-1:] != leaders:
            alone += leaders
    return bool(len(alone) - 1 == one.message.params["n"])


def start_of(truth: Truth, one: Sentence, place: str) -> bool:
    """Whether somebody's start was the best or the poorest, and where it led."""
    found, seat, own = pips(truth, one), one.message.params["seat"], scores(truth.head.state)
    edge = max(found.values()) if place.startswith("best") else min(found.values())
    second = seat != truth.winner and own[seat] == max(own[one] for one in range(len(own)) if one != truth.winner)
    near = max(own) - own[seat] < max(4, 0.3 * max(own))
    ends = {
        "won": seat == truth.winner,
        "last": own[seat] == min(own) and own.count(own[seat]) == 1,
        "second": near and second,
        "second_far": second and not near,
    }
    return found[seat] == edge and ends[place.partition("_")[2]]


def end_behind(truth: Truth, one: Sentence) -> bool:
    p, own = one.message.params, scores(truth.before(one.entries[0]))
    return bool(
        p["seat"] == truth.winner
        and own[p["other"]] - own[p["seat"]] == p["n"] > 0
        and leads_alone(truth.before(one.entries[0]), p["other"])
    )


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
    return not is_repeated_roll(past.before.state, past.fact.sum)


def stolen(truth: Truth, one: Sentence) -> bool:
    p, thefts = one.message.params, truth.facts(one)
    whose = {(theft.seat, theft.victim) for theft in thefts if isinstance(theft, CardStolen)}
    return whose == {(p["seat"], p["other"])} and len(thefts) == p.get("n", 1)


def empty(truth: Truth, one: Sentence) -> bool:
    return stolen(truth, one) and truth.before(one.entries[0]).seats[one.message.params["other"]].hand_size == 0


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
        past.before and past.state.seats[p["seat"]].hand_size == past.before.state.seats[p["seat"]].hand_size
        for past in dry
    )


def monopoly(truth: Truth, one: Sentence) -> bool:
    p, (fact,) = one.message.params, truth.facts(one)
    assert isinstance(fact, MonopolyPlayed)
    return (fact.seat, fact.resource, sum(fact.taken.values())) == (p["seat"], p["resource"], p.get("n", 0))


def monopoly_back(truth: Truth, one: Sentence) -> bool:
    """The other took the same cards from this player before."""
    p = one.message.params
    before = [past.fact for past in truth.history if past.number < one.entries[0]]
    hurt = [
        fact
        for fact in before
        if isinstance(fact, MonopolyPlayed)
        and (fact.seat, fact.resource) == (p["other"], p["resource"])
        and fact.taken.get(p["seat"])
    ]
    return bool(hurt) and monopoly(truth, one)


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


def reached(truth: Truth, one: Sentence) -> bool:
    """Whether the game ended in that round, with as many points as are told; a win may be claimed a little later."""
    p, state = one.message.params, truth.state(one.entries[-1])
    final = p.get("points", p["n"])  # of point cards `n` is how many were shown
    ended = (points(truth.head.state, p["seat"]), truth.head.state.round)
    return (truth.winner, *ended) == (p["seat"], final, p["round"]) and state.round == p["round"]


def win(truth: Truth, one: Sentence) -> bool:
    p, state = one.message.params, truth.state(one.entries[0])
    won = isinstance(state.phase, Over) and not isinstance(truth.before(one.entries[0]).phase, Over)
    final = points(truth.head.state, p["seat"])  # cards may be shown after the win
    return won and (truth.winner, final, state.round) == (p["seat"], p["n"], p["round"])


def margin(truth: Truth, one: Sentence) -> bool:
    p, own = one.message.params, scores(truth.head.state)
    others = [count for seat, count in enumerate(own) if seat != p["seat"]]
    return bool(own[p["seat"]] - own[p["other"]] == p["n"] and own[p["other"]] == max(others) == p["points"])


def of_several(truth: Truth, one: Sentence) -> bool:
    """Only of more than two somebody is second, or the nearest."""
    return len(truth.head.state.seats) > 2 and margin(truth, one)


def left(truth: Truth, one: Sentence) -> bool:
    (fact,) = truth.facts(one)
    return isinstance(fact, PlayerLeft) and fact.seat == one.message.params["seat"]


def won(truth: Truth, one: Sentence) -> bool:
    return bool(one.message.params["seat"] == truth.winner)


def first_city(truth: Truth, one: Sentence) -> bool:
    p, cities = one.message.params, [past for past in truth.history if isinstance(past.fact, CityBuilt)]
    fact = cities[0].fact
    assert isinstance(fact, CityBuilt)
    return (cities[0].number, fact.seat, cities[0].state.round) == (one.entries[0], p["seat"], p["round"])


CHECKS: dict[str, Callable[[Truth, Sentence], Any]] = {
    "players": lambda truth, one: len(one.message.params["names"]) == len(truth.head.state.seats) > 2,
    "players_two": lambda truth, one: len(one.message.params["names"]) == len(truth.head.state.seats) == 2,
    "best": lambda truth, one: best(truth, one) and len(truth.head.state.seats) > 2,
    "best_two": lambda truth, one: best(truth, one) and len(truth.head.state.seats) == 2,
    **{"even": even, "unsettled": unsettled, "scarce": scarce, "rich": rich},
    "half_tied": half_tied,
    **{"half": standing, "half_even": standing, "running": standing, "running_even": standing},
    **{"stopped": standing, "stopped_even": standing, "first_city": first_city, "for_good": for_good},
    **{
        "for_good_title": for_good_title,
        "contender": contender,
        "lead_passed": lead_passed,
        "within_reach": within_reach,
    },
    **{"fallen": fallen, "long_lead": fallen, "seesaw": seesaw, "comeback": comeback, "leap": leap, "left": left},
    **{"match": match_points, "match_won": match_points},
    **{"road_taken": road, "road_moves": road, "army_taken": army, "army_moves": army},
    **{"road_cut": road_cut, "road_travels": travels},
    **{"robber_stay": robber_stay, "thefts": stolen, "empty": empty, "discard": discarded, "discards": discarded},
    **{"hot": number, "cold": number, "drought": drought},
    "drought_end": lambda truth, one: drought(truth, one) and one.entries[-1] == truth.roll_entries()[-1],
    "lucky": lambda _, one: one.message.params["n"] > 0,
    "unlucky": lambda _, one: one.message.params["n"] > 0,
    "won_lucky": lambda truth, one: one.message.params["n"] > 0 and won(truth, one),
    "won_unlucky": lambda truth, one: one.message.params["n"] > 0 and won(truth, one),
    "monopoly_big": lambda truth, one: monopoly(truth, one) and one.message.params["n"] >= 6,
    **{
        "monopoly": monopoly,
        "monopoly_zero": monopoly,
        "monopoly_back": monopoly_back,
        "trade": trade,
        "trade_pair": trade_pair,
    },
    "no_trades": no_trades,
    "end_settlement": lambda truth, one: last_turn(truth, one, SettlementBuilt) and reached(truth, one),
    "end_city": lambda truth, one: last_turn(truth, one, CityBuilt) and reached(truth, one),
    "end_road": lambda truth, one: last_title(truth, one, "longest_road") and reached(truth, one),
    "end_army": lambda truth, one: last_title(truth, one, "largest_army") and reached(truth, one),
    "end_cards": lambda truth, one: revealed(truth, one) and reached(truth, one),
    **{"end_leap": end_leap, "end_behind": end_behind, "win": win},
    **{"win_close": margin, "win_near": of_several, "win_far": of_several, "win_two": margin},
    **{
        kind: partial(start_of, place=kind)
        for kind in ("poor_won", "best_won", "best_last", "poor_second", "poor_second_far")
    },
    **{"after_close": margin, "after_luck": margin, "after_far": of_several},
    "after": lambda truth, _: isinstance(truth.head.state.phase, Over),
    "after_long": lambda truth, one: len(truth.rolls()) == one.message.params["thrown"],
    "next": lambda truth, _: not isinstance(truth.head.state.phase, Over),
    "won": won,
    "nobody": lambda truth, _: isinstance(truth.head.state.phase, Over) and truth.winner is None,
}
