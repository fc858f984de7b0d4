"""An offer on the host's stage: who said yes or no, and the yes of somebody who has no phone."""

import re

import pytest
from msgspec.structs import replace

from narrator.core.table.events import PlayersTraded
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA
from tests.support.web_people import Night, Server

DEAL = PlayersTraded(seat=ANA, partner=DANA, give={"wool": 2}, receive={"ore": 1})


@pytest.fixture
def night(server: Server) -> Night:
    """Ana offers; Boris and Chai have phones, Dana has none."""
    night = server.evening(ANAS_TURN)
    night.phone(ANA).tap("/offer", give="wool.wool", want="ore")
    return night


def stage(night: Night) -> str:
    return night.host.get("/stage").text


def entered(night: Night) -> list[object]:
    return [replace(event, time=None, group=None) for event in night.new_entries]


def test_the_stage_shows_who_said_yes_and_who_no(night: Night) -> None:
    boris, chai = night.phone(BORIS), night.phone(CHAI)
    assert 'class="answers"' not in stage(night)
    boris.tap("/answer", note=1, answer="accept")
    chai.tap("/answer", note=1, answer="decline")
    page = stage(night)
    found = re.search(r'<ul class="answers">(.*?)</ul>', page, re.S)
    assert found is not None
    assert re.findall(r'class="p-(\w+) (\w+)"', found[1]) == [("blue", "accept"), ("white", "decline")]
    assert re.findall(r'href="#i-(\w+)"', found[1]) == ["check", "cross"]
    assert "Boris says yes." in found[1]


def test_the_host_takes_it_for_somebody_without_a_phone_alone(night: Night) -> None:
    night.phone(BORIS), night.phone(CHAI)
    page = stage(night)
    assert re.findall(r'name="seat" value="(\d)"', page) == [str(DANA)]
    assert "Dana takes it" in page
    assert night.host.post("/offer/taken", note=1, seat=DANA).status_code == 303
    assert entered(night) == [DEAL]
    assert night.session.offers.open is None


@pytest.mark.parametrize("seat", [str(ANA), str(BORIS), "9", "-1", "x", ""])
def test_nobody_elses_yes_is_taken_so(night: Night, seat: str) -> None:
    night.phone(BORIS)
    assert night.host.post("/offer/taken", note=1, seat=seat).status_code == 409
    assert entered(night) == []


def test_an_offer_that_is_gone_is_not_taken(night: Night) -> None:
    assert night.host.post("/offer/taken", note=7, seat=DANA).status_code == 409
    night.host.post("/offer/taken", note=1, seat=DANA)
    assert night.host.post("/offer/taken", note=1, seat=CHAI).status_code == 409
    assert entered(night) == [DEAL]


def test_only_the_host_takes_it(night: Night) -> None:
    assert night.phone(BORIS).post("/offer/taken", note=1, seat=DANA).status_code == 403
    assert entered(night) == []
