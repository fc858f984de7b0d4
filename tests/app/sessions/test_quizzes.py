"""A quiz for the table: notes beside the log, one step at a time, one answer a seat."""

from pathlib import Path

import pytest

from narrator.app.sessions import quizzes
from narrator.core.message import Refused
from narrator.script.quiz import QUESTIONS
from narrator.session.events import QuizAnswered
from narrator.session.table_session import Quiz
from tests.support.evening import ANA, BORIS, CHAI, Evening


class Quizzed(Evening):
    def begin(self, seed: int = 7) -> Quiz:
        quizzes.begin(self.sessions, self.games.record_of(self.id), self.id, seed)
        return self.quiz

    def turn(self, at: int, is_shown: bool = False) -> None:
        quizzes.turn(self.sessions, self.id, self.quiz.seed, at, is_shown)

    def guess(self, seat: int, way: str, at: int = 1) -> None:
        key = f"{seat} {at} {way} {self.sessions.session_of(self.id).number}"
        quizzes.guess(
            self.sessions, self.games.record_of(self.id), self.id, QuizAnswered(seat=seat, at=at, option=way), key
        )

    def ways(self, at: int = 1) -> tuple[str, str]:
        """The right answer and a wrong one."""
        question = quizzes.questions_of(self.quiz, self.games.record_of(self.id))[at - 1]
        return question.right_option, next(way.id for way in question.options if way.id != question.right_option)

    @property
    def quiz(self) -> Quiz:
        found = self.sessions.session_of(self.id).quiz
        assert found is not None
        return found


@pytest.fixture
def evening(tmp_path: Path) -> Quizzed:
    evening = Quizzed(tmp_path)
    evening.begin()
    return evening


def test_each_question_is_asked_then_told_then_the_next_and_at_the_end_the_score(evening: Quizzed) -> None:
    right = 0
    for at in range(1, QUESTIONS + 1):
        assert (evening.quiz.at, evening.quiz.is_open) == (at, True)
        good, bad = evening.ways(at)
        evening.guess(BORIS, good if at % 2 else bad, at)
        right += at % 2
        evening.turn(at, is_shown=True)
        assert not evening.quiz.is_open
        evening.turn(at + 1)
    questions = quizzes.questions_of(evening.quiz, evening.games.record_of(evening.id))
    assert evening.quiz.is_over
    assert evening.quiz.right(questions, BORIS) == right
    assert evening.quiz.right(questions, CHAI) == 0
    assert evening.new == []


def test_a_seat_may_change_its_answer_until_the_right_one_is_shown(evening: Quizzed) -> None:
    good, bad = evening.ways()
    evening.guess(ANA, bad)
    evening.guess(ANA, good)
    assert evening.quiz.guesses == {1: {ANA: good}}
    evening.turn(1, is_shown=True)
    with pytest.raises(Refused):
        evening.guess(ANA, bad)
    assert evening.quiz.guesses == {1: {ANA: good}}


@pytest.mark.parametrize(("seat", "way", "at"), [(ANA, "nonsense", 1), (ANA, "yes", 2), (9, "yes", 1)])
def test_what_is_not_asked_is_not_taken(evening: Quizzed, seat: int, way: str, at: int) -> None:
    with pytest.raises(Refused):
        evening.guess(seat, way, at)
    assert evening.quiz.guesses == {}


def test_a_second_tap_on_an_old_page_skips_nothing(evening: Quizzed) -> None:
    evening.turn(1, is_shown=True)
    evening.turn(2)
    evening.turn(2)
    evening.turn(1, is_shown=True)
    evening.turn(5)
    assert (evening.quiz.at, evening.quiz.is_shown) == (2, False)


def test_one_that_is_going_on_stays_and_one_that_was_stopped_is_gone(evening: Quizzed) -> None:
    assert evening.begin(seed=8).seed == 7
    quizzes.stop(evening.sessions, evening.id)
    assert evening.sessions.session_of(evening.id).quiz is None
    assert evening.begin(seed=8).seed == 8


def test_other_session_events_leave_it_alone(evening: Quizzed) -> None:
    evening.guess(ANA, evening.ways()[0])
    before = evening.quiz
    evening.trust(BORIS)
    assert evening.quiz == before
