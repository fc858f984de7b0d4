"""Where the app deals: each phone shows its own hand and acts from it, the tablet shows sizes and is passed round."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from narrator.app.sessions.end_of_game import rematch_setup
from narrator.core.message import msg
from narrator.core.play.seeded_draws import certain_hand, changes_hand
from narrator.core.table.cards import PRICES, RESOURCES
from narrator.core.table.events import AnyFact, CardsDiscarded, CardStolen, DevelopmentBought, RoadBuilt, TurnEnded
from narrator.core.table.phase import Acting, Discarding
from narrator.core.table.state import GameState
from narrator.text.render import TableLocale, say
from tests.support.dealt import dealt_setup, due, play_on
from tests.support.games import NAMES
from tests.support.html import Element, are_in_order, page_of, text_of
from tests.support.web import written
from tests.support.web_people import Device, Night, Server

PLACED = 12
"""Entries after which three people have placed everything."""
read_events = msgspec.json.Decoder(list[AnyFact]).decode


def night_at(server: Server, is_there: Callable[[GameState], bool], seed: int = 3, **rules: Any) -> Night:
    """A game of three that the app deals, as soon as it has come there."""
    night = server.night(dealt_setup(**rules))
    for _ in play_on(night.games, night.id, seed, most=400):
        if is_there(whole(night)):
            night.start = len(night.record.log)
            return night
    raise AssertionError("it never came there")


def night_of_a_theft(server: Server) -> Night:
    night = server.night(dealt_setup())
    for _ in play_on(night.games, night.id, 3, most=400):
        fact = night.games.full_record(night.id).head.fact
        if isinstance(fact, CardStolen) and fact.resource is not None:
            return night
    raise AssertionError("nobody steals")


def whole(night: Night) -> GameState:
    return night.games.full_record(night.id).state


def said(key: str, **params: Any) -> str:
    return say(msg(key, **params), TableLocale("en", NAMES[:3], is_dealt=True))


def acting(state: GameState) -> bool:
    return isinstance(state.phase, Acting) and state.seats[due(state)].hand_size > 2


def sit(night: Night, seat: int, speaks: str = "en") -> Device:
    """A phone that sits down in mid-game, with the host's word."""
    device = night.phone(seat, speaks)
    (note,) = (
        number for number, asked in night.session.seat_requests.open_at(night.time.now()).items() if asked.seat == seat
    )
    night.host.post("/desk", note=note, verdict="enter")
    return device


def tappable(page: Element) -> list[AnyFact]:
    """Every event behind a button that can be tapped."""
    sent = [one.get("value") for one in page.every("button") if "disabled" not in one.attributes]
    events = [text for text in sent if text.startswith("[") and "taken_back" not in text]
    return [event for text in events for event in read_events(text)]


def kinds(page: Element) -> dict[str, int]:
    """How many cards of each resource a page shows in pictures."""
    cards = {one.in_class("pic").classes[-1].removeprefix("of-"): one for one in page.all("listitem")}
    return {kind: int(one.every("b")[0].text) for kind, one in cards.items() if kind in RESOURCES}


# Before the game.


def test_a_new_game_asks_who_deals_and_says_what_it_means(server: Server) -> None:
    page = page_of(server.night().stranger().client.get("/new"))
    assert [(one.get("value"), "checked" in one.attributes) for one in page.named("cards")] == [
        ("table", True),
        ("app", False),
    ]
    assert said("new.cards.app.line") in page.text


@pytest.mark.parametrize("query", ["tracking=counts", "tracking=script", "players=2&r.two_player_mode=catan_for_two"])
def test_the_app_deals_only_where_it_knows_every_hand(server: Server, query: str) -> None:
    page = page_of(server.night().stranger().client.get(f"/new?cards=app&{query}"))
    assert not page.named("cards")


