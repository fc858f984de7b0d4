"""The catalogs: complete, in step with the sources, and in the words that a table uses."""

import io
import re
import shutil
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from narrator.core.message import msg
from narrator.folders import folder
from narrator.text.__main__ import extract_template, forms, main, untranslated_keys, update_catalog
from narrator.text.grammar import nouns
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_cards
from narrator.text.sources.all import FILES, SHARED, SOURCES
from narrator.text.sources.source import __file__ as SOURCE_FILE

PLURALS = {"ru": 3, "th": 1, "es": 2, "en": 2}
RUSSIAN_PAST = "построил|получил|выиграл|сыграл|купил|взял|бросил|украл|победил|потерял|набрал"
BANNED = {
    "es": [
        r"\b[Cc]og(er|e|es|en|ed|emos|ido|iendo)\b",
        r"\bvosotros\b",
        r"\bustedes\b",
        r"\b[Vv]ale[,!]",
        r"\bconcha",
        r"\bcruces?\b",
    ],
    "ru": [r"\bу игрока\b", rf"\{{(seat|other)\}}[^.!?]*\b({RUSSIAN_PAST})а?\b", r"\bдолж(ен|на)\b"],
    "th": [r"เว้น 2 ช่อง", r"ครับ", r"ค่ะ", r"เทิร์น", r"จุดตัด"],
    "en": [r"\bhe\b", r"\bshe\b", r"\bhis\b", r"\bTODO\b"],
}
SAID_OF_PARTICLES = {"rule.th_particle.ครับ", "rule.th_particle.ค่ะ"}


@cache
def catalog(language: str) -> Catalog:
    with (folder("translations") / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalog(language) if message.id]


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text) if field is not None}


def test_no_key_is_written_twice() -> None:
    keys = [source.key for file in FILES for source in file.SOURCES]
    assert sorted(keys) == sorted(set(keys))


def test_a_key_stands_in_the_file_that_its_beginning_names() -> None:
    for file in FILES:
        named = {SHARED.get(beginning, beginning) for beginning in (key.split(".")[0] for key, _, _ in file.SOURCES)}
        assert named == {file.__name__.split(".")[-1]}


def test_every_file_of_sources_is_read() -> None:
    written = {path.stem for path in Path(SOURCE_FILE).parent.glob("*.py")} - {"all", "source"}
    assert {file.__name__.split(".")[-1] for file in FILES} == written


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalog_has_every_message_and_no_other(language: str) -> None:
    assert {message.context for message in messages(language)} == set(SOURCES)
    for message in messages(language):
        source = SOURCES[message.context or ""]
        assert message.id == (source.text if source.plural is None else (source.text, source.plural)), message.context


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_has_words_and_nothing_is_fuzzy(language: str) -> None:
    assert [message.context for message in messages(language) if not all(forms(message)) or message.fuzzy] == []
    assert list(catalog(language).obsolete) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_messages_have_as_many_forms_as_the_language(language: str) -> None:
    plurals = catalog(language).num_plurals
    assert plurals == PLURALS.get(language, plurals)
    wrong = [m.context for m in messages(language) if len(forms(m)) != (plurals if m.pluralizable else 1)]
    assert wrong == []


