"""Several servers of the same games: whatever device reaches whichever of them, it is one house."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gevent
import pytest
from flask import render_template

from narrator.app import peers
from narrator.app.peers import DEAD_AFTER
from narrator.core.table.events import FirstPlayerChosen, StepDone
from narrator.script.steps.setup import needed_checklist
from narrator.storage.shared_state.client_usage import SHARE_STEP, Connections
from narrator.storage.shared_state.shared_state import Notice, SharedState
from narrator.storage.shared_state.sqlite import SUFFIX, SqliteSharedDatabase
from narrator.storage.shared_state.workers import Workers
from narrator.web.auth.config import ClientLimits
from narrator.web.auth.viewer import Viewer
from narrator.web.live import live_services
from narrator.web.live.hub import GONE_SECONDS, RECONNECT_SECONDS, Hub
from narrator.web.live.live_services import live_services_of
from narrator.web.phone import routes
from narrator.web.services import services_of
from tests.support.app import TOLD, ruling
from tests.support.bot_table import with_bots
from tests.support.two_servers import TwoServers, of_one_database, of_one_file
from tests.support.waiting import PATIENCE, wait_until
from tests.support.web import SAMPLE
from tests.support.web_people import Night, Server, Stream

ANA, BORIS, CHAI = range(3)


on_both_stores = pytest.mark.parametrize("two", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TwoServers]:
    is_file = getattr(request, "param", "sqlite") == "sqlite"
    yield from of_one_file(tmp_path) if is_file else of_one_database(tmp_path, monkeypatch)


@pytest.fixture
def night(two: TwoServers) -> Night:
    return two.night


def until(line: Stream, *wanted: int) -> None:
    """A line comes to these numbers of entries and notes; who comes and leaves is told in between."""
    with gevent.Timeout(PATIENCE):
        while tuple(map(int, line.version().split(".")[:2])) != wanted:
            pass


def next_move(line: Stream) -> str:
    with gevent.Timeout(PATIENCE):
        return line.version()


# What is heard.


def test_entries_and_session_events_of_one_reach_pages_of_the_other(two: TwoServers, night: Night) -> None:
    phone = night.phone(ANA)
    start = len(night.record.log)
    line = two.elsewhere(phone).listen()
    until(line, start, 0)
    night.enter(ruling("one"))
    until(line, start + 1, 0)
    assert phone.post("/say", phrase="wait").status_code == 200
    until(line, start + 1, 1)
    line.close()


def test_a_program_that_waits_at_one_is_woken_by_the_other(
    two: TwoServers, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "RECHECK", 1000.0)  # it does not look by itself
    news = two.houses[1].changes
    start = len(night.record.log)
    waiting = gevent.spawn(news.wait, night.id, lambda: len(two.other.games.record_of(night.id).log) > start, 1000)
    gevent.sleep(0)
    night.enter(ruling("one"))
    waiting.get(timeout=PATIENCE)


def test_a_key_that_comes_again_at_the_other_enters_nothing(two: TwoServers, night: Night) -> None:
    answers = [
        server.app.test_client().post(
            f"/api/v1/games/{night.id}/events",
            json={"events": [{"type": "ruling_made", "case": "a", "text": "b"}]},
            headers={"Authorization": f"Bearer {night.new.secret}", "Idempotency-Key": "k"},
        )
        for server in (two.one, two.other)
    ]
    assert [answer.status_code for answer in answers] == [201, 201]
    numbers = [(answer.json or {})["numbers"] for answer in answers]
    assert numbers[0] == numbers[1]
    assert len(night.new_entries) == 1


def test_what_is_deleted_at_one_is_forgotten_at_the_other(two: TwoServers, night: Night) -> None:
    line = two.elsewhere(night.host).listen()
    next_move(line)
    two.other.games.record_of(night.id)
    house = {"REMOTE_ADDR": "127.0.0.1"}
    assert two.one.app.test_client().post(f"/people/games/{night.id}/delete", environ_base=house).status_code == 200
    wait_until(lambda: two.elsewhere(night.host).get("/stage").status_code == 404)
    line.close()


def test_a_name_that_is_deleted_at_one_is_shown_by_neither(two: TwoServers, night: Night) -> None:
    there = two.elsewhere(night.phone(BORIS))
    assert "Chai" in there.page().text
    assert two.one.log.maintenance.erase_names(lambda name: name == "Chai", lambda seat: "Somebody") == [night.id]
    two.one.games.forget(night.id)
    live_services_of(two.one.app).hub.reload_pages(night.id, "erased")
    wait_until(lambda: "Chai" not in there.get().text)


def test_a_page_that_was_being_made_while_a_name_was_deleted_is_not_kept(
    two: TwoServers, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, render = two.elsewhere(night.phone(BORIS)), render_template

    def slowly(*args: Any, **view: Any) -> str:
        page = render(*args, **view)
        monkeypatch.setattr(routes, "render_template", render)
        two.one.log.maintenance.erase_names(lambda name: name == "Chai", lambda seat: "Somebody")
        two.houses[1].peers.receive([Notice(night.id, "erased", 1)])
        return page

    monkeypatch.setattr(live_services, "FORGET_AGAIN_AFTER", 0.01)
    monkeypatch.setattr(routes, "render_template", slowly)
    assert "Chai" in there.page().text
    wait_until(lambda: "Chai" not in there.get().text)


# Who is there.


def _is_seen(hub: Hub, game: str, name: str) -> bool:
    return name in hub.devices(game)


def _are_seen(hub: Hub, game: str, phones: int, watching: int) -> bool:
    return (hub.count_phones(game), hub.count_watchers(game)) == (phones, watching)


@on_both_stores
def test_who_listens_at_one_is_seen_at_the_other(two: TwoServers, night: Night) -> None:
    host = two.elsewhere(night.host).listen()
    before = next_move(host)
    line = night.phone(ANA, "th").listen()
    assert next_move(line)
    moved = next_move(host)
    assert moved != before
    watcher = night.phone("watch").listen()
    next_move(watcher)
    for server in (two.one, two.other):
        hub = live_services_of(server.app).hub
        wait_until(partial(_are_seen, hub, night.id, 2, 1))
        assert hub.is_connected(night.id, Viewer("seat", ANA))
        assert hub.devices(night.id)["seat0"].language == "th"
    for one in (line, watcher, host):
        one.close()
    wait_until(lambda: live_services_of(two.other.app).hub.count_phones(night.id) == 0)


def test_bots_are_left_to_a_hosts_page_that_is_open_at_the_other(
    two: TwoServers, night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of the one looks whether it may go on when the other's page has been open for a while, and again after
    that page was closed."""
    bots = two.one.night(with_bots("friend", "friend", "friend", people=0))
    bots.enter(*(StepDone(step=step) for step in needed_checklist(bots.record.state)), FirstPlayerChosen(seat=ANA))
    clock, steps = two.houses[1].auto_play, list[str]()
    monkeypatch.setattr(two.houses[1].bots, "step", lambda game, *_: steps.append(game))
    monkeypatch.setattr(clock, "_wait", lambda game, is_over, seconds: None)
    line = bots.host.listen()
    line.version()
    wait_until(lambda: live_services_of(two.other.app).hub.has_host(bots.id))
    clock._wait_and_go_on(bots.id)
    assert steps == []
    line.close()
    wait_until(lambda: not live_services_of(two.other.app).hub.has_host(bots.id))
    clock._wait_and_go_on(bots.id)
    assert steps == [bots.id]


