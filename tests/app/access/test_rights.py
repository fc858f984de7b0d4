"""Rights: which secret opens what, how long, how many there are, and that they end when they are taken back."""

import sqlite3
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from narrator.app.access.credentials import hash_secret, random_token
from narrator.app.access.rights import MAX_DEVICES
from narrator.app.games.games import Games
from narrator.storage.values import Secret, SecretKind
from tests.support.app import NOON, TOLD, Clock, games_in, log_in

KINDS: tuple[SecretKind, ...] = ("host", "program", "link", "watch", "seat")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(tmp_path: Path, clock: Clock) -> Games:
    return Games(log_in(tmp_path), clock, random_token)


@pytest.mark.parametrize("digits", [4, 8, 16, 63])
def test_a_secret_opens_nothing_when_only_the_beginning_of_its_hash_is_known(games: Games, digits: int) -> None:
    game = games.create(TOLD).id
    secret = "A" * 26
    almost = hash_secret(secret)[:digits] + ("0" if hash_secret(secret)[digits] != "0" else "1") * (64 - digits)
    for kind in KINDS:
        games.storage.secrets.add_secret(game, Secret(kind, almost, NOON, 0 if kind == "seat" else None))
    assert not games.access.is_host(game, secret)
    assert not games.access.opens_host(game, secret)
    assert games.access.open_host_link(game, secret) is None
    assert not games.access.is_watcher(game, secret)
    assert games.access.seat_of(game, secret) is None


def test_secrets_that_begin_alike_open_only_their_own_game(tmp_path: Path) -> None:
    numbers = iter(range(10**6))
    games = Games(log_in(tmp_path), Clock(), lambda length: f"{next(numbers):05d}".rjust(length, "A"))
    one, other = games.create(TOLD), games.create(TOLD)
    assert one.secret[:21] == other.secret[:21]
    assert games.access.is_host(one.id, one.secret)
    assert not any(games.access.is_host(one.id, wrong) for wrong in (other.secret, one.secret[:25], one.secret[:21]))
    mine, yours = games.access.take_seat(one.id, 0), games.access.take_seat(one.id, 1)
    assert [games.access.seat_of(one.id, secret) for secret in (mine, yours, mine[:25])] == [0, 1, None]


def test_what_was_taken_back_ends_at_once_also_in_another_process(games: Games, tmp_path: Path) -> None:
    new, other = games.create(TOLD), games_in(tmp_path)
    watcher = games.access.watch(new.id)
    assert other.access.is_host(new.id, new.secret)
    assert other.access.is_watcher(new.id, watcher)
    games.storage.secrets.drop_secret(new.id, hash_secret(new.secret))
    games.access.rotate_join_code(new.id)
    assert not other.access.is_host(new.id, new.secret)
    assert not other.access.is_watcher(new.id, watcher)


def test_a_hosts_link_works_once_in_one_of_two_processes(games: Games, tmp_path: Path) -> None:
    game, other = games.create(TOLD).id, games_in(tmp_path)
    link = games.access.new_host_link(game)
    assert not games.access.is_host(game, link), "it is no secret yet"
    opened = [found for found in (each.access.open_host_link(game, link) for each in (other, games, other)) if found]
    assert len(opened) == 1
    assert games.access.is_host(game, opened[0])
    assert not games.access.opens_host(game, link)


def test_a_hosts_link_lasts_fifteen_minutes_and_until_there_is_a_newer_one(games: Games, clock: Clock) -> None:
    game = games.create(TOLD).id
    old, link = games.access.new_host_link(game), games.access.new_host_link(game)
    assert [games.access.opens_host(game, one) for one in (old, link)] == [False, True]
    assert [one.kind for one in games.access.devices(game)] == ["host", "link"]
    clock.time += timedelta(minutes=15)
    assert not games.access.opens_host(game, link)
    assert games.access.open_host_link(game, link) is None
    assert [one.kind for one in games.access.devices(game)] == ["host"]


def test_there_are_never_more_secrets_than_an_evening_needs(games: Games) -> None:
    game = games.create(TOLD).id
    for _ in range(3 * MAX_DEVICES):
        newest = games.access.new_host_secret(game)
        program = games.access.new_program_secret(game)
        games.access.new_host_link(game)
        games.access.open_host_link(game, games.access.new_host_link(game))
        games.access.new_host_secret(game, 1)
        seat = games.access.take_seat(game, 1)
    kinds = Counter(one.kind for one in games.access.devices(game))
    assert kinds == {"host": MAX_DEVICES + 1, "program": MAX_DEVICES, "seat": 1}
    assert games.access.is_host(game, newest)
    assert games.access.is_host(game, program)
    assert games.access.seat_of(game, seat) == 1
    assert games.storage.secrets.count_secrets(game, "seat") == 1, "replaced, not added"


@pytest.mark.file
def test_the_many_secrets_of_an_old_file_slow_nobody(games: Games, tmp_path: Path) -> None:
    """SQLite looks through them, some steps for each, and hands out the one that is meant: 0.5 s went into the rest."""
    new, steps = games.create(TOLD), 0
    connection = games.storage.database.read(lambda reader: reader.connection.driver_connection)
    assert connection is not None
    rows = [(new.id, kind, f"{number:064x}", "2026-05-01") for kind in ("host", "watch") for number in range(1_000)]
    with closing(sqlite3.connect(tmp_path / "games.db")) as file:
        file.executemany("INSERT INTO secrets (game, kind, sha256, created) VALUES (?, ?, ?, ?)", rows)
        file.commit()
    handed_out: list[object] = []

    def hand_out(_: sqlite3.Cursor, row: tuple[object, ...]) -> tuple[object, ...]:
        handed_out.append(row)
        return row

    def step() -> None:
        nonlocal steps
        steps += 1

    connection.row_factory = hand_out
    connection.set_progress_handler(step, 1)
    assert games.access.is_host(new.id, new.secret)
    assert not games.access.is_watcher(new.id, new.secret)
    assert len(handed_out) == 2
    assert 0 < steps < 20 * len(rows)
