"""A question at the table: the clock stands still while it is asked, and what the table decides is written down."""

from datetime import datetime
from hashlib import sha256

from narrator.core.record.clock import clock_of
from narrator.core.table.events import ClockPaused, ClockResumed, RulingMade
from narrator.script.library import everything

from .games import Games


def ask(games: Games, game: str, now: datetime) -> bool:
    """Somebody asks. True where a clock was running and stands still now."""
    record = games.record(game)
    clock = clock_of(record.head, now)
    if clock is None or clock.paused:
        return False
    games.enter(game, [ClockPaused()], None, f"question {len(record.log)}")
    return True


def go_on(games: Games, game: str, now: datetime) -> None:
    """The clock that a question has stopped goes on."""
    record = games.record(game)
    clock = clock_of(record.head, now)
    if clock is not None and clock.paused:
        games.enter(game, [ClockResumed()], None, f"answered {len(record.log)}")


def rule(games: Games, game: str, case: str, text: str, seen: str) -> None:
    """The table rules on a case of the library; the same words from the same page are one ruling. Raises
    `EntryRefused`."""
    known = {topic.id for topic in everything(games.record(game).state)}
    if text and case in known:
        key = sha256(f"ruling {seen} {case} {text}".encode()).hexdigest()
        games.enter(game, [RulingMade(case=case, text=text)], None, key)
