"""A player's own phone: what concerns them is said to them, and what they tapped is seen at once."""

import pytest

from narrator.core.table.events import CardsDiscarded, DevelopmentBought, RuleChanged
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA, EVENING
from tests.support.html import Element, are_in_order, page_of, text_of
from tests.support.web_people import Night, Server

SEVEN = 461
"""Ana has rolled a seven: she and Boris must discard, Chai and Dana need not."""
KNIGHT = 61
"""Ana has played her first knight."""
WON = 494


def standing(page: Element, colour: str) -> str:
    """A player's row among the standings, in words."""
    return page.in_class("players").in_class(f"p-{colour}").text


def task(page: Element) -> str:
    """What the page says that its player has to do."""
    return page.attribute("data-task")


def answer_buttons(page: Element) -> dict[str, Element]:
    return {one.get("value"): one for one in page.named("answer") if one.role == "button"}


def test_a_seven_says_on_each_phone_what_its_player_does_also_for_a_breath(server: Server) -> None:
    night = server.evening(SEVEN)
    for seat, words in ((BORIS, "Discard eight cards"), (CHAI, "You keep your cards")):
        page = night.phone(seat).page()
        assert page.in_class("moment-overlay").text.removeprefix("7 ") == words
        assert page.has("heading", words)
    assert night.phone("watch").page().in_class("moment-overlay").text == "7 Seven! Discard half"


def test_who_keeps_their_cards_is_told_so_until_the_last_has_discarded(server: Server) -> None:
    night = server.evening(SEVEN)
    dana = night.phone(DANA)
    night.enter(CardsDiscarded(seat=BORIS, count=8))
    assert dana.page().has("heading", "You keep your cards")
    night.enter(CardsDiscarded(seat=ANA, count=5))
    assert "You keep your cards" not in dana.page().text


def test_a_roll_that_gives_somebody_nothing_says_so_and_what_others_take_stands_smaller(server: Server) -> None:
    pages = {seat: server.evening(399).phone(seat).page() for seat in (BORIS, CHAI)}
    assert pages[CHAI].has("heading", "Nothing for you this time")
    assert pages[BORIS].has("heading", "You get")
    assert pages[CHAI].with_class("lines", "small")


def test_the_points_add_up_as_they_are_shown(server: Server) -> None:
    page = server.evening(399).phone(BORIS).page()
    parts = page.in_class("parts")
    given = [int(number.text) for number in parts.every("b")]
    assert (given, sum(given)) == ([4, 2], 6)
    assert page.in_class("sum-of").text.startswith("6 ")
    assert "1 city (2 points)" in parts.text


def test_knights_and_roads_are_seen_before_they_are_worth_a_title(server: Server) -> None:
    page = server.evening(KNIGHT).phone(BORIS).page()
    assert "Knights played: 1" in standing(page, "red")
    assert "Knights played" not in standing(page, "blue")
    late = server.evening(SEVEN).phone(BORIS).page()
    assert "Road length: " in standing(late, "blue"), "long, and no title yet"


def test_on_ones_turn_the_marked_island_comes_right_after_what_one_can_do(server: Server) -> None:
    page = server.evening(ANAS_TURN).phone(ANA).page()
    entry, island = page.with_id("entry"), page.with_id("map")
    assert are_in_order(entry, island, page.in_class("points-of"))
    assert "open" in island.attributes
    assert "Where can I build?" in island.text


def test_an_offer_to_me_stands_before_my_news_and_is_my_task(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    boris = night.phone(BORIS)
    assert task(boris.page()) == ""
    night.phone(ANA).tap("/offer", give="wool", want="ore")
    page = boris.page()
    assert are_in_order(answer_buttons(page)["accept"], page.in_class("own"), page.in_class("points-of"))
    assert task(page) == "offer.1"
    assert page.in_class("moment-overlay").text == "Ana offers"
    boris.tap("/answer", note=1, answer="accept")
    page = boris.page()
    assert (task(page), page.with_class("moment-overlay")) == ("", [])
    assert are_in_order(page.in_class("answered"), page.in_class("own"))


def test_a_vote_stands_before_my_news_until_i_have_voted(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    night.host.post("/vote/ask", case="prompt.gift", seen=1)
    page = night.phone(BORIS).page()
    assert are_in_order(page.in_class("vote"), page.in_class("own"))
    assert task(page).startswith("vote.")


def test_each_thing_that_the_game_waits_for_is_a_task_of_its_own(server: Server) -> None:
    night = server.evening(SEVEN)
    tasks = {seat: task(night.phone(seat).page()) for seat in (ANA, BORIS, CHAI)}
    assert tasks == {ANA: "Discarding.must", BORIS: "Discarding.must", CHAI: ""}
    assert task(server.evening(ANAS_TURN).phone(ANA).page()) == "Acting.may"


def test_what_was_sent_is_said_at_once_in_the_colour_of_its_own_seat(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    ana = night.phone(ANA)
    answer = ana.propose(DevelopmentBought(seat=ANA))
    assert "Sent. The host will record it." in text_of(answer)
    assert page_of(answer).with_class("proposal", "p-red")


def test_an_answer_is_seen_and_the_others_step_back(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    night.phone(ANA).tap("/offer", give="wool", want="ore")
    boris = night.phone(BORIS)
    assert "main" in answer_buttons(boris.page())["accept"].classes
    boris.tap("/answer", note=1, answer="accept")
    page = boris.page()
    assert page.in_class("answered").text == "You said yes. Now Ana chooses."
    assert "accept" not in answer_buttons(page)
    assert page.with_class("verdicts", "quiet")
    boris.tap("/answer", note=1, answer="decline")
    page = boris.page()
    assert page.in_class("answered").text == "You said no."
    assert "main" not in answer_buttons(page)["accept"].classes


def offering(night: Night, query: str) -> Element:
    return night.phone(ANA).page(f"/phone?do=offer&{query}")


def disabled_buttons(page: Element) -> list[str]:
    return [one.name for one in page.all("button") if "disabled" in one.attributes]


def test_an_offer_without_anything_in_return_is_not_sent_where_gifts_are_forbidden(server: Server) -> None:
    page = offering(server.evening(ANAS_TURN), "give=wool")
    assert disabled_buttons(page) == ["Ask the others"]
    assert "That's a gift" in page.text
    assert disabled_buttons(offering(server.evening(ANAS_TURN), "give=wool&want=ore")) == []


@pytest.mark.parametrize(("query", "words"), [("give=wool", "Give it away"), ("want=wool", "Ask for a gift")])
def test_a_gift_is_called_one_where_gifts_are_allowed(server: Server, query: str, words: str) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="gifts", value="allowed"))
    page = offering(night, query)
    assert page.has("button", words)
    assert not page.has("button", "Ask the others")


def test_at_the_end_each_column_has_its_name_and_points(server: Server) -> None:
    columns = server.evening(WON).phone(BORIS).page().in_class("podium").all("listitem")
    names = [
        next(one.text for one in column.every("span") if one.get("aria-hidden") and one.text) for column in columns
    ]
    assert names == ["Ana", "Boris", "Dana", "Chai"]
    assert [column.in_class("block").every("b")[0].text for column in columns] == ["10", "9", "6", "3"]
    assert len(EVENING) == WON