def test_a_page_of_one_carries_the_version_that_the_other_sends(two: TwoServers, night: Night) -> None:
    line = night.phone(ANA).listen()
    next_move(line)
    host = two.elsewhere(night.host).listen()
    told = next_move(host)
    assert night.host.page("/stage").attribute("data-version") == told
    line.close()
    host.close()


def test_people_who_change_chairs_at_one_have_changed_at_the_other(two: TwoServers, night: Night) -> None:
    line = night.phone(ANA, "th").listen()
    next_move(line)
    live_services_of(two.other.app).hub.swap_seats(night.id, ANA, CHAI)
    for server in (two.one, two.other):
        hub = live_services_of(server.app).hub
        wait_until(partial(_is_seen, hub, night.id, "seat2"))
        people = hub.devices(night.id)
        assert (people["seat2"].connections, people["seat2"].language) == (1, "th")
        assert "seat0" not in people
    line.close()
    wait_until(lambda: live_services_of(two.other.app).hub.devices(night.id)["seat2"].connections == 0)


# What is claimed.


def test_a_seat_that_was_taken_at_one_is_not_taken_again_at_the_other(two: TwoServers, night: Night) -> None:
    ana = night.phone(ANA)
    line = ana.listen()
    next_move(line)
    two.one.time.seconds += 2 * RECONNECT_SECONDS
    thief = two.elsewhere(night.stranger())
    answer = thief.join(ANA)
    assert answer.status_code != 303 or "asked" not in answer.headers.get("Location", "")
    assert thief.get().status_code != 200
    assert two.other.games.access.taken_seats(night.id) == {ANA}
    assert ana.get().status_code == 200
    line.close()


def test_two_who_want_a_seat_at_once_at_both_get_it_once(two: TwoServers, night: Night) -> None:
    claimed = [games.access.claim_seat(night.id, BORIS) for games in (two.one.games, two.other.games)]
    assert [secret is not None for secret in claimed] == [True, False]


# What is counted.


@on_both_stores
def test_wrong_codes_are_counted_at_both_together(two: TwoServers, night: Night) -> None:
    guesser = night.stranger()
    there, most = two.elsewhere(guesser), ClientLimits().wrong_codes
    codes = [(guesser, there)[number % 2].join(code="AAAAAA").status_code for number in range(most + 2)]
    assert codes == [404] * most + [429] * 2
    two.one.time.seconds += 61
    assert there.join(code="AAAAAA").status_code == 404


