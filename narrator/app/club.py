"""A club with many tables: which are playing, how far they are, and which need help.

All tables are listed with one query. A table's status is read again after new session events, its standing after new
entries, as any process may write them.
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

NUMBER = re.compile(r"\d+")  # in the name of a place
LISTED_FOR = timedelta(days=30)  # without an entry, until a game is no longer listed
MAX_CACHED_TABLES = 20_000  # tables, some hundred bytes each
MAX_PLACE_LENGTH = 20
MAX_CLOSED_AT_ONCE = 200  # tables closed by one tap: each is a write


class TableProgress(Struct, frozen=True):
    entries: int
    names: tuple[str, ...] = ()
    colours: tuple[Colour, ...] = ()
    points: tuple[int, ...] = ()
    round: int = 0
    turn: int | None = None  # None during setup and after the end
    leaders: tuple[int, ...] = ()  # with most points; empty if unknown or all are equal
    phase: str = "setup"
    is_damaged: bool = False


class ClubTable(Struct, frozen=True):
    id: str
    entries: int
    last_played: datetime
    status: ClubStatus


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
        # by game, with the number of the last event read
        self._statuses: dict[str, tuple[int, ClubStatus]] | None = None
        self._progress: LRUCache[str, TableProgress] = LRUCache(MAX_CACHED_TABLES)

    # Access

    @property
    def is_open(self) -> bool:
        """Whether this server has a club; otherwise nobody sees calls for help."""
        return bool(self.secret)

    @property
    def secret(self) -> str:
        return self._key().secret()

    def is_secret(self, shown: str) -> bool:
        secret = self.secret
        return bool(secret) and compare_digest(shown.encode("utf-8", "surrogatepass"), secret.encode())

    def new_secret(self) -> str:
        secret = self._token(SECRET_LENGTH)
        self._key().replace(secret)
        return secret

    # List

    def tables(self, closed: bool = False, find: str = "") -> list[ClubTable]:
        return self.tables_among(self.running(), closed, find)

    def running(self) -> list[RunningGame]:
        return self._games.storage.games.running(self._now() - LISTED_FOR)

    def tables_among(self, running: list[RunningGame], closed: bool, find: str) -> list[ClubTable]:
        """Return tables that wait for help first, longest wait first, then by place."""
        statuses, text = self._read_statuses(running), find.strip().casefold()
        rows = (ClubTable(one.id, one.last.entry, one.last_played, statuses[one.id]) for one in running)
        found = [
            row for row in rows if row.status.is_closed(row.entries) == closed and text in row.status.place.casefold()
        ]
        return sorted(found, key=_order)

    def change_marker(self, running: list[RunningGame] | None = None) -> int:
        """Return a value that changes with the list and every minute; it is equal in all processes."""
        rows = self.running() if running is None else running
        minute = int(self._now().timestamp()) // 60
        return crc32(f"{minute} {[(one.id, *one.last) for one in rows]}".encode())

    def _read_statuses(self, running: list[RunningGame]) -> dict[str, ClubStatus]:
        if self._statuses is None:
            self._statuses = self._read_all_statuses(running)
        known = self._statuses
        found = {}
        for one in running:
            number, status = known.get(one.id, (0, ClubStatus()))
            if number < one.last.session:
                status = _fold(status, self._session_events(one.id, number))
                known[one.id] = (one.last.session, status)
            found[one.id] = status
        self._statuses = {id: known[id] for id in found if id in known}  # finished games are forgotten
        return found

    def _read_all_statuses(self, running: list[RunningGame]) -> dict[str, tuple[int, ClubStatus]]:
        """Read all club events with one query; other events don't matter here."""
        statuses = {one.id: (one.last.session, ClubStatus()) for one in running}
        for game, kept in self._games.storage.sessions.club_events():
            number, status = statuses.get(game, (0, ClubStatus()))
            statuses[game] = (max(number, kept.number), _fold(status, [kept]))
        return statuses

    def _session_events(self, game: str, after: int) -> list[StoredSessionEvent]:
        try:
            return self._games.storage.sessions.events(game, after)
        except DamagedGame:
            return []

    def progress(self, game: str, entries: int) -> TableProgress:
        kept = self._progress.get(game)
        if kept is None or kept.entries != entries:
            kept = self._progress[game] = progress_of(self._games, game, entries)
            sleep(0)  # folding many tables takes long: let other requests run
        return kept

    def call_for_help(self, game: str, seat: int | None) -> None:
        if self._sessions.session_of(game).club.call is None:
            self._append(game, ClubHelp(state="called", seat=seat))

    def describe_table(self, game: str, place: str, names: bool) -> None:
        """Set the table's place and whether its names may be shown."""
        status, place = self._sessions.session_of(game).club, clean_text(place, MAX_PLACE_LENGTH)
        if (place, names) != (status.place, status.names):
            self._append(game, ClubCard(place=place, names=names))

    def answer_call(self, game: str, state: HelpState) -> None:
        """Tell that a helper is coming, or end the call."""
        call = self._sessions.session_of(game).club.call
        if call is not None and not (state == "coming" and call.is_coming):
            self._append(game, ClubHelp(state=state))

    def close(self, game: str, on: bool = True) -> None:
        self._append(game, ClubClosed(on=on, seen=self._games.record_of(game).last_entry))

    def close_idle(self, hours: int) -> list[str]:
        since = self._now() - timedelta(hours=hours)
        old = [one for one in self.tables() if one.last_played < since and one.status.call is None][:MAX_CLOSED_AT_ONCE]
        for one in old:
            self._append(one.id, ClubClosed(on=True, seen=one.entries))
        return [one.id for one in old]

    def create_table(self, setup: Setup) -> str:
        """Create a table without a host, until a tablet opens its link."""
        places = {one.status.place for one in self.tables()}
        new = self._games.create(setup)
        self._games.storage.secrets.drop_secrets(new.id, "host")
        self._append(new.id, ClubCard(place=next(str(n) for n in range(1, len(places) + 2) if str(n) not in places)))
        return new.id

    def is_free(self, game: str) -> bool:
        """Whether the table has no host yet."""
        self._games.setup(game)
        return not any(self._games.storage.secrets.count_secrets(game, kind) for kind in ("host", "program"))

    def new_host_link(self, game: str) -> str | None:
        """Return a host link for a table without a host."""
        return self._games.access.new_host_link(game) if self.is_free(game) else None

    def _append(self, game: str, event: ClubHelp | ClubCard | ClubClosed) -> None:
        """Append an event once per state of the session."""
        self._games.setup(game)
        said = sha256(encode_session_event(event)).hexdigest()[:16]
        self._sessions.append(game, event, f"club {self._sessions.session_of(game).number} {said}")


