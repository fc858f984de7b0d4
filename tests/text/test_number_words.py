"""Numbers as words, in the forms that lines ask for."""

import pytest

from narrator.text.grammar import Number


@pytest.mark.parametrize(
    ("language", "form", "words"),
    [
        ("en", "", {0: "zero", 1: "one", 2: "two", 5: "five", 11: "eleven", 21: "twenty-one", 22: "twenty-two"}),
        ("en", "a", {2: "a two", 8: "an eight", 11: "an eleven", 12: "a twelve"}),
        ("es", "", {0: "cero", 1: "uno", 16: "dieciséis", 21: "veintiuno", 31: "treinta y uno"}),
        ("es", "m", {1: "un", 21: "veintiún", 31: "treinta y un", 2: "dos"}),
        ("es", "f", {1: "una", 21: "veintiuna", 31: "treinta y una", 5: "cinco"}),
        ("es", "a", {8: "un ocho"}),
        ("ru", "acc.f", {1: "одну", 2: "две", 5: "пять", 11: "одиннадцать", 21: "двадцать одну", 22: "двадцать две"}),
        ("ru", "nom.m", {0: "ноль", 1: "один", 2: "два", 21: "двадцать один"}),
        ("ru", "nom.n", {1: "одно", 2: "два"}),
        ("ru", "acc.a", {1: "одного", 2: "двух", 3: "трёх", 5: "пять", 22: "двадцать двух"}),
        ("ru", "gen.f", {1: "одной", 2: "двух", 4: "четырёх", 7: "семи", 8: "восьми", 11: "одиннадцати", 40: "сорока"}),
        ("ru", "dat.m", {1: "одному", 3: "трём", 5: "пяти"}),
        ("ru", "~acc.f", {1: "", 2: "две", 21: "двадцать одну"}),
        ("ru", "1|руду|карту руды", {1: "руду", 21: "карту руды"}),
        ("ru", "Nom.f", {2: "Две"}),
        ("th", "", {0: "0", 1: "1", 21: "21"}),
        ("ru", "digit", {5: "5"}),
        ("en", "", {100: "100", -1: "-1"}),
        ("ru", "ord", {5: "пятом", 21: "двадцать первом", 100: "100-м", 166: "166-м"}),
        ("en", "times", {0: "zero times", 1: "once", 3: "three times", 101: "101 times"}),
        ("en", "Times", {2: "Twice", 101: "101 times"}),
    ],
)
def test_a_number_is_said_in_its_form(language: str, form: str, words: dict[int, str]) -> None:
    assert {number: format(Number(number, language), form) for number in words} == words
