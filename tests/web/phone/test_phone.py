"""Phones: what a page shows its player, proposals and the host's taps on them, trades and phrases across languages."""

import re

import pytest
from msgspec.structs import replace

from narrator.core.reading.public_view import public_view
from narrator.core.table.events import (
    BankTraded,
    CardsDiscarded,
    Corrected,
    DevelopmentBought,
    DiceRolled,
    PlayersTraded,
    RuleChanged,
    SettlementBuilt,
    TurnEnded,
    VictoryDeclared,
)
from narrator.core.table.state import points
from narrator.script.announcements.announce import announce
from narrator.session.table_session import PHRASE_SECONDS, PHRASES
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.web.assets import SCRIPT_FOLDER
from narrator.web.live.live_services import live_services_of
from tests.support.app import TOLD
from tests.support.evening import ANA, ANAS_TURN, BEFORE_BORIS_ROLLS, BORIS, CHAI, DANA, EVENING
from tests.support.games import NAMES
from tests.support.html import Element, are_in_order, page_of, text_of
from tests.support.web import HTMX, said, written
from tests.support.web_people import Device, Night, Server, hidden

SECOND_SETTLEMENT = 13
"""The entry of the sample evening after which somebody looks for a place."""
BUY = DevelopmentBought(seat=ANA)
DEAL = PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 2}, receive={"ore": 1})


@pytest.fixture
def night(server: Server) -> Night:
    """Ana has rolled and may build and trade."""
    return server.evening(ANAS_TURN)


def entered(night: Night) -> list[object]:
    return [replace(event, time=None, group=None) for event in night.new_entries]


def taps(page: Element) -> list[str]:
    """The events behind the buttons of a page."""
    return [one.get("value") for one in page.named("events")]


# The page.


def test_only_a_phone_is_told_where_the_copy_is_that_it_keeps(night: Night) -> None:
    """Whatever else had the attribute would be fetched instead, and replace the device's copy."""
    script = (SCRIPT_FOLDER / "phone/game_copy.js").read_text()
    (attribute,) = set(re.findall(r"\[(data-[a-z-]+)\]", script))
    phone, game = night.phone(ANA), f"/g/{night.id}"
    paths = ("/new", "/new/rules", f"{game}/rules", f"{game}/stage", f"{game}/phone")
    pages = {path: (phone if path.endswith("phone") else night.host).client.get(path) for path in paths}
    assert [page.status_code for page in pages.values()] == [200] * len(paths)
    assert [path for path, page in pages.items() if attribute in page.text] == [f"{game}/phone"]
    assert page_of(pages[f"{game}/phone"]).attribute(attribute) == f"{game}/copy"


def test_a_phone_follows_in_its_own_language(night: Night) -> None:
    voices = {language: night.phone(seat, language) for seat, language in enumerate(LANGUAGES)}
    for happened in ((), (TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=2))):
        night.enter(*happened)
        lines = {phone.page().every("h1")[0].text for phone in voices.values()}
        assert len(lines) == 4
    assert all(phone.page().every("html")[0].get("lang") == language for language, phone in voices.items())


def test_a_phone_shows_what_everybody_may_know(night: Night) -> None:
    page = text_of(night.phone("watch").get())
    state = night.record.state
    for number, seat in enumerate(state.seats):
        score = f"{seat.name} {said('ui.number.hand')}: {seat.hand_size}"
        assert score in page
        assert f"{said('ui.number.points')}: {points(state, number)}" in page
    for resource, count in state.bank.counts().items():
        assert f"{said('ui.resource', resource=resource)}: {count}" in page
    assert f"{said('ui.deck')}: {state.deck}" in page
    assert said("phone.costs") in page


def test_a_phone_shows_its_own_player_first(night: Night) -> None:
    """What I take, what I can do, my points; only then what the whole table is told."""
    page = night.phone(ANA).page()
    own = [page.in_class("own"), page.in_class("own-actions"), page.in_class("points-of")]
    assert are_in_order(*own, page.with_id("line"), page.in_class("table-now"), page.with_id("menu"))
    assert len(page.every("h1")) == 1


def test_ones_own_cards_are_the_large_ones_and_stand_only_there(server: Server) -> None:
    night = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=8))

    def pictured(page: Element) -> set[int]:
        return {int(one.get("data-seat")) for one in page.with_attribute("data-seat")}

    takers = pictured(night.phone("watch").page())
    assert takers
    for seat in range(4):
        page = night.phone(seat).page()
        assert pictured(page) == takers - {seat}
        assert bool(page.with_class("way-takes")) == (seat in takers)