def progress_of(games: Games, game: str, entries: int) -> TableProgress:
    try:
        state = games.record_of(game).state
    except (DamagedGame, NoSuchGame):
        return TableProgress(entries, is_damaged=True)
    playing = active_seats(state)
    counted = {seat: points(state, seat) for seat in playing} if state.game.tracking != "script" else {}
    most = max(counted.values(), default=0)
    leaders = tuple(seat for seat, count in counted.items() if count == most)
    has_turn = state.phase.part_of_game not in ("setup", "over")
    return TableProgress(
        entries=entries,
        names=tuple(seat.name for seat in state.seats),
        colours=tuple(seat.colour for seat in state.seats),
        points=tuple(points(state, seat) for seat in range(len(state.seats))),
        round=state.round,
        turn=acting_seat(state) if has_turn else None,
        leaders=leaders if len(leaders) < len(playing) else (),
        phase="over" if isinstance(state.phase, Over) else state.phase.part_of_game,
    )


def _fold(status: ClubStatus, stored: Iterable[StoredSessionEvent]) -> ClubStatus:
    return fold_session(stored, TableSession(club=status)).club


def _order(row: ClubTable) -> tuple[object, ...]:
    """Sort key: tables with help on the way come after the other calls; places by number."""
    call, place = row.status.call, row.status.place
    waits = (0 if not call.is_coming else 1, call.since.timestamp()) if call else (2, 0.0)
    number = NUMBER.search(place) if place else None
    return (*waits, not place, int(number[0]) if number else 0, place.casefold(), row.last_played, row.id)
