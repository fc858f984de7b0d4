"""A bot that thinks for as long as a test wants."""

from time import monotonic, sleep
from typing import Any

import pytest

from narrator.app.bots import decisions
from narrator.bot.decide import Decision, decide
from tests.support.waiting import PATIENCE, wait_until

LONGEST = PATIENCE
"""Seconds after which it decides whatever happens: where nothing else goes on meanwhile, nobody can let it."""


class SlowThought:
    """Every decision waits until it may end."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.ended, self.may_end = 0, 0, False
        monkeypatch.setattr(decisions, "decide", self._think)

    def _think(self, *args: Any) -> Decision:
        self.begun += 1
        latest = monotonic() + LONGEST
        while not self.may_end and monotonic() < latest:
            sleep(0.005)
        self.ended += 1
        return decide(*args)

    def wait(self) -> None:
        """Until a bot thinks."""
        wait_until(lambda: self.begun)
