"""Render messages: from a key with parameters to a sentence in one language and with one table's words."""

import re
from collections import ChainMap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from msgspec import Struct

from narrator.core.message import Msg, Refusal, msg, rule_message
from narrator.text.catalog import has_message, message_text
from narrator.text.grammar import Noun, Number, fix_spanish_conjunctions, nouns, with_particle

# Parameters that are seats, rendered as names.
SEAT_PARAMS = (
    "seat",
    "other",
    "turn",
    "first",
    "highest",
    "giver",
    "taker",
    "winner",
    "leader",
    "old_seat",
    "new_seat",
)
# Parameters that are nouns with forms.
NOUN_PARAMS = ("resource", "terrain", "card", "title", "colour", "piece", "harbour_kind")
RULE_PARAMS = ("rule", "other_rule", "key")  # house rules, rendered as their titles
CARD_PARAMS = ("cards", "give", "take")
MAX_NUMBER = 10**9  # a broken file may have longer ones
# Words that begin with the sound of the Spanish "y", where "and" is "e": Irene e Inés.
SOUNDS_LIKE_Y = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
# Two full stops after a name or date that ends with one; three are an ellipsis.
TWO_STOPS = re.compile(r"(?<!\.)\.\.(?!\.)")
# Suffixes of keys that replace the plain message in some games.
DEALT_SUFFIX = ".dealt"  # the app deals the cards
FACE_UP_SUFFIX = ".face_up"  # about a player whose cards lie open, such as a bot
TO_BOT_SUFFIX = ".to_bot"  # a bot is next: nobody passes it the dice
TERSE_SUFFIX = ".terse"  # in few words: cards are counted in few words, too
MAX_CACHED_MESSAGES = 20_000  # some hundred bytes each
# Types of parameters that may be cache keys; cards are not hashable, and `Rendered` equals plain strings.
CACHEABLE = frozenset((int, str))
JSON_WORDS = {True: "true", False: "false", None: "null"}  # values from a file, as the file writes them


class Rendered(str):
    """Text that is already rendered and is inserted as it is."""

    __slots__ = ()


class TableLocale(Struct, frozen=True, cache_hash=True):
    """The language of a table, its words, and its players."""

    language: str = "en"
    names: tuple[str, ...] = ()
    theme: str = "classic"
    word_set: str = "box"
    edition: str = "6e"
    particle: str = "none"
    is_dealt: bool = False  # the app deals the cards
    face_up_seats: frozenset[int] = frozenset()  # seats whose cards lie open
    bot_seats: frozenset[int] = frozenset()


class Label(Struct, frozen=True):
    """What the app's buttons and pages are called, for texts that mention them: `{label:ui.undo}` is "Undo"."""

    locale: TableLocale

    def __format__(self, key: str) -> str:
        return say(msg(key), self.locale)


def say(message: Msg, locale: TableLocale) -> str:
    """Render a message. An unknown key raises KeyError."""
    if CACHEABLE.issuperset(map(type, message.params.values())):
        return _cached(message.key, tuple(message.params.items()), locale)
    return _render(message, locale)


@lru_cache(MAX_CACHED_MESSAGES)
def _cached(key: str, params: tuple[tuple[str, Any], ...], locale: TableLocale) -> str:
    return _render(Msg(key, dict(params)), locale)


def _render(message: Msg, locale: TableLocale) -> str:
    n = message.params.get("n")
    text = message_text(_variant_key(message, locale), locale.language, n if isinstance(n, int) else None)
    if "{" in text:
        params = {name: _render_param(name, value, locale) for name, value in message.params.items()}
        if message.key.endswith(TERSE_SUFFIX):
            cards = ((name, message.params[name]) for name in CARD_PARAMS if name in message.params)
            params |= {name: _say_cards_tersely(counts, locale) for name, counts in cards}
        named = {"label": Label(locale)}
        words = ChainMap(params, named, nouns(locale.language, locale.theme, locale.word_set, locale.edition))
        text = text.format_map(words)
    text = (re.sub(r" {2,}", " ", text) if "  " in text else text).strip()
    text = TWO_STOPS.sub(".", text) if ".." in text else text
    return fix_spanish_conjunctions(text) if locale.language == "es" else text


