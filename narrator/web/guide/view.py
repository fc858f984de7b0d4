"""The host's guide: its sections in order, in words and pictures."""

from collections.abc import Iterator
from itertools import count, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from narrator.core.message import msg
from narrator.text.catalog import has_message
from narrator.text.render import TableLocale, say
from narrator.web.guide.moments import MOMENTS, PHONE, PHONE_SEAT, phone_at, sample_evening, stage_at
from narrator.web.rendering.table_locale import table_locale

# Sections by part. Their texts are the messages `guide.<section>.title`, `.want`, `.1`, `.2` and so on.
PARTS = {
    "evening": (
        *("start", "players", "new", "setup", "lobby", "placement", "turn", "build", "trade", "seven", "cards"),
        *("undo", "end"),
    ),
    "features": (
        *("rules", "phones", "bots", "dealing", "clock", "voice", "mistakes", "records", "printing", "tables"),
    ),
}
PICTURES = {name: name for name in ("new", "lobby", "rules", *MOMENTS)} | {"phones": "phone"}  # of pages, by section
DRAWINGS = {"setup": "island"}  # of rules, by section


class Section(Struct, frozen=True):
    name: str
    title: str
    want: str  # what the host wants to do; empty for a step of the evening
    lines: tuple[str, ...]
    picture: str = ""
    drawing: str = ""
    caption: str = ""


class Part(Struct, frozen=True):
    name: str
    title: str
    sections: tuple[Section, ...]


def guide_locale(language: str, words: TableLocale | None = None) -> TableLocale:
    """Return the locale of the sample evening, with the words of the reader's own table if there is one."""
    locale = table_locale(sample_evening().state, language)
    if words is None:
        return locale
    return replace(locale, theme=words.theme, word_set=words.word_set, edition=words.edition)


def guide_parts(locale: TableLocale) -> tuple[Part, ...]:
    return tuple(
        Part(part, say(msg(f"guide.{part}"), locale), tuple(_section(name, locale) for name in names))
        for part, names in PARTS.items()
    )


def _section(name: str, locale: TableLocale) -> Section:
    want, picture, drawing = f"guide.{name}.want", PICTURES.get(name, ""), DRAWINGS.get(name, "")
    caption = f"guide.picture.{picture}" if picture else f"drawing.{drawing}"
    return Section(
        name,
        say(msg(f"guide.{name}.title"), locale),
        say(msg(want), locale) if has_message(want) else "",
        tuple(say(msg(key), locale) for key in _line_keys(name)),
        picture,
        drawing,
        say(msg(caption), locale) if picture or drawing else "",
    )


def _line_keys(name: str) -> Iterator[str]:
    return takewhile(has_message, (f"guide.{name}.{number}" for number in count(1)))


def guide_pictures(locale: TableLocale) -> dict[str, Any]:
    """Return what the pictures show, by section: the stage or a phone at a moment of the sample evening."""
    stages: dict[str, Any] = {name: stage_at(moment, locale) for name, moment in MOMENTS.items()}
    return stages | {"phone": phone_at(PHONE, PHONE_SEAT, locale)}
