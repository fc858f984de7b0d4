"""Live: a stream tells the current numbers and every change of them; who is there, for how long, in which language."""

import re

import pytest

from narrator.core.table.events import RulesAgreed
from narrator.web.auth.viewer import Viewer
from narrator.web.live import hub as live
from narrator.web.live.hub import GONE_SECONDS, KEEP_ALIVE_SECONDS, Hub
from narrator.web.live.live_services import live_services_of
from narrator.web.services import services_of
from tests.support.app import TOLD, ruling
from tests.support.web import said
from tests.support.web_people import Night, Stream

ANA, BORIS, CHAI = range(3)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Signs of life come at once."""
    monkeypatch.setattr(live, "KEEP_ALIVE_SECONDS", 0.01)


def numbers(version: str) -> tuple[int, int]:
    """Entries and notes."""
    entries, notes, _people = version.split(".")
    return int(entries), int(notes)


def hub_of(night: Night) -> Hub:
    """The hub of the application."""
    return live_services_of(night.app).hub


def lines_of(night: Night, viewer: Viewer) -> int:
    here = hub_of(night).devices(night.id).get(viewer.name)
    return here.connections if here else 0


# What is told.


def test_a_stream_begins_with_the_current_version(night: Night) -> None:
    night.enter(ruling("one"), ruling("two"))
    phone = night.phone(ANA)
    entries = len(night.record.log)
    line = phone.listen()
    assert line.answer.status_code == 200
    assert line.answer.mimetype == "text/event-stream"
    assert line.answer.headers["Cache-Control"] == "no-store"
    assert "Content-Encoding" not in line.answer.headers
    assert line.next().startswith("retry: ")
    assert numbers(line.version()) == (entries, 0)
    line.close()


def test_every_page_is_notified_of_entries_and_session_events(night: Night) -> None:
    devices = [night.host, night.phone(ANA), night.phone(BORIS), night.phone("watch")]
    start = len(night.record.log)
    lines = [device.listen() for device in devices]
    assert {numbers(line.version()) for line in lines} == {(start, 0)}
    assert (
        night.host.post("/enter", events='[{"type":"ruling_made","case":"a","text":"b"}]', seen=start).status_code
        == 303
    )
    assert {heard(line, start + 1, 0) for line in lines} == {(start + 1, 0)}
    assert devices[1].post("/say", phrase="wait").status_code == 200
    assert {heard(line, start + 1, 1) for line in lines} == {(start + 1, 1)}
    for line in lines:
        line.close()


def heard(line: Stream, *wanted: int) -> tuple[int, int]:
    """The next numbers that a line tells, of entries and notes; the host hears of people in between."""
    while (found := numbers(line.version())) != wanted:
        pass
    return found


def test_what_happened_while_nobody_listened_is_sent_on_return(night: Night) -> None:
    phone = night.phone(ANA)
    line = phone.listen()
    before = numbers(line.version())
    line.close()
    night.enter(ruling("one"))
    night.enter(ruling("two"))
    again = phone.listen()
    assert numbers(again.version()) == (before[0] + 2, 0)
    again.close()


def test_several_changes_at_once_are_sent_as_the_last(night: Night) -> None:
    line = night.phone(ANA).listen()
    first = numbers(line.version())[0]
    for number in range(5):
        night.enter(ruling(str(number)))
    assert numbers(line.version()) == (first + 5, 0)
    line.close()


def test_the_page_carries_the_version_that_the_stream_sends(night: Night) -> None:
    phone = night.phone(ANA)
    phone.tap("/say", phrase="wait")
    line = phone.listen()
    told = numbers(line.version())
    for device, path in ((phone, "/phone"), (phone, "/table"), (night.host, "/stage"), (night.host, "/lobby")):
        shown = device.page(path).attribute("data-version")
        assert tuple(map(int, shown.split(".")[:2])) == told, path
    line.close()


@pytest.mark.usefixtures("short")
def test_signs_of_life_come_while_nothing_happens_and_say_nothing_new(night: Night) -> None:
    assert KEEP_ALIVE_SECONDS <= 15
    line = night.phone(ANA).listen()
    line.version()
    for _ in range(3):
        assert not line.next().startswith("data:")
    night.enter(ruling("one"))
    assert line.next().startswith("data:")
    line.close()


@pytest.mark.usefixtures("short")
def test_what_another_process_wrote_is_sent_with_the_next_heartbeat(night: Night) -> None:
    line = night.phone(ANA).listen()
    first = numbers(line.version())[0]
    night.games.storage.games.append(night.id, first + 1, [RulesAgreed(seat=ANA)], night.time.now())
    assert numbers(line.version()) == (first + 1, 0)
    line.close()


def test_one_number_can_be_asked_for(night: Night) -> None:
    answer = night.phone("watch").get("/live?once=1")
    assert re.fullmatch(r"retry: \d+\n\ndata: 0\.0\.\d+\n\n", answer.text)


def test_a_stream_sends_numbers_and_nothing_else(night: Night) -> None:
    phone = night.phone(ANA)
    line = phone.listen()
    parts = [line.next(), line.next()]
    for deed in (lambda: night.enter(ruling("secret")), lambda: phone.post("/say", phrase="wait")):
        deed()
        parts.append(line.next())
    assert all(re.fullmatch(r"(retry: \d+|data: [\d.]+)\n\n", part) for part in parts)
    line.close()


# Who may listen.


def test_strangers_get_no_stream(night: Night) -> None:
    other = night.server.night(TOLD)
    stranger = night.stranger()
    stranger.client.set_cookie(f"me_{night.id}", "x" * 26)
    for device in (night.stranger(), stranger, other.phone(ANA), other.host):
        answer = device.client.get(f"/g/{night.id}/live")
        assert answer.status_code == 403
        assert "data:" not in answer.text
    assert night.stranger().client.get("/g/nobodys1/live").status_code == 404
    assert hub_of(night).devices(night.id) == {}


def test_a_stream_is_about_one_game_only(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "KEEP_ALIVE_SECONDS", 0.01)
    other = night.server.night(TOLD)
    line = night.phone(ANA).listen()
    line.version()
    other.enter(ruling("one"))
    assert not line.next().startswith("data:")
    line.close()


# Who is there.


def test_people_are_counted_while_they_listen(night: Night) -> None:
    hub, phone = hub_of(night), night.phone(ANA)
    assert hub.count_phones(night.id) == 0
    lines = [phone.listen(), phone.listen(), night.phone("watch").listen(), night.phone("watch").listen()]
    assert (hub.count_phones(night.id), hub.count_watchers(night.id)) == (3, 2)
    assert lines_of(night, Viewer("seat", ANA)) == 2
    host = night.host.listen()
    assert hub.count_phones(night.id) == 3
    for line in (*lines, host):
        line.close()
    assert (hub.count_phones(night.id), hub.count_watchers(night.id)) == (0, 0)
    assert {here.connections for here in hub.devices(night.id).values()} == {0}


def test_the_host_is_notified_when_a_phone_has_been_away_for_too_long(night: Night, short: None) -> None:
    host = night.host.listen()
    phone = night.phone(ANA).listen()
    phone.close()
    before = host.version()
    while not host.next().startswith("event: alive"):  # all that there was to say
        pass
    night.time.seconds += GONE_SECONDS
    assert host.version() != before
    assert said("lobby.stale") in night.host.page("/lobby").text
    while not host.next().startswith("event: alive"):  # and it is said once
        pass
    host.close()


def test_the_host_is_notified_of_who_comes_and_leaves_and_phones_are_not(night: Night) -> None:
    host, ana = night.host.listen(), night.phone(ANA).listen()
    versions = [host.version()]
    first = ana.version()
    line = night.phone("watch").listen()
    versions.append(host.version())
    line.close()
    versions.append(host.version())
    assert len(set(versions)) == 3
    night.enter(ruling("one"))
    assert numbers(ana.version())[0] == numbers(first)[0] + 1
    host.close()
    ana.close()


def test_who_left_counts_as_there_for_a_moment(night: Night) -> None:
    hub, ana = hub_of(night), Viewer("seat", ANA)
    line = night.phone(ANA).listen()
    night.time.seconds += 10 * GONE_SECONDS
    assert hub.is_connected(night.id, ana)
    line.close()
    night.time.seconds += GONE_SECONDS - 1
    assert hub.is_connected(night.id, ana)
    night.time.seconds += 1
    assert not hub.is_connected(night.id, ana)
    assert not hub.is_connected(night.id, Viewer("seat", CHAI))


def test_the_language_is_the_one_last_spoken(night: Night) -> None:
    hub, phone = hub_of(night), night.phone(ANA, "th")
    lines = [phone.listen()]
    assert hub.devices(night.id)["seat0"].language == "th"
    phone.client.set_cookie("lang", "es")
    lines.append(phone.listen())
    assert hub.devices(night.id)["seat0"].language == "es"
    for line in lines:
        line.close()


def test_people_who_change_chairs_take_their_lines_along(night: Night) -> None:
    hub = hub_of(night)
    line = night.phone(ANA, "th").listen()
    hub.swap_seats(night.id, ANA, CHAI)
    people = hub.devices(night.id)
    assert (people["seat2"].connections, people["seat2"].language) == (1, "th")
    assert "seat0" not in people
    line.close()
    assert hub.devices(night.id)["seat2"].connections == 0


# What is kept.


def test_games_that_nobody_listens_to_are_forgotten_in_time(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = hub_of(night)
    monkeypatch.setattr(live, "MIN_CHANNELS", 3)
    monkeypatch.setattr(hub, "_max_channels", 3)
    monkeypatch.setattr(hub, "_channels", {})
    line = night.phone(ANA).listen()
    for number in range(20):
        other = night.server.night(TOLD)
        other.phone("watch").listen().close()
        night.time.seconds += 10
        assert len(hub._channels) <= 9, number
    assert night.id in hub._channels
    assert other.id in hub._channels
    night.enter(ruling("one"))
    line.version()
    line.close()


def test_a_forgotten_game_begins_with_other_numbers_so_that_old_pages_look_again(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = hub_of(night)
    night.phone("watch").listen().close()
    services = services_of(night.app)
    record, session = services.games.record_of(night.id), services.sessions.session_of(night.id)
    before = hub.page_version(night.id, record, session)
    night.time.seconds += 60
    monkeypatch.setattr(hub, "_channels", {})
    night.phone("watch").listen().close()
    assert hub.page_version(night.id, record, session) != before


def test_a_phone_that_is_removed_gets_nothing_any_more(night: Night) -> None:
    old = night.phone(ANA)
    night.free(ANA)
    night.phone(ANA)
    assert old.get("/live").status_code == 403