def test_who_only_watches_sees_the_tables_scene_and_nothing_of_their_own(night: Night) -> None:
    page = night.phone("watch").page()
    assert "line" in page.every("h1")[0].classes
    assert not [one for name in ("own", "own-actions", "points-of") for one in page.with_class(name)]


def test_the_own_points_are_shown_with_what_makes_them(night: Night) -> None:
    state = night.record.state
    page = night.phone(BORIS).page()
    assert f"{points(state, BORIS)} {said('phone.points', target=state.rules.target_vp)}" in page.text
    cells = page.in_class("cells")
    assert len(cells.every("i")) == state.rules.target_vp
    assert len(cells.with_class("got")) == points(state, BORIS)


def test_what_must_be_done_comes_before_a_vote_and_a_changed_rule(server: Server) -> None:
    changed = RuleChanged(key="gifts", value="allowed")
    night = server.evening(BEFORE_BORIS_ROLLS, changed, DiceRolled(seat=BORIS, total=7))
    night.host.post("/vote/ask", case="prompt.gift", seen=1)
    page = night.phone(ANA).page()
    assert are_in_order(page.with_id("entry"), page.in_class("vote"), page.in_class("agree"))


def test_no_offer_can_be_made_where_tonights_rules_forbid_it(server: Server) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="domestic_trade", value="off"))

    def offers(night: Night) -> list[str]:
        return [href for href in night.phone(ANA).page().hrefs if "do=offer" in href]

    assert offers(server.evening(ANAS_TURN))
    assert not offers(night)


def test_a_moment_is_shown_for_a_breath(server: Server) -> None:
    seven = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=7))
    quiet = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=5))
    pages = [night.phone(CHAI).page() for night in (seven, quiet)]
    assert [len(page.with_attribute("data-moment")) for page in pages] == [1, 0]


def test_the_table_view_is_the_stage_without_controls_and_can_say_the_line_twice(night: Night) -> None:
    for device in (night.phone("watch"), night.phone(ANA), night.host):
        device.client.set_cookie("second", "th")
        page = device.page("/table")
        assert not [*page.every("form"), *page.every("input"), *page.named("events")]
        assert [one.get("data-action") for one in page.all("button")] == ["voice-toggle"]
        back = "stage" if device is night.host else "phone"
        assert [one.get("href") for one in page.all("link")] == [f"/g/{night.id}/{back}"], "one way out"
        line, again = page.every("h1")[0], page.in_class("again")
        assert again.get("lang") == "th"
        assert again.text not in ("", line.text)
    assert night.host.page("/stage").in_class("again").get("lang") == "th"


def test_the_library_leads_back_to_where_one_came_from(night: Night) -> None:
    ways = {night.host: f"/g/{night.id}/stage", night.phone(ANA): f"/g/{night.id}/phone", night.stranger(): "/"}
    for device, way in ways.items():
        assert way in [one.get("href") for one in device.page("/library").with_class("tool")]


def test_only_who_is_on_turn_has_something_to_tap(night: Night) -> None:
    assert taps(night.phone(ANA).page())
    assert not taps(night.phone(BORIS).page())
    assert not taps(night.phone("watch").page())


def test_everything_that_a_page_offers_can_be_proposed(server: Server) -> None:
    """Panels behind panels, at several moments."""
    for entries in (15, 57, 210):
        night = server.evening(entries)
        state = night.record.state
        seat = state.turn if state.phase.part_of_game != "setup" else CHAI
        phone = night.phone(seat)
        waiting, known = ["/phone"], {"/phone"}
        found: set[str] = set()
        while waiting and len(known) < 16:
            page = phone.page(waiting.pop(0))
            found |= set(taps(page))
            links = [href.removeprefix(f"/g/{night.id}") for href in page.hrefs]
            links = [link for link in links if link.startswith("/phone?")]
            waiting += [link for link in links if link not in known and "any=" not in link]
            known.update(links)
        assert found, entries
        for events in sorted(found)[:: len(found) // 6 + 1]:
            answer = phone.post("/propose", events=events, anyway=1)
            assert answer.status_code == 200, (entries, events, text_of(answer))
        assert night.waiting


def test_discards_are_counted_tap_by_tap_and_proposed_by_the_last(server: Server) -> None:
    night = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=7))
    phone = night.phone(ANA)
    assert not taps(night.phone(CHAI).page())
    page = phone.page("/phone?d0=ore.ore.wool")
    (last,) = [tap for tap in taps(page) if "grain" in tap]
    phone.tap("/propose", events=last)
    night.host.post("/desk", note=night.waiting[0], verdict="enter")
    assert entered(night) == [CardsDiscarded(seat=ANA, cards={"ore": 2, "wool": 1, "grain": 1})]


