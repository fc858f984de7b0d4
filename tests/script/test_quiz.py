"""The quiz: ten odd cases, always the same for a seed, with the ruling that the table's rules give."""

from msgspec.structs import replace

from narrator.core.table.house_rules import HouseRules
from narrator.core.table.state import GameState
from narrator.script.library import WHAT_IFS
from narrator.script.quiz import DEBATED, NO, QUESTIONS, YES, YES_VALUE_OF_QUESTION, quiz_questions
from narrator.text.render import TableLocale, say
from narrator.web.library.view import box_table


def table(**rules: object) -> GameState:
    return replace(box_table(), rules=replace(HouseRules(), **rules))


def test_it_has_ten_different_questions_and_a_seed_always_gives_the_same() -> None:
    asked = [quiz_questions(table(), seed) for seed in range(50)]
    assert all(len({question.case for question in questions}) == QUESTIONS for questions in asked)
    assert asked == [quiz_questions(table(), seed) for seed in range(50)]
    assert len({tuple(question.case for question in questions) for questions in asked}) == 50


def test_in_the_long_run_every_case_is_asked() -> None:
    cases = {question.case for seed in range(200) for question in quiz_questions(table(), seed)}
    assert cases == {*DEBATED, *(f"what_if.{name}" for name in (*YES, *NO, *YES_VALUE_OF_QUESTION))}


def test_the_right_answer_is_among_those_shown_and_is_what_the_ruling_says() -> None:
    voice = TableLocale("en")
    for seed in range(60):
        for question in quiz_questions(table(), seed):
            words = {way.id: say(way.words, voice) for way in question.options}
            assert len(set(words.values())) == len(words) >= 2
            ruling = say(question.ruling[0], voice)
            if set(words) == {"yes", "no"}:
                assert ruling.lower().startswith(question.right_option), (question.case, ruling)
            else:
                assert ruling == words[question.right_option]


def test_the_answers_do_not_always_stand_in_the_same_order() -> None:
    places = {
        [way.id for way in question.options].index(question.right_option)
        for seed in range(30)
        for question in quiz_questions(table(), seed)
        if question.case == "prompt.short_bank"
    }
    assert places == {0, 1, 2}


def test_another_house_rule_has_another_right_answer() -> None:
    def answers(**rules: object) -> dict[str, str]:
        return {
            question.case: question.right_option
            for seed in range(200)
            for question in quiz_questions(table(**rules), seed)
        }

    assert answers()["what_if.gifts"] == "no"
    assert answers(gifts="allowed")["what_if.gifts"] == "yes"
    assert answers(bank_shortage="nobody")["prompt.short_bank"] == "nobody"


def test_what_is_off_tonight_is_not_asked() -> None:
    cases = {
        q.case for seed in range(100) for q in quiz_questions(table(development_cards="off", harbours="off"), seed)
    }
    needed = {
        name for name, ground in WHAT_IFS.items() if {"development_cards", "harbours"} & set(ground.required_rules)
    }
    assert not cases & {f"what_if.{name}" for name in needed}
    assert "prompt.plenty_short" not in cases
