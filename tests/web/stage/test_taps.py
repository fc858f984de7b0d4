"""Every tap: entered once and in order, or nothing is entered and the page says why, in the reader's language."""

import re

import msgspec
import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from narrator.core.message import irregular, msg
from narrator.core.play.production import income
from narrator.core.table.events import (
    AnyEvent,
    CityBuilt,
    Corrected,
    DiceRolled,
    FirstPlayerChosen,
    RuleChanged,
    RulesAgreed,
    StepDone,
    TakenBack,
    TurnEnded,
)
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_refusal
from narrator.web.panels.panel import encode_events
from tests.support.app import ruling
from tests.support.html import Element, page_of, text_of
from tests.support.web import HTMX, Host, House, said

NAMES = ("Ana", "Boris", "Chai")


@pytest.fixture
def host(house: House) -> Host:
    return house.host()


def sent(answer: TestResponse, label: str) -> list[AnyEvent]:
    """The events behind the button with this label."""
    (text,) = [one.get("value") for one in page_of(answer).named("events") if label in one.text]
    return msgspec.json.decode(text, type=list[AnyEvent])


# Entered


def test_a_tap_is_entered_and_a_plain_browser_is_led_back_to_the_stage(host: Host) -> None:
    answer = host.enter(FirstPlayerChosen(seat=1))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/g/{host.id}/stage")
    assert host.record.log[0].type == "first_player_chosen"


def test_with_htmx_the_stage_as_it_is_then_comes_back_at_once(host: Host) -> None:
    answer = host.enter(FirstPlayerChosen(seat=1), headers=HTMX)
    assert (answer.status_code, answer.headers["HX-Push-Url"]) == (200, f"/g/{host.id}/stage")
    assert answer.text.lstrip().startswith("<main")
    assert page_of(answer).with_attribute("data-seq", "1")
    assert page_of(answer).with_class("animated"), "the lines roll up"
    assert not host.page().with_class("animated")


