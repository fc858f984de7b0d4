"""One at a time with each game, also where somebody yields in the middle of an entry."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import gevent
import pytest
from gevent.event import Event

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games, Locks
from narrator.app.games.results import EntryRefused
from narrator.core.table.events import AnyEvent
from narrator.storage.database import Database
from narrator.storage.storage import Storage, open_storage
from narrator.storage.stores.games import GameStore
from narrator.storage.values import StoredKey
from tests.support.app import TOLD, Clock, impossible_roll, ruling, texts
from tests.support.waiting import wait_until


class SlowGames(GameStore):
    """Lets others go on before it writes, as one does that waits for another process."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.seen: list[str] = []
        self.held: dict[str, Event] = {}
        """Games whose entries wait for something."""

    def append(
        self, game: str, first: int, events: Sequence[AnyEvent], when: datetime, key: StoredKey | None = None
    ) -> None:
        self.seen.append(f"{game} begins")
        gevent.sleep(0)
        if game in self.held:
            self.held[game].wait(timeout=30)
        super().append(game, first, events, when, key)
        self.seen.append(f"{game} ends")


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    storage = open_storage(f"sqlite:///{tmp_path}/games.db")
    storage.games = SlowGames(storage.database)
    yield storage
    storage.close()


@pytest.fixture
def log(storage: Storage) -> GameStore:
    return storage.games


@pytest.fixture
def games(storage: Storage) -> Games:
    return Games(storage, Clock(), random_token)


def all_at_once(*greenlets: gevent.Greenlet) -> None:
    gevent.joinall(greenlets, timeout=30, raise_error=True)


def test_two_entries_of_one_game_come_one_after_the_other_while_another_game_goes_on(
    games: Games, log: SlowGames
) -> None:
    one, other = games.create(TOLD).id, games.create(TOLD).id
    log.held[one] = Event()
    waiting = [gevent.spawn(games.enter_events, one, [ruling(text)]) for text in ("a", "b")]
    gevent.spawn(games.enter_events, other, [ruling("c")]).get(timeout=30)
    assert log.seen == [f"{one} begins", f"{other} begins", f"{other} ends"]
    log.held[one].set()
    all_at_once(*waiting)
    assert log.seen[3:] == [f"{one} ends", f"{one} begins", f"{one} ends"]
    assert texts(games.record_of(one).log) == ["a", "b"]


def test_who_reads_a_game_does_not_wait_for_who_writes_to_it(games: Games, log: SlowGames) -> None:
    game = games.create(TOLD).id
    log.held[game] = Event()
    writing = gevent.spawn(games.enter_events, game, [ruling("a")])
    wait_until(lambda: log.seen == [f"{game} begins"])
    assert games.record_of(game).log == []
    log.held[game].set()
    all_at_once(writing)
    assert texts(games.record_of(game).log) == ["a"]


def test_who_is_alone_with_a_game_may_enter_something_and_keeps_others_out(games: Games) -> None:
    game = games.create(TOLD).id

    def enter_two(one: str, two: str) -> None:
        with games.lock(game):
            games.enter_events(game, [ruling(one)])
            gevent.sleep(0.01)
            games.enter_events(game, [ruling(two)])

    all_at_once(gevent.spawn(enter_two, "a", "b"), gevent.spawn(enter_two, "c", "d"))
    assert texts(games.record_of(game).log) == ["a", "b", "c", "d"]


def test_a_refused_entry_lets_the_next_one_in(games: Games) -> None:
    game = games.create(TOLD).id
    with pytest.raises(EntryRefused):
        games.enter_events(game, [impossible_roll()])
    all_at_once(gevent.spawn(games.enter_events, game, [ruling("a")]))
    assert texts(games.record_of(game).log) == ["a"]


def test_a_lock_that_nobody_wants_is_gone() -> None:
    locks = Locks()
    with locks.lock_of("one"):
        assert len(locks._locks) == 1
        assert locks.lock_of("one") is locks.lock_of("one")
    assert len(locks._locks) == 0