def test_who_is_new_to_the_game_is_told_more_and_only_on_that_phone(night: Night) -> None:
    new, other = night.phone(ANA), night.phone("watch")
    before = (new.page().text, other.get().text)
    new.client.post("/device", data={"new": "yes", "next": "/"})
    assert len(new.page().text) > len(before[0])
    assert other.get().text == before[1]


def test_a_table_that_only_wants_the_script_has_phones_without_buttons(server: Server) -> None:
    night = server.night(TOLD)
    phone = night.phone(ANA)
    assert not taps(phone.page())
    assert phone.tap("/propose", events=written([SettlementBuilt(seat=ANA)])).status_code == 422
    assert phone.tap("/offer", give="ore", want="wool").status_code == 422


@pytest.mark.parametrize(
    "query", ["late=1&seat=0", "entry=30", "after=30&do=build", "seat=0&do=bank_trade", "do=recount"]
)
def test_a_phone_opens_no_panel_of_the_hosts(night: Night, query: str) -> None:
    boris = night.phone(BORIS)
    assert not taps(boris.page(f"/phone?{query}"))
    ana = night.phone(ANA)
    assert not [tap for tap in taps(ana.page(f"/phone?{query}")) if "late" in tap or "corrected" in tap]


@pytest.mark.parametrize("query", ["do=offer", "do=counter", "do=pass&to=1", "do=pass&to=9", "do=x", "to=1&do=pass"])
def test_a_page_for_nothing_is_the_plain_page(night: Night, query: str) -> None:
    assert not night.phone(BORIS).page(f"/phone?{query}").with_class("offer")


# Proposing.


def test_a_proposal_waits_on_the_stage_and_one_tap_enters_it(night: Night) -> None:
    phone = night.phone(ANA, "th")
    answer = phone.propose(BUY)
    assert answer.status_code == 200
    assert said("phone.withdraw", "th") in text_of(answer)
    assert entered(night) == []
    assert night.host.page("/stage").named("note", "1")
    assert night.host.post("/desk", note=1, verdict="enter").status_code == 303
    assert entered(night) == [BUY]
    assert said("phone.withdraw", "th") not in text_of(phone.get())
    assert not night.host.page("/stage").named("note")


def test_what_a_phone_proposes_is_the_largest_thing_with_two_answers_beside_each_other(night: Night) -> None:
    night.phone(ANA).propose(DevelopmentBought(seat=ANA))
    page = night.host.page("/stage")
    assert page.with_id("line").get("data-line") == "Ana bought a card?"
    assert page.with_class("proposal", "asked", "p-red")
    assert len(page.named("verdict")) == 2
    assert not page.with_class("instruction"), "one question at a time"


def before_and_kind(night: Night) -> tuple[str, str]:
    """The line above the hero, and what the stage is about."""
    page = night.host.page("/stage")
    before = [one.text for one in page.with_class("before")]
    return "".join(before), page.with_attribute("data-kind")[0].get("data-kind")


def test_while_a_phone_proposes_something_the_payout_stays_readable_above_it(night: Night) -> None:
    before, kind = before_and_kind(night)
    assert kind == "payout"
    told = [
        say(line, TableLocale("en", NAMES[:4])) for line in announce(public_view(night.record.head, 1).transitions[-1])
    ]
    assert "".join(told) not in before
    night.phone(ANA).propose(BUY)
    before, kind = before_and_kind(night)
    assert kind == "question"
    assert all(line in before for line in told), "and no older news in its place"


def test_after_a_proposal_was_refused_the_payout_is_not_ordered_again(night: Night) -> None:
    night.phone(ANA).propose(BUY)
    assert night.host.post("/desk", note=1, verdict="refuse").status_code == 303
    before, kind = before_and_kind(night)
    assert kind == "options"
    assert "Ana" in before


def test_a_television_that_shows_no_proposal_keeps_the_payout(night: Night) -> None:
    night.phone(ANA).propose(BUY)
    assert night.host.page("/table").with_attribute("data-kind", "payout")


