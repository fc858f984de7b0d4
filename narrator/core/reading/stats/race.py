"""The race for points: standings after each entry, titles, leads, and every turn."""

from narrator.core.reading.stats.model import (
    Comeback,
    LastTurn,
    Lead,
    MatchPoint,
    PointsChange,
    PointSources,
    Round,
    Title,
    TitleSwing,
    Turn,
)
from narrator.core.reading.stats.payout import FortuneLog
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import AnyFact, DiceRolled
from narrator.core.table.phase import Over
from narrator.core.table.state import FIRST_NEUTRAL, GameState, is_neutral, owner


def point_sources(state: GameState) -> tuple[PointSources, ...]:
    road, army = state.longest_road, state.largest_army
    return tuple(
        PointSources(seat.settlements, seat.cities, road == number, army == number, seat.revealed_points)
        for number, seat in enumerate(state.seats)
    )


def leaders(state: GameState, points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the active seats with most points; none while nobody has any."""
    playing = [number for number, seat in enumerate(state.seats) if not seat.has_left]
    most = max((points[number] for number in playing), default=0)
    return tuple(number for number in playing if points[number] == most) if most else ()


class PointsLog:
    def __init__(self, start: GameState) -> None:
        self.made = point_sources(start)
        self.points = tuple(one.points for one in self.made)
        self.steps: list[PointsChange] = []
        self.swings: list[TitleSwing] = []
        self.leads: list[Lead] = []
        self.lead_changes = 0
        self._rounds: dict[int, Round] = {}
        self._alone: int | None = None  # last sole leader
        self._behind: dict[int, Comeback] = {}

    def add(self, snapshot: Snapshot, fact: AnyFact) -> None:
        before, after = snapshot.previous_state, snapshot.state
        if before.longest_road != after.longest_road or before.largest_army != after.largest_army:
            self._swing(snapshot, fact)
        if before.seats is not after.seats or (self.swings and self.swings[-1].entry == snapshot.number):
            made = point_sources(after)
            if made != self.made:
                self.made = made
                self.points = tuple(one.points for one in made)
                self.steps.append(PointsChange(snapshot.number, after.round, before.turn, made))
        if after.round and not isinstance(before.phase, Over):
            self._lead(snapshot)

    def _swing(self, snapshot: Snapshot, fact: AnyFact) -> None:
        before, after = snapshot.previous_state, snapshot.state
        changed: list[tuple[Title, int | None, int | None]] = [
            ("longest_road", before.longest_road, after.longest_road),
            ("largest_army", before.largest_army, after.largest_army),
        ]
        for title, giver, taker in changed:
            if giver != taker:
                count = _count(after, title, giver if taker is None else taker)
                self.swings.append(TitleSwing(snapshot.number, after.round, title, giver, taker, count, fact.type))

    def _lead(self, snapshot: Snapshot) -> None:
        state, points = snapshot.state, self.points
        first = leaders(state, points)
        if not first:
            return
        if not self.leads or self.leads[-1].seats != first:
            self.leads.append(Lead(snapshot.number, state.round, first, points[first[0]]))
            if len(first) == 1:
                self.lead_changes += self._alone not in (None, first[0])
                self._alone = first[0]
        for seat, own in enumerate(points):
            deficit = points[first[0]] - own
            if deficit > 0 and (seat not in self._behind or deficit >= self._behind[seat].deficit):
                self._behind[seat] = Comeback(seat, deficit, snapshot.number, state.round, first[0])

    def comeback(self, winner: int | None) -> Comeback | None:
        return None if winner is None else self._behind.get(winner)

    def end_round(self, state: GameState, number: int, entry: int, fortunes: FortuneLog) -> None:
        self._rounds[number] = Round(number, entry, self.points, leaders(state, self.points), fortunes.lucks(state))

    def rounds(self) -> tuple[Round, ...]:
        return tuple(self._rounds[number] for number in sorted(self._rounds))


def _count(state: GameState, title: Title, holder: int | None) -> int:
    if holder is None or (is_neutral(holder) and holder - FIRST_NEUTRAL >= len(state.neutrals)):
        return 0
    return owner(state, holder).road_length if title == "longest_road" else state.seats[holder].knights


def begins_turn(fact: AnyFact) -> bool:
    """A roll belongs to its own turn; any other entry that passes the turn belongs to the one it ends."""
    return isinstance(fact, DiceRolled) and not fact.late


class TurnLog:
    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.match_points: list[MatchPoint] = []
        self._open: _OpenTurn | None = None
        self.last_turn: LastTurn | None = None

    def add(
        self,
        snapshot: Snapshot,
        fact: AnyFact,
        made: tuple[PointSources, ...],
        now: tuple[PointSources, ...],
        seconds: float,
    ) -> None:
        """`made` and `now` are what everybody's points consist of before and after the entry."""
        before, after = snapshot.previous_state, snapshot.state
        state = after if begins_turn(fact) else before
        if state.round and not isinstance(before.phase, Over):
            if self._open is None or self._open.key != (state.round, state.turn):
                self._close()
                self._open = _OpenTurn(state, snapshot.number, made)
            self._open.add(snapshot.number, fact, seconds)
        if isinstance(after.phase, Over) and not isinstance(before.phase, Over):
            self._win(snapshot, made, now)
        elif not isinstance(after.phase, Over):
            self.last_turn = None

    def _close(self) -> None:
        if self._open is None:
            return
        turn = self._open.turn()
        self.turns.append(turn)
        if turn.points == self._open.target - 1:
            self.match_points.append(MatchPoint(turn.seat, turn.round, turn.first, turn.last, turn.points))

    def _win(self, snapshot: Snapshot, made: tuple[PointSources, ...], now: tuple[PointSources, ...]) -> None:
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
    def __init__(self, state: GameState, first: int, made: tuple[PointSources, ...]) -> None:
        self.key = (state.round, state.turn)
        self.first = self.last = first
        self.made = made
        self.target = state.rules.target_vp
        self.rolls: list[int] = []
        self.seconds = 0.0

    def add(self, number: int, fact: AnyFact, seconds: float) -> None:
        self.last = number
        self.seconds += seconds
        if isinstance(fact, DiceRolled) and not fact.late:
            self.rolls.append(fact.sum)

    def turn(self) -> Turn:
        rounds, seat = self.key
        points = self.made[seat].points
        return Turn(seat, rounds, self.first, self.last, tuple(self.rolls), self.seconds, points)
