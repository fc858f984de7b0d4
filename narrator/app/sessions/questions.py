"""A question at the table: the clock stands still while it is asked, the phones may vote on it, and what the table
decides is written down."""

from datetime import datetime
from hashlib import sha256

from narrator.app.games.games import Games
from narrator.app.sessions.sessions import SessionService
from narrator.core.message import Refused, impossible
from narrator.core.record.clock import clock_of
from narrator.core.table.events import ClockPaused, ClockResumed, RulingMade
from narrator.core.table.state import GameState
from narrator.script.disputes import ruling_options
from narrator.script.library import everything
from narrator.session.events import VoteAsked, Voted


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


def ask_table(sessions: SessionService, state: GameState, game: str, case: str, key: str) -> None:
    """The host asks every phone; a question that the library does not have is none."""
    if case in _known(state):
        sessions.lay(game, VoteAsked(case=case, seen=state.seq), key)


def vote(sessions: SessionService, state: GameState, game: str, said: Voted, key: str) -> None:
    """A seat's own word. Raises `Refused` where that question is no longer asked, or has no such answer."""
    asked = sessions.of(game).vote
    if asked is None or asked.number != said.note or said.seat >= len(state.seats):
        raise Refused(impossible("vote.gone"))
    if said.way not in {way.id for way in ruling_options(state, asked.case)}:
        raise Refused(impossible("vote.gone"))
    sessions.lay(game, said, key)


def stop_vote(sessions: SessionService, game: str) -> None:
    """The phones are asked no longer; nothing is decided by that."""
    asked = sessions.of(game).vote
    if asked is not None:
        sessions.settle(game, asked.number, "withdrawn")


def rule(games: Games, sessions: SessionService, game: str, case: str, text: str, seen: str) -> None:
    """The table rules on a case of the library; the same words from the same page are one ruling. A vote on it is over
    with that. Raises `EntryRefused`."""
    if not text or case not in _known(games.record(game).state):
        return
    key = sha256(f"ruling {seen} {case} {text}".encode()).hexdigest()
    games.enter(game, [RulingMade(case=case, text=text)], None, key)
    asked = sessions.of(game).vote
    if asked is not None and asked.case == case:
        sessions.settle(game, asked.number, "entered")


def _known(state: GameState) -> set[str]:
    return {topic.id for topic in everything(state)}
