"""The robber's visits, thefts, and the cards that he withheld."""

from collections import Counter

from narrator.core.play.robber import hex_under_robber, is_choosing_desert, seats_at_robber
from narrator.core.reading.stats.card_flow import stolen_cards
from narrator.core.reading.stats.model import RobberCause, RobberVisit, Theft
from narrator.core.reading.stats.payout import RollOutcome
from narrator.core.record.snapshot import Snapshot
from narrator.core.table import events
from narrator.core.table.state import GameState


class RobberLog:
    def __init__(self) -> None:
        self.thefts: list[Theft] = []
        self._visits: list[_OpenVisit] = []
        self._cause: RobberCause = "told"

    def add(self, snapshot: Snapshot, fact: events.AnyFact, outcome: RollOutcome | None) -> None:
        before, after = snapshot.previous_state, snapshot.state
        if isinstance(fact, events.DiceRolled):
            if fact.sum == 7 and not fact.late:
                self._cause = "seven"
            if outcome is not None and self._visits:
                self._visits[-1].add(fact.sum, outcome)
        elif isinstance(fact, events.KnightPlayed):
            self._cause = "knight"
        elif isinstance(fact, events.RobberMoved) and not is_choosing_desert(before):
            self._go(snapshot, fact.seat, self._cause)
        elif isinstance(fact, events.TokensSpent) and fact.action == "robber_home":
            self._go(snapshot, fact.seat, "sent_home")
        elif isinstance(fact, events.Corrected) and fact.what == "robber" and _place(before) != _place(after):
            self._go(snapshot, None, "told")
        elif isinstance(fact, events.CardStolen) and fact.victim is not None:
            count = stolen_cards(before, after, fact)
            self.thefts.append(Theft(snapshot.number, after.round, fact.seat, fact.victim, count))

    def _go(self, snapshot: Snapshot, by: int | None, cause: RobberCause) -> None:
        if self._visits:
            self._visits[-1].until = snapshot.number
        self._visits.append(_OpenVisit(snapshot, by, cause))
        self._cause = "told"

    def visits(self) -> tuple[RobberVisit, ...]:
        return tuple(stay.visit() for stay in self._visits)


class _OpenVisit:
    def __init__(self, snapshot: Snapshot, by: int | None, cause: RobberCause) -> None:
        self.snapshot, self.by, self.cause = snapshot, by, cause
        self.until: int | None = None
        under = hex_under_robber(snapshot.state)
        self.number = under.number if under else None
        self.rolled = 0
        self.blocked_cards: Counter[int] = Counter()

    def add(self, total: int, outcome: RollOutcome) -> None:
        self.rolled += total == self.number
        self.blocked_cards.update(outcome.blocked_cards)

    def visit(self) -> RobberVisit:
        state = self.snapshot.state
        under = hex_under_robber(state)
        return RobberVisit(
            entry=self.snapshot.number,
            until=self.until,
            round=state.round,
            by=self.by,
            cause=self.cause,
            at=state.robber,
            resource=under.resource if under else None,
            number=self.number,
            blocked=tuple(sorted(seats_at_robber(state))),
            times_rolled=self.rolled,
            blocked_cards=dict(sorted(self.blocked_cards.items())),
        )


def _place(state: GameState) -> object:
    return state.robber, state.blocked_hex
