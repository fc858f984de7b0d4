"""Statistics of a whole game, collected in one pass over its entries."""

from collections import Counter

from narrator.core.reading.stats.card_flow import CardFlow, ExchangeLog
from narrator.core.reading.stats.dice import dice_of
from narrator.core.reading.stats.model import GameStats, SeatStats
from narrator.core.reading.stats.payout import FortuneLog, SeatFortune, outcome_of_roll
from narrator.core.reading.stats.race import PointsLog, TurnLog, begins_turn
from narrator.core.reading.stats.robber import RobberLog
from narrator.core.record.clock import entry_times, sum_by_owner
from narrator.core.record.snapshot import Snapshot
from narrator.core.table.events import DevelopmentBought, DiceRolled, TokensSpent
from narrator.core.table.phase import Over


def game_stats(head: Snapshot) -> GameStats:
    return _Collector(head).stats()


class _Collector:
    def __init__(self, head: Snapshot) -> None:
        self.head = head
        self.history = head.history()
        start = self.history[0].before.state if self.history and self.history[0].before else head.state
        self.race, self.turns, self.robber = PointsLog(start), TurnLog(), RobberLog()
        self.flow, self.fortunes, self.dealings = CardFlow(start), FortuneLog(), ExchangeLog()
        self.rolls: list[tuple[int, int]] = []
        self.by_deck = False
        self.longest = {number: seat.road_length for number, seat in enumerate(start.seats)}
        self.bought: Counter[int] = Counter()
        self.tokens: Counter[int] = Counter()
        times = list(entry_times(head))
        self.time = sum_by_owner(times)
        self.seconds = {stretch.entry: stretch.seconds for stretch in times}
        for last, snapshot in zip([0, *(one.number for one in self.history)], self.history, strict=False):
            self.see(snapshot, last)

    def see(self, snapshot: Snapshot, last: int) -> None:
        fact, before, after = snapshot.fact, snapshot.previous_state, snapshot.state
        assert fact is not None
        made = self.race.made
        self.race.add(snapshot, fact)
        self.turns.add(snapshot, fact, made, self.race.made, self.seconds.get(snapshot.number, 0.0))
        if before.round != after.round:
            ended = last if begins_turn(fact) else snapshot.number
            self.race.end_round(after, before.round, ended, self.fortunes)
        outcome = None
        if isinstance(fact, DiceRolled):
            outcome = outcome_of_roll(snapshot, fact)
            self.rolls.append((fact.seat, fact.sum))
            self.by_deck = self.by_deck or before.rules.dice_mode == "deck36"
            if outcome is not None:
                self.fortunes.add(snapshot, fact, outcome)
        elif isinstance(fact, DevelopmentBought):
            self.bought[fact.seat] += 1
        elif isinstance(fact, TokensSpent):
            self.tokens[fact.seat] += 1
        self.flow.add(snapshot, fact, outcome)
        self.robber.add(snapshot, fact, outcome)
        self.dealings.add(snapshot, fact)
        for seat, one in enumerate(after.seats):
            if one.road_length > self.longest.get(seat, 0):
                self.longest[seat] = one.road_length

    def stats(self) -> GameStats:
        state = self.head.state
        winner = state.phase.winner if isinstance(state.phase, Over) else None
        if self.history:
            self.race.end_round(state, state.round, self.history[-1].number, self.fortunes)
        turns = self.turns.all()
        return GameStats(
            tracking=state.game.tracking,
            entries=len(self.history),
            over=isinstance(state.phase, Over),
            winner=winner,
            target=state.rules.target_vp,
            seats=tuple(
                self._seat(seat, [turn.seat for turn in turns].count(seat)) for seat in range(len(state.seats))
            ),
            rounds=self.race.rounds(),
            points_changes=tuple(self.race.steps),
            title_swings=tuple(self.race.swings),
            robber_visits=self.robber.visits(),
            thefts=tuple(self.robber.thefts),
            discards=tuple(self.dealings.discards),
            monopolies=tuple(self.dealings.monopolies),
            trades=tuple(self.dealings.trades),
            bank_trades=tuple(self.dealings.bank_trades),
            dice=dice_of(self.rolls, len(state.seats), self.by_deck),
            turns=turns,
            leads=tuple(self.race.leads),
            lead_changes=self.race.lead_changes,
            comeback=self.race.comeback(winner),
            last_turn=self.turns.last_turn,
            match_points=tuple(self.turns.match_points),
            time=self.time,
        )

    def _seat(self, number: int, turns: int) -> SeatStats:
        seat = self.head.state.seats[number]
        fortune = self.fortunes.by_seat.get(number, SeatFortune())
        luck = self.fortunes.luck(self.head.state, number)
        return SeatStats(
            seat=number,
            has_left=seat.has_left,
            sources=self.race.made[number],
            gains=self.flow.gains.get(number, {}),
            losses=self.flow.losses.get(number, {}),
            blocked=fortune.blocked,
            unpaid=fortune.unpaid,
            luck=luck,
            drought=None if luck is None else fortune.longest_drought,
            hand=seat.hand_size,
            peak_hand=self.flow.peaks.get(number, 0),
            roads=seat.roads,
            longest_road=self.longest.get(number, 0),
            knights=seat.knights,
            cards_bought=self.bought.get(number, 0),
            tokens_spent=self.tokens.get(number, 0),
            turns=turns,
            seconds=self.time.get(f"seat.{number}", 0.0),
        )
