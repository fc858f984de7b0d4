"""Numbers as words, in the case and gender that a line asks for. Thai says digits."""

from collections.abc import Callable

Spell = Callable[[int, str], str]

ENGLISH = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
ENGLISH_TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def spell_english(number: int, form: str) -> str:
    """`a` puts the article in front: a six, an eight."""
    word = ENGLISH[number] if number < 20 else _english_tens(number)
    return f"{'an' if word[0] in 'aeiou' and word != 'one' else 'a'} {word}" if form == "a" else word


def _english_tens(number: int) -> str:
    tens, ones = divmod(number, 10)
    return f"{ENGLISH_TENS[tens]}-{ENGLISH[ones]}" if ones else ENGLISH_TENS[tens]


SPANISH = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
]
SPANISH_TENS = ["", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]


def spell_spanish(number: int, form: str) -> str:
    """`m` and `f` stand before a noun (un, una); `a` is a number that comes up (un ocho)."""
    if number < 30:
        word = SPANISH[number]
    else:
        tens, ones = divmod(number, 10)
        word = f"{SPANISH_TENS[tens]} y {SPANISH[ones]}" if ones else SPANISH_TENS[tens]
    if form == "f" and word.endswith("uno"):
        return word[:-1] + "a"
    if form == "m" and word.endswith("uno"):
        return "veintiún" if number == 21 else word[:-1]
    return f"un {word}" if form == "a" else word


RUSSIAN_ONE = {
    "nom": {"m": "один", "f": "одна", "n": "одно", "a": "один"},
    "acc": {"m": "один", "f": "одну", "n": "одно", "a": "одного"},
    "gen": {"m": "одного", "f": "одной", "n": "одного", "a": "одного"},
    "dat": {"m": "одному", "f": "одной", "n": "одному", "a": "одному"},
    "pre": {"m": "одном", "f": "одной", "n": "одном", "a": "одном"},
}
RUSSIAN_SMALL = {
    "nom": ["два", "три", "четыре"],
    "gen": ["двух", "трёх", "четырёх"],
    "dat": ["двум", "трём", "четырём"],
    "pre": ["двух", "трёх", "четырёх"],
}
RUSSIAN = [
    "ноль",
    "один",
    "два",
    "три",
    "четыре",
    "пять",
    "шесть",
    "семь",
    "восемь",
    "девять",
    "десять",
    "одиннадцать",
    "двенадцать",
    "тринадцать",
    "четырнадцать",
    "пятнадцать",
    "шестнадцать",
    "семнадцать",
    "восемнадцать",
    "девятнадцать",
]
RUSSIAN_TENS = [
    "",
    "",
    "двадцать",
    "тридцать",
    "сорок",
    "пятьдесят",
    "шестьдесят",
    "семьдесят",
    "восемьдесят",
    "девяносто",
]
RUSSIAN_TENS_OBLIQUE = [
    "",
    "",
    "двадцати",
    "тридцати",
    "сорока",
    "пятидесяти",
    "шестидесяти",
    "семидесяти",
    "восьмидесяти",
    "девяноста",
]


def spell_russian(number: int, form: str) -> str:
    """`case.gender`, for example `acc.f`: одну, две, пять; `a` is an animate noun."""
    case, _, gender = form.partition(".")
    case, gender = case or "nom", gender or "m"
    if number < 20:
        return _russian_below_twenty(number, case, gender)
    tens, ones = divmod(number, 10)
    stem = (RUSSIAN_TENS if case in ("nom", "acc") else RUSSIAN_TENS_OBLIQUE)[tens]
    return f"{stem} {_russian_below_twenty(ones, case, gender)}" if ones else stem


def _russian_below_twenty(number: int, case: str, gender: str) -> str:
    if number == 0:
        return {"nom": "ноль", "acc": "ноль", "dat": "нулю", "pre": "нуле"}.get(case, "нуля")
    if number == 1:
        return RUSSIAN_ONE[case][gender]
    if number < 5:
        if case == "acc":
            case = "gen" if gender == "a" else "nom"
        return "две" if (case, gender, number) == ("nom", "f", 2) else RUSSIAN_SMALL[case][number - 2]
    word = RUSSIAN[number]
    if case in ("nom", "acc"):
        return word
    return "восьми" if number == 8 else word[:-1] + "и"


def spell_thai(number: int, form: str) -> str:
    return str(number)


SPELL: dict[str, Spell] = {"en": spell_english, "es": spell_spanish, "ru": spell_russian, "th": spell_thai}


class Number(int):
    """A count in a line: `{n}`, `{n:acc.f}`; `{n:~acc.f}` is left out when it is exactly one; `{n:digit}` is digits."""

    language: str

    def __new__(cls, value: int, language: str) -> "Number":
        number = super().__new__(cls, value)
        number.language = language
        return number

    def __format__(self, form: str) -> str:
        if form.startswith("~"):
            if self == 1:
                return ""
            form = form[1:]
        if form == "digit" or not 0 <= self < 100:
            return str(int(self))
        capital = form[:1].isupper()
        word = SPELL[self.language](int(self), form[:1].lower() + form[1:])
        return word[0].upper() + word[1:] if capital else word
