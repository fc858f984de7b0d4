"""Numbers as words, in the case and gender that a message asks for.

Babel cannot spell out numbers, so each language may have a numbers.toml; without it, digits are used.
"""

from collections.abc import Iterator
from functools import cache

from narrator.text.formatting import format_number
from narrator.text.languages import language_file

THOUSAND = 1000  # smaller numbers need no grouping


@cache
def spell(number: int, form: str, language: str) -> str:
    """Spell a number below a hundred.

    >>> spell(21, "", "en"), spell(8, "a", "en"), spell(21, "f", "es"), spell(22, "acc.f", "ru"), spell(8, "", "th")
    ('twenty-one', 'an eight', 'veintiuna', 'двадцать две', '8')
    """
    if not language_file(language, "numbers"):
        return str(number)
    tables = list(_tables(form, language))
    if word := _look_up(number, tables):
        return word
    if around := tables[0].get("around"):
        return around.format(number=spell(number, "", language))
    tens, ones = _look_up(number - number % 10, tables), _look_up(number % 10, tables)
    join: str = language_file(language, "numbers")["join"]
    return join.format(tens=tens, ones=ones)


def _tables(form: str, language: str) -> Iterator[dict[str, str]]:
    """Yield the tables of a form: its own, those of the form it is based on, then the plain ones."""
    written = language_file(language, "numbers")
    while form:
        table: dict[str, str] = written.get("forms", {}).get(form, {})
        yield table
        if "around" in table:
            return
        form = table.get("like", form.rpartition(".")[0])
    yield written["words"]


def _look_up(number: int, tables: list[dict[str, str]]) -> str | None:
    return next((table[str(number)] for table in tables if str(number) in table), None)


def digits_template(form: str, language: str) -> str:
    """Return the template for numbers without words: 166-м."""
    forms = language_file(language, "numbers").get("forms", {})
    written: str = forms.get(form[:1].lower() + form[1:], {}).get("beyond", "{number}")
    return written


class Number(int):
    """A count in a line: `{n}`, `{n:acc.f}`; `{n:~acc.f}` is left out when it is exactly one; `{n:digit}` is digits;
    `{n:1|this|that}` is what is said of exactly one, and of others that share its form, as twenty-one in Russian."""

    language: str

    def __new__(cls, value: int, language: str) -> "Number":
        number = super().__new__(cls, value)
        number.language = language
        return number

    def __format__(self, form: str) -> str:
        if form.startswith("1|"):
            return form.split("|")[1 if self == 1 else 2]
        if form.startswith("~"):
            if self == 1:
                return ""
            form = form[1:]
        if form == "digit" or not 0 <= self < 100:
            digits = format_number(int(self), self.language) if abs(self) >= THOUSAND else str(int(self))
            return digits_template(form, self.language).format(number=digits)
        capital = form[:1].isupper()
        word = spell(int(self), form[:1].lower() + form[1:], self.language)
        return word[0].upper() + word[1:] if capital else word
