"""Offers on pages: in turn order a phone waits for those before it, and the history has every word that was said."""

import pytest

from narrator.core.message import msg
from narrator.core.table.events import RuleChanged, TakenBack
from narrator.text.languages import LANGUAGES
from narrator.text.render import say
from narrator.web.rendering.table_locale import table_locale
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA
from tests.support.history import entries
from tests.support.html import Element, text_of
from tests.support.web_people import Device, Night, Server


@pytest.fixture
def night(server: Server) -> Night:
    return server.evening(ANAS_TURN)


def words(night: Night, key: str, language: str = "en", **params: object) -> str:
    return say(msg(key, **params), table_locale(night.record.state, language))


def offered(night: Night) -> Device:
    ana = night.phone(ANA)
    assert ana.tap("/offer", give="wool.wool", want="ore").status_code == 200
    return ana


def answer(phone: Device, said: str, **form: str) -> int:
    return phone.tap("/answer", note=1, answer=said, **form).status_code


def test_in_turn_order_a_phone_says_who_answers_first_and_has_no_buttons(server: Server) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="trade_answers", value="turn_order"))
    boris, chai = night.phone(BORIS), night.phone(CHAI)
    offered(night)
    assert boris.page().named("answer", "accept")
    assert not chai.page().named("answer", "accept")
    assert words(night, "phone.offer.waits", seat=BORIS) in text_of(chai.get())
    assert answer(chai, "accept") == 422
    assert answer(boris, "decline") == 200
    assert chai.page().named("answer", "accept")
    assert answer(chai, "accept") == 200
    assert chai.page().named("answer", "decline"), "who has answered may think again"


def beside(night: Night, entry: int, language: str = "en") -> Element:
    night.host.client.set_cookie("lang", language)
    return entries(night.host.get("/history"))[entry]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_history_tells_what_was_offered_and_answered_beside_the_entries(night: Night, language: str) -> None:
    boris, chai = night.phone(BORIS), night.phone(CHAI)
    ana = offered(night)
    answer(boris, "decline")
    answer(chai, "counter", give="grain", want="wool")
    ana.tap("/withdraw", note=1)
    shown = beside(night, ANAS_TURN, language).text
    for line in (
        words(night, "offer.words", language, seat=ANA, give={"wool": 2}, take={"ore": 1}),
        words(night, "offer.decline", language, seat=BORIS),
        words(night, "offer.counter", language, seat=CHAI, give={"grain": 1}, take={"wool": 1}),
        words(night, "offer.settled.withdrawn", language, seat=ANA),
    ):
        assert line in shown


def test_a_trade_that_came_of_it_is_an_entry_and_a_refusal_by_all_is_shown(night: Night) -> None:
    phones = [night.phone(seat) for seat in (BORIS, CHAI, DANA)]
    ana = offered(night)
    for phone in phones:
        answer(phone, "decline")
    assert words(night, "offer.settled.refused") in beside(night, ANAS_TURN).text
    ana.tap("/offer", give="wool", want="brick")
    number = night.session.number
    phones[0].tap("/answer", note=number, answer="accept")
    ana.tap("/choose", partner=BORIS, answer=number + 1)
    assert words(night, "offer.accept", seat=BORIS) in beside(night, ANAS_TURN).text
    assert not beside(night, ANAS_TURN + 1).with_class("talk")


def test_what_was_undone_leaves_its_talk_with_what_came_before_and_a_seat_sees_its_own(night: Night) -> None:
    offered(night)
    night.enter(TakenBack(to=ANAS_TURN - 1))
    said = words(night, "offer.words", seat=ANA, give={"wool": 2}, take={"ore": 1})
    assert said in beside(night, ANAS_TURN - 1).text
    assert said in night.host.page(f"/history?seat={ANA}").text
    assert said not in night.host.page(f"/history?seat={DANA}").text
