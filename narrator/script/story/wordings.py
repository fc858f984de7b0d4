"""The wordings of a story: how many each kind of sentence has, which one a game takes, and how neighbors are linked.

A hash of the game chooses: two games do not read alike, but one game always reads the same. A kind that is used again
takes its next wording, so no story says anything twice. A linked sentence has a kind of its own, `<kind>_but`,
`_while`, `_too`, `_worse` or `_away`, since sentences are never put together from parts.
"""

from collections.abc import Sequence
from hashlib import blake2b

from narrator.core.message import Msg
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled
from narrator.script.story.model import Find, Sentence

WORDINGS: dict[str, int] = {
    **{"head_comeback": 6, "head_behind": 3, "head_cut": 2, "head_poor": 2, "head_unlucky": 3, "head_cards": 3},
    **{"head_fallen": 3, "head_denied": 3, "head_patience": 3, "head_close": 5, "head_leap": 3, "head_far": 5},
    **{"head_seesaw": 4, "head_monopoly": 2, "head_early": 2, "head_road": 2, "head_army": 2, "head_plain": 6},
    **{"head_best_last": 2, "head_seven": 2, "head_number": 2, "head_running": 3, "head_stopped": 3, "players": 13},
    **{"players_two": 3, "best": 8, "best_two": 3, "even": 3, "scarce": 3, "rich": 4, "unsettled": 2, "half": 3},
    **{"half_while": 1, "half_tied": 3, "half_even": 3, "half_even_while": 1, "first_city": 3, "for_good": 6},
    **{"for_good_title": 3, "fallen": 4, "long_lead": 3, "seesaw": 3, "comeback": 5, "contender": 3},
    **{"lead_passed": 3, "within_reach": 3, "leap": 4, "leap_but": 2, "leap_while": 2, "leap_too": 2, "match": 4},
    **{"match_won": 4, "left": 2, "road_taken": 4, "road_taken_but": 2, "road_taken_while": 1, "road_taken_too": 1},
    **{"road_moves": 4, "road_moves_but": 2, "road_moves_away": 2, "road_moves_while": 1, "road_moves_too": 1},
    **{"road_cut": 2, "road_travels": 3, "army_taken": 4, "army_taken_but": 1, "army_taken_while": 1},
    **{"army_taken_too": 1, "army_moves": 3, "robber_stay": 6, "robber_stay_but": 2, "robber_stay_worse": 1},
    **{"thefts": 3, "empty": 2, "discard": 4, "discard_but": 2, "discard_worse": 1, "discards": 4, "hot": 4},
    **{"cold": 3, "lucky": 2, "unlucky": 2, "won_lucky": 2, "won_unlucky": 3, "drought": 5, "drought_but": 2},
    **{"drought_worse": 1, "drought_end": 3, "monopoly": 3, "monopoly_big": 3, "monopoly_back": 2, "monopoly_but": 1},
    **{"monopoly_while": 1, "monopoly_too": 1, "monopoly_zero": 2, "trade": 3, "trade_pair": 2, "no_trades": 2},
    **{"end_settlement": 4, "end_city": 4, "end_road": 4, "end_army": 3, "end_cards": 4, "end_leap": 4},
    **{"end_behind": 4, "win": 6, "win_close": 3, "win_near": 3, "win_far": 3, "win_two": 3, "stopped": 2},
    **{"stopped_even": 1, "running": 2, "running_even": 1, "poor_won": 3, "best_won": 3, "best_last": 2},
    **{"poor_second": 2, "poor_second_far": 2, "after": 8, "after_close": 3, "after_luck": 1, "after_far": 3},
    **{"after_long": 2, "next": 2},
}
SEED_ROLLS = 12  # tell two games of the same players apart


def seed_of(head: Snapshot) -> str:
    state, rolls = head.state, [one.fact.sum for one in head.history() if isinstance(one.fact, DiceRolled)]
    names = "/".join(seat.name for seat in state.seats)
    return f"{names} {state.first_seat} {rolls[:SEED_ROLLS]}"


def stable_hash(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest())


class Wordings:
    """The wordings of one story; each is used once."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.used: dict[str, int] = {}

    def sentence_for(self, find: Find) -> Sentence:
        used = self.used.get(find.kind, 0)
        assert used < WORDINGS[find.kind]
        self.used[find.kind] = used + 1
        number = 1 + (stable_hash(f"{self.seed} {find.kind}") + used) % WORDINGS[find.kind]
        return Sentence(find.kind, Msg(f"story.{find.kind}.{number}", find.params), find.entries, find.strength)


# Kinds that are good for `seat`.
GAINS = (
    *("road_taken", "road_moves", "army_taken", "army_moves", "leap", "for_good", "for_good_title"),
    *("monopoly", "monopoly_big", "monopoly_back"),
)
# The parameter that names the loser, by kind.
LOSERS = {
    **{"drought": "seat", "drought_end": "seat", "discard": "seat", "monopoly_zero": "seat", "empty": "seat"},
    **{"robber_stay": "other", "road_moves": "other", "army_moves": "other", "road_cut": "other"},
}


def link_sentences(part: Sequence[Find]) -> list[Find]:
    """Link the sentences of a paragraph where possible, each kind of link once."""
    found: list[Find] = []
    for place, find in enumerate(part):
        kind = f"{find.kind}_{_link(part[place - 1], find)}" if place else ""
        is_new = kind in WORDINGS and all(other.kind != kind for other in found)
        found.append(Find(kind, find.entries, find.params, find.strength, find.sort_entry) if is_new else find)
    return found


def _link(before: Find, find: Find) -> str | None:
    gained, lost = _gainer(before), _loser(before)
    if find.kind == "road_moves" and before.kind in ("road_taken", "road_moves") and gained == _loser(find):
        return "away"
    named = (find.params.get("seat"), find.params.get("other"), *find.params.get("names", ()))
    if (gained is not None and gained == _loser(find)) or (lost is not None and lost == _gainer(find)):
        return "but"
    if lost is not None and lost == _loser(find):
        return "worse"
    if before.kind == "drought" and before.sort_entry < find.sort_entry <= before.entries[-1] and lost not in named:
        return "while"
    return "too" if gained is not None and gained == _gainer(find) else None


def _gainer(find: Find) -> int | None:
    return find.params["seat"] if find.kind in GAINS else None


def _loser(find: Find) -> int | None:
    return find.params[LOSERS[find.kind]] if find.kind in LOSERS else None
