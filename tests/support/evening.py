"""The sample evening in mid-play, with its desk."""

from pathlib import Path

import msgspec
import pytest

from narrator.app.seats.seats import set_trusted
from narrator.app.sessions.proposals import ProposalService
from narrator.app.sessions.service import SessionService
from narrator.app.sessions.trades import TradeService
from narrator.core.message import Refused
from narrator.core.table.events import AnyEvent, AnyFact
from tests.support.app import NOON, games_in
from tests.support.web import SAMPLE, game_in

ANA, BORIS, CHAI, DANA = range(4)
SETUP, EVENING = game_in(SAMPLE)
ANAS_TURN = 46
"""The entry of the sample evening after which Ana has rolled and holds eight cards."""
BEFORE_BORIS_ROLLS = 47


class Evening:
    """A game in mid-play, its desk, and what was told."""

    def __init__(self, folder: Path, entries: int = ANAS_TURN) -> None:
        self.games = games_in(folder)
        self.sessions = SessionService(self.games, lambda: NOON)
        self.proposals = ProposalService(self.games, self.sessions)
        self.trades = TradeService(self.games, self.sessions, self.proposals, lambda: NOON)
        self.id = self.games.create(SETUP, EVENING[:entries]).id
        self.start = entries

    def propose(self, *events: AnyFact, seat: int = ANA, key: str = "tap", seen: int | None = None) -> bool:
        return self.proposals.propose(self.id, seat, events, key, self.seq if seen is None else seen)

    def refusal(self, *events: AnyFact, seat: int = ANA) -> list[str]:
        with pytest.raises(Refused) as caught:
            self.propose(*events, seat=seat)
        return [reason.code for reason in caught.value.reasons]

    def trust(self, seat: int = ANA) -> None:
        key = f"trust {self.sessions.session_of(self.id).number}"
        set_trusted(self.games, self.sessions, self.id, seat, True, key)

    @property
    def waiting(self) -> list[int]:
        return list(self.sessions.session_of(self.id).proposals.open)

    @property
    def seq(self) -> int:
        return len(self.games.record_of(self.id).log)

    @property
    def new(self) -> list[AnyEvent]:
        """What was entered since, without its time."""
        log = self.games.record_of(self.id).log[self.start :]
        return [msgspec.structs.replace(event, time=None, group=None) for event in log]
