"""What the dice brought each player and what they might have: luck, droughts, what robber and bank held back."""

from narrator.core.reading.stats.model import Drought, Luck
from narrator.core.reading.stats.payout import Payout
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.cards import NONE, Cards, Resource
from narrator.core.table.events import DiceRolled
from narrator.core.table.state import GameState


class Fortune:
    """One player's."""

    def __init__(self) -> None:
        self.luck = Luck()
        self.blocked = NONE
        self.short = NONE
        self.vague = False
        """Whether a corner of theirs is not known: then nobody can tell what was promised."""
        self.longest: Drought | None = None
        self._dry: Drought | None = None

    def see(self, snapshot: Snapshot, fact: DiceRolled, payout: Payout, seat: int) -> None:
        paid, owes, ways = (Cards(*counts[seat]) for counts in (payout.paid, payout.owes, payout.ways))
        self.luck = Luck(self.luck.received.plus(paid), self.luck.ways.plus(ways))
        self.short = self.short.plus(owes.minus(paid))
        if payout.kept.get(seat):
            kind = blocked_kind(snapshot.state)
            assert kind is not None
            self.blocked = self.blocked.plus(Cards(**{kind: payout.kept[seat]}))
        if payout.counts and not snapshot.state.seats[seat].left:
            self._dry = None if any(paid) else _drier(self._dry, snapshot, fact.seat == seat)
            if self._dry is not None and (self.longest is None or self._dry.rolls > self.longest.rolls):
                self.longest = self._dry


def _drier(before: Drought | None, snapshot: Snapshot, own: bool) -> Drought:
    number, rounds = snapshot.number, snapshot.state.round
    if before is None:
        return Drought(1, int(own), number, number, rounds, rounds)
    rolls, turns = before.rolls + 1, before.own_turns + own
    return Drought(rolls, turns, before.first, number, before.first_round, rounds)


def blocked_kind(state: GameState) -> Resource | None:
    """What the robber's hex gives."""
    board = state.game.board
    if board is None:
        return None if state.blocks is None else state.blocks.resource
    found = (producer for some in board.producers.values() for producer in some if producer.at == state.robber)
    return next((producer.resource for producer in found), None)


def is_vague(state: GameState, seat: int) -> bool:
    """Without a board a host may not have said what a corner touches; where nothing is counted, all is vague."""
    if state.game.board is not None:
        return False
    return state.game.tracking == "script" or any(site.touches is None for site in state.seats[seat].sites)


class Fortunes:
    """Everybody's."""

    def __init__(self) -> None:
        self.of: dict[int, Fortune] = {}

    def see(self, snapshot: Snapshot, fact: DiceRolled, payout: Payout) -> None:
        assert snapshot.before is not None
        for seat in range(len(snapshot.state.seats)):
            own = self.of.setdefault(seat, Fortune())
            own.vague = own.vague or is_vague(snapshot.before.state, seat)
            own.see(snapshot, fact, payout, seat)

    def lucks(self, state: GameState) -> tuple[Luck | None, ...]:
        return tuple(self.luck(state, seat) for seat in range(len(state.seats)))

    def luck(self, state: GameState, seat: int) -> Luck | None:
        own = self.of.get(seat)
        if own is None:
            return None if is_vague(state, seat) else Luck()
        return None if own.vague else own.luck