EITHER = ("price.pair", "price.each")
"""One card of each kind: a language counts them, or names the kinds alone."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_those_of_the_source_or_nouns_of_the_game(language: str) -> None:
    for message in messages(language):
        source = SOURCES[message.context or ""]
        known = fields(source.text) | fields(source.plural or "") | set(nouns(language))
        needed = fields(source.plural or source.text) - set(nouns("en"))
        if message.context in EITHER:
            assert all(fields(form) in ({"counted"}, {"kinds"}) for form in forms(message)), message.context
            continue
        for form in forms(message):
            assert fields(form) <= known, message.context
            assert source.plural is not None or needed <= fields(form), message.context


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("theme", "words"), [("classic", "box"), ("classic", "table"), ("clawtan", "box")])
@pytest.mark.parametrize("edition", ["5e", "6e"])
def test_every_set_of_words_has_every_noun_in_the_same_forms(
    language: str, theme: str, words: str, edition: str
) -> None:
    base, found = nouns(language), nouns(language, theme, words, edition)
    assert set(found) == set(nouns("en"))
    for name, noun in found.items():
        assert set(base[name].forms) - {"left"} <= set(noun.forms), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_says_a_banned_word(language: str) -> None:
    found = [
        (message.context, form)
        for message in messages(language)
        for form in forms(message)
        for banned in BANNED.get(language, [])
        if message.context not in SAID_OF_PARTICLES
        and not (message.context or "").endswith(".tags")
        and re.search(banned, form)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("th", "ไม้ อิฐ ขนแกะ ข้าวสาลี แร่ บ้าน เมือง ถนน โจร อัศวิน"),
        ("ru", "древесина глина шерсть зерно руда поселение город дорога разбойник рыцарь"),
        ("es", "madera arcilla lana cereales mineral poblado ciudad carretera ladrón caballero"),
        ("en", "lumber brick wool grain ore settlement city road robber knight"),
    ],
)
def test_the_box_has_the_glossarys_words(language: str, words: str) -> None:
    box = nouns(language, edition="5e")
    names = ["lumber", "brick", "wool", "grain", "ore", "settlement", "city", "road", "robber", "knight"]
    assert [format(box[name], "") for name in names] == words.split()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["zero ore", "one ore", "two ore", "five ore", "eleven ore", "twenty-one ore", "twenty-two ore"]),
        (
            "es",
            [
                "cero minerales",
                "un mineral",
                "dos minerales",
                "cinco minerales",
                "once minerales",
                "veintiún minerales",
                "veintidós minerales",
            ],
        ),
        (
            "ru",
            [
                "ноль карт руды",
                "руду",
                "две карты руды",
                "пять карт руды",
                "одиннадцать карт руды",
                "двадцать одну карту руды",
                "двадцать две карты руды",
            ],
        ),
        ("th", ["แร่ 0 ใบ", "แร่ 1 ใบ", "แร่ 2 ใบ", "แร่ 5 ใบ", "แร่ 11 ใบ", "แร่ 21 ใบ", "แร่ 22 ใบ"]),
    ],
)
def test_cards_are_counted_as_the_language_counts(language: str, said: list[str]) -> None:
    locale = TableLocale(language)
    counted = [say(msg("cards.first", resource="ore", n=n), locale) for n in (0, 1, 2, 5, 11, 21, 22)]
    assert counted == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "one ore, two lumber and one wool"),
        ("es", "un mineral, dos maderas y una lana"),
        ("ru", "руду, две карты древесины и шерсть"),
        ("th", "แร่ 1 ใบ ไม้ 2 ใบ ขนแกะ 1 ใบ"),
    ],
)
def test_a_list_of_cards_is_joined_as_the_language_joins(language: str, said: str) -> None:
    assert say_cards({"ore": 1, "lumber": 2, "wool": 1}, TableLocale(language, edition="5e")) == said


def test_the_sources_are_what_the_extraction_finds() -> None:
    extracted = {message.context: message.id for message in read_po(io.BytesIO(extract_template())) if message.id}
    assert extracted == {key: (one, many) if many is not None else one for key, one, many in SOURCES.values()}


@pytest.mark.thorough
def test_bringing_catalogs_in_step_that_are_in_step_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    translations = Path(shutil.copytree(folder("translations"), tmp_path / "translations"))
    monkeypatch.setattr("narrator.text.__main__.folder", lambda name: tmp_path / name)
    main()
    assert capsys.readouterr().out.count(" 0 without words") == len(LANGUAGES)
    for language in LANGUAGES:
        place = f"{language}/LC_MESSAGES/messages.po"
        assert (translations / place).read_bytes() == (folder("translations") / place).read_bytes()


def test_words_are_kept_by_key_and_new_messages_are_missing() -> None:
    russian, english = Catalog(locale="ru"), Catalog(locale="en")
    russian.add("Undo", "Отменить", context="ui.undo")
    russian.add("Old", "Старое", context="ui.old")
    russian.add(("one {n}", "many {n}"), ("а", "б", "в"), context="ui.count")
    new = Catalog()
    new.add("New", context="ui.new")
    new.add("Undo it", context="ui.undo")
    new.add(("{n} one", "{n} many"), context="ui.count")
    template = io.BytesIO()
    write_po(template, new)
    for catalog in (english, russian):
        update_catalog(catalog, template.getvalue())
    assert [(m.context, m.id, forms(m), m.fuzzy) for m in russian if m.id] == [
        ("ui.new", "New", [""], False),
        ("ui.undo", "Undo it", ["Отменить"], False),
        ("ui.count", ("{n} one", "{n} many"), ["а", "б", "в"], False),
    ]
    assert untranslated_keys(russian) == ["ui.new"]
    assert [forms(m) for m in english if m.id] == [["New"], ["Undo it"], ["{n} one", "{n} many"]]
