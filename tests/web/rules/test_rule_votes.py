"""Ruling C-02: a rule that is changed in mid-game is told on every phone, and everybody is asked."""

import pytest

from narrator.app.sessions.votes import objecting_seats, seats_to_agree
from narrator.core.table.events import RuleChanged, RulesAgreed, SeatJoined
from narrator.core.table.setup import Player, Setup
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say_rule
from tests.support.evening import ANA, ANAS_TURN, BORIS
from tests.support.games import COLOURS, NAMES
from tests.support.web import said
from tests.support.web_people import Night, Server

ON = RuleChanged(key="friendly_robber", value="on")
OFF = RuleChanged(key="friendly_robber", value="off")


@pytest.mark.parametrize("language", LANGUAGES)
def test_C_02_a_phone_is_told_what_changed_also_where_it_is_the_boxs_rule_again(server: Server, language: str) -> None:
    night = server.evening(ANAS_TURN, ON, RulesAgreed(seat=BORIS), OFF)
    rules = (("friendly_robber_vp", 2), ("friendly_robber", "off"))
    words = [say_rule(key, value, TableLocale(language, NAMES)) for key, value in rules]
    asked = night.phone(BORIS, language).page().in_class("agree").text
    assert said("phone.rules.new", language) in asked
    assert [line in asked for line in words] == [False, True]


def test_C_02_who_has_agreed_since_is_told_nothing_new(server: Server) -> None:
    night = server.evening(ANAS_TURN, ON, RulesAgreed(seat=BORIS))
    assert not night.phone(BORIS).page().with_class("agree")
    asked = night.phone(ANA).page().in_class("agree").text
    assert said("phone.rules.new") in asked, "somebody else's yes is not hers"


def test_C_02_the_host_sees_who_has_not_agreed_and_taps_for_who_has_no_phone(server: Server) -> None:
    night = server.evening(ANAS_TURN, ON, RulesAgreed(seat=BORIS))
    assert seats_to_agree(night.record.state) == [0, 2, 3]
    assert night.host.page("/stage").in_class("agreements")
    night.host.post("/enter", events='[{"type":"rules_agreed","seat":0}]', seen=len(night.record.log))
    assert seats_to_agree(night.record.state) == [2, 3]
    night.enter(RulesAgreed(seat=2), RulesAgreed(seat=3))
    assert not night.host.page("/stage").with_class("agreements")


def test_C_02_without_phones_one_tap_says_that_everybody_agrees(server: Server) -> None:
    night = server.evening(ANAS_TURN, ON, RulesAgreed(seat=BORIS))
    value = night.host.page("/stage").in_class("small-button", "main").get("value")
    night.host.post("/enter", events=value, seen=len(night.record.log))
    assert seats_to_agree(night.record.state) == []
    assert night.record.state.agreed_seats == {0, 1, 2, 3}
    last = server.evening(ANAS_TURN, ON, *(RulesAgreed(seat=seat) for seat in range(3)))
    assert not last.host.page("/stage").with_class("small-button", "main"), "of one there are no all"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_changed_rule_is_shown_with_its_number(server: Server, language: str) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="friendly_robber_vp", value=3), ON)
    number = say_rule("friendly_robber_vp", 3, TableLocale(language, NAMES))
    page = night.phone(BORIS, language).page().text
    assert page.count(number) >= 1
    assert say_rule("friendly_robber", "on", TableLocale(language, NAMES)) not in page
    assert number in night.host.page(f"/stage?lang={language}").text


def test_C_02_giving_up_the_lock_needs_everybodys_word_and_what_comes_after_it_does_not(server: Server) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="rules_lock", value="free"))
    assert seats_to_agree(night.record.state) == [0, 1, 2, 3]
    night.enter(*(RulesAgreed(seat=seat) for seat in range(4)), ON)
    assert seats_to_agree(night.record.state) == []


@pytest.mark.parametrize("seat", range(4))
def test_a_phones_word_is_that_of_its_own_seat(server: Server, seat: int) -> None:
    night = server.evening(ANAS_TURN, ON)
    night.phone(seat).tap("/agree")
    assert [event.seat for event in night.new_entries if isinstance(event, RulesAgreed)] == [seat]
    assert seats_to_agree(night.record.state) == [other for other in range(4) if other != seat]


