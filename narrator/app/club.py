"""A house with many tables: which of them play, where each stands, which wait for help.

The log is asked once for all of them. What a table has noted is read anew when its notes have moved, its standing when
its entries have: any process may have written them.
"""

import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from hmac import compare_digest
from zlib import crc32

from cachetools import LRUCache
from gevent import sleep
from msgspec import Struct

from narrator.app.access.credentials import SECRET_LENGTH
from narrator.app.access.typed_input import clean_text
from narrator.app.games.games import Games
from narrator.app.games.results import NoSuchGame
from narrator.app.sessions.service import SessionService
from narrator.core.table.box import Colour
from narrator.core.table.phase import Over
from narrator.core.table.setup import Setup
from narrator.core.table.state import acting_seat, active_seats, points
from narrator.session.events import ClubCard, ClubClosed, ClubHelp, HelpState, StoredSessionEvent, encode_session_event
from narrator.session.fold import fold_session
from narrator.session.table_session import ClubStatus, TableSession
from narrator.storage.errors import DamagedGame
from narrator.storage.files.keys import ClubKey
from narrator.storage.values import RunningGame

NUMBER = re.compile(r"\d+")
"""In the name of a place."""
LISTED = timedelta(days=30)
"""A game in which nothing has happened for so long is played no more."""
ROOM = 20_000
"""Tables whose cards and standings are remembered: some hundred bytes each."""
LONGEST_PLACE = 20
MOST_AT_ONCE = 200
"""Old tables that one tap closes: each is a write, and others wait for the file."""


class Standing(Struct, frozen=True):
    """How far a table has come, as everybody at it may see."""

    entries: int
    names: tuple[str, ...] = ()
    colours: tuple[Colour, ...] = ()
    points: tuple[int, ...] = ()
    round: int = 0
    turn: int | None = None
    """Whose turn it is; nobody's while the table sets up, or after the end."""
    leaders: tuple[int, ...] = ()
    """Who has most points; nobody where nothing is counted, or all have as many."""
    phase: str = "setup"
    is_damaged: bool = False


class ClubTable(Struct, frozen=True):
    """A row of the club's list."""

    id: str
    entries: int
    touched: datetime
    card: ClubStatus


