"""Phones: what a page shows its player, proposals and the host's taps on them, trades and phrases across languages."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from msgspec.structs import replace

from narrator.core.message import msg
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
from narrator.web.live.live_services import live_services_of
from tests.support.app import TOLD
from tests.support.evening import ANA, ANAS_TURN, BEFORE_BORIS_ROLLS, BORIS, CHAI, DANA, EVENING
from tests.support.games import NAMES
from tests.support.web import HTMX, as_read, text_of, written
from tests.support.web_people import Device, Night, Server, hidden, served

SECOND_SETTLEMENT = 13
"""The entry of the sample evening after which somebody looks for a place."""
BUY = DevelopmentBought(seat=ANA)
DEAL = PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 2}, receive={"ore": 1})


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from served(tmp_path_factory.mktemp("phones"))


@pytest.fixture
def night(server: Server) -> Night:
    """Ana has rolled and may build and trade."""
    return server.evening(ANAS_TURN)


def said(key: str, language: str = "en", **params: object) -> str:
    return say(msg(key, **params), TableLocale(language, NAMES[:4]))


def entered(night: Night) -> list[object]:
    return [replace(event, time=None, group=None) for event in night.new_entries]


def taps(page: str) -> list[str]:
    """The events behind the buttons of a page."""
    return re.findall(r'name="events" value="([^"]*)"', page)


# The page.


def test_a_phone_follows_in_its_own_language(night: Night) -> None:
    voices = {language: night.phone(seat, language) for seat, language in enumerate(LANGUAGES)}
    for happened in ((), (TurnEnded(seat=ANA), DiceRolled(seat=BORIS, total=2))):
        night.enter(*happened)
        lines = {re.search(r"<h1[^>]*>(.*?)</h1>", phone.page)[1] for phone in voices.values()}  # type: ignore[index]
        assert len(lines) == 4
    assert all(f'<html lang="{language}"' in phone.page for language, phone in voices.items())


def test_a_phone_shows_what_everybody_may_know(night: Night) -> None:
    page = text_of(night.phone("watch").get())
    state = night.record.state
    for number, seat in enumerate(state.seats):
        score = f"{seat.name} {said('ui.number.hand')}: {seat.hand}"
        assert score in page
        assert f"{said('ui.number.points')}: {points(state, number)}" in page
    for resource, count in state.bank.counts().items():
        assert f"{said('ui.resource', resource=resource)}: {count}" in page
    assert f"{said('ui.deck')}: {state.deck}" in page
    assert said("phone.costs") in page


def test_a_phone_shows_its_own_player_first(night: Night) -> None:
    """What I take, what I can do, my points; only then what the whole table is told."""
    page = night.phone(ANA).page
    parts = (
        'class="own"',
        'class="mine"',
        'class="points-of',
        'id="line"',
        'class="table-now"',
        'id="menu"',
    )
    places = [page.find(part) for part in parts]
    assert places == sorted(places)
    assert min(places) > 0
    assert page.count("<h1") == 1


def test_the_own_chip_is_the_large_one_and_stands_only_there(server: Server) -> None:
    night = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=8))
    takers = {int(seat) for seat in re.findall(r'data-seat="(\d)"', night.phone("watch").page)}
    assert takers
    for seat in range(4):
        page = night.phone(seat).page
        assert {int(other) for other in re.findall(r'data-seat="(\d)"', page)} == takers - {seat}
        assert ("way-takes" in page) == (seat in takers)


def test_who_only_watches_sees_the_tables_scene_and_nothing_of_their_own(night: Night) -> None:
    page = night.phone("watch").page
    assert re.search(r'<h1 class="line[^>]*>', page)
    assert not re.search('class="(own|mine|points-of)', page)


def test_the_own_points_are_shown_with_what_makes_them(night: Night) -> None:
    state = night.record.state
    page = night.phone(BORIS).page
    assert f"<b>{points(state, BORIS)}</b> <span>{said('phone.points', target=state.rules.target_vp)}</span>" in page
    cells = re.search(r'class="cells".*?</p>', page, re.DOTALL)
    assert cells is not None
    assert cells[0].count("<i") == state.rules.target_vp
    assert cells[0].count('class="got"') == points(state, BORIS)


def test_what_must_be_done_comes_before_a_vote_and_a_changed_rule(server: Server) -> None:
    changed = RuleChanged(key="gifts", value="allowed")
    night = server.evening(BEFORE_BORIS_ROLLS, changed, DiceRolled(seat=BORIS, total=7))
    night.host.post("/vote/ask", case="prompt.gift", seen=1)
    page = night.phone(ANA).page
    places = [page.find(part) for part in ('id="entry"', 'class="vote"', 'class="agree"')]
    assert places == sorted(places)
    assert min(places) > 0


def test_no_offer_can_be_made_where_tonights_rules_forbid_it(server: Server) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="domestic_trade", value="off"))
    assert "do=offer" in server.evening(ANAS_TURN).phone(ANA).page
    assert "do=offer" not in night.phone(ANA).page


def test_a_moment_is_shown_for_a_breath(server: Server) -> None:
    seven = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=7))
    quiet = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=5))
    assert [night.phone(CHAI).page.count("data-moment") for night in (seven, quiet)] == [1, 0]


def test_the_table_view_is_the_stage_without_controls_and_can_say_the_line_twice(night: Night) -> None:
    for device in (night.phone("watch"), night.phone(ANA), night.host):
        device.client.set_cookie("second", "th")
        page = device.get("/table").text
        assert not re.search("<form|<input|name=.events", page)
        assert re.findall("<button[^>]* data-do=.([a-z-]+)", page) == ["voice-turn"]
        back = "stage" if device is night.host else "phone"
        assert re.findall('<a [^>]*href="([^"]*)"', page) == [f"/g/{night.id}/{back}"], "one way out"
        line = re.search(r'<h1>(.*?)</h1>\s*<p class="again" lang="th">(.*?)</p>', page)
        assert line is not None
        assert line[1] != line[2]
        assert 'class="again" lang="th"' in night.host.get("/stage").text or device is not night.host


def test_the_library_leads_back_to_where_one_came_from(night: Night) -> None:
    ways = {night.host: f"/g/{night.id}/stage", night.phone(ANA): f"/g/{night.id}/phone", night.stranger(): "/"}
    for device, way in ways.items():
        assert f'class="tool" href="{way}"' in device.get("/library").text


def test_only_who_is_on_turn_has_something_to_tap(night: Night) -> None:
    assert taps(night.phone(ANA).page)
    assert not taps(night.phone(BORIS).page)
    assert not taps(night.phone("watch").page)


def test_everything_that_a_page_offers_can_be_proposed(server: Server) -> None:
    """Panels behind panels, at several moments."""
    for entries in (15, 57, 210):
        night = server.evening(entries)
        state = night.record.state
        seat = state.turn if state.phase.phase != "setup" else CHAI
        phone = night.phone(seat)
        waiting, known = ["/phone"], {"/phone"}
        found: set[str] = set()
        while waiting and len(known) < 16:
            page = phone.get(waiting.pop(0)).text
            found |= set(taps(page))
            links = [link.replace("&amp;", "&") for link in re.findall(rf'href="/g/{night.id}(/phone\?[^"]*)"', page)]
            waiting += [link for link in links if link not in known and "any=" not in link]
            known.update(links)
        assert found, entries
        for events in sorted(found)[:: len(found) // 6 + 1]:
            answer = phone.post("/propose", events=events.replace("&#34;", '"'), anyway=1)
            assert answer.status_code == 200, (entries, events, text_of(answer))
        assert night.waiting


def test_discards_are_counted_tap_by_tap_and_proposed_by_the_last(server: Server) -> None:
    night = server.evening(BEFORE_BORIS_ROLLS, DiceRolled(seat=BORIS, total=7))
    phone = night.phone(ANA)
    assert not taps(night.phone(CHAI).page)
    page = phone.get("/phone?d0=ore.ore.wool").text
    (last,) = [tap for tap in taps(page) if "grain" in tap]
    phone.tap("/propose", events=last.replace("&#34;", '"'))
    night.host.post("/desk", note=night.waiting[0], verdict="enter")
    assert entered(night) == [CardsDiscarded(seat=ANA, cards={"ore": 2, "wool": 1, "grain": 1})]


def test_who_is_new_to_the_game_is_told_more_and_only_on_that_phone(night: Night) -> None:
    new, other = night.phone(ANA), night.phone("watch")
    before = (new.page, other.page)
    new.client.post("/device", data={"new": "yes", "next": "/"})
    assert len(new.page) > len(before[0])
    assert other.page == before[1]


def test_a_table_that_only_wants_the_script_has_phones_without_buttons(server: Server) -> None:
    night = server.night(TOLD)
    phone = night.phone(ANA)
    assert not taps(phone.page)
    assert phone.tap("/propose", events=written([SettlementBuilt(seat=ANA)])).status_code == 422
    assert phone.tap("/offer", give="ore", want="wool").status_code == 422


@pytest.mark.parametrize(
    "query", ["late=1&seat=0", "entry=30", "after=30&do=build", "seat=0&do=bank_trade", "do=recount"]
)
def test_a_phone_opens_no_panel_of_the_hosts(night: Night, query: str) -> None:
    boris = night.phone(BORIS)
    assert not taps(boris.get(f"/phone?{query}").text)
    ana = night.phone(ANA)
    assert not [tap for tap in taps(ana.get(f"/phone?{query}").text) if "late" in tap or "corrected" in tap]


@pytest.mark.parametrize("query", ["do=offer", "do=counter", "do=pass&to=1", "do=pass&to=9", "do=x", "to=1&do=pass"])
def test_a_page_for_nothing_is_the_plain_page(night: Night, query: str) -> None:
    page = night.phone(BORIS).get(f"/phone?{query}")
    assert page.status_code == 200
    assert 'class="offer' not in page.text


# Proposing.


def test_a_proposal_waits_on_the_stage_and_one_tap_enters_it(night: Night) -> None:
    phone = night.phone(ANA, "th")
    answer = phone.propose(BUY)
    assert answer.status_code == 200
    assert said("phone.withdraw", "th") in text_of(answer)
    assert entered(night) == []
    stage = night.host.get("/stage")
    assert 'name="note" value="1"' in stage.text
    assert night.host.post("/desk", note=1, verdict="enter").status_code == 303
    assert entered(night) == [BUY]
    assert said("phone.withdraw", "th") not in text_of(phone.get())
    assert 'name="note"' not in night.host.get("/stage").text


def test_what_a_phone_proposes_is_the_largest_thing_with_two_answers_beside_each_other(night: Night) -> None:
    night.phone(ANA).propose(DevelopmentBought(seat=ANA))
    page = night.host.get("/stage").text
    hero = re.search(r'id="line"\s+data-line="([^"]*)"', page)
    assert hero is not None
    assert hero[1] == "Ana bought a card?"
    assert 'class="proposal asked p-red"' in page
    assert page.count('name="verdict"') == 2
    assert 'class="order' not in page, "one question at a time"


def before_and_kind(night: Night) -> tuple[str, str]:
    """The line above the hero, and what the stage is about."""
    page = unescape(as_read(night.host.get("/stage").text))
    before, kind = re.search(r'class="before">([^<]*)', page), re.search(r'data-kind="(\w+)"', page)
    return before[1] if before else "", kind[1] if kind else ""


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
    assert 'data-kind="payout"' in night.host.get("/table").text


def test_one_tap_of_the_host_refuses_it(night: Night) -> None:
    night.phone(ANA).propose(BUY)
    assert night.host.post("/desk", note=1, verdict="refuse").status_code == 303
    assert (entered(night), night.waiting) == ([], [])


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
        sent = {**hidden(phone.get()), **form}
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
        assert 'role="alert"' in answer.text
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


def test_too_many_proposals_are_refused_with_a_reason(night: Night) -> None:
    phone = night.phone(ANA)
    codes = [phone.propose(BUY).status_code for _ in range(8)]
    assert codes == [200] * 6 + [422] * 2
    assert len(night.waiting) == 6


def test_a_proposal_is_taken_back_by_its_own_phone_alone(night: Night) -> None:
    ana, boris = night.phone(ANA), night.phone(BORIS)
    ana.propose(BUY)
    boris.tap("/withdraw", note=1)
    assert night.waiting == [1]
    assert "Take it back" not in text_of(boris.get())
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
    form = dict(re.findall(r'name="(note|seen)" value="(\d+)"', answer.text))
    (stood,) = {tap.replace("&#34;", '"') for tap in taps(answer.text) if "waived" in tap}
    for _ in range(2):
        assert night.host.post("/enter", events=stood, **form).status_code == 303
    assert (entered(night)[1:], night.waiting) == ([replace(BUY, waived=True)], [])
    assert night.host.post("/desk", note=1, verdict="enter").status_code == 409


def test_two_hosts_decide_once(night: Night) -> None:
    second = night.stranger()
    second.client.set_cookie(f"host_{night.id}", night.games.new_host_secret(night.id))
    night.phone(ANA).propose(BUY)
    assert [host.post("/desk", note=1, verdict="enter").status_code for host in (night.host, second)] == [303, 409]
    stood = written([replace(BUY, waived=True)])
    assert second.post("/enter", events=stood, seen=47, note=1).status_code == 409
    assert entered(night) == [BUY]


def test_a_trusted_phone_enters_at_once_what_is_regular(night: Night) -> None:
    night.host.post("/lobby", do="trust", seat=ANA, on=1)
    phone = night.phone(ANA)
    form = {"events": written([BUY]), "seen": "46", "session": "46.1", "anyway": "1"}
    for _ in range(2):
        assert phone.post("/propose", **form).status_code == 200
    assert entered(night) == [BUY]
    phone.propose(replace(BUY), DiceRolled(seat=ANA, total=3))
    assert (entered(night), len(night.waiting)) == ([BUY], 1)
    night.host.post("/lobby", do="trust", seat=ANA, on=0)
    phone.propose(TurnEnded(seat=ANA))
    assert (entered(night), len(night.waiting)) == ([BUY], 2)


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


def answers(page: str) -> dict[int, int]:
    """Who can be chosen, and the answer that this takes."""
    found = re.findall(r'name="partner" value="(\d)">\s*<input type="hidden" name="answer" value="(\d+)"', page)
    return {int(seat): int(number) for seat, number in found}


def test_an_offer_is_read_answered_and_settled_across_languages(night: Night) -> None:
    ana = offer(night, speaks="th")
    others = {seat: night.phone(seat, language) for seat, language in ((BORIS, "ru"), (CHAI, "es"), (DANA, "en"))}
    for seat, language in ((BORIS, "ru"), (CHAI, "es"), (DANA, "en")):
        words = said("offer.words", language, seat=ANA, give={"wool": 2}, take={"ore": 1})
        page = others[seat].get()
        assert words in text_of(page)
        assert page.text.count('value="accept"') == 1
    assert 'value="accept"' not in ana.page
    others[BORIS].tap("/answer", note=1, answer="accept")
    others[CHAI].tap("/answer", note=1, answer="decline")
    others[DANA].tap("/answer", note=1, answer="counter", give="brick", want="wool.grain")
    page = ana.get()
    lines = [said("offer.accept", "th", seat=BORIS), said("offer.decline", "th", seat=CHAI)]
    lines.append(said("offer.counter", "th", seat=DANA, give={"brick": 1}, take={"wool": 1, "grain": 1}))
    assert all(line in text_of(page) for line in lines)
    chosen = answers(page.text)
    assert chosen == {BORIS: 2, CHAI: 3, DANA: 4}
    for _ in range(2):
        ana.tap("/choose", partner=BORIS, answer=chosen[BORIS])
    assert entered(night) == [DEAL]
    assert 'class="offer' not in others[CHAI].page


def test_an_offer_for_nothing_is_a_gift(server: Server) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="gifts", value="allowed"))
    ana, boris = offer(night, want=""), night.phone(BORIS)
    assert said("offer.words.gift", "en", seat=ANA, give={"wool": 2}) in text_of(boris.get())
    ana.tap("/offer", give="", want="ore")
    assert said("offer.words.asked", "en", seat=ANA, take={"ore": 1}) in text_of(boris.get())


def test_a_counter_offer_is_what_the_offerer_gives_and_gets(night: Night) -> None:
    ana, dana = offer(night), night.phone(DANA)
    link = re.search(rf'href="/g/{night.id}(/phone\?do=counter[^"]*)"', dana.page)
    assert link is not None
    page = dana.get(link[1].replace("&amp;", "&")).text
    assert 'name="give" value="ore"' in page
    assert 'name="want" value="wool.wool"' in page
    dana.tap("/answer", note=1, answer="counter", give="ore", want="wool.grain")
    ana.tap("/choose", partner=DANA, **{"answer": answers(ana.page)[DANA]})
    assert entered(night) == [replace(DEAL, partner=DANA, give={"wool": 1, "grain": 1})]


def test_an_answer_that_changed_since_it_was_read_is_not_traded(night: Night) -> None:
    ana, boris = offer(night), night.phone(BORIS)
    boris.tap("/answer", note=1, answer="accept")
    read = answers(ana.page)[BORIS]
    boris.tap("/answer", note=1, answer="counter", give="ore", want="wool.wool.grain.grain.brick")
    assert ana.tap("/choose", partner=BORIS, answer=read).status_code == 422
    assert ana.tap("/choose", partner=BORIS).status_code == 422
    assert entered(night) == []


def test_a_trade_that_does_not_add_up_is_left_to_the_host(night: Night) -> None:
    ana = offer(night, give=".".join(["wool"] * 20))
    night.phone(BORIS).tap("/answer", note=1, answer="accept")
    assert ana.tap("/choose", partner=BORIS, answer=2).status_code == 200
    assert (entered(night), len(night.waiting)) == ([], 1)
    night.enter(Corrected(what="hand", seat=ANA, value=22))
    night.host.post("/desk", note=night.waiting[0], verdict="enter")
    assert entered(night)[1:] == [replace(DEAL, give={"wool": 20})]


def test_an_offer_dies_with_the_turn(night: Night) -> None:
    ana, boris = offer(night), night.phone(BORIS)
    boris.tap("/answer", note=1, answer="accept")
    night.enter(TurnEnded(seat=ANA))
    assert 'class="offer' not in boris.page
    for phone, path, form in (
        (boris, "/answer", {"note": 1, "answer": "accept"}),
        (ana, "/choose", {"partner": BORIS, "answer": 2}),
    ):
        answer = phone.tap(path, **form)
        assert answer.status_code == 422
        assert said("refusal.offer.gone") in text_of(answer)
    assert boris.tap("/offer", give="ore", want="wool").status_code == 422
    assert len(night.new_entries) == 1


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
    page = ana.page
    assert [f"do=pass&amp;to={seat}" in page for seat in (BORIS, CHAI, DANA)] == [True, True, False]
    for seat, language in ((BORIS, "ru"), (CHAI, "es")):
        shown = ana.get(f"/phone?do=pass&to={seat}")
        assert said("phone.accept", language) in text_of(shown)
        assert said("offer.words", language, seat=ANA, give={"wool": 2}, take={"ore": 1}) in text_of(shown)
        assert f'lang="{language}"' in shown.text
    assert 'class="offer passed"' not in ana.get(f"/phone?do=pass&to={DANA}").text
    assert 'class="offer passed"' not in night.phone("watch").get(f"/phone?do=pass&to={BORIS}").text
    ana.tap("/answer", note=1, answer="accept", seat=BORIS)
    ana.tap("/choose", partner=BORIS, answer=answers(ana.page)[BORIS])
    assert entered(night) == [], "it is nobody's word but hers, so the host decides"
    (note,) = night.waiting
    assert text_of(night.host.get("/stage")).count(said("ui.proposal.enter")) == 1
    night.host.post("/desk", note=note, verdict="enter")
    assert entered(night) == [DEAL]


def test_who_is_trusted_passes_the_phone_round_without_the_host(night: Night) -> None:
    ana = offer(night)
    night.host.post("/lobby", do="trust", seat=ANA, on=1)
    ana.tap("/answer", note=1, answer="accept", seat=BORIS)
    ana.tap("/choose", partner=BORIS, answer=answers(ana.page)[BORIS])
    assert (entered(night), night.waiting) == ([DEAL], [])


def test_only_cards_are_offered(night: Night) -> None:
    ana = night.phone(ANA)
    for give in ("", "gold", "<b>", "ORE", "ore ore"):
        assert ana.tap("/offer", give=give, want="").status_code == 422
    assert ana.tap("/offer", give="ore.gold.ore", want="wool").status_code == 200
    assert night.session.offers.open.offer.give == {"ore": 2}  # type: ignore[union-attr]
    assert ana.tap("/offer", give=".".join(["ore"] * 500), want="wool").status_code == 200
    assert sum(night.session.offers.open.offer.give.values()) <= 40  # type: ignore[union-attr]


def test_an_offer_is_withdrawn_by_its_owner_alone(night: Night) -> None:
    ana, boris = offer(night), night.phone(BORIS)
    boris.tap("/withdraw", note=1)
    assert night.session.offers.open is not None
    ana.tap("/withdraw", note=1)
    assert night.session.offers.open is None


# Phrases.


def test_a_phrase_appears_in_each_readers_language(night: Night) -> None:
    readers = {language: night.phone(seat, language) for seat, language in enumerate(LANGUAGES)}
    speaker = readers.pop(LANGUAGES[ANA])
    watcher = night.phone("watch", "ru")
    for phrase in ("wait", "your_turn"):
        assert speaker.tap("/say", phrase=phrase).status_code == 200
        for language, phone in (*readers.items(), ("ru", watcher)):
            heard = re.search(r'class="heard.*?</p>', phone.page)
            assert heard is not None
            assert "Ana" in heard[0]
            assert said(f"phrase.{phrase}", language, seat=ANA) in text_of(phone.get())
        assert 'class="heard' not in speaker.page
    night.time.seconds += PHRASE_SECONDS
    assert all('class="heard' not in phone.page for phone in (*readers.values(), watcher))


def test_a_phrase_to_one_is_for_nobody_else(night: Night) -> None:
    phones = [night.phone(seat) for seat in range(4)]
    watcher = night.phone("watch")
    assert phones[ANA].tap("/say", phrase="sorry", to=CHAI).status_code == 200
    assert ['class="heard' in phone.page for phone in (*phones, watcher)] == [False, False, True, False, False]
    assert 'class="heard' not in night.host.get("/table").text


def test_a_phone_can_choose_whom_it_says_something_to_but_not_itself(night: Night) -> None:
    page = night.phone(ANA).page
    assert re.findall(r'name="to" value="(\d*)"', page) == ["", str(BORIS), str(CHAI), str(DANA)]


def test_a_proposal_says_where_and_marks_the_place_on_the_hosts_board(server: Server) -> None:
    night = server.evening(SECOND_SETTLEMENT)
    seat = night.record.state.turn
    phone = night.phone(seat)
    pattern = r'class="spot settlement[^"]*" name="events" value="(.*?)".*?aria-label="(.*?)"'
    (value, label), *_ = re.findall(pattern, phone.page, re.S)
    words = label.removeprefix("Settlement: ")
    assert phone.tap("/propose", events=unescape(value)).status_code == 200
    stage = night.host.get("/stage").text
    assert stage.count('class="proposed ') == 1
    assert f"<small>{words}</small>" in stage
    said = re.findall(r'role="status">(.*?)</span>', phone.page, re.S)[0]
    assert words in said
    assert "Sent. The host will record it." in said
    assert label not in said, "the piece is said once"
    assert f"<small>{label}</small>" not in stage
    assert 'class="spots"' not in phone.page, "it was said already"
    assert phone.tap("/withdraw", note=night.waiting[0]).status_code == 200
    assert 'class="spots"' in phone.page


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
    assert ana.page.count('class="said"') == 2
    stage = night.host.get("/stage").text
    assert said("phrase.wait", "en", seat=ANA) in unescape(stage)
    assert said("phrase.sorry", "en", seat=ANA) not in unescape(stage)
    night.time.seconds += PHRASE_SECONDS
    assert 'class="said' not in ana.page
    assert 'class="heard' not in night.host.get("/stage").text


def test_the_host_sees_the_offer_on_the_table(night: Night) -> None:
    night.phone(ANA).tap("/offer", give="wool.wool", want="ore")
    words = say(msg("offer.words", seat=ANA, give={"wool": 2}, take={"ore": 1}), TableLocale("en", NAMES))
    assert words in text_of(night.host.get("/stage"))


def test_all_phrases_can_be_said_and_nothing_else(night: Night) -> None:
    phone = night.phone(ANA, "th")
    for phrase in PHRASES:
        assert f'value="{phrase}"' in phone.page
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
    assert fragment in phone.page


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
        pages = {"ana": ana.page, "boris": boris.page, "watcher": watcher.page}
        assert [name for name, page in pages.items() if "/withdraw" in page] == ["ana"]
        assert [name for name, page in pages.items() if taps(page)] == ["ana"]
        assert [name for name, page in pages.items() if "/say" in page] == ["ana", "boris"]
        assert [name for name, page in pages.items() if 'class="heard' in page] == ["boris"]
        assert not [name for name, page in pages.items() if 'role="alert"' in page]
    night.time.seconds += PHRASE_SECONDS
    assert 'class="heard' not in boris.page


def test_each_device_sees_its_own_choices(night: Night) -> None:
    one, other = night.phone("watch"), night.phone("watch")
    one.client.set_cookie("look", "dark")
    one.client.set_cookie("text", "huge")
    pressed = r'name="(?:look|text)" value="(\w+)" aria-pressed'
    assert re.findall(pressed, one.page) == ["huge", "dark"]
    assert re.findall(pressed, other.page) == ["normal", "auto"]


def test_old_fragments_are_let_go(night: Night) -> None:
    fragments = live_services_of(night.app).phone_pages
    phone = night.phone("watch")
    assert phone.page
    kept = len(fragments._pages)
    for event in EVENING[ANAS_TURN : ANAS_TURN + 5]:
        night.enter(event)
        assert phone.page
    assert len(fragments._pages) == kept


def test_a_phone_asks_its_player_once_before_it_proposes_what_the_hand_can_not_pay(night: Night) -> None:
    night.enter(Corrected(what="hand", seat=ANA, value=1))
    phone = night.phone(ANA)
    asked = phone.tap("/propose", events=written([BUY]))
    assert (asked.status_code, night.waiting) == (422, [])
    (form,) = re.findall(r'<form[^>]*class="ask-below.*?</form>', asked.text, re.DOTALL)
    assert "Ana is two cards short. Buy anyway?" in form
    fields = {name: value.replace("&#34;", '"') for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    assert phone.post("/propose", **fields).status_code == 200
    assert night.waiting == [1]


def test_a_phone_proposes_with_one_tap_what_may_be_paid(night: Night) -> None:
    night.enter(Corrected(what="hand", seat=ANA, value=9))
    assert night.phone(ANA).tap("/propose", events=written([BUY])).status_code == 200
    assert night.waiting == [1]
