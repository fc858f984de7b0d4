"""The games of this server: begin one, say what may be entered, enter it once and in order, tell who listens.

Knows no database and no web. Clock and randomness are handed in.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from threading import RLock
from typing import Any

from msgspec.structs import replace

from narrator.core.message import Refusal
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent, encode_event
from narrator.core.table.phase import Over
from narrator.core.table.setup import Setup, start
from narrator.core.table.times import in_utc
from narrator.store.event_log import EventLog, Overtaken, Request, Secret, SecretKind, StoredGame, Taken
from narrator.store.game_file import write_game

from .answers import Entered, GameSummary, KeyReused, NewGame, NoSuchGame, Stale
from .credentials import CODE_LENGTH, GAME_LENGTH, SECRET_LENGTH, SeatKeys, as_code, hash_of, is_one_of
from .record_cache import Records, extended

TRIES = 10
"""So often a code is drawn anew, or an entry judged anew after another process was quicker."""

Listener = Callable[[str, int], None]


class Games:
    """All games of one log."""

    def __init__(self, log: EventLog, now: Callable[[], datetime], token: Callable[[int], str]) -> None:
        """`token(n)` draws n characters of `tokens.ALPHABET` that nobody can guess."""
        self.log = log
        self._now = now
        self._token = token
        self._records = Records(log)
        self._lock = RLock()
        self._listeners: list[Listener] = []
        self._good: set[tuple[SecretKind, str, str]] = set()

    # Games and their records.

    def create(self, setup: Setup, events: Sequence[AnyEvent] = ()) -> NewGame:
        """Begin a game. Raises `Refused`, for one of the events `EntryRefused`."""
        setup = self._with_seed(setup)
        record = extended(Record(start(setup)), [in_utc(event) for event in events])
        for _ in range(TRIES):
            new = NewGame(self._token(GAME_LENGTH).lower(), self._token(SECRET_LENGTH), self._token(CODE_LENGTH))
            host = Secret("host", hash_of(new.secret), self._now())
            try:
                self.log.create(StoredGame(new.id, setup, new.join_code, host.created, host), record.log)
            except Taken:
                continue
            self._records.keep(new.id, record)
            return new
        raise RuntimeError("the tokens are not random")

    def _with_seed(self, setup: Setup) -> Setup:
        """A board that chance lays gets its seed here, so that it is the same board for ever."""
        board = setup.board
        if board is None or board.hexes is not None or board.seed is not None:
            return setup
        return replace(setup, board=replace(board, seed=self._token(GAME_LENGTH)))

    def record(self, game: str) -> Record:
        """The record up to the last entry. It never changes afterwards. Raises `NoSuchGame`."""
        with self._lock:
            return self._records.of(game)

    def setup(self, game: str) -> Setup:
        found = self.log.setup(game)
        if found is None:
            raise NoSuchGame(game)
        return found

    def file(self, game: str) -> bytes:
        """The game file."""
        return write_game(self.setup(game), self.record(game).log)

    def last_played(self, games: Iterable[str]) -> list[GameSummary]:
        """Those of these games that there are, the last played first."""
        return [self._summary(game.id, game.when) for game in self.log.touched(games)]

    def _summary(self, game: str, touched: datetime) -> GameSummary:
        record = self.record(game)
        seats = record.state.seats
        return GameSummary(
            id=game,
            names=tuple(seat.name for seat in seats),
            colours=tuple(seat.colour for seat in seats),
            entries=len(record.log),
            touched=touched,
            is_over=isinstance(record.state.phase, Over),
        )

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
        for _ in range(TRIES):
            try:
                with self._lock:
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

    # Who may act, and who finds the game.

    def is_host(self, game: str, secret: str) -> bool:
        return self._is_good(game, "host", secret)

    def _is_good(self, game: str, kind: SecretKind, secret: str) -> bool:
        """A host's or a watcher's secret stays good for ever, so the log is asked only once about each."""
        name = (kind, game, hash_of(secret))
        if name not in self._good and is_one_of(secret, [known.sha256 for known in self.log.secrets(game, kind)]):
            self._good.add(name)
        return name in self._good

    def new_host_secret(self, game: str) -> str:
        """One more secret for another device; those that were given out before stay good."""
        self.setup(game)
        secret = self._token(SECRET_LENGTH)
        self.log.add_secret(game, Secret("host", hash_of(secret), self._now()))
        return secret

    def take_seat(self, game: str, seat: int) -> str:
        """A phone's secret for a seat. The newest one counts: who takes over an abandoned seat has it alone."""
        return self._new_secret(game, "seat", seat)

    def watch(self, game: str) -> str:
        """A phone's secret that lets it look on."""
        return self._new_secret(game, "watch", None)

    def _new_secret(self, game: str, kind: SecretKind, seat: int | None) -> str:
        self.setup(game)
        secret = self._token(SECRET_LENGTH)
        self.log.add_secret(game, Secret(kind, hash_of(secret), self._now(), seat))
        return secret

    def seat_keys(self, game: str) -> SeatKeys:
        """Which phone has which seat."""
        known = self.log.secrets(game, "seat")
        return SeatKeys({one.seat: one.sha256 for one in known if one.seat is not None})

    def taken_seats(self, game: str) -> set[int]:
        """Seats that some phone has."""
        return self.seat_keys(game).taken

    def free_seat(self, game: str, seat: int) -> None:
        """The host takes a seat from whatever phone has it: somebody else can have it now."""
        self.setup(game)
        self.log.drop_seat_secrets(game, seat)

    def is_watcher(self, game: str, secret: str) -> bool:
        return self._is_good(game, "watch", secret)

    def move_phones(self, game: str, one: int, other: int) -> None:
        """Two people have changed places, and their phones with them."""
        self.log.move_seat_secrets(game, one, other)

    def join_code(self, game: str) -> str:
        code = self.log.join_code(game)
        if code is None:
            raise NoSuchGame(game)
        return code

    def rotate_join_code(self, game: str) -> str:
        """A new code; nobody finds the game by the old one any more."""
        self.setup(game)
        for _ in range(TRIES):
            code = self._token(CODE_LENGTH)
            try:
                self.log.set_join_code(game, code)
            except Taken:
                continue
            return code
        raise RuntimeError("the tokens are not random")

    def find_by_join_code(self, code: str) -> str | None:
        return self.log.game_of(as_code(code))