class Club:
    def __init__(
        self,
        games: Games,
        sessions: SessionService,
        now: Callable[[], datetime],
        key: Callable[[], ClubKey],
        token: Callable[[int], str],
    ) -> None:
        self._games = games
        self._sessions = sessions
        self._now = now
        self._key = key
        self._token = token
        self._cards: dict[str, tuple[int, ClubStatus]] | None = None
        """Of each game the last note that was read, and what all come to."""
        self._standings: LRUCache[str, Standing] = LRUCache(ROOM)

    # The club's own right.

    @property
    def is_open(self) -> bool:
        """Whether this house is a club: without one nobody hears a table that calls."""
        return bool(self.secret)

    @property
    def secret(self) -> str:
        return self._key().secret()

    def opens(self, shown: str) -> bool:
        secret = self.secret
        return bool(secret) and compare_digest(shown.encode("utf-8", "surrogatepass"), secret.encode())

    def new_secret(self) -> str:
        """From here on only who has this one comes in."""
        secret = self._token(SECRET_LENGTH)
        self._key().replace(secret)
        return secret

    # The list.

    def tables(self, closed: bool = False, find: str = "") -> list[ClubTable]:
        return self.among(self.running(), closed, find)

    def running(self) -> list[RunningGame]:
        """All games that are played, by their last numbers: one look at the log."""
        return self._games.storage.games.running(self._now() - LISTED)

    def among(self, running: list[RunningGame], closed: bool, find: str) -> list[ClubTable]:
        """Those that wait for help first, the longest wait before all; then by their place."""
        cards, wanted = self._read(running), find.strip().casefold()
        rows = (ClubTable(one.id, one.entries, one.touched, cards[one.id]) for one in running)
        found = [
            row for row in rows if row.card.is_closed(row.entries) == closed and wanted in row.card.place.casefold()
        ]
        return sorted(found, key=_order)

    def stamp(self, running: list[RunningGame] | None = None) -> int:
        """Another one whenever the list may look otherwise, and with every minute: it tells how long tables have been
        quiet. The same in every process."""
        rows = self.running() if running is None else running
        minute = int(self._now().timestamp()) // 60
        return crc32(f"{minute} {[(one.id, one.entries, one.notes) for one in rows]}".encode())

    def _read(self, running: list[RunningGame]) -> dict[str, ClubStatus]:
        if self._cards is None:
            self._cards = self._first_cards(running)
        known = self._cards
        found = {}
        for one in running:
            number, card = known.get(one.id, (0, ClubStatus()))
            if number < one.notes:
                card = _fold(card, self._notes(one.id, number))
                known[one.id] = (one.notes, card)
            found[one.id] = card
        self._cards = {id: known[id] for id in found if id in known}  # of what is over nothing is remembered
        return found

    def _first_cards(self, running: list[RunningGame]) -> dict[str, tuple[int, ClubStatus]]:
        """All at one stroke: up to the numbers that were read before, nothing else was noted for the club."""
        cards = {one.id: (one.notes, ClubStatus()) for one in running}
        for game, kept in self._games.storage.sessions.club_events():
            number, card = cards.get(game, (0, ClubStatus()))
            cards[game] = (max(number, kept.number), _fold(card, [kept]))
        return cards

    def _notes(self, game: str, after: int) -> list[StoredSessionEvent]:
        try:
            return self._games.storage.sessions.events(game, after)
        except DamagedGame:
            return []

    def standing(self, game: str, entries: int) -> Standing:
        kept = self._standings.get(game)
        if kept is None or kept.entries != entries:
            kept = self._standings[game] = standing_of(self._games, game, entries)
            sleep(0)  # a page of tables that nobody has looked at since the start is folded, and others don't wait
        return kept

    # What tables do.

    def call(self, game: str, seat: int | None) -> None:
        """Twice is once."""
        if self._sessions.of(game).club.call is None:
            self._lay(game, ClubHelp(state="called", seat=seat))

    def introduce(self, game: str, place: str, names: bool) -> None:
        """Where the table is, and whether its names may be read."""
        card, place = self._sessions.of(game).club, clean_text(place, LONGEST_PLACE)
        if (place, names) != (card.place, card.names):
            self._lay(game, ClubCard(place=place, names=names))

    # What the club does.

    def answer(self, game: str, state: HelpState) -> None:
        """Somebody is on the way, or help is over; also where the table itself needs none any more."""
        call = self._sessions.of(game).club.call
        if call is not None and not (state == "coming" and call.is_coming):
            self._lay(game, ClubHelp(state=state))

    def close(self, game: str, on: bool = True) -> None:
        self._lay(game, ClubClosed(on=on, seen=len(self._games.record(game).log)))

    def close_quiet(self, hours: int) -> list[str]:
        """Tables at which nothing has happened for so long, and that wait for nobody."""
        since = self._now() - timedelta(hours=hours)
        old = [one for one in self.tables() if one.touched < since and one.card.call is None][:MOST_AT_ONCE]
        for one in old:
            self._lay(one.id, ClubClosed(on=True, seen=one.entries))
        return [one.id for one in old]

    def begin(self, setup: Setup) -> str:
        """A table for a tablet that is not there yet: nobody hosts it until its link is opened."""
        places = {one.card.place for one in self.tables()}
        new = self._games.create(setup)
        self._games.storage.secrets.drop_secrets(new.id, "host")
        self._lay(new.id, ClubCard(place=next(str(n) for n in range(1, len(places) + 2) if str(n) not in places)))
        return new.id

    def is_free(self, game: str) -> bool:
        """Whether nobody hosts it yet. Only then the club may hand it to a tablet."""
        self._games.setup(game)
        return not any(self._games.storage.secrets.count_secrets(game, kind) for kind in ("host", "program"))

    def link(self, game: str) -> str | None:
        """What makes a tablet this table's host; none where it has one."""
        return self._games.new_host_link(game) if self.is_free(game) else None

    def _lay(self, game: str, note: ClubHelp | ClubCard | ClubClosed) -> None:
        """The same said twice of one moment is one note."""
        self._games.setup(game)
        said = sha256(encode_session_event(note)).hexdigest()[:16]
        self._sessions.append(game, note, f"club {self._sessions.of(game).number} {said}")


def standing_of(games: Games, game: str, entries: int) -> Standing:
    """A damaged one stands among the others and takes none of them along."""
    try:
        state = games.record(game).state
    except (DamagedGame, NoSuchGame):
        return Standing(entries, is_damaged=True)
    playing = active_seats(state)
    counted = {seat: points(state, seat) for seat in playing} if state.game.tracking != "script" else {}
    most = max(counted.values(), default=0)
    leaders = tuple(seat for seat, count in counted.items() if count == most)
    has_turn = state.phase.phase not in ("setup", "over")
    return Standing(
        entries=entries,
        names=tuple(seat.name for seat in state.seats),
        colours=tuple(seat.colour for seat in state.seats),
        points=tuple(points(state, seat) for seat in range(len(state.seats))),
        round=state.round,
        turn=acting_seat(state) if has_turn else None,
        leaders=leaders if len(leaders) < len(playing) else (),
        phase="over" if isinstance(state.phase, Over) else state.phase.phase,
    )


def _fold(status: ClubStatus, stored: Iterable[StoredSessionEvent]) -> ClubStatus:
    return fold_session(stored, TableSession(club=status)).club


def _order(row: ClubTable) -> tuple[object, ...]:
    """A table whose help is on the way comes after those that nobody has heard; places by their numbers."""
    call, place = row.card.call, row.card.place
    waits = (0 if not call.is_coming else 1, call.since.timestamp()) if call else (2, 0.0)
    number = NUMBER.search(place) if place else None
    return (*waits, not place, int(number[0]) if number else 0, place.casefold(), row.touched, row.id)
