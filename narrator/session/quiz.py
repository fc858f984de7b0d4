"""A quiz for the whole table, as the notes have it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from narrator.script.quiz import QUESTIONS, Question
from narrator.session.events import QuizAnswered, QuizTurned


class Quiz(Struct, frozen=True):
    seed: int
    seen: int
    """So many entries there were when it began."""
    at: int = 1
    """The question, from 1; after the last one the score."""
    is_shown: bool = False
    """Whether the right answer is shown."""
    guesses: Mapping[int, Mapping[int, str]] = {}
    """By question and seat: the last word of each counts."""

    @property
    def is_open(self) -> bool:
        """Whether phones may answer."""
        return not self.is_shown and not self.is_over

    @property
    def is_over(self) -> bool:
        return self.at > QUESTIONS

    def right(self, questions: Sequence[Question], seat: int) -> int:
        """So many of the questions whose answer was shown has a seat answered rightly."""
        told = self.at if self.is_shown else self.at - 1
        return sum(self.guesses.get(n, {}).get(seat) == one.right for n, one in enumerate(questions[:told], start=1))


def quizzed(quiz: Quiz | None, note: QuizTurned | QuizAnswered) -> Quiz | None:
    """The quiz after one note more."""
    if isinstance(note, QuizTurned):
        if note.at == 0:
            return None
        begun = quiz if quiz is not None and quiz.seed == note.seed else Quiz(note.seed, note.seen)
        return replace(begun, at=note.at, is_shown=note.shown)
    if quiz is None or note.at != quiz.at or not quiz.is_open:
        return quiz
    return replace(quiz, guesses={**quiz.guesses, note.at: {**quiz.guesses.get(note.at, {}), note.seat: note.way}})
