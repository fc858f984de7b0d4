"""The quiz, in which every phone answers for itself, and the practice turn; the host turns their pages."""

from narrator.app.sessions.service import SessionService
from narrator.core.message import Refused, impossible
from narrator.core.record.record import Record
from narrator.script.practice import PracticeScene, can_practice, practice_turn
from narrator.script.quiz import QUESTIONS, Question, quiz_questions
from narrator.session.events import PracticeStepped, QuizAnswered, QuizTurned
from narrator.session.table_session import Quiz, TableSession


def questions_of(asked: Quiz, record: Record) -> tuple[Question, ...]:
    """Return the questions under the rules at the quiz's start."""
    return quiz_questions(record.snapshot_at(min(asked.seen, record.last_entry)).state, asked.seed)


def begin(sessions: SessionService, record: Record, game: str, seed: int) -> None:
    session = sessions.session_of(game)
    if session.quiz is None:
        sessions.append(game, QuizTurned(seed=seed, at=1, seen=record.last_entry), f"quiz {session.number}")


def turn(sessions: SessionService, game: str, seed: int, at: int, is_shown: bool) -> None:
    """Go one step further: show the answer, then the next question, after the last one the score."""
    asked = sessions.session_of(game).quiz
    if asked is None or asked.seed != seed:
        return
    following = (asked.at, True) if not asked.is_shown and asked.at <= QUESTIONS else (asked.at + 1, False)
    if (at, is_shown) == following and at <= QUESTIONS + 1:
        sessions.append(game, QuizTurned(seed=seed, at=at, shown=is_shown), f"quiz {seed} {at} {is_shown}")


def stop(sessions: SessionService, game: str) -> None:
    session = sessions.session_of(game)
    if session.quiz is not None:
        sessions.append(game, QuizTurned(seed=session.quiz.seed, at=0), f"quiz over {session.number}")


def guess(sessions: SessionService, record: Record, game: str, said: QuizAnswered, key: str) -> None:
    """Answer for a seat; it may change the answer until the right one is shown. Raises `Refused`."""
    asked = sessions.session_of(game).quiz
    if asked is None or asked.at != said.at or not asked.is_open or said.seat >= len(record.state.seats):
        raise Refused(impossible("vote.gone"))
    if said.option not in {option.id for option in questions_of(asked, record)[said.at - 1].options}:
        raise Refused(impossible("vote.gone"))
    sessions.append(game, said, key)


def practice_scene(record: Record, session: TableSession) -> PracticeScene | None:
    """Return the current scene of the practice turn, which the first real roll ends."""
    scenes = practice_turn(record) if session.practice else ()
    return scenes[session.practice - 1] if session.practice <= len(scenes) and scenes else None


def set_practice_step(sessions: SessionService, record: Record, game: str, step: int, seen: int) -> None:
    """Go one step forward or back, or end the practice (0). Ignore taps on an outdated page."""
    now = sessions.session_of(game).practice
    is_near = step == 0 or abs(step - now) == 1
    if can_practice(record.state) and seen == now and is_near and step <= len(practice_turn(record)):
        event = PracticeStepped(step=step, seen=record.last_entry)
        sessions.append(game, event, f"practice {sessions.session_of(game).number} {step}")