def test_the_same_tap_and_the_hosts_two_taps_enter_once(night: Night) -> None:
    phone = night.phone(ANA)
    form = {"events": written([BUY]), "seen": "46", "session": "46.0", "anyway": "1"}
    for _ in range(3):
        assert phone.post("/propose", **form).status_code == 200
    assert [night.host.post("/desk", note=1, verdict="enter").status_code for _ in range(2)] == [303, 409]
    assert phone.post("/propose", **form).status_code == 200
    assert (entered(night), night.waiting) == ([BUY], [])


def test_who_comes_and_goes_makes_no_new_tap_of_an_old_one(night: Night) -> None:
    phone = night.phone(ANA)
    phone.propose(BUY)
    first = night.session.number
    form = {"seen": "46", "session": "46.0", "events": written([BUY]), "anyway": "1"}
    night.phone(BORIS).listen().close()
    assert phone.post("/propose", **form).status_code == 200
    assert night.session.number == first


def test_a_tap_that_comes_again_says_offers_and_answers_nothing_new(night: Night) -> None:
    ana, boris = night.phone(ANA), night.phone(BORIS)
    for phone, path, form in (
        (ana, "/say", {"phrase": "wait"}),
        (ana, "/offer", {"give": "wool", "want": "ore"}),
        (boris, "/answer", {"note": "2", "answer": "accept"}),
    ):
        sent = {**hidden(phone.page()), **form}
        assert [phone.post(path, **sent).status_code for _ in range(2)] == [200, 200]
    assert night.session.number == 3


HOSTS = [
    '[{"type":"corrected","what":"hand","seat":0,"value":9}]',
    '[{"type":"rule_changed","key":"target_vp","value":3}]',
    '[{"type":"ruling_made","case":"x","text":"I win"}]',
    '[{"type":"first_player_chosen","seat":0}]',
    '[{"type":"seat_joined","seat":0,"name":"x","colour":"green"}]',
    '[{"type":"player_left","seat":0}]',
    '[{"type":"players_traded","seat":0,"partner":1,"give":{"wool":1},"receive":{"ore":4}}]',
    '[{"type":"rules_agreed","seat":0}]',
    '[{"type":"road_reported","seat":0,"length":9}]',
    '[{"type":"cards_gained","seat":0,"gains":{"0":{"ore":9}}}]',
    '[{"type":"step_done","step":"trade"}]',
    '[{"type":"development_bought","seat":0,"waived":true}]',
    '[{"type":"development_bought","seat":0,"late":true}]',
    '[{"type":"development_bought","seat":0,"group":46}]',
    '[{"type":"development_bought","seat":0,"time":"2020-01-01T00:00:00Z"}]',
    '[{"type":"card_stolen","seat":0,"victim":1,"resource":"ore"}]',
    '[{"type":"development_bought","seat":1}]',
    '[{"type":"development_bought","seat":0},{"type":"turn_ended","seat":1}]',
    "[]",
]
GARBLED = [
    "",
    "{}",
    "[1]",
    "x",
    "[" * 5000,
    '[{"type":"taken_back","to":0}]',
    '[{"type":"amended","entry":40,"event":null}]',
    '[{"type":"development_bought","seat":-1}]',
    '[{"type":"development_bought","seat":0,"extra":1}]',
    '[{"type":"development_bought","seat":"0"}]',
    '[{"type":"moon","seat":0}]',
    '["\\ud800"]',
]


@pytest.mark.parametrize("trusted", [False, True])
def test_what_is_not_a_players_to_say_is_answered_and_changes_nothing(night: Night, trusted: bool) -> None:
    if trusted:
        night.host.post("/lobby", do="trust", seat=ANA, on=1)
    phone, notes = night.phone(ANA, "ru"), night.session.number
    for events in HOSTS:
        answer = phone.tap("/propose", events=events)
        assert answer.status_code == 422, events
        assert page_of(answer).has("alert")
    for events in GARBLED:
        answer = phone.tap("/propose", events=events)
        assert answer.status_code == 400, events
        assert said("ui.garbled", "ru") in text_of(answer)
    assert (night.new_entries, night.session.number) == ([], notes)


def test_a_refusal_is_said_in_the_readers_language(night: Night) -> None:
    for language in LANGUAGES:
        phone = night.phone(BORIS, language)
        answer = phone.propose(BUY)
        assert said("refusal.proposal.another_seat", language) in text_of(answer)
        night.free(BORIS)


