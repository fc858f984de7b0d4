"""An offer on the host's stage: who said yes or no, and the yes of somebody who has no phone."""

import pytest
from msgspec.structs import replace

from narrator.core.table.events import PlayersTraded
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA
from tests.support.web import said
from tests.support.web_people import Night, Server

DEAL = PlayersTraded(seat=ANA, partner=DANA, give={"wool": 2}, receive={"ore": 1})


@pytest.fixture
def night(server: Server) -> Night:
    """Ana offers; Boris and Chai have phones, Dana has none."""
    night = server.evening(ANAS_TURN)
    night.phone(ANA).tap("/offer", give="wool.wool", want="ore")
    return night


def entered(night: Night) -> list[object]:
    return [replace(event, time=None, group=None) for event in night.new_entries]


def test_the_stage_shows_who_said_yes_and_who_no(night: Night) -> None:
    boris, chai = night.phone(BORIS), night.phone(CHAI)
    assert not night.host.page("/stage").with_class("answers")
    boris.tap("/answer", note=1, answer="accept")
    chai.tap("/answer", note=1, answer="decline")
    answers = night.host.page("/stage").in_class("answers")
    assert [one.classes for one in answers.all("listitem")] == [["p-blue", "accept"], ["p-white", "decline"]]
    signs = [one.get("href") for one in answers.every("use")]
    assert [sign for sign in signs if sign in ("#i-check", "#i-cross")] == ["#i-check", "#i-cross"]
    assert said("offer.accept", seat=BORIS) in answers.text


def test_the_host_takes_it_for_somebody_without_a_phone_alone(night: Night) -> None:
    night.phone(BORIS), night.phone(CHAI)
    page = night.host.page("/stage")
    assert [one.get("value") for one in page.named("seat")] == [str(DANA)]
    assert page.has("button", "Dana takes it")
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
