"""Words in the form that a message asks for: nouns, numbers, the Thai polite particle, Spanish `y` and `o`.

Babel cannot spell out numbers, so each language may have a numbers.toml; without it, digits are used.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from narrator.text.formatting import format_number
from narrator.text.languages import language_file

# The end of a question.
QUESTION_ENDINGS = re.compile(
    r"(?:ไหม|มั้ย|หรือเปล่า|หรือยัง|เหรอ|ไหน|ไหนดี|อะไร|อะไรบ้าง|ใคร|เท่าไร|เมื่อไร|ยังไง|กี่[\u0e01-\u0e4e]*)$"
)
# Words that make the same ending a statement.
STATEMENT_WORDS = re.compile(r"ไม่|ห้าม|(?<!ก)ว่า(?!ง)")


def with_particle(line: str, particle: str, names: Iterable[str] = ()) -> str:
    """
    >>> with_particle("ทอยลูกเต๋า", "ครับ"), with_particle("พร้อมไหม", "ค่ะ"), with_particle("เริ่มเลย!", "ค่ะ")
    ('ทอยลูกเต๋าครับ', 'พร้อมไหมคะ', 'เริ่มเลยค่ะ!')

    After นะ and in questions it is คะ; what only sounds like a question keeps ค่ะ.

    >>> with_particle("เสร็จแล้วบอกนะ", "ค่ะ"), with_particle("โจรเริ่มที่ทะเลทรายช่องไหน", "ค่ะ")
    ('เสร็จแล้วบอกนะคะ', 'โจรเริ่มที่ทะเลทรายช่องไหนคะ')
    >>> with_particle("คราวนี้ไม่มีใครได้อะไร", "ค่ะ"), with_particle("วางตรงไหนก็ได้", "ค่ะ")
    ('คราวนี้ไม่มีใครได้อะไรค่ะ', 'วางตรงไหนก็ได้ค่ะ')

    Names are surrounded by spaces.

    >>> with_particle("ส่งลูกเต๋าให้ บอย", "ค่ะ", ["บอย", "Ana"]), with_particle("ส่งลูกเต๋าให้ Ana", "ค่ะ")
    ('ส่งลูกเต๋าให้ บอย ค่ะ', 'ส่งลูกเต๋าให้ Ana ค่ะ')
    """
    mark = line[-1] if line[-1] in "!?" else ""
    body = line.removesuffix(mark) if mark else line
    is_named = any(name and body.endswith(f" {name}") for name in names)
    ending = "คะ" if particle == "ค่ะ" and not is_named and _is_question(body) else particle
    return f"{body}{'' if _is_thai(body[-1]) and not is_named else ' '}{ending}{mark}"


def _is_question(body: str) -> bool:
    clause = body.rpartition(" ")[2]
    return clause.endswith("นะ") or bool(QUESTION_ENDINGS.search(clause) and not STATEMENT_WORDS.search(clause))


def _is_thai(letter: str) -> bool:
    """Return whether the particle follows without a space; the repetition sign (ๆ) needs one."""
    return "\u0e01" <= letter <= "\u0e4e" and letter != "ๆ"


# Not before `hielo`, and not at the beginning of a sentence.
AND_BEFORE_I = re.compile(r"(?<= )y(?= [«“\"¿¡]?[Hh]?[IiÍí](?![aeouáéóú]))")
OR_BEFORE_O = re.compile(r"(?<= )o(?= [«“\"¿¡]?(?:[Hh]?[OoÓó]|8|11(?!\d)))")


def fix_spanish_conjunctions(text: str) -> str:
    """
    >>> fix_spanish_conjunctions("Ana y Irene, ciudad y hielo, uno o otro, 7 o 8")
    'Ana e Irene, ciudad y hielo, uno u otro, 7 u 8'
    """
    return OR_BEFORE_O.sub("u", AND_BEFORE_I.sub("e", text))


GENDERS = ("m", "f", "n", "pl")


class Noun(Struct, frozen=True):
    """A noun and its forms. `{settlement:acc}` takes one; a capital letter in the form capitalises the word."""

    id: str
    forms: dict[str, str]

    def __format__(self, form: str) -> str:
        if form.startswith("g|"):
            choices = form.split("|")[1:]
            return choices[GENDERS.index(self.forms["g"])] if self.forms["g"] in GENDERS[: len(choices)] else choices[0]
        if not form:
            return next(iter(self.forms.values()))
        if form[0].isupper():
            word = self.forms[form[0].lower() + form[1:]]
            return word[0].upper() + word[1:]
        return self.forms[form]


@cache
def nouns(language: str, theme: str = "classic", words: str = "box", edition: str = "6e") -> dict[str, Noun]:
    """Return all nouns as this table says them; a theme has one set of words for all editions."""
    written = language_file(language, "nouns")
    layers = ["box", edition]
    if words == "table":
        layers.append("table")
    if theme != "classic":
        layers.append(theme)
    found: dict[str, dict[str, str]] = {}
    for layer in layers:
        found.update(written.get(layer, {}))
    return {name: Noun(name, forms) for name, forms in found.items()}


def all_nouns(language: str) -> list[dict[str, str]]:
    """Return the forms of every noun of all themes, word sets and editions."""
    return [forms for layer in language_file(language, "nouns").values() for forms in layer.values()]


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