@on_both_stores
def test_what_a_phone_says_is_counted_at_both_together(two: TwoServers, night: Night) -> None:
    phone = night.phone(ANA)
    there, most = two.elsewhere(phone), ClientLimits().session_events
    said = [(phone, there)[number % 2].post("/say", phrase="wait").status_code for number in range(most + 2)]
    assert said == [200] * most + [429] * 2


@on_both_stores
def test_pages_that_listen_are_counted_at_both_together_and_the_oldest_give_way(two: TwoServers, night: Night) -> None:
    phone = night.phone(ANA)
    there, most = two.elsewhere(phone), ClientLimits().streams_per_client
    first = phone.listen()
    next_move(first)
    two.one.time.seconds += 1
    lines = [there.listen() for _ in range(most)]
    for line in lines:
        next_move(line)
    night.enter(ruling("one"))
    with gevent.Timeout(PATIENCE), pytest.raises(StopIteration):
        first.version()
    for line in lines:
        next_move(line)
        line.close()


def test_an_address_has_so_many_connections_at_both_together(tmp_path: Path) -> None:
    most = 5 * SHARE_STEP
    files = [SqliteSharedDatabase(str(tmp_path / "games.db")) for _ in range(2)]
    states = [SharedState(file, name, lambda: 0.0) for file, name in zip(files, "ab", strict=True)]
    one, other = (Connections(state, most) for state in states)
    taken = [address.take("10.0.0.1") for _ in range(most) for address in (one, other)]
    assert most <= sum(taken) <= most + SHARE_STEP
    assert one.take("10.0.0.2")
    for _ in range(sum(taken[::2])):
        one.give_back("10.0.0.1")
    assert [other.take("10.0.0.1") for _ in range(SHARE_STEP)] == [True] * SHARE_STEP
    Workers(states[0], DEAD_AFTER).cleanup("b")
    assert states[0].rows("SELECT * FROM live_address_connections") == []
    for file in files:
        file.close()


@on_both_stores
def test_a_file_that_was_opened_to_watch_at_one_is_shown_by_the_other(two: TwoServers) -> None:
    name = two.houses[0].replays.open(SAMPLE.read_bytes())
    assert two.other.app.test_client().get(f"/watch/{name}").status_code == 200


# Who dies.


@on_both_stores
def test_one_of_them_does_the_house_work_and_another_when_it_dies(two: TwoServers) -> None:
    one, other = (house.peers for house in two.houses)
    assert [one.is_housekeeper(), other.is_housekeeper()] == [True, False]
    other.beat()
    two.one.time.seconds += DEAD_AFTER - 1
    other.beat()
    assert not other.is_housekeeper()
    two.one.time.seconds += 1
    other.beat()
    assert other.is_housekeeper()


@on_both_stores
def test_the_people_of_a_server_that_died_are_missed_in_time(two: TwoServers, night: Night) -> None:
    phone, hub = night.phone(ANA), live_services_of(two.other.app).hub
    line = phone.listen()
    next_move(line)
    two.houses[1].peers.beat()
    two.one.time.seconds += DEAD_AFTER
    two.houses[1].peers.beat()
    assert hub.devices(night.id)["seat0"].connections == 0
    assert hub.is_connected(night.id, Viewer("seat", ANA)), "it may be on its way back"
    two.one.time.seconds += GONE_SECONDS
    assert not hub.is_connected(night.id, Viewer("seat", ANA))
    line.close()


def test_who_takes_the_place_of_a_dead_server_clears_up_at_once(tmp_path: Path) -> None:
    first = Server(tmp_path, worker="x-1")
    line = first.night(TOLD).phone(ANA).listen()
    next_move(line)
    second = Server(tmp_path, worker="x-1")
    second.time = first.time
    services_of(second.app).peers.begin()
    shared = second.log.database.shared
    left = "SELECT id FROM live_connections UNION ALL SELECT id FROM live_pages"
    assert shared.read(lambda execute: execute(left)) == []
    for server in (first, second):
        server.log.close()


# A file that is broken.


def test_a_file_that_is_damaged_is_replaced(tmp_path: Path) -> None:
    (tmp_path / f"games.db{SUFFIX}").write_bytes(b"no database at all" * 1000)
    server = Server(tmp_path)
    line = server.night(TOLD).phone(ANA).listen()
    assert next_move(line)
    line.close()
    server.log.close()


def test_where_no_file_can_be_made_a_server_goes_on_alone(tmp_path: Path) -> None:
    (tmp_path / f"games.db{SUFFIX}").mkdir()
    server = Server(tmp_path)
    night = server.night(TOLD)
    line = night.phone(ANA).listen()
    next_move(line)
    assert live_services_of(server.app).hub.count_phones(night.id) == 1
    line.close()
    server.log.close()
