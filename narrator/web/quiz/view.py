"""The quiz as sentences: for one person, for the host's page, and for a phone."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from narrator.app.sessions.quizzes import questions_of
from narrator.core.record.record import Record
from narrator.script.quiz import QUESTIONS, Question, quiz_questions
from narrator.session.table_session import Quiz
from narrator.text.render import TableLocale, say, say_question
from narrator.web.library.view import box_table


class AnswerView(Struct, frozen=True):
    id: str
    words: str
    is_right: bool
    is_mine: bool
    seats: tuple[int, ...]  # who chose it, once the right answer is shown


class QuestionView(Struct, frozen=True):
    number: int
    title: str
    answers: tuple[AnswerView, ...]
    is_shown: bool  # with the right answer
    ruling: tuple[str, ...]  # the explanation, without what the answers say already
    question_count: int = QUESTIONS

    @property
    def has_mine(self) -> bool:
        return any(answer.is_mine for answer in self.answers)

    @property
    def is_mine_right(self) -> bool:
        return any(answer.is_mine and answer.is_right for answer in self.answers)


class SoloQuiz(Struct, frozen=True):
    """The quiz of one person; all of it comes from the query."""

    seed: int
    given: tuple[str, ...]
    right: int  # number of right answers
    question: QuestionView | None  # None after the last one
    question_count: int = QUESTIONS


class QuizView(Struct, frozen=True):
    seed: int
    question: QuestionView | None
    answered: int  # number of answers
    scores: tuple[tuple[int, int], ...]  # seats with their right answers, the best first
    question_count: int = QUESTIONS


def solo_quiz_view(seed: int, given: Sequence[str], at: int, locale: TableLocale) -> SoloQuiz:
    """Return the question number `at`, by the rules of the box; an answered one shows the ruling."""
    questions = quiz_questions(box_table(), seed)
    answers = tuple(given[:QUESTIONS])
    at = max(1, min(at, len(answers) + 1))
    right = sum(way == question.right_option for way, question in zip(answers, questions, strict=False))
    if at > len(questions):
        return SoloQuiz(seed, answers, right, None)
    mine = answers[at - 1] if at <= len(answers) else None
    return SoloQuiz(seed, answers, right, _question(questions[at - 1], at, mine is not None, mine, {}, locale))


def quiz_view(asked: Quiz | None, record: Record, seat: int | None, locale: TableLocale) -> QuizView | None:
    if asked is None:
        return None
    questions, guesses = questions_of(asked, record), asked.guesses.get(asked.at, {})
    scores = [(number, asked.right(questions, number)) for number in range(len(record.state.seats))]
    question = None
    if not asked.is_over:
        mine = guesses.get(seat) if seat is not None else None
        question = _question(questions[asked.at - 1], asked.at, asked.is_shown, mine, guesses, locale)
    return QuizView(asked.seed, question, len(guesses), tuple(sorted(scores, key=lambda score: -score[1])))


def _question(
    asked: Question, number: int, is_shown: bool, mine: str | None, guesses: Mapping[int, str], locale: TableLocale
) -> QuestionView:
    answers = tuple(
        AnswerView(
            id=way.id,
            words=say(way.words, locale),
            is_right=is_shown and way.id == asked.right_option,
            is_mine=way.id == mine,
            seats=tuple(seat for seat, chosen in sorted(guesses.items()) if chosen == way.id) if is_shown else (),
        )
        for way in asked.options
    )
    said = {answer.words for answer in answers}
    ruling = tuple(words for line in asked.ruling if (words := say(line, locale)) not in said) if is_shown else ()
    return QuestionView(number, say_question(asked.case, locale), answers, is_shown, ruling)