def test_a_proposal_is_taken_back_by_its_own_phone_alone(night: Night) -> None:
    ana, boris = night.phone(ANA), night.phone(BORIS)
    ana.propose(BUY)
    boris.tap("/withdraw", note=1)
    assert night.waiting == [1]
    assert said("phone.withdraw") not in text_of(boris.get())
    ana.tap("/withdraw", note=1)
    assert night.waiting == []
    assert night.host.post("/desk", note=1, verdict="enter").status_code == 409
    assert entered(night) == []


def test_what_no_longer_fits_tells_the_host_why_and_may_be_let_stand(night: Night) -> None:
    night.phone(ANA).propose(BUY)
    night.enter(TurnEnded(seat=ANA))
    answer = night.host.post("/desk", note=1, verdict="enter")
    assert answer.status_code == 422
    assert (len(night.new_entries), night.waiting) == (1, [1])
    button = next(one for one in page_of(answer).named("events") if "waived" in one.get("value"))
    form = {**button.form.fields, "events": button.get("value")}
    for _ in range(2):
        assert night.host.post("/enter", **form).status_code == 303
    assert (entered(night)[1:], night.waiting) == ([replace(BUY, waived=True)], [])
    assert night.host.post("/desk", note=1, verdict="enter").status_code == 409


def test_a_late_agreement_is_answered(server: Server) -> None:
    over = server.evening(ANAS_TURN, VictoryDeclared(seat=ANA, waived=True))
    phone = over.phone(ANA)
    over.enter(RuleChanged(key="target_vp", value=12, waived=True))
    assert phone.tap("/agree").status_code in (200, 422)


# Trades.


def offer(night: Night, give: str = "wool.wool", want: str = "ore", speaks: str = "en") -> Device:
    """Ana's phone, with an offer on the table."""
    ana = night.phone(ANA, speaks)
    assert ana.tap("/offer", give=give, want=want).status_code == 200
    return ana


def answers(page: Element) -> dict[int, int]:
    """Who can be chosen, and the answer that this takes."""
    forms = [one.form.fields for one in page.named("partner")]
    return {int(fields["partner"]): int(fields["answer"]) for fields in forms}


def test_an_offer_is_read_answered_and_settled_across_languages(night: Night) -> None:
    ana = offer(night, speaks="th")
    others = {seat: night.phone(seat, language) for seat, language in ((BORIS, "ru"), (CHAI, "es"), (DANA, "en"))}
    for seat, language in ((BORIS, "ru"), (CHAI, "es"), (DANA, "en")):
        words = said("offer.words", language, seat=ANA, give={"wool": 2}, take={"ore": 1})
        page = others[seat].page()
        assert words in page.text
        assert len(page.named("answer", "accept")) == 1
    assert not ana.page().named("answer", "accept")
    others[BORIS].tap("/answer", note=1, answer="accept")
    others[CHAI].tap("/answer", note=1, answer="decline")
    others[DANA].tap("/answer", note=1, answer="counter", give="brick", want="wool.grain")
    page = ana.page()
    lines = [said("offer.accept", "th", seat=BORIS), said("offer.decline", "th", seat=CHAI)]
    lines.append(said("offer.counter", "th", seat=DANA, give={"brick": 1}, take={"wool": 1, "grain": 1}))
    assert all(line in page.text for line in lines)
    chosen = answers(page)
    assert chosen == {BORIS: 2, CHAI: 3, DANA: 4}
    for _ in range(2):
        ana.tap("/choose", partner=BORIS, answer=chosen[BORIS])
    assert entered(night) == [DEAL]
    assert not others[CHAI].page().with_class("offer")


def test_an_offer_for_nothing_is_a_gift(server: Server) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="gifts", value="allowed"))
    ana, boris = offer(night, want=""), night.phone(BORIS)
    assert said("offer.words.gift", seat=ANA, give={"wool": 2}) in text_of(boris.get())
    ana.tap("/offer", give="", want="ore")
    assert said("offer.words.asked", seat=ANA, take={"ore": 1}) in text_of(boris.get())