def _variant_key(message: Msg, locale: TableLocale) -> str:
    """Return the variant of a key for this table: dealt by the app, for a bot, or with open cards."""
    key = message.key
    if locale.is_dealt and has_message(f"{key}{DEALT_SUFFIX}"):
        return f"{key}{DEALT_SUFFIX}"
    if locale.bot_seats and has_message(f"{key}{TO_BOT_SUFFIX}") and message.params.get("other") in locale.bot_seats:
        return f"{key}{TO_BOT_SUFFIX}"
    if locale.face_up_seats and has_message(f"{key}{FACE_UP_SUFFIX}"):
        whose = message.params.get("other", message.params.get("seat"))
        return f"{key}{FACE_UP_SUFFIX}" if whose is None or whose in locale.face_up_seats else key
    return key


def say_aloud(messages: Sequence[Msg], locale: TableLocale) -> str:
    """Render a line of several sentences, in Thai with the table's particle."""
    gaps = ("", *(_gap(before, after, locale) for before, after in pairwise(messages)))
    line = "".join(f"{gap}{say(message, locale)}" for gap, message in zip(gaps, messages, strict=False))
    if locale.language != "th" or locale.particle == "none" or not line:
        return line
    return with_particle(line, locale.particle, locale.names)


def _gap(before: Msg, after: Msg, locale: TableLocale) -> str:
    """Return the separator of two sentences: Thai has no full stop, so a comma separates different players."""
    seats = (before.params.get("seat"), after.params.get("seat"))
    return ", " if locale.language == "th" and None not in seats and len(set(seats)) == 2 else " "


def say_refusal(reason: Refusal, locale: TableLocale) -> str:
    return say(refusal_message(reason), locale)


def say_consequence(message: Msg, locale: TableLocale) -> str:
    return say(consequence_message(message), locale)


def say_rule(key: str, value: Any, locale: TableLocale) -> str:
    return say(rule_message(key, value), locale)


def _render_param(name: str, value: Any, locale: TableLocale) -> Any:
    if name in SEAT_PARAMS and isinstance(value, int):
        return locale.names[value] if value < len(locale.names) else str(value)
    if name in NOUN_PARAMS and isinstance(value, str):
        return _noun(value, locale)
    if isinstance(value, bool) or value is None:
        return JSON_WORDS[value]
    if isinstance(value, int) and abs(value) <= MAX_NUMBER:
        return Number(value, locale.language)
    if isinstance(value, Rendered):
        return value
    if isinstance(value, Msg):
        return say(value, locale)
    if name in CARD_PARAMS and isinstance(value, Mapping):
        return say_cards(value, locale)
    if name == "price" and isinstance(value, Mapping):
        return say_price(value, locale)
    if name == "names" and isinstance(value, Sequence):
        return say_names([_render_param("seat", seat, locale) for seat in value], locale)
    if name == "resources" and isinstance(value, Sequence):
        return say_list([format(_noun(resource, locale), "") for resource in value], locale)
    if name == "rule_now":
        return say_rule(value[0], value[1], locale)
    if name == "question" and isinstance(value, str):
        return say_question(value, locale)
    if name in RULE_PARAMS and has_message(f"rule.{value}"):
        return say(msg(f"rule.{value}"), locale)
    return _shorten(value)


def say_question(case: str, locale: TableLocale) -> str:
    """Render the title of a library topic; an unknown one from an old file is shown as it is."""
    kind, _, name = case.partition(".")
    key = f"{'library' if kind == 'what_if' else kind}.{name}.title"
    return say(msg(key), locale) if has_message(key) else _shorten(case)


def _noun(name: str, locale: TableLocale) -> Noun | str:
    return nouns(locale.language, locale.theme, locale.word_set, locale.edition).get(name, name)


def _shorten(value: Any) -> str:
    """Show external text as it is, but shortened."""
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def say_cards(counts: Mapping[str, int], locale: TableLocale) -> str:
    return _say_counts(counts, "cards.first", "cards.more", locale)


