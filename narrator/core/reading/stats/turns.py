"""The turns of a game: whose, how long, which of them might have won it, and which did."""

from narrator.core.reading.stats.model import LastTurn, Made, MatchPoint, Turn
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyFact, DiceRolled
from narrator.core.table.phase import Over
from narrator.core.table.state import GameState


def begins_turn(fact: AnyFact) -> bool:
    """A roll belongs to the turn that it is made in; whatever else passes the turn, to the one that it ends."""
    return isinstance(fact, DiceRolled) and not fact.late


class Turns:
    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.match_points: list[MatchPoint] = []
        self._open: _OpenTurn | None = None
        self.last_turn: LastTurn | None = None

    def see(
        self, snapshot: Snapshot, fact: AnyFact, made: tuple[Made, ...], now: tuple[Made, ...], seconds: float
    ) -> None:
        """`made` is what everybody's points were made of before it, `now` after."""
        assert snapshot.before is not None
        before, after = snapshot.before.state, snapshot.state
        state = after if begins_turn(fact) else before
        if state.round and not isinstance(before.phase, Over):
            if self._open is None or self._open.key != (state.round, state.turn):
                self._close()
                self._open = _OpenTurn(state, snapshot.number, made)
            self._open.see(snapshot.number, fact, seconds)
        if isinstance(after.phase, Over) and not isinstance(before.phase, Over):
            self._win(snapshot, made, now)
        elif not isinstance(after.phase, Over):
            self.last_turn = None

    def _close(self) -> None:
        if self._open is None:
            return
        turn = self._open.turn()
        self.turns.append(turn)
        if self._open.is_match_point:
            self.match_points.append(MatchPoint(turn.seat, turn.round, turn.first, turn.last, turn.points))

    def _win(self, snapshot: Snapshot, made: tuple[Made, ...], now: tuple[Made, ...]) -> None:
        state, number = snapshot.state, snapshot.number
        winner = state.phase.winner if isinstance(state.phase, Over) else None
        if winner is None or self._open is None:
            return
        if self._open.key == (state.round, state.turn):
            first, before = self._open.first, self._open.made
        else:  # it was won as the turn came
            first, before = number, made
        self.last_turn = LastTurn(state.turn, state.round, first, number, before[winner], now[winner])

    def all(self) -> tuple[Turn, ...]:
        return (*self.turns, *([] if self._open is None else [self._open.turn()]))


class _OpenTurn:
    """A turn while it is played."""

    def __init__(self, state: GameState, first: int, made: tuple[Made, ...]) -> None:
        self.key = (state.round, state.turn)
        self.first = self.last = first
        self.made = made
        self.target = state.rules.target_vp
        self.rolls: list[int] = []
        self.seconds = 0.0

    @property
    def points(self) -> int:
        seat = self.key[1]
        return self.made[seat].points

    @property
    def is_match_point(self) -> bool:
        return self.points == self.target - 1

    def see(self, number: int, fact: AnyFact, seconds: float) -> None:
        self.last = number
        self.seconds += seconds
        if isinstance(fact, DiceRolled) and not fact.late:
            self.rolls.append(fact.sum)

    def turn(self) -> Turn:
        rounds, seat = self.key
        return Turn(seat, rounds, self.first, self.last, tuple(self.rolls), self.seconds, self.points)
