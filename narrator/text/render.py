"""From a key with parameters to a sentence, in one language and with one table's words."""

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from narrator.core.message import Msg, Refusal, msg, msg_of_rule
from narrator.text.catalog import has, template
from narrator.text.nouns import Noun, nouns
from narrator.text.number_words import Number
from narrator.text.particle import with_particle
from narrator.text.spanish import euphonic
from narrator.text.wording import of_consequence, of_refusal

# Parameters that are seats and are said as names.
SEATS = ("seat", "other", "turn", "first", "highest", "giver", "taker", "winner", "leader", "old_seat", "new_seat")
# Parameters that are nouns and take a noun's forms.
NOUNS = ("resource", "terrain", "card", "title", "colour", "piece", "harbour_kind")
RULES = ("rule", "other_rule", "key")  # parameters that are house rules and are said by their titles
CARDS = ("cards", "give", "take")
LONG = 10**9  # A number from a broken file may have hundreds of digits; nothing in a game comes near this
# A word that begins with the sound of the Spanish y: there "and" is e, as in Irene e Inés.
LIKE_AND = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
# After a name or a date that ends with a full stop of its own the sentence needs no other; three are an ellipsis.
TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
DEALT = ".dealt"  # how the key of a line ends that is said instead of another where the app deals
# How the key of a line ends that is said instead of another of somebody whose cards lie open, as a bot's do.
FACE_UP = ".face_up"
# How the key of a line ends that is said instead of another where a bot is next: nobody passes it the dice.
TO_BOT = ".to_bot"
MAX_CACHED_MESSAGES = 20_000  # some hundred bytes each
# Parameters by whose values a sentence is found again; cards have no hash, and `Rendered` words equal other words.
CACHEABLE = frozenset((int, str))
JSON_WORDS = {True: "true", False: "false", None: "null"}  # what came from a file is said as the file writes it


class Rendered(str):
    """Words that are said already and stand in another sentence as they are."""

    __slots__ = ()


class TableLocale(Struct, frozen=True, cache_hash=True):
    """How one table is spoken to: the language, its words, and who sits there."""

    language: str = "en"
    names: tuple[str, ...] = ()
    theme: str = "classic"
    words: str = "box"
    edition: str = "6e"
    particle: str = "none"
    dealt: bool = False  # whether the app deals: some lines are others where no card lies on the table
    open: frozenset[int] = frozenset()  # the seats whose cards lie open on the table
    bots: frozenset[int] = frozenset()  # the seats that bots play


def say(message: Msg, locale: TableLocale) -> str:
    """A message in words. An unknown key is a mistake of ours and is raised, never said."""
    if CACHEABLE.issuperset(map(type, message.params.values())):
        return _cached(message.key, tuple(message.params.items()), locale)
    return _said(message, locale)


@lru_cache(MAX_CACHED_MESSAGES)
def _cached(key: str, params: tuple[tuple[str, Any], ...], locale: TableLocale) -> str:
    return _said(Msg(key, dict(params)), locale)


def _said(message: Msg, locale: TableLocale) -> str:
    n = message.params.get("n")
    text = template(_key(message, locale), locale.language, n if isinstance(n, int) else None)
    if "{" in text:
        words = ChainMap(
            {name: _spoken(name, value, locale) for name, value in message.params.items()},
            nouns(locale.language, locale.theme, locale.words, locale.edition),
        )
        text = text.format_map(words)
    text = (re.sub(r" {2,}", " ", text) if "  " in text else text).strip()
    text = TWO_STOPS.sub(".", text) if ".." in text else text
    return euphonic(text) if locale.language == "es" else text


def _key(message: Msg, locale: TableLocale) -> str:
    """Of this line, as this table needs it: where cards lie open it is about whom the line is, or about the table."""
    key = message.key
    if locale.dealt and has(f"{key}{DEALT}"):
        return f"{key}{DEALT}"
    if locale.bots and has(f"{key}{TO_BOT}") and message.params.get("other") in locale.bots:
        return f"{key}{TO_BOT}"
    if locale.open and has(f"{key}{FACE_UP}"):
        whose = message.params.get("other", message.params.get("seat"))
        return f"{key}{FACE_UP}" if whose is None or whose in locale.open else key
    return key


def say_aloud(messages: Sequence[Msg], locale: TableLocale) -> str:
    """A whole line: its sentences after one another, in Thai with the table's particle at its end."""
    line = "".join(
        f"{_gap(messages[place - 1], message, locale) if place else ''}{say(message, locale)}"
        for place, message in enumerate(messages)
    )
    if locale.language != "th" or locale.particle == "none" or not line:
        return line
    return with_particle(line, locale.particle, locale.names)


def _gap(before: Msg, after: Msg, locale: TableLocale) -> str:
    """Thai has no full stop: where one player comes after another, a comma keeps their names and cards apart."""
    seats = (before.params.get("seat"), after.params.get("seat"))
    return ", " if locale.language == "th" and None not in seats and len(set(seats)) == 2 else " "