def test_C_02_a_no_is_told_to_the_host_stops_nothing_and_can_be_taken_back(server: Server) -> None:
    night = server.evening(ANAS_TURN, ON)
    boris = night.phone(BORIS)
    for _ in range(2):
        assert boris.tap("/disagree").status_code == 200
    assert (night.session.number, night.new_entries) == (1, [])
    told = said("ui.disagrees", seat=BORIS)
    assert told in night.host.page("/stage").text
    assert said("phone.disagreed") in boris.page().text
    assert f"/g/{night.id}/disagree" not in boris.page().actions
    boris.tap("/agree")
    assert told not in night.host.page("/stage").text
    assert BORIS not in seats_to_agree(night.record.state)


def test_C_02_a_no_is_to_the_rules_as_they_were_then(server: Server) -> None:
    night = server.evening(ANAS_TURN, ON)
    boris = night.phone(BORIS)
    boris.tap("/disagree")
    night.enter(OFF)
    assert f"/g/{night.id}/disagree" in boris.page().actions
    assert said("ui.disagrees", seat=BORIS) not in night.host.page("/stage").text


def test_agreement_is_the_persons_and_not_the_chairs(server: Server) -> None:
    people = [Player(name, colour) for name, colour in zip(NAMES[:3], COLOURS[:3], strict=True)]
    night = Night(server, Setup(people, tracking="counts"), [])
    night.enter(RulesAgreed(seat=ANA), RulesAgreed(seat=2))
    night.enter(SeatJoined(seat=ANA, name="Zoe", colour="red"))
    assert night.record.state.agreed_seats == {2}
    night.host.post("/lobby", do="chairs", seat=2, other=BORIS)
    assert night.record.state.agreed_seats == set()


def beginning(server: Server) -> Night:
    """A table that is still being laid."""
    people = [Player(name, colour) for name, colour in zip(NAMES[:3], COLOURS[:3], strict=True)]
    return Night(server, Setup(people, tracking="counts"), [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_game_the_host_sees_who_does_not_agree(server: Server, language: str) -> None:
    night = beginning(server)
    stage, lobby = f"/stage?lang={language}", f"/lobby?lang={language}"
    on_stage = said("ui.disagrees", language, seat=BORIS)
    in_lobby = said("lobby.disagrees", language)
    boris = night.phone(BORIS)
    assert on_stage not in night.host.page(stage).text
    boris.tap("/disagree")
    assert on_stage in night.host.page(stage).text
    assert in_lobby in night.host.page(lobby).in_class("seat-list").all("listitem")[BORIS].text
    boris.tap("/agree")
    assert on_stage not in night.host.page(stage).text
    assert in_lobby not in night.host.page(lobby).text


def test_a_no_is_the_persons_and_not_the_chairs(server: Server) -> None:
    night = beginning(server)
    night.phone(BORIS).tap("/disagree")
    night.host.post("/lobby", do="chairs", seat=BORIS, other=ANA)
    assert objecting_seats(night.record, night.session) == []


def test_who_says_no_reaches_an_open_lobby(server: Server) -> None:
    night = beginning(server)
    boris = night.phone(BORIS)
    versions = []
    for path in ("/phone", "/disagree"):
        boris.get(path) if path == "/phone" else boris.tap(path)
        versions.append(night.host.page("/lobby").with_id("people").get("data-version"))
    assert len(set(versions)) == 2


def test_C_02_nobody_says_that_everyone_agrees_beside_somebody_who_does_not(server: Server) -> None:
    night = server.evening(ANAS_TURN, ON)
    everyone = said("ui.agree.all")
    assert everyone in night.host.page("/stage").text
    boris = night.phone(BORIS)
    boris.tap("/disagree")
    page = night.host.page("/stage").text
    assert everyone not in page
    assert "Ana agrees" in page, "those who have no phone are still tapped one by one"
    boris.tap("/agree")
    assert everyone in night.host.page("/stage").text
