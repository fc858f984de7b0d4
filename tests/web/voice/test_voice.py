"""Which device reads aloud, as the pages hear of it."""

import pytest

from tests.support.evening import ANAS_TURN
from tests.support.web_people import Device, Night, Server

TABLET, TELEVISION = "a" * 16, "b" * 16


@pytest.fixture
def night(server: Server) -> Night:
    return server.evening(ANAS_TURN)


def named(device: Device, page: str = "/stage") -> str | None:
    found = device.page(page).with_attribute("data-speaker")
    return found[0].get("data-speaker") if found else None


def test_stage_and_table_view_name_the_device_that_speaks(night: Night) -> None:
    assert named(night.host) is None
    assert night.host.post("/voice", device=TABLET).status_code == 204
    assert named(night.host) == named(night.host, "/table") == TABLET
    assert night.host.post("/voice", device="").status_code == 204
    assert named(night.host) == ""
    watching = night.phone("watch")
    assert watching.post("/voice", device=TELEVISION).status_code == 204
    assert named(night.host) == named(watching, "/table") == TELEVISION


@pytest.mark.parametrize("who", ["host", "seat"])
def test_a_watcher_takes_the_voice_from_nobody_at_the_table(night: Night, who: str) -> None:
    speaking = night.host if who == "host" else night.phone("1")
    assert speaking.post("/voice", device=TABLET).status_code == 204
    watching = night.phone("watch")
    for device in (TELEVISION, ""):
        assert watching.post("/voice", device=device).status_code == 403
    assert night.session.speaker.device == TABLET


def test_a_watcher_speaks_when_the_host_has_given_up_the_voice_and_the_host_takes_it_back(night: Night) -> None:
    watching, other = night.phone("watch"), night.phone("watch")
    night.host.post("/voice", device=TABLET)
    night.host.post("/voice", device="")
    assert watching.post("/voice", device=TELEVISION).status_code == 204
    assert other.post("/voice", device="").status_code == 204
    assert watching.post("/voice", device=TELEVISION).status_code == 204
    assert night.host.post("/voice", device=TABLET).status_code == 204
    assert watching.post("/voice", device=TELEVISION).status_code == 403
    assert night.session.speaker.device == TABLET


def test_strangers_and_strange_names_take_no_voice(night: Night) -> None:
    assert night.stranger().post("/voice", device=TABLET).status_code == 403
    for name in ("A" * 16, "a" * 17, '"><b>', "tablet"):
        assert night.host.post("/voice", device=name).status_code == 400
    assert night.session.speaker.device is None


def test_pages_are_told_that_the_voice_has_moved(night: Night) -> None:
    def version() -> list[int]:
        return [int(number) for number in night.host.page("/stage").attribute("data-version").split(".")[:2]]

    entries, session = version()
    night.host.post("/voice", device=TABLET)
    assert version() == [entries, session + 1]