def say_refusal(reason: Refusal, locale: TableLocale) -> str:
    """Why something was refused."""
    return say(of_refusal(reason), locale)


def say_consequence(message: Msg, locale: TableLocale) -> str:
    """What an amendment would change."""
    return say(of_consequence(message), locale)


def say_rule(key: str, value: Any, locale: TableLocale) -> str:
    """What this table plays, in one sentence."""
    return say(msg_of_rule(key, value), locale)


def _spoken(name: str, value: Any, locale: TableLocale) -> Any:
    if name in SEATS and isinstance(value, int):
        return locale.names[value] if value < len(locale.names) else str(value)
    if name in NOUNS and isinstance(value, str):
        return _noun(value, locale)
    if isinstance(value, bool) or value is None:
        return JSON_WORDS[value]
    if isinstance(value, int) and abs(value) <= LONG:
        return Number(value, locale.language)
    if isinstance(value, Rendered):
        return value
    if isinstance(value, Msg):
        return say(value, locale)
    if name in CARDS and isinstance(value, Mapping):
        return say_cards(value, locale)
    if name == "price" and isinstance(value, Mapping):
        return say_price(value, locale)
    if name == "names" and isinstance(value, Sequence):
        return say_names([_spoken("seat", seat, locale) for seat in value], locale)
    if name == "resources" and isinstance(value, Sequence):
        return say_list([format(_noun(resource, locale), "") for resource in value], locale)
    if name == "rule_now":
        return say_rule(value[0], value[1], locale)
    if name == "question" and isinstance(value, str):
        return say_question(value, locale)
    if name in RULES and has(f"rule.{value}"):
        return say(msg(f"rule.{value}"), locale)
    return _plain(value)


def say_question(case: str, locale: TableLocale) -> str:
    """The title of a case of the library; one that an earlier file names and we no longer have, as it is."""
    room, _, name = case.partition(".")
    key = f"{'library' if room == 'what_if' else room}.{name}.title"
    return say(msg(key), locale) if has(key) else _plain(case)


def _noun(name: str, locale: TableLocale) -> Noun | str:
    return nouns(locale.language, locale.theme, locale.words, locale.edition).get(name, name)


def _plain(value: Any) -> str:
    """What came from outside is said as it is, but never at length."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def say_cards(counts: Mapping[str, int], locale: TableLocale) -> str:
    """Cards of several kinds: one ore, two lumber and one wool."""
    kinds = [(resource, count) for resource, count in counts.items() if count]
    said = [
        say(msg("cards.more" if place else "cards.first", resource=resource, n=count), locale)
        for place, (resource, count) in enumerate(kinds)
    ]
    return say_list(said, locale)


def say_price(counts: Mapping[str, int], locale: TableLocale) -> str:
    """What something costs. One card of each kind is said shorter where the language has a way."""
    kinds = [(resource, count) for resource, count in counts.items() if count]
    counted = say_list(
        [
            say(msg("price.next" if place else "price.first", resource=resource, n=count), locale)
            for place, (resource, count) in enumerate(kinds)
        ],
        locale,
    )
    if len(kinds) < 2 or any(count > 1 for _, count in kinds):
        return counted
    *others, last = [say(msg("price.kind", resource=resource), locale) for resource, _ in kinds]
    said = say(msg("price.last_kind", a=Rendered(_row(others, locale)), b=Rendered(last)), locale)
    key = "price.pair" if len(kinds) == 2 else "price.each"
    return say(msg(key, counted=Rendered(counted), kinds=Rendered(said)), locale)


def _row(parts: Sequence[str], locale: TableLocale) -> str:
    said = parts[0]
    for part in parts[1:]:
        said = say(msg("list.more", a=Rendered(said), b=Rendered(part)), locale)
    return said


def say_list(parts: Sequence[str], locale: TableLocale) -> str:
    """Parts in a row, as the language joins them. By our own patterns: Babel's differ, as by a comma before `and`."""
    if not parts:
        return say(msg("list.nothing"), locale)
    said = parts[0]
    for place, part in enumerate(parts[1:], start=2):
        key = _last(part) if place == len(parts) else "list.more"
        said = say(msg(key, a=Rendered(said), b=Rendered(part)), locale)
    return said


def _last(part: str) -> str:
    return "list.last.like" if LIKE_AND.match(part) else "list.last"


def say_names(names: Sequence[str], locale: TableLocale) -> str:
    """People in a row. Cards may stand side by side where a language writes no comma; names would run together."""
    if not names:
        return say_list(names, locale)
    said = names[0]
    for place, name in enumerate(names[1:], start=2):
        said = say(
            msg("list.names_last" if place == len(names) else "list.names_more", a=Rendered(said), b=Rendered(name)),
            locale,
        )
    return said
