"""Game files to continue, copy or replay a game, and files of house rules."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from narrator.app.games.games import Games
from narrator.app.games.record_cache import judge_and_append
from narrator.app.games.results import NewGame
from narrator.app.games.work_limits import FileWorkLimit, check_counts
from narrator.core.message import Refused, impossible
from narrator.core.play.development import are_cards_revealed
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, in_utc
from narrator.core.table.house_rules import make_house_rules
from narrator.core.table.setup import Setup, initial_state
from narrator.storage.files.game_file import read_as, read_event, read_game, write_game
from narrator.storage.shared_state.replay_files import ReplayFiles


def begin_from_file(games: Games, text: bytes, most: int | None = None) -> NewGame:
    """Create a game from a file, up to `most` entries. Raises `Refused`."""
    file = read_game(text)
    events: list[AnyEvent] = [read_event(raw) for raw in file.events[:most]]
    return games.create(file.setup, events)


def folded_file(text: bytes) -> Record:
    """Fold a file only for looking at it. Raises `Refused`."""
    file = read_game(text)
    events = [in_utc(read_event(raw)) for raw in file.events]
    check_counts(events)
    return judge_and_append(Record(initial_state(file.setup)), events, FileWorkLimit().check)


def public_file(setup: Setup, record: Record) -> bytes:
    """Return the game file as everybody may read it, without hidden cards.

    It never holds the seed, not even encrypted: another server could show every hand. A game that the app deals is
    written as one with cards on the table, to be watched or continued with the cards from the box.
    """
    shown = are_cards_revealed(record.state)
    setup = replace(setup, seal=None, cards=setup.cards if shown else "table")
    return write_game(setup, public_log(record.log, shown))


def public_log(log: Sequence[AnyEvent], shown: bool = False) -> list[AnyEvent]:
    return [event if shown else public_event(event) for event in log]


MAX_CACHED_ENTRIES = 20_000  # of all files together; least recently used go first
FILE_OVERHEAD = 100  # of a file besides its entries, in entries
NAME_LENGTH = 20


class ReplayService:
    def __init__(self, room: int = MAX_CACHED_ENTRIES, replay_files: ReplayFiles | None = None) -> None:
        """`replay_files` are shared with other servers."""
        self._replay_files = replay_files
        self._kept: LRUCache[str, Record] = LRUCache(room, getsizeof=lambda record: FILE_OVERHEAD + record.last_entry)

    def open(self, text: bytes) -> str:
        """Fold a file and return its name for replay: the hash of its content. Raises `Refused`."""
        name = sha256(text).hexdigest()[:NAME_LENGTH]
        if name not in self._kept:
            self._kept[name] = folded_file(text)
            if self._replay_files is not None:
                self._replay_files.put(name, text)
        return name

    def record_of(self, name: str) -> Record | None:
        files = self._replay_files
        if name not in self._kept and files is not None and (text := files.get(name)) is not None:
            self._kept[name] = folded_file(text)
        return self._kept.get(name)


RULES_FORMAT = "narrator-rules/1"


class RulesFile(Struct, forbid_unknown_fields=True):
    format: str
    name: str = ""
    rules: dict[str, Any] = {}


def write_rules_file(name: str, rules: Mapping[str, Any]) -> bytes:
    return msgspec.json.encode(RulesFile(RULES_FORMAT, name, dict(rules)))


def read_rules_file(text: bytes, players: int) -> dict[str, Any]:
    """Return the rules in a file after checking them all. Raises `Refused`."""
    file = read_as(RulesFile, text)
    if file.format != RULES_FORMAT:
        raise Refused(impossible("rules.format", found=file.format[:40], expected=RULES_FORMAT))
    make_house_rules(file.rules, players)
    return file.rules
