"""What the tests of the service share: a log in a real file, a clock that ticks, tables to begin with."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.table.events import AnyEvent, DiceRolled, RulingMade
from narrator.core.table.setup import BoardSetup, Player, Setup
from narrator.storage.storage import Storage
from tests.support import stores

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
TRIO = [Player("Ana", "red"), Player("Boris", "blue"), Player("Chai", "white")]
TOLD = Setup(TRIO, tracking="script")
LAID = Setup(TRIO, board=BoardSetup("beginner_6e"))
RANDOM = Setup(TRIO, board=BoardSetup("random_tokens"))


class Clock:
    """A second goes by whenever somebody looks."""

    def __init__(self) -> None:
        self.time = NOON

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


def same_draws(count: int) -> bytes:
    """Every game that the app deals draws the same cards, in whatever order the tests run."""
    return Random("draws").randbytes(count)


OPENED: list[Storage] = []


def log_in(folder: Path) -> Storage:
    """The log of this folder, in the kind of store that the test runs with."""
    OPENED.append(stores.opened(folder))
    return OPENED[-1]


def file_log_in(folder: Path) -> Storage:
    """For tests about the file itself, which are marked as such."""
    log = log_in(folder)
    assert isinstance(log, Storage)
    return log


def run_sql(storage: Storage, statement: str, **values: object) -> None:
    """Change what is stored behind the program's back. A colon stands before one of the values, or for itself."""
    names = "|".join(values) or "$"
    escaped = text(re.sub(rf":(?!(?:{names})\b)", r"\:", statement))
    storage.database.write(lambda connection: connection.execute(escaped, values))


def close_logs() -> None:
    while OPENED:
        OPENED.pop().close()


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    """For whoever imports it: logs that a test opened are closed after it."""
    yield
    close_logs()


def games_in(folder: Path) -> Games:
    """Games on a file, opened as another process would."""
    return Games(log_in(folder), Clock(), random_token, same_draws)


def ruling(text: str) -> RulingMade:
    """Something that can be entered at any time, as often as one likes."""
    return RulingMade(case="test", text=text)


def impossible_roll() -> DiceRolled:
    return DiceRolled(seat=7, total=8)


def texts(events: list[AnyEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, RulingMade)]
