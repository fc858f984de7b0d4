"""The games of this server: begin one, say what may be entered, enter it once and in order, tell who listens.

Knows no database and no web. Clock and randomness are handed in.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from gevent.lock import RLock
from msgspec.structs import replace

from narrator.core.message import Refusal
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, encode_event
from narrator.core.table.setup import Setup, start
from narrator.core.table.times import in_utc
from narrator.store.event_log import EventLog, Overtaken, Request, Secret, SecretKind, StoredGame, Taken
from narrator.store.game_file import write_game

from .answers import Entered, GameSummary, KeyReused, NewGame, Stale
from .credentials import CODE_LENGTH, GAME_LENGTH, SECRET_LENGTH, hash_of
from .file_limits import FileBudget, check_counts
from .locks import Locks
from .record_cache import Records, extended
from .rights import Rights
from .summary import summary_of

TRIES = 10
"""So often a code is drawn anew, or an entry judged anew after another process was quicker."""

Listener = Callable[[str, int], None]


class Games(Rights):
    """All games of one log, and who may act in them."""

    def __init__(self, log: EventLog, now: Callable[[], datetime], token: Callable[[int], str]) -> None:
        """`token(n)` draws n characters of `tokens.ALPHABET` that nobody can guess."""
        super().__init__(log, now, token)
        self._records = Records(log)
        self._locks = Locks()
        self._listeners: list[Listener] = []

    def alone_with(self, game: str) -> RLock:
        """To be held by whoever reads something of a game and then writes what follows from it. Reading alone waits for
        nobody: a record that was handed out never changes."""
        return self._locks.of(game)

    # Games and their records.

    def create(self, setup: Setup, events: Sequence[AnyEvent] = (), kind: SecretKind = "host") -> NewGame:
        """Begin a game, for a host's device or a program. Raises `Refused`, for one of the events `EntryRefused`."""
        check_counts(events)
        setup = self._with_seed(setup)
        record = extended(Record(start(setup)), [in_utc(event) for event in events], FileBudget().check)
        for _ in range(TRIES):
            new = NewGame(self._token(GAME_LENGTH).lower(), self._token(SECRET_LENGTH), self._token(CODE_LENGTH))
            host = Secret(kind, hash_of(new.secret), self._now())
            try:
                self.log.create(StoredGame(new.id, setup, new.join_code, host.created, host), record.log)
            except Taken:
                continue
            self._records.keep(new.id, record)
            if record.log:
                self._tell(new.id, len(record.log))
            return new
        raise RuntimeError("the tokens are not random")

    def _with_seed(self, setup: Setup) -> Setup:
        """A board that chance lays gets its seed here, so that it is the same board for ever; its land is mixed well,
        as nobody asked for another island's number."""
        board = setup.board
        if board is None or board.hexes is not None or board.seed is not None:
            return setup
        drawn = replace(board, seed=self._token(GAME_LENGTH), mixed=board.mixed or board.by_chance)
        return replace(setup, board=drawn)

    def record(self, game: str) -> Record:
        """The record up to the last entry. It never changes afterwards. Raises `NoSuchGame`, `Damaged`."""
        return self._records.of(game)

    def forget(self, game: str) -> None:
        """It was deleted, or somebody's name in it: what comes next is read from the log."""
        self._records.forget(game)

    def file(self, game: str) -> bytes:
        """The game file."""
        return write_game(self.setup(game), self.record(game).log)

    def last_played(self, games: Iterable[str]) -> list[GameSummary]:
        """Those of these games that there are, the last played first."""
        return [summary_of(game, self.record) for game in self.log.touched(games)]

    # Judging and entering.

    def judge(self, game: str, events: Sequence[AnyEvent]) -> list[tuple[Refusal, ...]]:
        """Every reason against each event, also against one that the host lets stand. What is merely irregular is
        taken to stand, so that the next event is judged on what it would meet."""
        trial = self.record(game).branch()
        found = []
        for event in self._stamped(events, len(trial.log) + 1):
            reasons = trial.refusals(event)
            found.append(reasons)
            if not any(reason.kind == "impossible" for reason in reasons):
                trial.enter(event)
        return found

    def enter(self, game: str, events: Sequence[AnyEvent], seen: int | None = None, key: str | None = None) -> Entered:
        """Enter events together or not at all; they are durable when this returns. `seen` is the number of the last
        entry that the sender knew of; a `key` that comes again is answered as before. Raises `NoSuchGame`, `Stale`,
        `KeyReused` and `EntryRefused`."""
        self.record(game)  # folded outside the lock, if it was not
        for _ in range(TRIES):
            try:
                with self.alone_with(game):
                    entered = self._enter(game, events, seen, key)
            except Overtaken:
                continue
            if entered.numbers and not entered.repeated:
                self._tell(game, entered.numbers[-1])
            return entered
        raise Stale(seen or 0, len(self.record(game).log))

    def _enter(self, game: str, events: Sequence[AnyEvent], seen: int | None, key: str | None) -> Entered:
        record = self._records.of(game)
        fingerprint = sha256(encode_event(list(events))).hexdigest()
        if key is not None and (before := self.log.request(game, key)) is not None:
            if before.sha256 != fingerprint:
                raise KeyReused(key)
            return Entered(tuple(range(before.first, before.last + 1)), True, record)
        last = len(record.log)
        if seen is not None and seen != last:
            raise Stale(seen, last)
        stamped = self._stamped(events, last + 1)
        trial = extended(record, stamped)
        numbers = tuple(range(last + 1, len(trial.log) + 1))
        if numbers:
            request = None if key is None else Request(key, fingerprint, numbers[0], numbers[-1])
            self.log.append(game, numbers[0], stamped, self._now(), request)
            self._records.keep(game, trial)
        return Entered(numbers, False, trial)

    def _stamped(self, events: Sequence[AnyEvent], first: int) -> list[AnyEvent]:
        """With the time, and with the group where several are entered together."""
        now = self._now()
        return [self._stamp(event, now, first if len(events) > 1 else None) for event in events]

    def _stamp(self, event: AnyEvent, now: datetime, group: int | None) -> AnyEvent:
        missing: dict[str, Any] = {} if event.time is not None else {"time": now}
        if event.group is None and group is not None:
            missing["group"] = group
        return in_utc(replace(event, **missing) if missing else event)

    # Who hears of it.

    def listen(self, heard: Listener) -> None:
        """Have somebody called with (game, number) after entries have become durable."""
        self._listeners.append(heard)

    def _tell(self, game: str, number: int) -> None:
        for heard in self._listeners:
            try:
                heard(game, number)
            except Exception:  # The entry stands, whatever a listener makes of it.
                logging.getLogger(__name__).exception("A listener failed on %s %s", game, number)
