"""The games of this server: create games, judge and enter events once and in order, notify listeners.

Knows neither database nor web; clock and randomness are passed in.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from secrets import token_bytes
from weakref import WeakValueDictionary

from gevent.lock import RLock
from msgspec.structs import replace

from narrator.app.access.credentials import CODE_LENGTH, GAME_LENGTH, SECRET_LENGTH, hash_secret
from narrator.app.access.rights import MAX_CODE_ATTEMPTS, AccessRights
from narrator.app.games.dealer import Author, Dealer, Dealing
from narrator.app.games.record_cache import EventCompleter, RecordCache, SeatRecords, judge_and_append
from narrator.app.games.results import (
    Entered,
    GameSummary,
    KeyReused,
    NewGame,
    NoSuchGame,
    Stale,
    TooManyWriters,
    summary_of,
)
from narrator.app.games.work_limits import FileWorkLimit, check_counts
from narrator.app.seats.joining import refuse_new_namesakes
from narrator.bot.characters import why_unsupported
from narrator.core.message import Refusal, Refused, impossible
from narrator.core.play.development import are_cards_revealed, points_held
from narrator.core.reading.public_view import public_event
from narrator.core.record.record import Record
from narrator.core.record.undo import keep_joins_and_agreements
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
from narrator.storage.database import notify_listeners
from narrator.storage.errors import AlreadyTaken, DamagedGame, NumberTaken
from narrator.storage.files.game_file import write_game
from narrator.storage.files.keys import house_key_for
from narrator.storage.storage import Storage
from narrator.storage.values import Secret, SecretKind, StoredGame, StoredKey

EVENTS_WITH_DRAWN_CARD = (DevelopmentBought, CardStolen)  # drawn from the seed and not named in a saved game
MAX_ENTER_ATTEMPTS = 10  # each after another process took the number

Listener = Callable[[str, int], None]
TheftDrawer = Callable[[str, Record, Sequence[AnyEvent]], list[AnyEvent]]  # names the cards stolen from bots


class Games:
    def __init__(
        self,
        storage: Storage,
        now: Callable[[], datetime],
        token: Callable[[int], str],
        random_bytes: Callable[[int], bytes] = token_bytes,
    ) -> None:
        """`token(n)` returns n unguessable characters, `random_bytes(n)` n random bytes."""
        self.storage = storage
        self.access = AccessRights(storage, now, token)
        self._now = now
        self._token = token
        self.dealer = Dealer(lambda: house_key_for(storage.database.path), random_bytes)
        self._records = RecordCache(storage)
        self._seat_records = SeatRecords()
        self._locks = Locks()
        self._listeners: list[Listener] = []
        self._entries_since_scrape = 0
        self._draw_thefts: TheftDrawer | None = None

    def lock(self, game: str) -> RLock:
        """Hold this to read a game and write what follows. Reading alone needs no lock: records never change."""
        return self._locks.lock_of(game)

    # Games and their records

    def setup(self, game: str) -> Setup:
        found = self.storage.games.setup(game)
        if found is None:
            raise NoSuchGame(game)
        return found

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
        if setup.is_dealt and not _is_public(events):
            setup = replace(setup, seal=None)  # all its cards are named: nothing is dealt from the seed any more
        self._check_seal(setup, instead_of)
        if not any(isinstance(event, EVENTS_WITH_DRAWN_CARD) for event in events):
            # Nothing was drawn yet. Somebody may have played on from the file and seen the next draws: draw others.
            setup = replace(setup, seal=None)
        is_sealed = setup.seal is not None
        setup = self._with_seed(setup)
        record = self._fold_saved(setup, [in_utc(event) for event in events])
        for _ in range(MAX_CODE_ATTEMPTS):
            new = NewGame(self._token(GAME_LENGTH).lower(), self._token(SECRET_LENGTH), self._token(CODE_LENGTH))
            host = Secret(kind, hash_secret(new.secret), self._now())
            try:
                self.storage.games.create(StoredGame(new.id, setup, new.join_code, host.created, host), record.log)
            except AlreadyTaken:
                continue
            if is_sealed:
                self._refuse_second_copy(new.id, setup, instead_of)
            self._records.keep(new.id, record)
            if record.log:
                notify_listeners(self._listeners, new.id, record.last_entry)
            return new
        raise RuntimeError("the tokens are not random")

    def _check_seal(self, setup: Setup, instead_of: str | None) -> None:
        """Refuse a second game with the same seed: anybody could take its seats and see the same hands."""
        if setup.seal is None:
            return
        if not setup.is_dealt:
            raise Refused(impossible("file.seal"))
        if self._is_dealt_already(setup, instead_of):
            raise Refused(impossible("file.still_played"))

    def _refuse_second_copy(self, game: str, setup: Setup, instead_of: str | None) -> None:
        """Delete and refuse the new game if another process created one with this seed since `_check_seal`."""
        if self._is_dealt_already(setup, instead_of, game):
            self.storage.maintenance.erase_game(game)
            raise Refused(impossible("file.still_played"))

    def _is_dealt_already(self, setup: Setup, *exceptions: str | None) -> bool:
        seed, games = self.dealer.seed("", setup), self.storage.games.all_games()
        return any(game not in exceptions and self._is_dealt_from(game, seed) for game, _ in games)

    def _is_dealt_from(self, game: str, seed: bytes) -> bool:
        try:
            setup = self.setup(game)
            return setup.is_dealt and self.dealer.seed(game, setup) == seed
        except (DamagedGame, Refused):  # a seal of another house, or none that can be read
            return False

    def _fold_saved(self, setup: Setup, events: Sequence[AnyEvent]) -> Record:
        """Fold a saved game. Hidden cards are dealt again from its seed and are the same. A game that is not over and
        names them is refused: opening it would reveal every hand."""
        empty, check = Record(initial_state(setup)), FileWorkLimit().check
        if empty.game.bots and (reason := why_unsupported(empty.state)) is not None:
            raise Refused(impossible(reason.key))
        if setup.is_dealt and _is_public(events):
            dealing = Dealing(self.dealer, "", lambda: setup, "server")
            return judge_and_append(empty, events, check, dealing.authorize_and_deal)
        record = judge_and_append(empty, events, check)
        if setup.is_dealt and not are_cards_revealed(record.state):
            raise Refused(impossible("file.open_hands"))
        return record

    def _with_seed(self, setup: Setup) -> Setup:
        """Add the seeds of a random board and of the app's draws."""
        if setup.is_dealt and setup.seal is None:
            setup = replace(setup, seal=self.dealer.new_seal())
        board = setup.board
        if board is None or board.hexes is not None or board.seed is not None:
            return setup
        drawn = replace(board, seed=self._token(GAME_LENGTH), mixed=board.mixed or board.is_random)
        return replace(setup, board=drawn)

    def record_of(self, game: str, seat: int | None = None) -> Record:
        """Return the record as everybody may see it, or as a seat may. Raises `NoSuchGame`, `DamagedGame`."""
        return self._seat_records.visible_record(game, seat, self._records.full_record(game))

    def full_record(self, game: str) -> Record:
        """Return the record with all dealt cards: for judging, dealing and bots, not for pages."""
        return self._records.full_record(game)

    def cached_record(self, game: str) -> Record:
        """Return the record without looking for newer entries, for listeners. Raises as `record_of`."""
        return self._seat_records.visible_record(game, None, self._records.cached_record(game))

    def forget(self, game: str) -> None:
        self._records.forget(game)
        self._seat_records.forget(game)

    def file(self, game: str) -> bytes:
        """Return the host's game file. While dealt cards are hidden, it holds only their encrypted seed."""
        setup, record = self.setup(game), self.record_of(game)
        return write_game(replace(setup, seal=None) if are_cards_revealed(record.state) else setup, record.log)

    def last_played(self, games: Iterable[str]) -> list[GameSummary]:
        wanted = list(games)
        activities = self.storage.games.last_activities(wanted) if wanted else []
        return [summary_of(activity, self.record_of) for activity in activities]

    # Judging and entering

    def judge(self, game: str, events: Sequence[AnyEvent], by: Author = "host") -> list[tuple[Refusal, ...]]:
        """Return all refusals of each event, including waived ones, without entering anything. An event that is merely
        irregular counts as entered when the next one is judged."""
        record = self.full_record(game)
        trial, complete = record.copy(), self._event_completer(game, record, events, by)
        refusals: list[tuple[Refusal, ...]] = []
        for sent in events:
            try:
                event = complete(trial, sent)
            except Refused as refused:
                refusals.append(refused.reasons)
                continue
            refusals.append(trial.refusals(event))
            if not any(reason.kind == "impossible" for reason in refusals[-1]):
                trial.add_unchecked(event)
        return refusals

    def enter_events(
        self,
        game: str,
        events: Sequence[AnyEvent],
        last_seen_entry: int | None = None,
        key: str | None = None,
        by: Author = "host",
    ) -> Entered:
        """Enter events atomically; they are durable when this returns.

        `last_seen_entry` is the number of the last entry that the sender knew. If the same idempotency `key` is sent
        again, the first result is returned. The returned record is the author's view. Raises `NoSuchGame`, `Stale`,
        `KeyReused`, `EntryRefused`, and `TooManyWriters` if other processes always came first.
        """
        self._records.cached_record(game)  # folded outside the lock
        for _ in range(MAX_ENTER_ATTEMPTS):
            try:
                with self.lock(game):
                    entered = self._enter(game, events, last_seen_entry, key, by)
            except NumberTaken:
                continue
            if entered.numbers and not entered.repeated:
                self._entries_since_scrape += len(entered.numbers)
                notify_listeners(self._listeners, game, entered.numbers[-1])
                entered = replace(entered, record=self._reveal_points(game, entered.record))
            author_seat = by if isinstance(by, int) else None
            return replace(entered, record=self._seat_records.visible_record(game, author_seat, entered.record))
        raise TooManyWriters(game)

    def _reveal_points(self, game: str, record: Record) -> Record:
        """If the app dealt, reveal all victory point cards at the end. Return the record with them."""
        if not are_cards_revealed(record.state):
            return record
        reveals = [PointsRevealed(seat=seat, count=count) for seat, count in points_held(record.state).items()]
        if not reveals:
            return record
        return self.enter_events(game, reveals, key=f"shown {record.last_entry}", by="server").record

    def _enter(
        self, game: str, events: Sequence[AnyEvent], last_seen_entry: int | None, key: str | None, by: Author
    ) -> Entered:
        record = self._records.full_record(game)
        fingerprint = sha256(encode_event(list(events))).hexdigest()
        if key is not None and (earlier := self.storage.games.entries_for_key(game, key)) is not None:
            if earlier.sha256 != fingerprint:
                raise KeyReused(key)
            return Entered(tuple(range(earlier.first, earlier.last + 1)), True, record)
        if last_seen_entry is not None and last_seen_entry != record.last_entry:
            raise Stale(last_seen_entry, record.last_entry)
        events = keep_joins_and_agreements(record, events)
        if self._draw_thefts is not None:
            events = self._draw_thefts(game, record, events)
        longer = judge_and_append(record, events, complete=self._event_completer(game, record, events, by))
        if any(isinstance(event, SeatJoined | Amended) for event in events):
            refuse_new_namesakes(record.state, longer.state)
        numbers = tuple(range(record.last_entry + 1, longer.last_entry + 1))
        if numbers:
            stored_key = None if key is None else StoredKey(key, fingerprint, numbers[0], numbers[-1])
            self.storage.games.append(game, numbers[0], longer.log[record.last_entry :], self._now(), stored_key)
            self._records.keep(game, longer)
        return Entered(numbers, False, longer)

    def _event_completer(self, game: str, record: Record, events: Sequence[AnyEvent], by: Author) -> EventCompleter:
        """Return a function that adds what the app draws, the time, and the group of events entered together."""
        dealing, now = Dealing(self.dealer, game, lambda: self.setup(game), by), self._now()
        group = record.last_entry + 1 if len(events) > 1 else None

        def complete(trial: Record, event: AnyEvent) -> AnyEvent:
            event = dealing.authorize_and_deal(trial, event)
            return in_utc(replace(event, time=event.time or now, group=event.group or group))

        return complete

    def take_entry_count(self) -> int:
        """Return the number of entries made here since the last call, for metrics."""
        count, self._entries_since_scrape = self._entries_since_scrape, 0
        return count

    def set_theft_drawer(self, draw: TheftDrawer) -> None:
        """Let `draw` name the cards that events steal from bots, before they are entered."""
        self._draw_thefts = draw

    # Listeners

    def listen(self, listener: Listener) -> None:
        """Call `listener(game, number)` after entries are durable."""
        self._listeners.append(listener)


def _is_public(events: Sequence[AnyEvent]) -> bool:
    return all(event == public_event(event) for event in events)


class Locks:
    """gevent locks by game, while in use. A system lock would not exclude other greenlets of its thread."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, RLock] = WeakValueDictionary()

    def lock_of(self, game: str) -> RLock:
        return self._locks.setdefault(game, RLock())
