"""The host can't take somebody's phone away from a dealt hand and look: the player or the table has to agree."""

import json
from typing import Any

import pytest

from tests.support.dealt_night import DealtNight
from tests.support.html import text_of
from tests.support.web_people import Device, Server

VICTIM = 1


def sees_hand(device: Device) -> bool:
    """On its page, or under the cover of a tablet that was passed."""
    return any("dealt-hand" in device.get(path).text for path in ("/phone", "/hand"))


def passes_tablet(night: DealtNight) -> bool:
    """Whether the host sees the hand on the tablet; the tablet is put back."""
    night.host.post("/pass", seat=VICTIM)
    is_seen = sees_hand(night.host)
    night.host.post("/pass/back")
    return is_seen


def another_device(night: DealtNight) -> Device:
    """The host's own, in a private window, which asks for the seat and gets the host's word."""
    device = night.stranger()
    device.join(VICTIM)
    for number in night.session.seat_requests.open_at(night.time.now()):
        night.host.post("/desk", note=number, verdict="enter")
        night.host.post("/lobby", do="asking", note=number, verdict="enter")
    return device


def asked(night: DealtNight) -> int:
    (number,) = night.session.seat_requests.open_at(night.time.now())
    return number


def link_program(night: DealtNight) -> int:
    path = f"/api/v1/games/{night.id}/seats/{VICTIM}/link"
    headers = {"Authorization": f"Bearer {night.new.secret}"}
    return night.host.client.post(path, data="{}", headers=headers).status_code


def enter(night: DealtNight, **event: Any) -> None:
    answer = night.host.post("/enter", events=json.dumps([event]), seen=len(night.record.log))
    assert answer.status_code == 303, answer.text


def free(night: DealtNight, way: str) -> None:
    headers = {"Authorization": f"Bearer {night.new.secret}"}
    if way == "lobby":
        night.free(VICTIM)
    elif way == "program's link":
        night.host.client.delete(f"/api/v1/games/{night.id}/seats/{VICTIM}/link", headers=headers)
    elif way == "device":
        key = night.games.access.seat_keys(night.id)[VICTIM]
        night.host.post("/lobby", do="revoke", device=key)
    else:
        night.host.post("/bots", seat=VICTIM, level="player")
        night.host.post("/bots", seat=VICTIM, level="")
    assert VICTIM not in night.games.access.taken_seats(night.id)


@pytest.mark.parametrize("way", ["lobby", "program's link", "device", "bot"])
def test_a_host_who_frees_a_seat_sees_no_hand(server: Server, way: str) -> None:
    night = DealtNight(server)
    free(night, way)
    assert not passes_tablet(night)
    assert not sees_hand(another_device(night))
    assert link_program(night) == 422
    assert night.host.post("/programs", do="give", seat=VICTIM, dialect="narrator").status_code == 422


def test_a_phone_that_is_dark_is_not_replaced_by_the_hosts_word(server: Server) -> None:
    night = DealtNight(server)
    night.time.seconds += 100
    assert not sees_hand(another_device(night))
    assert sees_hand(night.phones[VICTIM])


def test_an_undo_to_the_set_up_frees_no_hand(server: Server) -> None:
    night = DealtNight(server)
    last = len(night.record.log)
    enter(night, type="taken_back", to=0)
    night.free(VICTIM)
    device = another_device(night)
    enter(night, type="taken_back", to=last)
    assert not sees_hand(device)
    assert not passes_tablet(night)


def test_an_undo_to_the_set_up_changes_no_chairs(server: Server) -> None:
    night = DealtNight(server)
    last, keys = len(night.record.log), night.games.access.seat_keys(night.id)
    enter(night, type="taken_back", to=0)
    assert night.host.post("/lobby", do="chairs", seat=0, other=VICTIM).status_code == 422
    enter(night, type="taken_back", to=last)
    assert night.games.access.seat_keys(night.id) == keys


def test_an_undo_of_the_chair_itself_gives_away_no_hand(server: Server) -> None:
    """The chair is not there while the host answers, and comes back with its hand."""
    night = DealtNight(server, late=1)
    last, seat = len(night.record.log), len(night.record.state.seats) - 1
    night.time.seconds += 100
    device = night.stranger()
    device.join(seat)
    number = asked(night)
    enter(night, type="taken_back", to=0)
    night.host.post("/desk", note=number, verdict="enter")
    night.host.post("/lobby", do="asking", note=number, verdict="enter")
    enter(night, type="taken_back", to=last)
    assert not sees_hand(device)
    assert sees_hand(night.phones[seat])


def agrees(night: DealtNight, voter: Device) -> None:
    voter.post("/seat", note=asked(night), verdict="enter")


