"""A quiz for the whole table: the host turns the questions, every phone answers for itself."""

from narrator.app.sessions.sessions import SessionService
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.script.quiz import QUESTIONS, Question, quiz
from narrator.session.events import QuizAnswered, QuizTurned
from narrator.session.table_session import Quiz


def questions_of(asked: Quiz, record: Record) -> tuple[Question, ...]:
    """By the rules that were agreed on when it began."""
    return quiz(record.at(min(asked.seen, len(record.log))).state, asked.seed)


def begin(sessions: SessionService, record: Record, game: str, seed: int) -> None:
    """One at a time: a quiz that is going on stays."""
    session = sessions.of(game)
    if session.quiz is None:
        sessions.lay(game, QuizTurned(seed=seed, at=1, seen=len(record.log)), f"quiz {session.number}")


def turn(sessions: SessionService, game: str, seed: int, at: int, is_shown: bool) -> None:
    """The host's tap: the answer, then the next question; after the last the score. Only one step, and only once."""
    asked = sessions.of(game).quiz
    if asked is None or asked.seed != seed:
        return
    following = (asked.at, True) if not asked.is_shown and asked.at <= QUESTIONS else (asked.at + 1, False)
    if (at, is_shown) == following and at <= QUESTIONS + 1:
        sessions.lay(game, QuizTurned(seed=seed, at=at, shown=is_shown), f"quiz {seed} {at} {is_shown}")


def stop(sessions: SessionService, game: str) -> None:
    session = sessions.of(game)
    if session.quiz is not None:
        sessions.lay(game, QuizTurned(seed=session.quiz.seed, at=0), f"quiz over {session.number}")


def guess(sessions: SessionService, record: Record, game: str, said: QuizAnswered, key: str) -> None:
    """A seat's own answer; it may be changed until the right one is shown. Raises `Refused`."""
    asked = sessions.of(game).quiz
    if asked is None or asked.at != said.at or not asked.is_open or said.seat >= len(record.state.seats):
        raise Refused(impossible("vote.gone"))
    if said.way not in {way.id for way in questions_of(asked, record)[said.at - 1].ways}:
        raise Refused(impossible("vote.gone"))
    sessions.lay(game, said, key)
