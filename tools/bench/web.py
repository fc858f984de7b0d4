"""`make bench`, the pages: each figure beside an empty Flask view or a bare echo, measured in the same run."""

import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.core.reading.result import Corner
from narrator.core.table.events import Corrected, DiceRolled
from narrator.folders import PACKAGE
from narrator.storage.files.game_file import read_event, read_game
from narrator.storage.storage import open_storage
from narrator.storage.values import Secret, Spelling, StoredGame, StoredResult
from narrator.web.app import create_app
from narrator.web.services import services_of
from tools.bench.core import best

MID_GAME = 210
RAM = Path("/dev/shm")
STARTS = 8


@contextmanager
def a_game(entries: int | None = MID_GAME) -> Iterator[tuple[FlaskClient, str, Games]]:
    """A game in mid-play, or so many of its entries, behind the real application, on a real file. It lies
    on a RAM disk where there is one: how long a disk takes to write depends on what other programs write just then."""
    with tempfile.TemporaryDirectory(dir=RAM if RAM.is_dir() else None) as folder:
        log = open_storage(f"sqlite:///{folder}/bench.db")
        games = Games(log, lambda: datetime.now(UTC), random_token)
        file = read_game((PACKAGE / "samples" / "evening.json").read_bytes())
        new = games.create(file.setup, [read_event(raw) for raw in file.events[:entries]])
        client = create_app(games).test_client()
        client.set_cookie(f"host_{new.id}", new.secret)
        yield client, new.id, games
        log.close()


def per_call(work: Callable[[], object], times: int = 60) -> float:
    """Seconds of one call, in the best of some rounds; waiting for the disk is part of it."""
    return best(lambda: [work() for _ in range(times)], clock=time.perf_counter) / times


def empty_view() -> float:
    app = Flask("empty")
    app.add_url_rule("/", view_func=lambda: "")
    client = app.test_client()
    return per_call(lambda: client.get("/"), 300)


def tapping() -> float:
    """Seconds to record an event and answer with the whole stage, in mid-game."""
    with a_game() as (client, game, games):
        state = games.record_of(game).state
        entries = count(MID_GAME)

        def tap() -> None:
            seen = next(entries)
            event = Corrected(what="hand", seat=state.turn, value=seen % 12)
            answer = client.post(
                f"/g/{game}/enter",
                data={"seen": seen, "events": games_json(event)},
                headers={"HX-Request": "true"},
            )
            assert answer.status_code == 200, answer.status_code

        return per_call(tap)


def games_json(event: Corrected | DiceRolled) -> str:
    import msgspec

    return msgspec.json.encode([event]).decode()


def packed(client: FlaskClient, address: str, **headers: str) -> int:
    """Bytes on the wire."""
    answer = client.get(address, headers={"Accept-Encoding": "gzip", **headers})
    assert answer.status_code == 200, (address, answer.status_code)
    return len(answer.data)


def first_load(client: FlaskClient, address: str) -> int:
    """A page with everything that it asks for, compressed."""
    page = client.get(address, headers={"Accept-Encoding": "gzip"})
    html = gzip.decompress(page.data).decode()
    files = {part.split('"')[0] for part in html.split('"/static/')[1:]}
    return len(page.data) + sum(packed(client, f"/static/{name}") for name in files)


def weights() -> tuple[int, int, int]:
    """First load of the stage, an update of it, first load of a phone: bytes, compressed."""
    with a_game() as (client, game, games):
        stage = first_load(client, f"/g/{game}/stage")
        update = packed(client, f"/g/{game}/stage", **{"HX-Request": "true"})
        client.set_cookie(f"me_{game}", games.access.take_seat(game, 1))
        return stage, update, first_load(client, f"/g/{game}/phone")


def ending() -> tuple[int, float]:
    """First load of the pages of a game that is over, in bytes, compressed; and the seconds that they take."""
    with a_game(None) as (client, game, _):
        address = f"/g/{game}/evening"
        return first_load(client, address), per_call(lambda: client.get(address), 10)


EVENINGS = 1_000
CLUB = [f"Player of the club {n}" for n in range(12)]


def records() -> tuple[float, float]:
    """Seconds to open the records of a thousand games: as usual, and when a game has just ended."""
    with a_game() as (client, _, games):
        keep_evenings(games)
        usual = per_call(lambda: open_page(client, "/people"))
        setup = games.setup(games.storage.games.all_games()[0][0])
        file = read_game((PACKAGE / "samples" / "evening.json").read_bytes())
        events = [read_event(raw) for raw in file.events]
        after = []
        for _ in range(5):
            games.create(setup, events)
            begun = time.perf_counter()
            open_page(client, "/people")
            after.append(time.perf_counter() - begun)
        return usual, min(after)


