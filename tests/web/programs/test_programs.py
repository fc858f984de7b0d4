"""The host's page of programs: a chair for one, a link for an assistant, each shown once and taken back."""

import shlex
from urllib.parse import urlsplit

import pytest

from narrator.core.table.setup import Setup
from narrator.mcp.api_client import parse_link
from narrator.text.languages import LANGUAGES
from narrator.web.services import services_of
from tests.support.bot_table import with_bots
from tests.support.dealt import dealt_setup
from tests.support.html import page_of, text_of
from tests.support.web_people import ADDRESS, Night, Server

ANA, BORIS, CHAI = range(3)
CLAWTAN = dealt_setup(preset="seed_001", dice_source="app")
AGENTE = dealt_setup(preset="seed_003", dice_source="app")


def given(night: Night, **form: object) -> list[str]:
    """What stands on the answer, ready to be copied."""
    answer = night.host.post("/programs", **form)
    assert answer.status_code == 200, answer.text
    return [one.text for one in page_of(answer).every("code")]


def curled(night: Night, line: str) -> int:
    """What a line for a terminal is answered."""
    command, silent, address, flag, header = shlex.split(line)
    assert (command, silent, flag) == ("curl", "-s", "-H")
    assert address.startswith(ADDRESS)
    name, _, value = header.partition(": ")
    return night.stranger().client.get(urlsplit(address).path, headers={name: value}).status_code


def offered(night: Night, seat: int) -> list[str]:
    """The words in which a program could play in a chair."""
    chair = night.host.page("/programs").in_class("bot-seats").all("listitem")[seat]
    return [one.get("value") for one in chair.named("dialect")]


def test_an_assistant_gets_a_link_with_the_hosts_rights_once(night: Night) -> None:
    text, command, line = given(night, do="assist")
    link = parse_link(text)
    assert link is not None
    assert (link.server_url, link.game) == (ADDRESS, night.id)
    assert shlex.split(command) == [f"NARRATOR_LINK={text}", "narrator", "mcp", "--lang", "en"]
    assert night.games.access.is_host(night.id, link.key)
    assert curled(night, line) == 200
    assert link.key not in night.host.get("/programs").text


def test_an_assistant_is_put_out_on_the_same_page(night: Night) -> None:
    _, _, line = given(night, do="assist")
    (device,) = night.host.page("/programs").named("device")
    assert night.host.post("/programs", do="revoke", device=device.get("value")).status_code == 303
    assert curled(night, line) == 403
    assert not night.host.page("/programs").named("device")


def test_a_program_gets_a_chair_and_no_more_until_it_is_taken_back(night: Night) -> None:
    text, line, command = given(night, do="give", seat=BORIS, dialect="narrator")
    link = parse_link(text)
    assert link is not None
    assert f"NARRATOR_LINK={text}" in shlex.split(command)
    programs = services_of(night.app).programs
    assert (programs.seat_of(night.id, link.key), programs.dialects_of(night.id)) == (BORIS, {BORIS: "narrator"})
    assert not night.games.access.is_host(night.id, link.key)
    assert curled(night, line) == 200
    assert "A program plays here (Narrator)." in text_of(night.host.get("/programs"))
    assert night.host.post("/programs", do="free", seat=BORIS).status_code == 303
    assert curled(night, line) == 403
    assert offered(night, BORIS) == ["narrator"]


@pytest.mark.parametrize(
    ("setup", "fits"),
    [(CLAWTAN, ["narrator", "clawtan"]), (AGENTE, ["narrator", "agente"]), (dealt_setup(), ["narrator"])],
    ids=["seed_001", "seed_003", "official"],
)
def test_only_words_that_fit_the_rules_are_offered_and_the_others_say_why(
    server: Server, setup: Setup, fits: list[str]
) -> None:
    night = server.night(setup)
    assert offered(night, ANA) == fits
    said = text_of(night.host.get("/programs"))
    for dialect in ("clawtan", "agente"):
        assert (f"Why not {dialect.title()}?" in said) is (dialect not in fits)
        if dialect not in fits:
            refused = night.host.post("/programs", do="give", seat=ANA, dialect=dialect)
            assert (refused.status_code, "This dialect needs" in text_of(refused)) == (422, True)
    assert services_of(night.app).programs.dialects_of(night.id) == {}


@pytest.mark.parametrize(("setup", "dialect"), [(CLAWTAN, "clawtan"), (AGENTE, "agente")])
def test_a_dialect_gets_its_address_and_its_key(server: Server, setup: Setup, dialect: str) -> None:
    night = server.night(setup)
    address, key, line = given(night, do="give", seat=CHAI, dialect=dialect)
    assert address == f"{ADDRESS}/api/v1/games/{night.id}/seats/me/{dialect}"
    assert shlex.split(line)[2] == address
    assert services_of(night.app).programs.seat_of(night.id, key) == CHAI
    assert curled(night, line) == 200


def test_a_phones_chair_is_neither_given_nor_taken_here(night: Night) -> None:
    night.phone(ANA)
    assert offered(night, ANA) == []
    assert night.host.post("/programs", do="give", seat=ANA, dialect="narrator").status_code == 422
    night.host.post("/programs", do="free", seat=ANA)
    assert night.games.access.taken_seats(night.id) == {ANA}


def test_a_bots_chair_can_be_given_and_the_bot_leaves(server: Server) -> None:
    night = server.night(with_bots("friend", cards="app"))
    assert offered(night, 3) == ["narrator"]
    given(night, do="give", seat=3, dialect="narrator")
    assert services_of(night.app).bots.levels_of(night.id) == {}


def test_the_lobby_knows_a_program_from_a_phone_that_is_away(night: Night) -> None:
    given(night, do="give", seat=BORIS, dialect="narrator")
    said = text_of(night.host.get("/lobby"))
    assert "played by a program" in said
    assert "Program in Boris's seat, since" in said
    assert "Boris's phone" not in said
    night.host.post("/lobby", do="free", seat=BORIS)
    night.phone(BORIS)
    assert "played by a program" not in text_of(night.host.get("/lobby"))


def test_a_program_that_changes_chairs_stays_a_program(night: Night) -> None:
    given(night, do="give", seat=BORIS, dialect="narrator")
    assert night.host.post("/lobby", do="chairs", seat=BORIS, other=ANA).status_code == 303
    assert services_of(night.app).programs.dialects_of(night.id) == {ANA: "narrator"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_words(night: Night, language: str) -> None:
    page = text_of(night.host.get(f"/programs?lang={language}"))
    assert "program.give" not in page
    assert ("Give it to a program" in page) is (language == "en")


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "give"},
        {"do": "give", "seat": "x"},
        {"do": "give", "seat": "0", "dialect": "other"},
        {"do": "free"},
    ],
)
def test_what_makes_no_sense_does_nothing(night: Night, form: dict[str, str]) -> None:
    assert night.host.post("/programs", **form).status_code == 303
    assert night.games.access.taken_seats(night.id) == set()
    assert night.host.post("/programs", do="give", seat=9, dialect="narrator").status_code == 422


def test_only_a_host_comes_here(night: Night) -> None:
    phone = night.phone(ANA)
    for device in (phone, night.stranger()):
        assert device.get("/programs").status_code == 403
        assert device.post("/programs", do="assist").status_code == 403
    assert [one.kind for one in night.games.access.devices(night.id)] == ["host", "seat"]
