"""What a log of games can do, and the small values that go in and out. Imports no database.

Entries are only ever added. A log keeps what it is given and judges nothing: that is the service's task.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol

from msgspec import Struct

from narrator.core.message import Refusal
from narrator.core.reading.result import Corner
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import Setup

from .note import AnyNote
from .results import Against, KeptSeat, ListedGame, PersonRecord, Spelling
from .slate.slate import Slate

Part = Literal["setup", "entry", "note"]
SecretKind = Literal["host", "program", "link", "seat", "watch"]
"""A host's device, a program with a host's rights, a link that makes one device a host's, a phone with a seat, one that
watches."""


class Secret(Struct, frozen=True):
    """Who holds it may act for the host or for a seat. Only its hash is kept."""

    kind: SecretKind
    sha256: str
    created: datetime
    seat: int | None = None
    """Of a host's device: the co-host whose phone it is."""


class StoredGame(Struct, frozen=True):
    """A game as it is begun."""

    id: str
    setup: Setup
    join_code: str
    created: datetime
    host: Secret


class KeptNote(Struct, frozen=True):
    """A note with its number and when it came."""

    number: int
    note: AnyNote
    written: datetime


class Request(Struct, frozen=True):
    """Something that was entered under a key, so that sending it again enters nothing."""

    key: str
    sha256: str
    """Of the events as they were sent: the same key with other events is a mistake."""
    first: int
    last: int


class Touched(Struct, frozen=True):
    """When something was last written to a game."""

    id: str
    entries: int
    when: datetime


class Running(Struct, frozen=True):
    """A game that is not over, by its last numbers."""

    id: str
    entries: int
    notes: int
    touched: datetime
    """When the last entry was written, or the game begun."""


class Taken(Exception):
    """Another game has this id or this join code."""


class Overtaken(Exception):
    """Somebody else has entered something under this number, or under this key, in the meantime."""


class Unusable(Exception):
    """The log can't be opened, read or written: `code` says why, `params` about which file."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


class Damaged(Unusable):
    """Something that is kept of one game can't be read, or can't have happened. Other games don't hang on it."""

    def __init__(self, game: str, part: Part, number: int, *reasons: Refusal) -> None:
        super().__init__("game_damaged", game=game)
        self.game = game
        self.part = part
        self.number = number
        """Of the first bad entry or note."""
        self.reasons = reasons