def test_a_counter_offer_is_what_the_offerer_gives_and_gets(night: Night) -> None:
    ana, dana = offer(night), night.phone(DANA)
    (link,) = [one.get("href") for one in dana.page().all("link") if "do=counter" in one.get("href")]
    page = dana.page(link.removeprefix(f"/g/{night.id}"))
    assert page.named("give", "ore")
    assert page.named("want", "wool.wool")
    dana.tap("/answer", note=1, answer="counter", give="ore", want="wool.grain")
    ana.tap("/choose", partner=DANA, **{"answer": answers(ana.page())[DANA]})
    assert entered(night) == [replace(DEAL, partner=DANA, give={"wool": 1, "grain": 1})]


def test_an_answer_that_changed_since_it_was_read_is_not_traded(night: Night) -> None:
    ana, boris = offer(night), night.phone(BORIS)
    boris.tap("/answer", note=1, answer="accept")
    read = answers(ana.page())[BORIS]
    boris.tap("/answer", note=1, answer="counter", give="ore", want="wool.wool.grain.grain.brick")
    assert ana.tap("/choose", partner=BORIS, answer=read).status_code == 422
    assert ana.tap("/choose", partner=BORIS).status_code == 422
    assert entered(night) == []


def test_nobody_answers_for_a_seat_that_has_a_phone(night: Night) -> None:
    ana, boris = offer(night), night.phone(BORIS)
    chai = night.phone(CHAI)
    for phone, seat in (
        (ana, BORIS),
        (ana, CHAI),
        (ana, ANA),
        (boris, CHAI),
        (boris, DANA),
        (boris, ANA),
        (chai, BORIS),
    ):
        answer = phone.tap("/answer", note=1, answer="accept", seat=seat)
        assert answer.status_code == 422, (seat, answer.status)
    for nobody in ("4", "5", "1000", "999999999"):
        assert ana.tap("/answer", note=1, answer="accept", seat=nobody).status_code == 422
    for no_number in ("-1", "x", ""):
        assert ana.tap("/answer", note=1, answer="accept", seat=no_number).status_code == 400
    assert night.session.number == 1
    assert all(phone.get().status_code == 200 for phone in (ana, boris, chai))


def test_one_phone_is_passed_round_to_those_without_and_speaks_their_language(night: Night) -> None:
    night.phone(DANA)
    ana = offer(night)
    links = " ".join(one.get("href") for one in ana.page().all("link"))
    assert [f"do=pass&to={seat}" in links for seat in (BORIS, CHAI, DANA)] == [True, True, False]
    for seat, language in ((BORIS, "ru"), (CHAI, "es")):
        shown = ana.page(f"/phone?do=pass&to={seat}")
        assert said("phone.accept", language) in shown.text
        assert said("offer.words", language, seat=ANA, give={"wool": 2}, take={"ore": 1}) in shown.text
        assert shown.with_attribute("lang", language)
    for device, seat in ((ana, DANA), (night.phone("watch"), BORIS)):
        assert not device.page(f"/phone?do=pass&to={seat}").with_class("offer", "passed")
    ana.tap("/answer", note=1, answer="accept", seat=BORIS)
    ana.tap("/choose", partner=BORIS, answer=answers(ana.page())[BORIS])
    assert entered(night) == [], "it is nobody's word but hers, so the host decides"
    (note,) = night.waiting
    assert text_of(night.host.get("/stage")).count(said("ui.proposal.enter")) == 1
    night.host.post("/desk", note=note, verdict="enter")
    assert entered(night) == [DEAL]


def test_who_is_trusted_passes_the_phone_round_without_the_host(night: Night) -> None:
    ana = offer(night)
    night.host.post("/lobby", do="trust", seat=ANA, on=1)
    ana.tap("/answer", note=1, answer="accept", seat=BORIS)
    ana.tap("/choose", partner=BORIS, answer=answers(ana.page())[BORIS])
    assert (entered(night), night.waiting) == ([DEAL], [])


def test_only_cards_are_offered(night: Night) -> None:
    ana = night.phone(ANA)
    for give in ("", "gold", "<b>", "ORE", "ore ore"):
        assert ana.tap("/offer", give=give, want="").status_code == 422
    assert ana.tap("/offer", give="ore.gold.ore", want="wool").status_code == 200
    assert night.session.offers.open.offer.give == {"ore": 2}  # type: ignore[union-attr]
    assert ana.tap("/offer", give=".".join(["ore"] * 500), want="wool").status_code == 200
    assert sum(night.session.offers.open.offer.give.values()) <= 40  # type: ignore[union-attr]


# Phrases.