def _say_cards_tersely(counts: Mapping[str, int], locale: TableLocale) -> str:
    kinds = [say(msg("cards.terse", resource=kind, n=count), locale) for kind, count in counts.items() if count]
    return _join(kinds, "list.more", "list.more", locale) if kinds else say_list((), locale)


def _say_counts(counts: Mapping[str, int], first_key: str, next_key: str, locale: TableLocale) -> str:
    kinds = [(resource, count) for resource, count in counts.items() if count]
    keys = (first_key, *(next_key for _ in kinds))
    pairs = zip(keys, kinds, strict=False)
    return say_list([say(msg(key, resource=kind, n=count), locale) for key, (kind, count) in pairs], locale)


def say_price(counts: Mapping[str, int], locale: TableLocale) -> str:
    """Render a price, shorter if it is one card of each kind and the language has a way to say so."""
    counted = _say_counts(counts, "price.first", "price.next", locale)
    kinds = [resource for resource, count in counts.items() if count]
    if len(kinds) < 2 or any(count > 1 for count in counts.values()):
        return counted
    names = [say(msg("price.kind", resource=kind), locale) for kind in kinds]
    said = _join(names, "list.more", "price.last_kind", locale)
    key = "price.pair" if len(kinds) == 2 else "price.each"
    return say(msg(key, counted=Rendered(counted), kinds=Rendered(said)), locale)


def say_list(parts: Sequence[str], locale: TableLocale) -> str:
    """Join parts as the language does. Babel's patterns differ from ours, such as by a comma before `and`."""
    if not parts:
        return say(msg("list.nothing"), locale)
    return _join(parts, "list.more", "list.last.like" if SOUNDS_LIKE_Y.match(parts[-1]) else "list.last", locale)


def say_names(names: Sequence[str], locale: TableLocale) -> str:
    """Render a list of names, which need separators even if a language writes none between cards."""
    return _join(names, "list.names_more", "list.names_last", locale) if names else say_list(names, locale)


def _join(parts: Sequence[str], key: str, last_key: str, locale: TableLocale) -> str:
    """Join parts, at least one, with a message for each pair and another one for the last."""
    said = parts[0]
    for place, part in enumerate(parts[1:], start=2):
        joined = msg(last_key if place == len(parts) else key, a=Rendered(said), b=Rendered(part))
        said = say(joined, locale)
    return said


STEPS_AFTER_ROLL = ("actions", "trade", "build")  # steps of a turn after its roll


def refusal_message(reason: Refusal) -> Msg:
    key = f"refusal.{reason.code}"
    if reason.params.get("have") == 0 and has_message(f"{key}.zero"):
        return Msg(f"{key}.zero", reason.params)
    if (
        reason.code == "step.not_now"
        and reason.params["event"] == "dice_rolled"
        and reason.params["now"] in STEPS_AFTER_ROLL
    ):
        return Msg(f"{key}.rolled", reason.params)
    for name in ("now", "piece"):
        special = f"{key}.{reason.params.get(name)}"
        if has_message(special):
            return Msg(special, reason.params)
    return Msg(key, reason.params)


def consequence_message(message: Msg) -> Msg:
    params = dict(message.params)
    what = message.key.removeprefix("consequence.")
    if what in ("longest_road", "largest_army", "winner"):
        return Msg(f"{message.key}.{title_change(params)}", {k: v for k, v in params.items() if v is not None})
    if what == "turn":
        return Msg(message.key, {"old_seat": params["old"], "new_seat": params["new"]})
    if what == "step" and has_message(f"{message.key}.{params['new']}"):
        return Msg(f"{message.key}.{params['new']}", {})
    if what in ("unsure", "sure"):
        count, _, whose = str(params["count"]).partition(".")
        about: dict[str, Any] = {"resource": whose} if count == "bank" else {"seat": int(whose)} if whose else {}
        return Msg(f"{message.key}.{count}", about)
    return message


def title_change(params: Mapping[str, Any]) -> str:
    if params.get("giver") is None:
        return "taken"
    return "lost" if params.get("taker") is None else "moves"