class EventLog(Protocol):
    """Where games are kept. What a method has written when it returns is durable. All may raise `Unusable`, those that
    read something of a game `Damaged`."""

    def create(self, game: StoredGame, events: Sequence[AnyEvent]) -> None:
        """Begin a game, with what happened in it already. Raises `Taken`."""

    def setup(self, game: str) -> Setup | None:
        """How a game was set up; none where there is no such game."""

    def entries(self, game: str, after: int = 0, last: int | None = None) -> list[AnyEvent]:
        """The entries behind a number and up to another, in their order."""

    def ends(self, game: str) -> tuple[int, int] | None:
        """The numbers of a game's last entry and last note, 0 where there is none; none where there is no such game."""

    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, request: Request | None = None
    ) -> None:
        """Add entries together or not at all, numbered from `first` on. Raises `Overtaken`."""

    def request(self, game: str, key: str) -> Request | None:
        """What was entered under a key."""

    def add_secret(self, game: str, secret: Secret, most: int | None = None) -> None:
        """Let one more device in; of its kind and seat only the newest `most` stay. Into a game that was deleted
        meanwhile nobody is let, and nothing else is the matter."""

    def claim_seat(self, game: str, secret: Secret) -> bool:
        """Let a phone in where nobody has its seat, at one stroke. False, and nothing changes, where somebody has."""

    def exchange_link(self, game: str, sha256: str, since: datetime, secret: Secret, most: int) -> bool:
        """Let a device in for a link that was made since then, and end the link, at one stroke. False without one."""

    def has_secret(self, game: str, kinds: Sequence[SecretKind], sha256: str) -> bool:
        """Whether a hash opens a game."""

    def secrets(self, game: str, kind: SecretKind) -> list[Secret]:
        """The hashes that open a game, the oldest first."""

    def count_secrets(self, game: str, kind: SecretKind) -> int:
        """How many hashes open a game."""

    def move_seat_secrets(self, game: str, one: int, other: int) -> None:
        """Two people have changed chairs, and their phones with them."""

    def drop_secret(self, game: str, sha256: str) -> None:
        """One device has no rights any more, of whatever kind."""

    def drop_secrets(self, game: str, kind: SecretKind, seat: int | None = None) -> None:
        """All devices of a kind have no rights any more, or those of one seat."""

    def add_note(self, game: str, number: int, note: AnyNote, key: str, when: datetime) -> None:
        """Add a note under this number. Raises `Overtaken`."""

    def notes(self, game: str, after: int = 0) -> list[KeptNote]:
        """The notes behind a number, in their order."""

    def note_with_key(self, game: str, key: str) -> int | None:
        """The number of the note that was sent under a key."""

    def join_code(self, game: str) -> str | None:
        """The code that phones find a game by. Kept plainly: the host has to read it out again."""

    def set_join_code(self, game: str, code: str) -> None:
        """Replace the code. Raises `Taken`."""

    def game_of(self, join_code: str) -> str | None:
        """The game with this code."""

    def touched(self, games: Iterable[str]) -> list[Touched]:
        """Those of these games that there are, the last played first."""

    # Records across games.

    def results_stamp(self) -> tuple[int, int]:
        """Another one whenever results or people may have changed."""

    def keep_result(self, game: str, seats: Sequence[KeptSeat]) -> None:
        """How a game came out, in place of what was kept of it; with no seats, nothing is kept of it any more."""

    def has_result(self, game: str) -> bool:
        """Whether something is kept of how a game came out."""

    def results(self, games: Iterable[str]) -> list[KeptSeat]:
        """How these games came out, the last ended first, and of each the winner first."""

    def games_ended_at(self, ended: datetime) -> list[str]:
        """Games that ended at this very moment: copies of one another."""

    def last_results(self, most: int, person: str | None = None) -> list[str]:
        """The games that ended last, of all or of one person's."""

    def records(self) -> list[PersonRecord]:
        """Everybody who has ended a game, who has played most first."""

    def against(self, person: str) -> list[Against]:
        """Somebody beside everybody whom they have played with."""

    def corners(self, person: str) -> list[tuple[Corner, ...]]:
        """Where somebody began, game by game."""

    def spelling(self, plain: str) -> Spelling | None:
        """A name as it is known."""

    def spellings(self, person: str) -> list[Spelling]:
        """All ways in which somebody's name was written."""

    def add_spelling(self, spelling: Spelling) -> None:
        """A name that was not known. Raises `Taken` where it has become known meanwhile."""

    def sat_together(self, person: str, other: str) -> bool:
        """Whether two have ended a game with one another: then they are not one."""

    def merge_people(self, person: str, other: str) -> None:
        """The other's names and games are this person's from now on."""

    def part_spelling(self, spelling: str) -> None:
        """A name is that of a person of its own again."""

    def leave_uncounted(self, game: str) -> None:
        """No record is kept of this game, however it ends."""

    def is_counted(self, game: str) -> bool:
        """Whether a record is kept of this game."""

    def all_games(self) -> list[tuple[str, datetime]]:
        """Every game with when it was begun, the oldest first."""

    def has_old_games(self) -> bool:
        """Whether there are games from before results were kept."""

    def changed_rows(self) -> list[tuple[str, Part, int]]:
        """Set-ups and entries that are not as they were written, the first of each game."""

    def listed_games(self, most: int, past: int = 0) -> list[ListedGame]:
        """So many games, past so many others, the last played first."""

    def running(self, since: datetime) -> list[Running]:
        """Games in which something happened since then and of which no result is kept; samples are none."""

    def club_notes(self) -> list[tuple[str, KeptNote]]:
        """What all games have noted for the club, each game's in their order."""

    def check(self) -> None:
        """Whether it can be read and written now. Raises `Unusable`."""

    def erase_game(self, game: str) -> bool:
        """Delete a game for good. False where there is none."""

    def erase_names(self, is_theirs: Callable[[str], bool], nameless: Callable[[int], str]) -> list[str]:
        """Take somebody's names out of all games for good; the games in which they stood."""

    def listen(self, heard: Callable[[str | None], None]) -> Callable[[], None]:
        """Have somebody called, from a greenlet, with the id of a game whenever anything of it was written by another
        process, or through another log; with none where it may be any game: where the log can't tell, or could not
        hear for a while. What this log itself has written is not told. What comes back ends it."""

    def slate(self) -> Slate:
        """What servers of these games tell one another on while they run."""

    @property
    def is_file(self) -> bool:
        """Whether the games lie in a file of ours, of which copies are kept beside it."""

    @property
    def path(self) -> str:
        """Where the file is; where there is none, what would lie beside it lies beside this name."""

    def is_in_place(self) -> bool:
        """Whether the file is still found under its name."""

    def save_elsewhere(self) -> str:
        """Where the file is gone, write everything to a new one and go on with that. The path of what counts now."""

    def wake(self) -> None:
        """Import now what the first game would have to wait for."""

    def close(self) -> None:
        """Let go of the file."""