def heard_by(device: Device, path: str = "/phone") -> list[str]:
    return [one.text for one in device.page(path).with_class("heard")]


def test_a_phrase_appears_in_each_readers_language(night: Night) -> None:
    readers = {language: night.phone(seat, language) for seat, language in enumerate(LANGUAGES)}
    speaker = readers.pop(LANGUAGES[ANA])
    watcher = night.phone("watch", "ru")
    for phrase in ("wait", "your_turn"):
        assert speaker.tap("/say", phrase=phrase).status_code == 200
        for language, phone in (*readers.items(), ("ru", watcher)):
            (heard, *_) = heard_by(phone)
            assert "Ana" in heard
            assert said(f"phrase.{phrase}", language, seat=ANA) in text_of(phone.get())
        assert not heard_by(speaker)
    night.time.seconds += PHRASE_SECONDS
    assert not any(heard_by(phone) for phone in (*readers.values(), watcher))


def test_a_phrase_to_one_is_for_nobody_else(night: Night) -> None:
    phones = [night.phone(seat) for seat in range(4)]
    watcher = night.phone("watch")
    assert phones[ANA].tap("/say", phrase="sorry", to=CHAI).status_code == 200
    assert [bool(heard_by(phone)) for phone in (*phones, watcher)] == [False, False, True, False, False]
    assert not heard_by(night.host, "/table")


def test_a_phone_can_choose_whom_it_says_something_to_but_not_itself(night: Night) -> None:
    values = [one.get("value") for one in night.phone(ANA).page().named("to")]
    assert values == ["", str(BORIS), str(CHAI), str(DANA)]


def test_a_proposal_says_where_and_marks_the_place_on_the_hosts_board(server: Server) -> None:
    night = server.evening(SECOND_SETTLEMENT)
    seat = night.record.state.turn
    phone = night.phone(seat)
    spot = phone.page().with_class("spot", "settlement")[0]
    words = spot.name.removeprefix("Settlement: ")
    assert phone.tap("/propose", events=spot.get("value")).status_code == 200
    stage = night.host.page("/stage")
    assert len(stage.with_class("proposed")) == 1
    small = [one.text for one in stage.every("small")]
    assert words in small
    assert spot.name not in small
    page = phone.page()
    said = page.in_class("proposal").one("status").text
    assert words in said
    assert "Sent. The host will record it." in said
    assert spot.name not in said, "the piece is said once"
    assert not page.with_class("spots"), "it was said already"
    assert phone.tap("/withdraw", note=night.waiting[0]).status_code == 200
    assert phone.page().with_class("spots")


def test_T_08_what_the_narrators_dice_throw_is_not_a_phones_to_say(server: Server) -> None:
    for source, status in (("physical", 200), ("app", 422)):
        night = server.evening(BEFORE_BORIS_ROLLS, RuleChanged(key="dice_source", value=source))
        phone = night.phone(BORIS)
        night.host.post("/lobby", do="trust", seat=BORIS, on=1)
        before = len(night.record.log)
        assert phone.propose(DiceRolled(seat=BORIS, dice=(6, 6))).status_code == status
        assert len(night.record.log) - before == (source == "physical")


def test_who_says_something_sees_that_it_was_said_and_the_host_hears_what_is_for_all(night: Night) -> None:
    ana = night.phone(ANA)
    ana.tap("/say", phrase="wait")
    ana.tap("/say", phrase="sorry", to=CHAI)
    assert len(ana.page().with_class("said")) == 2
    stage = night.host.page("/stage").text
    assert said("phrase.wait", seat=ANA) in stage
    assert said("phrase.sorry", seat=ANA) not in stage
    night.time.seconds += PHRASE_SECONDS
    assert not ana.page().with_class("said")
    assert not heard_by(night.host, "/stage")


def test_the_host_sees_the_offer_on_the_table(night: Night) -> None:
    night.phone(ANA).tap("/offer", give="wool.wool", want="ore")
    words = said("offer.words", seat=ANA, give={"wool": 2}, take={"ore": 1})
    assert words in text_of(night.host.get("/stage"))


