"""Files that an earlier Narrator wrote stay openable, and come to what they came to then.

`files/` was written once, by the version of commit c0e0d0b, and is never made anew: four games as it exported them, the
public state after every entry (the last one whole, all as hashes), and a store with two of them, phones and notes.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.reading.public_view import state_for_api
from narrator.core.record.record import Record
from narrator.core.table.events import AnyEvent
from narrator.core.table.setup import initial_state
from narrator.storage.files.game_file import read_event, read_game, write_game
from narrator.storage.storage import Storage, open_storage
from tests.support.app import Clock

pytestmark = pytest.mark.file

FILES = Path(__file__).parent / "files"
STATES: dict[str, Any] = json.loads((FILES / "states.json").read_bytes())
EVENING: dict[str, Any] = json.loads((FILES / "evening.json").read_bytes())
"""What the store held: ids, codes, secrets, the notes and the states of its games."""
GAMES = ("two", "four", "six", "counts")


def opened(name: str) -> tuple[Record, list[AnyEvent]]:
    """A game before its first entry, and its entries."""
    file = read_game((FILES / f"{name}.json").read_bytes())
    return Record(initial_state(file.setup)), [read_event(raw) for raw in file.events]


def as_then(state: dict[str, Any], then: dict[str, Any]) -> dict[str, Any]:
    """A state without keys that were added since."""
    known = {*then, "acting"}
    seats = [{key: seat[key] for key in then["seats"][0]} for seat in state["seats"]]
    return {key: value for key, value in state.items() if key in known} | {"seats": seats}


def digest(state: dict[str, Any]) -> str:
    written = json.dumps(state, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(written.encode()).hexdigest()[:12]


@pytest.mark.parametrize("name", GAMES)
def test_an_old_game_comes_to_the_same_state_after_every_entry(name: str) -> None:
    record, events = opened(name)
    last = STATES[name]["last"]
    for number, (event, then) in enumerate(zip(events, STATES[name]["each"].split(), strict=True), start=1):
        assert digest(as_then(state_for_api(record.add(event)), last)) == then, (number, event)
    assert as_then(state_for_api(record.state), last) == last


@pytest.mark.parametrize("name", GAMES)
def test_an_old_game_written_today_is_the_same_file(name: str) -> None:
    old = (FILES / f"{name}.json").read_bytes()
    file = read_game(old)
    again = write_game(file.setup, [read_event(raw) for raw in file.events])
    assert json.loads(again) == json.loads(old)


def test_the_old_games_have_what_is_hard_to_keep() -> None:
    log = [event for name in GAMES for event in opened(name)[1]]
    assert {len(opened(name)[0].state.seats) for name in GAMES} == {2, 3, 4, 6}
    hard = {"taken_back", "amended", "rule_changed", "corrected", "player_left", "tokens_spent", "cards_gained"}
    assert hard <= {event.type for event in log}
    assert all(event.time for event in log)
    assert all(any(getattr(event, flag) for event in log) for flag in ("waived", "late", "group"))


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Storage]:
    """The old store, as a copy: opening it writes to it."""
    shutil.copy(FILES / "evening.db", tmp_path)
    log = open_storage(f"sqlite:///{tmp_path}/evening.db")
    yield log
    log.close()


@pytest.fixture
def games(log: Storage) -> Games:
    return Games(log, Clock(), random_token)


def test_an_old_store_that_does_not_say_whose_it_is_says_so_from_now_on(log: Storage, tmp_path: Path) -> None:
    assert (FILES / "evening.db").read_bytes()[68:72] == bytes(4)
    log.close()
    assert (tmp_path / "evening.db").read_bytes()[68:72] == b"Narr"


@pytest.mark.parametrize("name", EVENING)
def test_an_old_store_has_its_games(games: Games, name: str) -> None:
    then = EVENING[name]
    assert games.access.find_by_join_code(then["join_code"]) == then["id"]
    record = games.record_of(then["id"])
    assert len(record.log) == then["entries"]
    assert as_then(state_for_api(record.state), then["state"]) == then["state"]


@pytest.mark.parametrize("name", EVENING)
def test_whoever_had_a_secret_gets_in_with_it(games: Games, name: str) -> None:
    then = EVENING[name]
    assert games.access.is_host(then["id"], then["host"])
    assert not any(games.access.is_host(then["id"], other["host"]) for other in EVENING.values() if other is not then)
    assert {str(games.access.seat_of(then["id"], secret)): secret for secret in then["seats"].values()} == then["seats"]


def test_who_only_watched_may_watch_on(games: Games) -> None:
    assert games.access.is_watcher(EVENING["four"]["id"], EVENING["four"]["watcher"])


def test_an_old_store_has_its_session_events(log: Storage) -> None:
    kept = [json.loads(msgspec.json.encode(kept.event)) for kept in log.sessions.events(EVENING["four"]["id"])]
    assert kept == EVENING["four"]["notes"]
    assert {note["type"] for note in kept} == {"trusted", "co_hosted", "proposed", "offered"}


def test_a_game_of_an_old_store_goes_on(games: Games) -> None:
    game = EVENING["four"]["id"]
    entered = games.record_of(game).log[-1]
    assert games.enter_events(game, [msgspec.structs.replace(entered, time=None)], key="tap 1").repeated
    assert games.enter_events(game, [msgspec.structs.replace(entered, time=None)], key="tap 2").numbers == (92,)