def open_page(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code


def keep_evenings(games: Games) -> None:
    """Results of a club's thousand evenings, four at a table."""
    setup = games.setup(games.storage.games.all_games()[0][0])
    for number, name in enumerate(CLUB):
        games.storage.results.add_spelling(Spelling(f"person{number}", name, name, f"person{number}"))
    for number in range(EVENINGS):
        game = games.create(setup).id
        ended = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=7 * number)
        seats = [evening_seat(game, number, seat, ended) for seat in range(4)]
        games.storage.results.keep_result(game, seats)


def evening_seat(game: str, number: int, seat: int, ended: datetime) -> StoredResult:
    person = f"person{(number * 5 + seat * 3) % len(CLUB)}"
    corners = tuple(Corner("ore", roll) for roll in (4, 5, 6, 8, 9, 10))
    return StoredResult(
        game, seat, person, person, CLUB[0], "red", seat + 1, 10 - seat, not seat, 900, corners, ended, 4000, 20
    )


def club_list() -> tuple[float, float, float]:
    """Seconds to show a club of a thousand tables: the first time, with a page of tables folded; as usual; and to see
    that nothing has changed."""
    with a_game() as (client, game, games):
        setup, log, now = games.setup(game), games.record_of(game).log, datetime.now(UTC)
        for number in range(EVENINGS - 1):
            host = Secret("host", f"{number:064}", now)
            games.storage.games.create(StoredGame(f"table{number}", setup, f"C{number:05}", now, host), log)
        begun = time.perf_counter()
        open_page(client, "/club")
        first = time.perf_counter() - begun
        club = services_of(client.application).club
        return first, per_call(lambda: open_page(client, "/club"), 5), per_call(club.change_marker, 5)


EMPTY = """
from flask import Flask
app = Flask("empty")
app.add_url_rule("/", view_func=lambda: "")
app.test_client().get("/")
"""
OURS = """
from datetime import UTC, datetime, timedelta
from narrator.app.access.credentials import random_token
from narrator.app.games.games import Games
from narrator.storage.storage import open_storage
from narrator.web.app import create_app
log = open_storage()
games = Games(log, lambda: datetime.now(UTC), random_token)
create_app(games).test_client().get("/")
"""
READY = f"{OURS}\nlog.games"


def starting() -> list[float]:
    """Seconds from a fresh process to the first page: an empty application's and ours, which has its file already; and
    until ours can show a game. In turns, so that what else this machine does meets all of them."""
    found: dict[str, list[float]] = {EMPTY: [], OURS: [], READY: []}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_DATA_HOME": folder}
        for _ in range(STARTS):
            for code, seconds in found.items():
                begun = time.perf_counter()
                subprocess.run([sys.executable, "-c", code], check=True, env=environment)
                seconds.append(time.perf_counter() - begun)
    return [min(seconds) for seconds in found.values()]


def main() -> None:
    empty = empty_view()
    tap = tapping()
    print(
        f"a tap, recorded and the stage rendered: {tap * 1000:.1f} ms; an empty Flask view: {empty * 1000:.2f} ms; "
        f"ratio {tap / empty:.1f} (at most 25)"
    )
    usual, after = records()
    print(
        f"records of {EVENINGS} games: {usual * 1000:.1f} ms; ratio {usual / empty:.1f} (at most 10); "
        f"when a game has just ended {after * 1000:.1f} ms"
    )
    first, list_of_tables, stamp = club_list()
    print(
        f"a club's list of {EVENINGS} tables, made anew: {list_of_tables * 1000:.1f} ms; "
        f"ratio {list_of_tables / empty:.0f}; the first {first * 1000:.0f} ms, has it changed? {stamp * 1000:.1f} ms"
    )
    stage, update, phone = weights()
    print(f"first load of the stage {stage / 1000:.1f} KB (at most 100), an update {update / 1000:.1f} KB (at most 12)")
    print(f"first load of a phone {phone / 1000:.1f} KB (at most 60)")
    end, seconds = ending()
    print(f"first load of the pages at the end {end / 1000:.1f} KB (at most 60), made in {seconds * 1000:.0f} ms")
    bare, ours, ready = starting()
    print(
        f"start to first page: {ours * 1000:.0f} ms; an empty application's {bare * 1000:.0f} ms; "
        f"ratio {ours / bare:.1f} (at most 4); to the first game {ready * 1000:.0f} ms"
    )
    print(f"measured {time.strftime('%Y-%m-%d')}")


if __name__ == "__main__":
    main()