def test_a_game_that_the_app_deals_says_so_in_the_lobby_the_rules_and_on_phones(server: Server) -> None:
    night = server.night()
    begun = night.host.client.post("/new", data={"cards": "app", "layout": "random_tokens"})
    game = begun.location.split("/")[2]
    assert server.games.setup(game).is_dealt
    assert said("rules.dealt") in text_of(night.host.client.get(f"/g/{game}/lobby"))
    assert said("rules.dealt") in text_of(night.host.client.get(f"/g/{game}/rules"))


def test_the_table_is_laid_without_cards(server: Server) -> None:
    night = server.night(dealt_setup())
    page = night.host.page("/stage")
    lines = {msgspec.structs.asdict(event).get("step") for event in tappable(page)}
    assert "resources" in lines
    assert "development" not in lines
    assert said("step.resources.normal") == "Leave the cards in the box. Narrator does the dealing."


def test_a_rematch_is_dealt_from_another_pile(server: Server) -> None:
    night = server.night(dealt_setup())
    before = night.games.setup(night.id)
    assert before.seal is not None
    assert rematch_setup(before, whole(night)).seal is None


# A phone.


def test_a_phone_shows_its_own_hand_in_pictures_and_nobody_elses(server: Server) -> None:
    night = night_at(server, acting)
    for seat in range(3):
        shown = sit(night, seat).page().in_class("dealt-hand")
        assert kinds(shown) == certain_hand(whole(night), seat).counts()


def test_who_watches_the_table_view_and_the_stage_see_sizes_only(server: Server) -> None:
    night = night_at(server, acting)
    watcher = night.phone("watch")
    for page in (watcher.get().text, night.host.get("/stage").text, night.host.get("/table").text):
        assert "dealt-hand" not in page
        assert "dealt-cards" not in page


def test_what_a_phone_enters_from_its_hand_is_entered_at_once(server: Server) -> None:
    night = night_at(server, acting)
    seat = due(whole(night))
    answer = sit(night, seat).propose(TurnEnded(seat=seat))
    assert answer.status_code == 200
    assert [type(event) for event in night.new_entries] == [TurnEnded]
    assert night.waiting == []


def test_a_phone_is_offered_what_its_hand_can_pay_and_nothing_else(server: Server) -> None:
    night = night_at(server, lambda state: acting(state) and not _pays(state, "road"))
    seat = due(whole(night))
    phone = sit(night, seat)
    offered = {type(event) for path in ("/phone", "/phone?do=build") for event in tappable(phone.page(path))}
    assert RoadBuilt not in offered
    assert TurnEnded in offered


def test_a_refusal_names_the_missing_kind_to_the_seat_and_tells_the_host_nothing(server: Server) -> None:
    night = night_at(server, lambda state: acting(state) and not _pays(state, "development"))
    seat = due(whole(night))
    hand = certain_hand(whole(night), seat)
    lacking = [kind for kind in PRICES["development"].resources() if not hand.count_of(kind)]
    answer = sit(night, seat).propose(DevelopmentBought(seat=seat))
    assert answer.status_code == 422
    assert said("refusal.hand.lacks", seat=seat, resources=lacking) in text_of(answer)
    tried = night.host.post("/enter", events=written([DevelopmentBought(seat=seat)]), seen=len(night.record.log))
    assert said("refusal.cards.not_yours", seat=seat) in text_of(tried)
    assert night.new_entries == []


def _pays(state: GameState, what: Any) -> bool:
    hand = certain_hand(state, due(state))
    return all(hand.count_of(kind) >= PRICES[what].count_of(kind) for kind in RESOURCES)


def test_a_seven_asks_a_phone_for_cards_that_it_holds(server: Server) -> None:
    night = night_at(server, lambda state: isinstance(state.phase, Discarding))
    seat = due(whole(night))
    hand = certain_hand(whole(night), seat)
    page = sit(night, seat).page()
    (row,) = page.with_class("row", "cards")
    for kind in RESOURCES:
        taps = [*row.every("a"), *row.every("button")]
        (button,) = [one for one in taps if one.with_attribute("href", f"#i-{kind}")]
        assert ("disabled" in button.attributes) == (not hand.count_of(kind))
    phase = whole(night).phase
    assert isinstance(phase, Discarding)
    assert CardsDiscarded(seat=seat, count=phase.owed[seat]) not in tappable(page)


