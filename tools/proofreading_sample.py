"""Lines for a native reader to judge: `python -m tools.proofreading_sample th 4711` draws 200, by a seed of theirs.

Two of five are what a stage says in the sample games, the others any message of the catalog with sample parameters;
no message is drawn twice. With `plurals` in place of a seed: every message that counts, at the counts that decide.
"""

import random
import string
import sys
from collections.abc import Iterator
from typing import Any

from narrator.core.message import Msg
from narrator.core.record.record import Record
from narrator.core.table.setup import initial_state
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.model import Scene
from narrator.text.grammar import nouns
from narrator.text.render import TableLocale, say
from narrator.text.sources.all import SOURCES
from tools.golden import NAMES, sample
from tools.layout_fit.games import all_games

COUNTS = (0, 1, 2, 5, 11, 21, 22, 101)
MANY = 9
"""What English never says of one, as the hexes of a box or roads in a row, is never two in a game either."""
OF_GAMES = 2 / 5
PARTS = ("list.", "price.")
"""No lines by themselves; nor are the words that only the search knows."""
PEOPLE = {"giver": 0, "taker": 1, "turn": 2, "highest": 0, "first": 1, "new_seat": 2, "old_seat": 1, "names": [0, 1, 2]}
WORDS = {
    "price": {"lumber": 1, "brick": 1},
    "resources": ["lumber", "ore", "wool"],
    "rule": "friendly_robber",
    "other_rule": "robber",
    "title": "longest_road",
    "piece": "road",
    "path": "games.db",
    "since": "19:42",
    "time": "2026-05-01",
    "name": "Chai",
    "deed": Msg("deed.dice_rolled", {"seat": 0, "total": 8, "n": 8}),
    "place": "6-9-10",
    "around": "6-9-10",
    "day": "2026-05-01",
    "why": "EACCES",
    "address": "http://10.0.0.5:8000",
    "command": "make mcp",
    "package": "mcp",
    "game": "7f3a",
    "who": "Ana, Bo",
    "code": "K7M2PX",
    "wanted": "de",
    "language": "en",
    "url": "games.txt",
    "field": "events",
    "type": "dice",
    "key": "bank_limit",
    "value": "few",
}


def voice_of(language: str) -> TableLocale:
    return TableLocale(language, (*NAMES[language], "Chai", "Ольга", "Íñigo", "Bo"))


def from_games(language: str) -> dict[str, list[str]]:
    """What was said in the games, by message."""
    found: dict[str, list[str]] = {}
    voice = voice_of(language)
    for game in all_games():
        record = Record(initial_state(game.setup))
        for event in game.events:
            record.add_unchecked(event)
            _, scene = current_scene(record)
            for message in of(scene):
                said = say(message, voice)
                if said not in (lines := found.setdefault(message.key, [])):
                    lines.append(said)
    return found


def of(scene: Scene) -> Iterator[Msg]:
    yield from scene.hero
    yield from scene.more_lines
    if scene.instruction is not None:
        yield from scene.instruction.lines


def params(key: str, count: int) -> dict[str, Any]:
    """Something for every field of a message: people, words, else a number, as where a place is one of the ranking."""
    source = SOURCES[key]
    forms = {field: form for _, field, form, _ in string.Formatter().parse(source.plural or source.text) if field}
    numbers = dict.fromkeys(forms.keys() - nouns("en").keys(), 4)
    known = {name: value for name, value in {**PEOPLE, **WORDS}.items() if forms.get(name, "digit") != "digit"}
    return {**numbers, **known, **sample(key), "n": count if source.plural else MANY}


def draw(language: str, seed: int, count: int = 200) -> list[tuple[str, str]]:
    chance, voice = random.Random(seed), voice_of(language)
    said = from_games(language)
    keys = chance.sample(sorted(said), min(int(count * OF_GAMES), len(said)))
    drawn = [(key, chance.choice(said[key])) for key in keys]
    whole = {key for key in SOURCES if not key.endswith(".tags") and not key.startswith(PARTS)}
    rest = chance.sample(sorted(whole - set(keys)), count - len(drawn))
    drawn += [(key, say(Msg(key, params(key, chance.choice(COUNTS))), voice)) for key in rest]
    return drawn


def plurals(language: str) -> list[tuple[str, str]]:
    voice = voice_of(language)
    return [
        (f"{key} {count}", say(Msg(key, params(key, count)), voice))
        for key, source in sorted(SOURCES.items())
        if source.plural is not None
        for count in COUNTS
    ]


if __name__ == "__main__":
    _, chosen, wish = sys.argv
    for place, (key, line) in enumerate(plurals(chosen) if wish == "plurals" else draw(chosen, int(wish)), 1):
        print(f"{place}. [{key}] {line}")