@pytest.mark.parametrize("is_freed", [False, True], ids=["stays", "comes back"])
def test_a_device_that_the_host_let_in_has_no_vote_on_a_hand(server: Server, is_freed: bool) -> None:
    """A player without a phone: the host opens that seat in a private window, which agrees with the host's phone."""
    night = DealtNight(server)
    night.phones[2].join("watch")
    window = night.stranger()
    window.join(2)
    night.host.post("/desk", note=asked(night), verdict="enter")
    assert sees_hand(window)
    if is_freed:  # its seat is its own again without a question, but not more than before
        night.free(2)
        window.join(2)
    assert 2 in night.games.access.taken_seats(night.id)
    night.free(VICTIM)
    night.host.post("/pass", seat=VICTIM)
    agrees(night, night.phones[0])
    agrees(night, window)
    assert not passes_tablet(night)


def test_a_chair_added_after_an_undo_has_no_vote_on_a_hand(server: Server) -> None:
    night = DealtNight(server)
    last = len(night.record.log)
    enter(night, type="taken_back", to=0)
    enter(night, type="seat_joined", seat=3, name="Nobody", colour="brown", language="en")
    window = night.stranger()
    window.join(3)
    night.host.post("/desk", note=asked(night), verdict="enter")
    night.free(VICTIM)
    night.host.post("/pass", seat=VICTIM)
    agrees(night, night.phones[0])
    agrees(night, window)
    enter(night, type="taken_back", to=last)
    assert not passes_tablet(night)


def test_a_passed_tablet_takes_no_seat_without_a_word(server: Server) -> None:
    night = DealtNight(server)
    night.phones[2].join("watch")
    night.host.post("/pass", seat=2)
    night.host.join(2)
    assert 2 not in night.games.access.taken_seats(night.id)


def test_with_every_phone_sent_away_nobody_is_left_to_agree(server: Server) -> None:
    night = DealtNight(server)
    for seat in range(3):
        night.free(seat)
    assert not passes_tablet(night)
    assert not sees_hand(another_device(night))


@pytest.mark.parametrize("role", ["watcher", "seat"])
def test_nobody_else_takes_a_hand_that_was_freed(server: Server, role: str) -> None:
    night = DealtNight(server)
    night.free(VICTIM)
    device = night.device(role)
    device.join(VICTIM)
    device.post("/pass", seat=VICTIM)
    number = asked(night)
    device.post("/seat", note=number, verdict="enter")
    assert VICTIM not in night.games.access.taken_seats(night.id)


def test_the_tablet_shows_the_hand_once_the_table_agrees(server: Server) -> None:
    night = DealtNight(server)
    night.free(VICTIM)
    assert not passes_tablet(night)
    assert "Boris" in night.phones[0].page().text
    night.phones[0].post("/seat", note=asked(night), verdict="enter")
    assert not passes_tablet(night), "one of two others is not enough"
    night.phones[2].post("/seat", note=asked(night), verdict="enter")
    assert passes_tablet(night)


def test_another_phone_gets_the_hand_once_the_table_agrees(server: Server) -> None:
    night = DealtNight(server)
    night.time.seconds += 100
    device = another_device(night)
    number = asked(night)
    for seat in (0, 2):
        assert not sees_hand(device)
        night.phones[seat].post("/seat", note=number, verdict="enter")
    assert sees_hand(device)
    assert not sees_hand(night.phones[VICTIM])


def test_a_no_from_the_table_ends_it(server: Server) -> None:
    night = DealtNight(server)
    night.free(VICTIM)
    device = another_device(night)
    night.phones[0].post("/seat", note=asked(night), verdict="refuse")
    assert night.session.seat_requests.open_at(night.time.now()) == {}
    assert not sees_hand(device)


def test_the_phone_is_told_who_freed_its_seat_and_gets_it_back_by_itself(server: Server) -> None:
    night = DealtNight(server)
    night.free(VICTIM)
    phone = night.phones[VICTIM]
    answer = phone.get()
    assert "The host freed your seat" in text_of(phone.client.get(answer.location))
    assert phone.join(VICTIM).status_code == 303
    assert sees_hand(phone)
    assert not passes_tablet(night)


def test_the_phone_is_told_who_has_its_seat_now(server: Server) -> None:
    night = DealtNight(server)
    night.free(VICTIM)
    passes_tablet(night)
    for seat in (0, 2):
        night.phones[seat].post("/seat", note=asked(night), verdict="enter")
    page = text_of(night.phones[VICTIM].client.get(night.phones[VICTIM].get().location))
    assert "on the tablet" in page


def test_history_says_who_took_a_seat_and_who_agreed(server: Server) -> None:
    night = DealtNight(server)
    night.free(VICTIM)
    passes_tablet(night)
    for seat in (0, 2):
        night.phones[seat].post("/seat", note=asked(night), verdict="enter")
    page = night.host.page("/history").text
    assert "The host freed Boris's seat." in page
    assert "on the tablet" in page
    assert "Agreed: Ana and Chai." in page