def test_all_phrases_can_be_said_and_nothing_else(night: Night) -> None:
    phone = night.phone(ANA, "th")
    for phrase in PHRASES:
        assert phone.page().named("phrase", phrase)
        assert phone.tap("/say", phrase=phrase).status_code == 200
    number = night.session.number
    for form in ({"phrase": "boo"}, {"phrase": ""}, {"phrase": "<b>"}, {"phrase": "wait" * 999}, {}):
        answer = phone.tap("/say", **form)
        assert answer.status_code == 422
        assert said("refusal.phrase.unknown", "th") in text_of(answer)
    for to in ("4", "9", "1001", "999999999"):
        assert phone.tap("/say", phrase="wait", to=to).status_code == 422
    assert night.session.number == number == len(PHRASES)
    assert night.phone(BORIS).get().status_code == 200


# Fragments.


def test_a_fragment_is_the_page_without_its_frame(night: Night) -> None:
    phone = night.phone(ANA)
    fragment = phone.get(headers=HTMX).text
    assert fragment.lstrip().startswith("<main")
    assert fragment in phone.get().text


def test_a_fragment_is_made_once_for_everybody_who_sees_the_same(night: Night) -> None:
    fragments = live_services_of(night.app).phone_pages
    phones = [night.phone("watch", language) for language in LANGUAGES for _ in range(3)]
    phones += [night.phone(seat) for seat in range(4)]

    def made() -> int:
        before = fragments.misses
        for phone in phones:
            for headers in ({}, HTMX):
                phone.get(headers=headers)
        return int(fragments.misses - before)

    assert made() == 4 + 4
    assert made() == 0
    night.phone("watch").listen().close()
    assert made() == 0
    night.enter(BankTraded(seat=ANA, give={"wool": 4}, receive={"ore": 1}))
    assert made() == 4 + 4
    phones[-4].propose(BUY)
    assert made() == 4 + 4 - 1


def test_a_kept_fragment_is_nobody_elses(night: Night) -> None:
    ana, boris, watcher = night.phone(ANA), night.phone(BORIS), night.phone("watch")
    ana.propose(BUY)
    ana.tap("/say", phrase="sorry", to=BORIS)
    ana.tap("/propose", events="[]")
    ana.get("/phone?do=bank_trade&give=ore")
    for _ in range(2):
        pages = {"ana": ana.page(), "boris": boris.page(), "watcher": watcher.page()}
        assert [name for name, page in pages.items() if f"/g/{night.id}/withdraw" in page.actions] == ["ana"]
        assert [name for name, page in pages.items() if taps(page)] == ["ana"]
        assert [name for name, page in pages.items() if f"/g/{night.id}/say" in page.actions] == ["ana", "boris"]
        assert [name for name, page in pages.items() if page.with_class("heard")] == ["boris"]
        assert not [name for name, page in pages.items() if page.has("alert")]
    night.time.seconds += PHRASE_SECONDS
    assert not heard_by(boris)


def test_each_device_sees_its_own_choices(night: Night) -> None:
    one, other = night.phone("watch"), night.phone("watch")
    one.client.set_cookie("look", "dark")
    one.client.set_cookie("text", "huge")

    def pressed(device: Device) -> list[str]:
        buttons = device.page().with_attribute("aria-pressed", "true")
        return [button.get("value") for button in buttons if button.get("name") in ("look", "text")]

    assert pressed(one) == ["huge", "dark"]
    assert pressed(other) == ["normal", "auto"]


def test_old_fragments_are_let_go(night: Night) -> None:
    fragments = live_services_of(night.app).phone_pages
    phone = night.phone("watch")
    assert phone.page()
    kept = len(fragments._pages)
    for event in EVENING[ANAS_TURN : ANAS_TURN + 5]:
        night.enter(event)
        assert phone.page()
    assert len(fragments._pages) == kept


def test_a_phone_asks_its_player_once_before_it_proposes_what_the_hand_can_not_pay(night: Night) -> None:
    night.enter(Corrected(what="hand", seat=ANA, value=1))
    phone = night.phone(ANA)
    asked = phone.tap("/propose", events=written([BUY]))
    assert (asked.status_code, night.waiting) == (422, [])
    form = page_of(asked).in_class("ask-below")
    assert "Ana is two cards short. Buy anyway?" in form.text
    buttons = {one.get("name"): one.get("value") for one in form.all("button") if one.get("name")}
    assert phone.post("/propose", **form.fields, **buttons).status_code == 200
    assert night.waiting == [1]


def test_a_phone_proposes_with_one_tap_what_may_be_paid(night: Night) -> None:
    night.enter(Corrected(what="hand", seat=ANA, value=9))
    assert night.phone(ANA).tap("/propose", events=written([BUY])).status_code == 200
    assert night.waiting == [1]
