"""How many wordings each kind of sentence has, and which of them a game takes.

Chosen by a hash of the game: two games don't read alike, one game always reads the same. A kind that is told again
takes its next wording, so that no story says anything twice.
"""

from hashlib import blake2b

from narrator.core.message import Msg
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DiceRolled

from .model import Find, Sentence

WORDINGS: dict[str, int] = {
    **{"head_comeback": 3, "head_close": 3, "head_far": 3, "head_seesaw": 2, "head_plain": 4},
    **{"head_running": 2, "head_stopped": 2},
    **{"players": 5, "best": 4, "even": 3, "scarce": 3, "rich": 3, "unsettled": 2},
    **{"half": 3, "half_even": 3, "first_city": 3, "for_good": 4, "fallen": 3, "seesaw": 3, "comeback": 3, "leap": 4},
    **{"match": 3, "match_won": 2, "left": 1},
    **{"road_taken": 4, "road_moves": 4, "road_cut": 2, "road_travels": 3, "army_taken": 4, "army_moves": 3},
    **{"robber_stay": 5, "thefts": 3, "empty": 2, "discard": 4, "discards": 4},
    **{"hot": 3, "cold": 2, "lucky": 2, "unlucky": 2, "drought": 5},
    **{"monopoly": 4, "monopoly_zero": 2, "trade": 3, "trade_pair": 2, "no_trades": 2},
    **{"end_settlement": 3, "end_city": 3, "end_road": 2, "end_army": 2, "end_cards": 2, "end_leap": 3},
    **{"win": 4, "win_close": 3, "win_far": 3, "stopped": 2, "stopped_even": 1, "running": 2, "running_even": 1},
    **{"after": 6, "next": 2},
}
TELLING_ROLLS = 12
"""So many first rolls tell two games of the same people on the same island apart."""


def seed_of(head: Snapshot) -> str:
    state, rolls = head.state, [one.fact.sum for one in head.history() if isinstance(one.fact, DiceRolled)]
    names = "/".join(seat.name for seat in state.seats)
    return f"{names} {state.first} {rolls[:TELLING_ROLLS]}"


def number_of(text: str) -> int:
    """The same for the same text, wherever and whenever."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest())


class Wordings:
    """The wordings of one story; each is given out once."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.told: dict[str, int] = {}

    def word(self, find: Find) -> Sentence:
        told = self.told.get(find.kind, 0)
        assert told < WORDINGS[find.kind]
        self.told[find.kind] = told + 1
        number = 1 + (number_of(f"{self.seed} {find.kind}") + told) % WORDINGS[find.kind]
        return Sentence(find.kind, Msg(f"story.{find.kind}.{number}", find.params), find.entries, find.strength)
