"""Questions about the rules: pause the clock, vote on a ruling, record it, and agree to rules or object to them."""

from datetime import datetime
from hashlib import sha256

from narrator.app.games.games import Games
from narrator.app.sessions.service import SessionService
from narrator.core.message import Refused, impossible
from narrator.core.record.clock import clock_of
from narrator.core.record.record import Record
from narrator.core.table import events
from narrator.core.table.phase import Over, SettingUp
from narrator.core.table.state import GameState, active_seats
from narrator.script.disputes import ruling_options
from narrator.script.library import all_topics
from narrator.session.events import Objected, VoteAsked, Voted
from narrator.session.table_session import TableSession


def pause_for_question(games: Games, game: str, now: datetime) -> bool:
    """Pause the clock for a question; return True if it was running."""
    record = games.record_of(game)
    clock = clock_of(record.head, now)
    if clock is None or clock.paused:
        return False
    games.enter_events(game, [events.ClockPaused()], None, f"question {record.last_entry}")
    return True


def resume_after_question(games: Games, game: str, now: datetime) -> None:
    record = games.record_of(game)
    clock = clock_of(record.head, now)
    if clock is not None and clock.paused:
        games.enter_events(game, [events.ClockResumed()], None, f"answered {record.last_entry}")


def start_vote(sessions: SessionService, state: GameState, game: str, case: str, key: str) -> None:
    if case in _known_cases(state):
        sessions.append(game, VoteAsked(case=case, seen=state.last_entry), key)


def vote(sessions: SessionService, state: GameState, game: str, said: Voted, key: str) -> None:
    """Raises `Refused` if the vote is over or has no such answer."""
    asked = sessions.session_of(game).vote
    if asked is None or asked.number != said.vote_number or said.seat >= len(state.seats):
        raise Refused(impossible("vote.gone"))
    if said.ruling not in {option.id for option in ruling_options(state, asked.case)}:
        raise Refused(impossible("vote.gone"))
    sessions.append(game, said, key)


def stop_vote(sessions: SessionService, game: str) -> None:
    if (asked := sessions.session_of(game).vote) is not None:
        sessions.close(game, asked.number, "withdrawn")


def record_ruling(games: Games, sessions: SessionService, game: str, case: str, text: str, seen: str) -> None:
    """Record the table's ruling on a case once, and close the vote on it. Raises `EntryRefused`."""
    if not text or case not in _known_cases(games.record_of(game).state):
        return
    key = sha256(f"ruling {seen} {case} {text}".encode()).hexdigest()
    games.enter_events(game, [events.RulingMade(case=case, text=text)], None, key)
    asked = sessions.session_of(game).vote
    if asked is not None and asked.case == case:
        sessions.close(game, asked.number, "entered")


def _known_cases(state: GameState) -> set[str]:
    return {topic.id for topic in all_topics(state)}


def agree_to_rules(games: Games, game: str, seat: int) -> None:
    """Enter a seat's agreement to the rules. Raises `EntryRefused`."""
    state = games.record_of(game).state
    if seat not in state.agreed_seats:
        games.enter_events(game, [events.RulesAgreed(seat=seat)], None, f"agreed {seat} {state.last_entry}")


def object_to_rules(sessions: SessionService, record: Record, game: str, seat: int) -> None:
    """Object to the rules, or to a changed one. The host sees it, but nothing waits for it."""
    if asks_agreement(record.state, seat) and seat not in objecting_seats(record, sessions.session_of(game)):
        seen = record.last_entry
        sessions.append(game, Objected(seat=seat, seen=seen), f"objected {seat} {seen}")


def objecting_seats(record: Record, session: TableSession) -> list[int]:
    """Return the seats that object to the current rules and have not agreed since."""
    return [
        seat
        for seat, seen in sorted(session.objections.items())
        if asks_agreement(record.state, seat) and not any(_outdates(event, seat) for event in record.log[seen:])
    ]


def _outdates(event: events.AnyEvent, seat: int) -> bool:
    """Whether this event outdates a seat's objection: the rules changed, or another player joined."""
    return isinstance(event, events.RuleChanged) or (isinstance(event, events.SeatJoined) and event.seat == seat)


def asks_agreement(state: GameState, seat: int) -> bool:
    """Ask before the first placement, and after a change of a rule that needs everybody's agreement."""
    if seat in state.agreed_seats or isinstance(state.phase, Over):
        return False
    return isinstance(state.phase, SettingUp) or state.needs_agreement


def seats_to_agree(state: GameState) -> list[int]:
    """Return the seats that have not agreed yet to rules changed in mid-game."""
    if isinstance(state.phase, SettingUp) or not state.needs_agreement:
        return []
    return [seat for seat in active_seats(state) if asks_agreement(state, seat)]
