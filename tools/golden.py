"""Golden scripts that a native reader can review in one sitting: `python -m tools.golden` writes them.

Per language: every step and every odd case as a normal game says them, the same for a first game, and one whole game.
"""

import string
from functools import cache
from pathlib import Path
from typing import Any

from narrator.cli.replay import narrated
from narrator.core.message import Msg
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.text.sources.all import SOURCES
from tools.make_games import FOLDER as GAMES

FOLDER = Path(__file__).parents[1] / "tests" / "script" / "golden"
NAMES = {"th": ("สมชาย", "Ana"), "ru": ("Аня", "Boris"), "es": ("Inés", "Boris"), "en": ("Ana", "Boris")}
SAMPLE = {
    "seat": 0,
    "other": 1,
    "limit": 7,
    "target": 10,
    "points": 2,
    "have": 9,
    "total": 8,
    "resource": "ore",
    "terrain": "forest",
}


def lines(language: str, detail: str) -> str:
    """Every step with its reason and every odd case, one a line, with its key for whoever mends it."""
    voice = TableLocale(language, NAMES.get(language, NAMES["en"]))
    keys = [key for key in SOURCES if key.startswith("step.") and key.endswith((f".{detail}", ".why"))]
    if detail == "normal":
        keys += [key for key in SOURCES if key.startswith(("prompt.", "event."))]
    else:
        keys += [key for key in SOURCES if key.startswith("prompt.")]
    read = {key: place for place, key in enumerate(as_read(detail))}
    keys.sort(key=lambda key: read.get(key, len(read)))
    return "\n".join(f"{key}\n    {text}" for key in keys for text in said(key, voice)) + "\n"


@cache
def as_read(detail: str) -> list[str]:
    """The keys in the order that readers know, whatever order the sources have; what is new comes last."""
    golden = (FOLDER / f"en.{detail}.txt").read_text()
    return [line for line in golden.splitlines() if not line.startswith(" ")]


def said(key: str, voice: TableLocale) -> list[str]:
    """A message with sample parameters; where a count decides the form, with several counts."""
    counts = (1, 2, 5) if SOURCES[key].plural is not None else (8,)
    return list(dict.fromkeys(say(Msg(key, {**sample(key), "n": count}), voice) for count in counts))


def sample(key: str) -> dict[str, Any]:
    """Parameters for a message, all but the count."""
    source = SOURCES[key]
    fields = {field for _, field, _, _ in string.Formatter().parse(source.plural or source.text) if field}
    params = {name: value for name, value in SAMPLE.items() if name in fields}
    for name in ("cards", "give", "take"):
        if name in fields:
            params[name] = {"ore": 1, "grain": 2} if name != "take" else {"wool": 1}
    if "rule_now" in fields:
        params["rule_now"] = ["bank_shortage", "nobody"]
    if "colour" in fields:
        params["colour"] = "red"
    if "text" in fields:
        params["text"] = "…"
    if "question" in fields:
        params["question"] = "prompt.gift"
    return params


def game(language: str) -> str:
    """One whole evening as the host hears it."""
    text = (GAMES / "road_cut.json").read_bytes()
    return "\n".join(str(line) for line in narrated(text, language)) + "\n"


def scripts() -> dict[str, str]:
    found = {}
    for language in LANGUAGES:
        found[f"{language}.normal.txt"] = lines(language, "normal")
        found[f"{language}.first_game.txt"] = lines(language, "first_game")
        found[f"{language}.game.txt"] = game(language)
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in scripts().items():
        (FOLDER / name).write_text(text)
