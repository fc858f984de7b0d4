"""Games where the app deals."""

from collections.abc import Callable
from pathlib import Path

import pytest

from narrator.app.games.dealer import Author
from narrator.app.games.games import Games
from narrator.app.games.results import EntryRefused
from narrator.core.play.seeded_draws import certain_hand
from narrator.core.record.record import Record
from narrator.core.table.cards import PRICES
from narrator.core.table.events import AnyEvent
from narrator.core.table.state import GameState
from tests.support.dealt import dealing_in, dealt_setup, play_on

Until = Callable[[Record], bool]


class Night:
    """A game that the app deals, played until a moment that a test needs."""

    def __init__(self, folder: Path, until: Until, seed: int = 1, players: int = 3, **rules: object) -> None:
        self.games: Games = dealing_in(folder, seed)
        self.id = self.games.create(dealt_setup(players, seed, **rules)).id
        for _ in play_on(self.games, self.id, seed, 900):
            if until(self.whole):
                return
        assert until(self.whole), "it never came to that"

    @property
    def whole(self) -> Record:
        return self.games.full_record(self.id)

    @property
    def state(self) -> GameState:
        return self.whole.state

    def enter(self, *events: AnyEvent, by: Author = "host") -> None:
        self.games.enter_events(self.id, events, by=by)

    def refused(self, *events: AnyEvent, by: Author = "host") -> list[str]:
        """Why it can't be entered; a trial says the same."""
        with pytest.raises(EntryRefused) as caught:
            self.enter(*events, by=by)
        tried = self.games.judge(self.id, events, by)
        assert list(caught.value.reasons) == list(next(reasons for reasons in tried if reasons))
        return [reason.code for reason in caught.value.reasons]


def acts(record: Record) -> bool:
    """Somebody is on turn after the roll, some rounds on."""
    return record.state.round > 2 and record.state.phase.step == "actions"


def can_buy(record: Record) -> bool:
    return acts(record) and certain_hand(record.state, record.state.turn).covers(PRICES["development"])