def test_after_a_theft_the_two_see_the_card_and_the_third_does_not(server: Server) -> None:
    night = night_of_a_theft(server)
    fact = night.games.full_record(night.id).head.fact
    assert isinstance(fact, CardStolen)
    assert fact.victim is not None
    thief, victim = sit(night, fact.seat).page().text, sit(night, fact.victim).page().text
    (third,) = {0, 1, 2} - {fact.seat, fact.victim}
    card = {fact.resource: 1}
    assert said("hand.stolen", other=fact.victim, cards=card) in thief
    assert said("hand.lost", other=fact.seat, cards=card) in victim
    others = (sit(night, third).page(), night.host.page("/stage"), night.host.page("/history"))
    for page in others:
        assert said("hand.stolen", other=fact.victim, cards=card) not in page.text
        assert said("hand.lost", other=fact.seat, cards=card) not in page.text
    assert any(page.with_class("of-back") for page in others)


# Passing the tablet.


def test_the_tablet_opens_a_seat_without_a_phone_with_its_cards_covered(server: Server) -> None:
    night = night_at(server, acting)
    seat = due(whole(night))
    assert said("hand.pass", seat=seat) in night.host.page("/stage").text
    assert night.host.post("/pass", seat=seat).location.endswith("/phone")
    page = night.host.get()
    assert said("hand.passed", seat=seat) in text_of(page)
    assert "dealt-hand" not in page.text
    under = night.host.get("/hand")
    assert under.headers["Cache-Control"] == "no-store"
    assert kinds(page_of(under)) == certain_hand(whole(night), seat).counts()


def test_a_covered_page_is_the_same_whatever_the_hand_holds(server: Server) -> None:
    """It is made from what everybody may see, and not even that speaks of the hand."""
    night = night_at(server, lambda state: acting(state) and not _pays(state, "development"))
    seat = due(whole(night))
    night.host.post("/pass", seat=seat)
    page = night.host.get()
    assert any(isinstance(event, DevelopmentBought) for event in tappable(page_of(page)))
    assert "lacks" not in page.text
    answer = night.host.propose(DevelopmentBought(seat=seat))
    assert answer.status_code == 422
    assert night.new_entries == []


def test_a_seat_acts_on_the_passed_tablet_as_on_a_phone(server: Server) -> None:
    night = night_at(server, acting)
    seat = due(whole(night))
    night.host.post("/pass", seat=seat)
    assert night.host.propose(TurnEnded(seat=seat)).status_code == 200
    assert [type(event) for event in night.new_entries] == [TurnEnded]


def test_on_the_passed_tablet_ones_cards_come_before_an_offer_for_them(server: Server) -> None:
    night = night_at(server, acting)
    seat = due(whole(night))
    other = next(one for one in range(3) if one != seat and whole(night).seats[one].hand_size)
    night.host.post("/pass", seat=seat)
    give = next(iter(certain_hand(whole(night), seat).counts()))
    want = next(kind for kind in certain_hand(whole(night), other).counts() if kind != give)
    assert night.host.tap("/offer", give=give, want=want).status_code == 200
    night.host.post("/pass/back")
    night.host.post("/pass", seat=other)
    page = night.host.page()
    assert are_in_order(page.in_class("covered-hand"), *page.named("answer", "accept"))


@pytest.mark.parametrize("way", ["/stage", "/pass/back"])
def test_back_at_the_table_everything_is_covered(server: Server, way: str) -> None:
    night = night_at(server, acting)
    night.host.post("/pass", seat=due(whole(night)))
    if way == "/stage":
        night.host.get(way)
    else:
        assert night.host.post(way).location.endswith("/stage")
    assert night.host.get("/hand").status_code == 403
    assert night.host.get("/phone").location.endswith("/stage")