def test_a_double_tap_is_one_entry(host: Host) -> None:
    answers = [host.enter(ruling("so"), seen=0, headers=HTMX) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert host.seq == 1


def test_what_is_entered_together_is_one_step_of_undo(house: House) -> None:
    host = house.sample()
    turn = host.record.state.turn
    following = (turn + 1) % len(host.record.state.seats)
    before = host.seq
    host.enter(TurnEnded(seat=turn), DiceRolled(seat=following, total=5))
    assert host.seq == before + 2
    (back,) = sent(host.get(), "Undo")
    assert back == TakenBack(to=before)
    host.enter(back)
    assert host.record.state.turn == turn
    (forward,) = sent(host.get(), "Redo")
    assert forward == TakenBack(to=before + 2)


@pytest.mark.parametrize("custom", ["until_next_random", "never", "free"])
def test_C_03_an_undo_says_what_this_table_thinks_of_taking_back_where_that_is_not_usual(
    house: House, custom: str
) -> None:
    host = house.sample()
    if custom != "until_next_random":
        host.enter(RuleChanged(key="take_backs", value=custom))
    host.enter(ruling("so"))
    undone = host.enter(TakenBack(to=host.seq - 1), headers=HTMX)
    wanted = [said(f"rule.take_backs.{custom}")] if custom != "until_next_random" else []
    assert [one.text for one in page_of(undone).with_class("notice") if one.role == "alert"] == wanted
    assert not host.page().with_class("notice")


def test_undo_names_what_it_undoes(host: Host) -> None:
    host.enter(FirstPlayerChosen(seat=2))
    assert "Undo Chai starts" in text_of(host.get())
    host.enter(TakenBack(to=0))
    page = text_of(host.get())
    assert "Redo Chai starts" in page
    assert "Undo " not in page


def test_undo_undoes_the_last_thing_at_the_table_and_keeps_what_was_agreed_since(host: Host) -> None:
    host.enter(FirstPlayerChosen(seat=2))
    host.enter(RulesAgreed(seat=1))
    page = host.get()
    assert "Undo Chai starts" in text_of(page)
    answer = host.enter(*sent(page, "Undo"), headers=HTMX)
    assert "“Chai starts” is undone." in text_of(answer)
    assert ("first_player" in host.record.state.finished_steps, host.record.state.agreed_seats) == (
        False,
        frozenset({1}),
    )
    page = host.get()
    assert "Redo Chai starts" in text_of(page)
    host.enter(*sent(page, "Redo"))
    assert ("first_player" in host.record.state.finished_steps, host.record.state.agreed_seats) == (
        True,
        frozenset({1}),
    )


# Not entered


GARBLED = [
    "",
    "x",
    "{}",
    "[1]",
    '[{"type": "moon"}]',
    '[{"type": "turn_ended"}]',
    '[{"type": "turn_ended", "seat": -1}]',
]
GARBLED += [
    '[{"type": "turn_ended", "seat": 0, "moon": 1}]',
    "[" * 100_000,
    "\x01",
    '["\ud83d"]'.encode("utf-8", "replace").decode(),
]
GARBLED += [
    '[{"type": "corrected", "what": "hand", "value": ' + "[" * 100_000,
    "null",
    '[{"type": "dice_rolled", "seat": 0}]',
]


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_what_arrives_garbled_is_reported_and_nothing_entered(host: Host, headers: dict[str, str]) -> None:
    for text in GARBLED:
        answer = host.client.post(f"/g/{host.id}/enter", data={"events": text, "seen": "0"}, headers=headers)
        assert answer.status_code == 400, text[:60]
        assert "nothing was recorded" in text_of(answer)
        assert page_of(answer).by_id("content")
    assert host.seq == 0


def test_a_tap_on_an_old_page_enters_nothing_and_brings_the_new_page(host: Host) -> None:
    host.enter(ruling("from another tablet"))
    answer = host.enter(StepDone(step="frame"), seen=0, headers=HTMX)
    assert answer.status_code == 409
    assert "Something else was recorded in the meantime" in text_of(answer)
    assert page_of(answer).with_attribute("data-seq", "1")
    assert page_of(answer).named("seen", "1")
    assert host.seq == 1


def test_a_tap_on_a_page_from_the_future_is_stale_too(host: Host) -> None:
    assert host.enter(ruling("so"), seen=7).status_code == 409
    assert host.seq == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused_says_why_in_the_readers_language(house: House, language: str) -> None:
    host = house.sample()
    before, state = host.seq, host.record.state
    other = (state.turn + 1) % len(state.seats)
    host.client.set_cookie("lang", language)
    answer = host.enter(TurnEnded(seat=other), headers=HTMX)
    names = tuple(seat.name for seat in state.seats)
    reason = say_refusal(irregular("turn.not_yours", seat=other, turn=state.turn), TableLocale(language, names))
    assert answer.status_code == 422
    assert reason in text_of(answer)
    assert host.seq == before


def test_an_irregular_tap_can_be_let_stand(house: House) -> None:
    host = house.sample()
    before, turn = host.seq, host.record.state.turn
    refused = host.enter(TurnEnded(seat=(turn + 1) % 4), headers=HTMX)
    (waived,) = sent(refused, "Allow it anyway")
    assert waived == TurnEnded(seat=(turn + 1) % 4, waived=True)
    assert host.enter(waived).status_code == 303
    assert host.seq == before + 1
    assert "allowed" in text_of(host.get("/history"))


def test_of_several_only_what_is_irregular_is_let_stand(house: House) -> None:
    host = house.sample()
    turn = host.record.state.turn
    other = (turn + 2) % 4
    refused = host.enter(TurnEnded(seat=turn), DiceRolled(seat=other, total=5), headers=HTMX)
    assert sent(refused, "Allow it anyway") == [TurnEnded(seat=turn), DiceRolled(seat=other, total=5, waived=True)]


def test_what_is_impossible_can_not_be_let_stand(host: Host) -> None:
    answer = host.enter(StepDone(step="moon"), headers=HTMX)
    assert answer.status_code == 422
    assert not page_of(answer).has("button", "Allow it anyway")
    answer = host.enter(DiceRolled(seat=0, total=8), StepDone(step="moon"), headers=HTMX)
    assert not page_of(answer).has("button", "Allow it anyway"), "one of the two can not be"
    assert host.enter(StepDone(step="moon", waived=True)).status_code == 422
    assert host.seq == 0


@pytest.mark.parametrize("to", [5, 10**9])
def test_taking_back_to_nowhere_is_refused(host: Host, to: int) -> None:
    assert host.enter(TakenBack(to=to)).status_code == 422
    assert host.seq == 0


def test_nothing_at_all_is_entered_as_nothing(host: Host) -> None:
    assert host.client.post(f"/g/{host.id}/enter", data={"events": "[]", "seen": "0"}).status_code == 303
    assert host.seq == 0


def test_every_form_of_the_stage_says_which_moment_it_means(house: House) -> None:
    host = house.sample()
    for path in (
        "/stage",
        "/stage?do=build",
        "/stage?do=forgotten&late=1&seat=0",
        "/history",
        "/amend?entry=9&remove=1",
    ):
        forms = host.page(path).with_attribute("action", f"/g/{host.id}/enter")
        assert forms
        assert all(form.named("seen", str(host.seq)) for form in forms), path


# Set right


@pytest.mark.parametrize("language", LANGUAGES)
def test_C_04_a_roll_that_was_undone_says_who_puts_which_cards_back_until_the_next_entry(
    house: House, language: str
) -> None:
    host = house.sample()
    locale = TableLocale(language, tuple(seat.name for seat in host.record.state.seats))
    turn, before = host.record.state.turn, host.seq
    following = (turn + 1) % 4
    host.enter(TurnEnded(seat=turn), DiceRolled(seat=following, total=6))
    paid = income(host.record.snapshot_at(len(host.record.log) - 1).state, 6)
    host.enter(TakenBack(to=before))
    puts_back = {seat for seat, gain in enumerate(paid) if gain.total()}
    assert puts_back, "a six pays somebody in the sample"
    for path in ("/stage", "/table"):
        page = host.page(f"{path}?lang={language}")
        assert page.with_attribute("data-kind", "repayment")
        assert {int(one.get("data-seat")) for one in page.with_class("pictured-player")} == puts_back
        assert say(msg("scene.repayment"), locale) in page.text
    host.enter(TurnEnded(seat=turn))
    assert not host.page("/stage").with_attribute("data-kind", "repayment")


# A build that the hand can't pay


def poor_host(house: House, hand: int | None = 3) -> tuple[Host, CityBuilt]:
    """Somebody on turn has a settlement, and no city has been built. The hand is of this size, and nobody knows what is
    in it; or it is as it was played, with eleven cards that everybody could know, one wheat and four ore among them."""
    host = house.sample(57)
    seat = host.record.state.turn
    assert not any(one.cities for one in host.record.state.seats)
    host.enter(Corrected(what="step", value="actions"))
    for value in () if hand is None else (0, hand):
        host.enter(Corrected(what="hand", seat=seat, value=value))
    at = next(at for at, piece in host.record.state.buildings.items() if piece.seat == seat)
    return host, CityBuilt(seat=seat, at=at)


def everything_in(form: Element) -> str:
    """What is read, and what is only in attributes."""
    return " ".join([form.text, *(value for one in form.descendants() for value in one.attributes.values())])


def test_a_build_that_the_record_knows_can_not_be_paid_is_asked_about_once_where_it_was_tapped(house: House) -> None:
    host, city = poor_host(house)
    spots = host.page().with_class("spot", "city")
    assert spots[0].get("value") == encode_events([city]), "the spot enters nothing that is against the rules"
    before = host.seq
    asked = host.enter(city, headers=HTMX)
    assert (asked.status_code, host.seq) == (422, before)
    form = page_of(asked).in_class("ask-here")
    name = host.record.state.seats[city.seat].name
    assert f"{name} is two cards short. Build anyway?" in form.text
    assert not re.search("wheat|ore|grain", everything_in(form)), "the tablet names no kinds"
    assert not page_of(asked).with_class("refused"), "the page stays as it is"
    (anyway,) = sent(asked, "Build anyway")
    assert anyway == replace(city, waived=True)
    assert not host.page().with_class("ask-here"), "No is one tap away"
    assert host.enter(anyway, headers=HTMX).status_code == 200
    assert host.record.state.buildings[city.at or ""].city


def test_a_build_that_was_let_stand_is_reported_and_not_celebrated(house: House) -> None:
    host, city = poor_host(house)
    page = text_of(host.enter(replace(city, waived=True), headers=HTMX))
    assert "builds the first city" not in page
    assert "By our count" in page
    regular, _ = poor_host(house, hand=9)
    assert "builds the first city" in text_of(regular.enter(city, headers=HTMX)), "one that is paid is"


def test_a_build_that_may_be_paid_stays_one_tap(house: House) -> None:
    host, city = poor_host(house, hand=5)
    assert host.enter(city, headers=HTMX).status_code == 200


def test_cards_that_everybody_knows_are_missing_are_counted_and_not_named(house: House) -> None:
    host, city = poor_host(house, hand=None)
    asked = host.enter(city, headers=HTMX)
    form = page_of(asked).in_class("ask-here")
    assert "one card short" in form.text
    assert "wheat" not in everything_in(form)
    host.enter(*sent(asked, "Build anyway"))
    assert host.record.state.buildings[city.at or ""].city
