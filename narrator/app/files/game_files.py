"""Game files: a game that goes on here, and the copy of one that every phone keeps."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.games import Games
from narrator.app.games.limits import FileBudget, check_counts
from narrator.app.games.record_cache import extended
from narrator.app.games.results import NewGame
from narrator.core.message import Refused, impossible
from narrator.core.play.development import are_shown
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, in_utc
from narrator.core.table.house_rules import house_rules
from narrator.core.table.setup import Setup, start
from narrator.storage.files.game_file import read_as, read_event, read_game, write_game
from narrator.storage.shared_state.replay_files import ReplayFiles


def begin_from_file(games: Games, text: bytes, most: int | None = None) -> NewGame:
    """A new game with what happened in another one, up to so many entries. Raises `Refused`."""
    file = read_game(text)
    events: list[AnyEvent] = [read_event(raw) for raw in file.events[:most]]
    return games.create(file.setup, events)


def folded_file(text: bytes) -> Record:
    """What happened in a file, for whoever only wants to look. Raises `Refused`."""
    file = read_game(text)
    events = [in_utc(read_event(raw)) for raw in file.events]
    check_counts(events)
    return extended(Record(start(file.setup)), events, FileBudget().check)


def public_file(setup: Setup, record: Record) -> bytes:
    """The game file as everybody may read it: no stolen card is named in it, unless the app dealt and shows all.

    It never holds the seed, not even locked: who opened it elsewhere could look at every hand. So a game that the app
    deals is written as one with cards at the table. It can be watched, and played on with the cards from the box.
    """
    shown = are_shown(record.state)
    setup = replace(setup, seal=None, cards=setup.cards if shown else "table")
    return write_game(setup, public_log(record.log, shown))


def public_log(log: Sequence[AnyEvent], shown: bool = False) -> list[AnyEvent]:
    return [event if shown else public_event(event) for event in log]


ROOM = 20_000
"""Entries of all files together; the one that nobody has looked at for longest goes first."""
OF_A_FILE = 100
"""What a file takes besides its entries, as entries."""
LETTERS = 20


class ReplayService:
    def __init__(self, room: int = ROOM, replay_files: ReplayFiles | None = None) -> None:
        """Other servers find what is in `replay_files`."""
        self._replay_files = replay_files
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: OF_A_FILE + len(record.log))

    def open(self, text: bytes) -> str:
        """The name under which a file can be watched: the same file has the same one, and nobody guesses it who has
        not got the file. Raises `Refused`."""
        name = sha256(text).hexdigest()[:LETTERS]
        if name not in self._kept:
            self._kept[name] = folded_file(text)
            if self._replay_files is not None:
                self._replay_files.put(name, text)
        return name

    def of(self, name: str) -> Record | None:
        """The game, as long as it is kept."""
        files = self._replay_files
        if name not in self._kept and files is not None and (text := files.get(name)) is not None:
            self._kept[name] = folded_file(text)
        return self._kept.get(name)


FORMAT = "narrator-rules/1"


class RulesFile(Struct, forbid_unknown_fields=True):
    """What it is called, what it starts from, what differs."""

    format: str
    name: str = ""
    rules: dict[str, Any] = {}


def write_rules_file(name: str, rules: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(RulesFile(FORMAT, name, dict(rules)))


def read_rules_file(text: bytes, players: int) -> dict[str, Any]:
    """The rules in a file, checked key by key. Raises `Refused`: nothing of a wrong one is taken."""
    file = read_as(RulesFile, text)
    if file.format != FORMAT:
        raise Refused(impossible("rules.format", found=file.format[:40], expected=FORMAT))
    house_rules(file.rules, players)
    return file.rules