def test_a_seat_with_a_phone_is_not_opened_on_the_tablet_even_if_the_host_frees_it(server: Server) -> None:
    """The player or the table has to agree: see `tests/web/security/attacks/test_taken_seats.py`."""
    night = night_at(server, acting)
    seat = due(whole(night))
    sit(night, seat)
    assert said("hand.on_phone", seat=seat) in night.host.page("/stage").text
    assert night.host.post("/pass", seat=seat).location.endswith("/stage")
    assert night.host.get("/hand").status_code == 403
    night.free(seat)
    assert night.host.post("/pass", seat=seat).location.endswith("/stage")
    assert night.host.get("/hand").status_code == 403


def test_a_phone_that_sits_down_takes_the_hand_from_the_passed_tablet(server: Server) -> None:
    night = night_at(server, acting)
    seat = due(whole(night))
    night.host.post("/pass", seat=seat)
    device = night.phone(seat)
    (note,) = night.session.seat_requests.open_at(night.time.now())
    night.host.post("/lobby", do="asking", note=note, verdict="enter")
    assert device.page().with_class("dealt-hand")
    assert night.host.get("/hand").status_code == 403


def test_only_the_host_passes_the_tablet(server: Server) -> None:
    night = night_at(server, acting)
    seat = due(whole(night))
    other = sit(night, (seat + 1) % 3)
    assert other.post("/pass", seat=seat).status_code == 403
    other.client.set_cookie(f"passed_{night.id}", str(seat))
    assert other.get("/hand").status_code == 303
    assert other.owner() == NAMES[(seat + 1) % 3]


def test_with_cards_on_the_table_nothing_is_passed(server: Server) -> None:
    night = server.evening(60)
    assert night.host.post("/pass", seat=0).location.endswith("/stage")
    night.host.client.set_cookie(f"passed_{night.id}", "0")
    assert night.host.get("/hand").status_code == 403


# The stage.


def test_the_stage_enters_nothing_that_touches_a_hand(server: Server) -> None:
    """Whatever step it is, and whichever panel is opened."""
    night, seen = server.night(dealt_setup()), set()
    for number in play_on(night.games, night.id, 3, most=150):
        step = whole(night).phase.step
        if number < PLACED or step in seen:
            continue
        seen.add(step)
        for query in ("", "?do=build", "?do=seat&seat=1", "?do=forgotten&late=1&seat=0", "?do=bank&stack=ore"):
            events = tappable(night.host.page(f"/stage{query}"))
            assert not any(changes_hand(night.record.state, event) for event in events), (step, query)
            assert not any(getattr(event, "what", None) in ("hand", "bank") for event in events), (step, query)
    assert {"roll", "actions", "robber"} <= seen


def test_a_chair_with_a_hand_is_taken_with_the_tables_word(server: Server) -> None:
    """A phone that died is another phone to us. One that comes late to a seat without a phone needs the host's word."""
    night = night_at(server, acting)
    seat = due(whole(night))
    lost, *others = (sit(night, one % 3) for one in range(seat, seat + 3))
    night.time.seconds += 100
    again_there = night.phone(seat)
    assert "dealt-hand" not in again_there.get().text
    (note,) = night.session.seat_requests.open_at(night.time.now())
    for other in others:
        other.post("/seat", note=note, verdict="enter")
    assert again_there.page().with_class("dealt-hand")
    assert lost.get().status_code == 303


def test_a_game_that_is_whole_is_not_begun_a_second_time_to_look_at_its_hands(server: Server) -> None:
    night = night_at(server, acting)
    games = len(list(night.games.storage.games.all_games()))
    assert night.host.post("/rescue").location.endswith(f"/g/{night.id}/stage")
    assert len(list(night.games.storage.games.all_games())) == games
