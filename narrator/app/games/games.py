"""The games of this server: create games, judge and enter events once and in order, notify listeners.

Knows neither database nor web; clock and randomness are passed in.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from gevent.lock import RLock
from msgspec.structs import replace

from narrator.app.access.credentials import CODE_LENGTH, GAME_LENGTH, SECRET_LENGTH, hash_secret
from narrator.app.access.rights import AccessRights
from narrator.app.games.dealing import Author, Dealer
from narrator.app.games.limits import FileBudget, Locks, check_counts
from narrator.app.games.record_cache import RecordCache, SeatRecords, extended
from narrator.app.games.results import Entered, GameSummary, KeyReused, NewGame, Stale, summary_of
from narrator.app.seats.joining import refuse_new_namesakes
from narrator.bot.characters import why_unsupported
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.play.development import are_cards_revealed, points_held
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.record.undo import keep_personal_events
from narrator.core.table.events import (
    Amended,
    AnyEvent,
    CardStolen,
    DevelopmentBought,
    PointsRevealed,
    SeatJoined,
    encode_event,
    in_utc,
)
from narrator.core.table.setup import Setup, initial_state
from narrator.storage.errors import AlreadyTaken, DamagedGame, NumberTaken
from narrator.storage.files.game_file import write_game
from narrator.storage.files.keys import house_key_for
from narrator.storage.storage import Storage
from narrator.storage.values import Secret, SecretKind, StoredGame, StoredRequest

DRAWN = (DevelopmentBought, CardStolen)  # drawn from the seed and not named in a saved game
TRIES = 10  # to draw an unused code, or to enter after another process took the number

Listener = Callable[[str, int], None]
Filler = Callable[[str, Record, Sequence[AnyEvent]], list[AnyEvent]]  # adds what only the server knows


class Games(AccessRights):
    """All games of one storage, and who may act in them."""

    def __init__(
        self,
        storage: Storage,
        now: Callable[[], datetime],
        token: Callable[[int], str],
        chance: Callable[[int], bytes] = token_bytes,
    ) -> None:
        """`token(n)` returns n unguessable characters, `chance(n)` n random bytes."""
        super().__init__(storage, now, token)
        self.dealer = Dealer(lambda: house_key_for(storage.database.path), chance)
        self._records = RecordCache(storage)
        self._seat_records = SeatRecords()
        self._locks = Locks()
        self._listeners: list[Listener] = []
        self._entered = 0
        self._fillers: list[Filler] = []

    def lock(self, game: str) -> RLock:
        """Hold this to read a game and write what follows. Reading alone needs no lock: records never change."""
        return self._locks.lock_of(game)

    # Games and their records

    def create(
        self,
        setup: Setup,
        events: Sequence[AnyEvent] = (),
        kind: SecretKind = "host",
        instead_of: str | None = None,
    ) -> NewGame:
        """Create a game for a host's device or a program, or `instead_of` a damaged one. Raises `Refused`, and
        `EntryRefused` for one of the events."""
        check_counts(events)
        if setup.cards == "app" and not _is_public(events):
            setup = replace(setup, seal=None)  # all its cards are named: nothing is dealt from the seed any more
        self._check_seal(setup, instead_of)
        if not any(isinstance(event, DRAWN) for event in events):
            setup = replace(setup, seal=None)  # a player may have continued it alone and know the draws
        is_sealed = setup.seal is not None
        setup = self._with_seed(setup)
        record = self._folded(setup, [in_utc(event) for event in events])
        for _ in range(TRIES):
            new = NewGame(self._token(GAME_LENGTH).lower(), self._token(SECRET_LENGTH), self._token(CODE_LENGTH))
            host = Secret(kind, hash_secret(new.secret), self._now())
            try:
                self.storage.games.create(StoredGame(new.id, setup, new.join_code, host.created, host), record.log)
            except AlreadyTaken:
                continue
            if is_sealed:
                self._check_twin(new.id, setup, instead_of)
            self._records.keep(new.id, record)
            if record.log:
                self._notify(new.id, len(record.log))
            return new
        raise RuntimeError("the tokens are not random")

    def _check_seal(self, setup: Setup, instead_of: str | None) -> None:
        """Refuse a second game with the same seed: anybody could take its seats and see the same hands."""
        if setup.seal is None:
            return
        if setup.cards == "table":
            raise Refused(impossible("file.seal"))
        if self._is_dealt_already(setup, instead_of):
            raise Refused(impossible("file.still_played"))

    def _check_twin(self, game: str, setup: Setup, instead_of: str | None) -> None:
        """Delete and refuse the new game if another process created one with this seed since `_check_seal`."""
        if self._is_dealt_already(setup, instead_of, game):
            self.storage.maintenance.erase_game(game)
            raise Refused(impossible("file.still_played"))

    def _is_dealt_already(self, setup: Setup, *but_for: str | None) -> bool:
        seed, games = self.dealer.seed("", setup), self.storage.games.all_games()
        return any(game not in but_for and self._is_dealt_from(game, seed) for game, _ in games)

    def _is_dealt_from(self, game: str, seed: bytes) -> bool:
        try:
            setup = self.setup(game)
            return setup.cards == "app" and self.dealer.seed(game, setup) == seed
        except (DamagedGame, Refused):  # a seal of another house, or none that can be read
            return False

    def _folded(self, setup: Setup, events: Sequence[AnyEvent]) -> Record:
        """Deal a saved game again from its seed, with the same cards. A running game with named cards is refused:
        whoever opens it would know every hand."""
        begun = Record(initial_state(setup))
        if begun.game.bots and (reason := why_unsupported(begun.state)) is not None:
            raise Refused(impossible(reason.key))
        if setup.cards == "table":
            return extended(begun, events, FileBudget().check)
        if _is_public(events):
            return extended(begun, events, FileBudget().check, self.dealer.at("", lambda: setup, "house").complete)
        record = extended(begun, events, FileBudget().check)
        if not are_cards_revealed(record.state):
            raise Refused(impossible("file.open_hands"))
        return record

    def _with_seed(self, setup: Setup) -> Setup:
        """Store the seeds of a random board and of the app's draws in the setup."""
        if setup.cards == "app" and setup.seal is None:
            setup = replace(setup, seal=self.dealer.new_seal())
        board = setup.board
        if board is None or board.hexes is not None or board.seed is not None:
            return setup
        drawn = replace(board, seed=self._token(GAME_LENGTH), mixed=board.mixed or board.is_random)
        return replace(setup, board=drawn)

    def record_of(self, game: str, seat: int | None = None) -> Record:
        """Return the record as everybody may see it, or as a seat may. Raises `NoSuchGame`, `DamagedGame`."""
        return self._seat_records.record_of(game, seat, self._records.record_of(game))

    def full_record(self, game: str) -> Record:
        """Return the record with all dealt cards: for judging, dealing and bots, not for pages."""
        return self._records.record_of(game)

    def cached_record(self, game: str) -> Record:
        """Return the record without looking for newer entries, for listeners. Raises as `record_of`."""
        return self._seat_records.record_of(game, None, self._records.known(game))

    def forget(self, game: str) -> None:
        """Drop what is cached of a game after a deletion."""
        self._records.forget(game)
        self._seat_records.forget(game)

    def file(self, game: str) -> bytes:
        """Return the host's game file. While dealt cards are hidden, it holds only their encrypted seed."""
        setup, record = self.setup(game), self.record_of(game)
        return write_game(replace(setup, seal=None) if are_cards_revealed(record.state) else setup, record.log)

    def last_played(self, games: Iterable[str]) -> list[GameSummary]:
        """Return summaries of the existing games, last played first."""
        wanted = list(games)
        return [summary_of(game, self.record_of) for game in self.storage.games.touched(wanted)] if wanted else []

    # Judging and entering

    def judge(self, game: str, events: Sequence[AnyEvent], by: Author = "host") -> list[tuple[Refusal, ...]]:
        """Return all refusals of each event, including waived ones. Events that are merely irregular count as entered
        when the next one is judged."""
        trial = self.full_record(game).copy()
        dealing = self.dealer.at(game, lambda: self.setup(game), by)
        found = []
        for sent in events:
            try:
                dealt = dealing.complete(trial, sent)
            except Refused as refused:
                found.append(refused.reasons)
                continue
            event = self._stamp(dealt, self._now(), len(self.full_record(game).log) + 1 if len(events) > 1 else None)
            reasons = trial.refusals(event)
            found.append(reasons)
            if not any(reason.kind == "impossible" for reason in reasons):
                trial.add_unchecked(event)
        return found

    def enter(
        self,
        game: str,
        events: Sequence[AnyEvent],
        seen: int | None = None,
        key: str | None = None,
        by: Author = "host",
    ) -> Entered:
        """Enter events atomically; they are durable when this returns. `seen` is the last entry number that the sender
        knew; a repeated `key` returns the first result. The returned record is the author's view. Raises `NoSuchGame`,
        `Stale`, `KeyReused` and `EntryRefused`."""
        self._records.fold(game)  # outside the lock
        for _ in range(TRIES):
            try:
                with self.lock(game):
                    entered = self._enter(game, events, seen, key, by)
            except NumberTaken:
                continue
            if entered.numbers and not entered.repeated:
                self._entered += len(entered.numbers)
                self._notify(game, entered.numbers[-1])
                self._show_points(game, entered.record)
            return replace(
                entered, record=self._seat_records.record_of(game, by if isinstance(by, int) else None, entered.record)
            )
        raise Stale(seen or 0, len(self.full_record(game).log))

    def _show_points(self, game: str, record: Record) -> None:
        """If the app dealt, reveal all victory point cards at the end."""
        if are_cards_revealed(record.state):
            last = [PointsRevealed(seat=seat, count=count) for seat, count in points_held(record.state).items()]
            if last:
                self.enter(game, last, key=f"shown {len(record.log)}", by="house")

    def _enter(self, game: str, events: Sequence[AnyEvent], seen: int | None, key: str | None, by: Author) -> Entered:
        record = self._records.record_of(game)
        fingerprint = sha256(encode_event(list(events))).hexdigest()
        if key is not None and (before := self.storage.games.request(game, key)) is not None:
            if before.sha256 != fingerprint:
                raise KeyReused(key)
            return Entered(tuple(range(before.first, before.last + 1)), True, record)
        last = len(record.log)
        if seen is not None and seen != last:
            raise Stale(seen, last)
        events = keep_personal_events(record, events)
        for fill in self._fillers:
            events = fill(game, record, events)
        dealing = self.dealer.at(game, lambda: self.setup(game), by)
        group = last + 1 if len(events) > 1 else None

        def ready(trial: Record, event: AnyEvent) -> AnyEvent:
            return self._stamp(dealing.complete(trial, event), now, group)

        now = self._now()
        trial = extended(record, events, ready=ready)
        if any(isinstance(event, SeatJoined | Amended) for event in events):
            refuse_new_namesakes(record.state, trial.state)
        numbers = tuple(range(last + 1, len(trial.log) + 1))
        if numbers:
            request = None if key is None else StoredRequest(key, fingerprint, numbers[0], numbers[-1])
            self.storage.games.append(game, numbers[0], trial.log[last:], self._now(), request)
            self._records.keep(game, trial)
        return Entered(numbers, False, trial)

    def _stamp(self, event: AnyEvent, now: datetime, group: int | None) -> AnyEvent:
        """Add the time, and the group if several are entered together."""
        missing: dict[str, Any] = {} if event.time is not None else {"time": now}
        if event.group is None and group is not None:
            missing["group"] = group
        return in_utc(replace(event, **missing) if missing else event)

    def take_count(self) -> int:
        """Return the number of entries made here since the last call, for metrics."""
        count, self._entered = self._entered, 0
        return count

    def fill_in(self, fill: Filler) -> None:
        """Let `fill` complete events before they are judged and entered."""
        self._fillers.append(fill)

    # Listeners

    def listen(self, listener: Listener) -> None:
        """Call `listener(game, number)` after entries are durable."""
        self._listeners.append(listener)

    def _notify(self, game: str, number: int) -> None:
        notify_listeners(self._listeners, game, number)


def notify_listeners(listeners: Iterable[Listener], game: str, number: int) -> None:
    """Call every listener. What was written is durable, so a failing one is only logged."""
    for listener in listeners:
        try:
            listener(game, number)
        except Exception:
            logging.getLogger(__name__).exception("A listener failed on %s %s", game, number)


def _is_public(events: Sequence[AnyEvent]) -> bool:
    """Whether these events name no hidden card."""
    return all(event == public_event(event) for event in events)
