"""A player's own phone: what concerns them is said to them, and what they tapped is seen at once."""

import re
from collections.abc import Iterator

import pytest

from narrator.core.table.events import CardsDiscarded, DevelopmentBought, RuleChanged
from tests.support.evening import ANA, ANAS_TURN, BORIS, CHAI, DANA, EVENING
from tests.support.web import text_of
from tests.support.web_people import Night, Server, served

SEVEN = 461
"""Ana has rolled a seven: she and Boris must discard, Chai and Dana need not."""
KNIGHT = 61
"""Ana has played her first knight."""
WON = 494


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    yield from served(tmp_path_factory.mktemp("own_phone"))


def part(page: str, css: str) -> str:
    """What stands in the element of a class, as far as its end tag."""
    found = re.search(rf'<(\w+)[^>]*class="{css}[^>]*>(.*?)</\1>', page, re.S)
    assert found is not None, css
    return " ".join(re.sub(r"<[^>]*>", " ", found[2]).split())


def row(page: str, colour: str) -> str:
    """A player's row among the standings, with the signs that stand in it."""
    found = re.search(rf'<ul class="players">.*?<li class="p-{colour}[^>]*>(.*?)</li>', page, re.S)
    assert found is not None
    return found[1]


def task(page: str) -> str:
    """What the page says that its player has to do."""
    found = re.search(r'data-task="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_a_seven_says_on_each_phone_what_its_player_does_also_for_a_breath(server: Server) -> None:
    night = server.evening(SEVEN)
    for seat, words in ((BORIS, "Discard eight cards"), (CHAI, "You keep your cards")):
        page = night.phone(seat).page
        assert part(page, "moment-overlay").removeprefix("7 ") == words
        assert f"<h1>{words}</h1>" in page
    assert part(night.phone("watch").page, "moment-overlay") == "7 Seven! Discard half"


def test_who_keeps_their_cards_is_told_so_until_the_last_has_discarded(server: Server) -> None:
    night = server.evening(SEVEN)
    dana = night.phone(DANA)
    night.enter(CardsDiscarded(seat=BORIS, count=8))
    assert "<h1>You keep your cards</h1>" in dana.page
    night.enter(CardsDiscarded(seat=ANA, count=5))
    assert "You keep your cards" not in dana.page


def test_a_roll_that_gives_somebody_nothing_says_so_and_what_others_take_stands_smaller(server: Server) -> None:
    pages = {seat: server.evening(399).phone(seat).page for seat in (BORIS, CHAI)}
    assert "<h1>Nothing for you this time</h1>" in pages[CHAI]
    assert "<h1>You get</h1>" in pages[BORIS]
    assert '<section class="lines small"' in pages[CHAI]


def test_the_points_add_up_as_they_are_shown(server: Server) -> None:
    page = server.evening(399).phone(BORIS).page
    shown = re.search(r'<p class="parts">(.*?)</p>', page, re.S)
    assert shown is not None
    given = [int(number) for number in re.findall(r"<b>\+(\d+)</b>", shown[1])]
    assert (given, sum(given)) == ([4, 2], 6)
    assert '<p class="sum-of"><b>6</b>' in page
    assert "1 city (2 points)" in shown[1]


def test_knights_and_roads_are_seen_before_they_are_worth_a_title(server: Server) -> None:
    page = server.evening(KNIGHT).phone(BORIS).page
    assert "Knights played: </span>1" in row(page, "red")
    assert "Knights played" not in row(page, "blue")
    late = server.evening(SEVEN).phone(BORIS).page
    assert "Road length: </span>" in row(late, "blue"), "long, and no title yet"


def test_on_ones_turn_the_marked_island_comes_right_after_what_one_can_do(server: Server) -> None:
    page = server.evening(ANAS_TURN).phone(ANA).page
    assert page.index('id="entry"') < page.index('<details class="map" id="map" open>') < page.index('class="points-of')
    assert "Where can I build?" in page


def test_an_offer_to_me_stands_before_my_news_and_is_my_task(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    boris = night.phone(BORIS)
    assert task(boris.page) == ""
    night.phone(ANA).tap("/offer", give="wool", want="ore")
    page = boris.page
    assert page.index('value="accept"') < page.index('class="own"') < page.index('class="points-of')
    assert task(page) == "offer.1"
    assert part(page, "moment-overlay") == "Ana offers"
    boris.tap("/answer", note=1, answer="accept")
    assert (task(boris.page), 'class="moment-overlay' in boris.page) == ("", False)
    assert boris.page.index('class="answered"') < boris.page.index('class="own"')


def test_a_vote_stands_before_my_news_until_i_have_voted(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    night.host.post("/vote/ask", case="prompt.gift", seen=1)
    boris = night.phone(BORIS)
    assert boris.page.index('class="vote"') < boris.page.index('class="own"')
    assert task(boris.page).startswith("vote.")


def test_each_thing_that_the_game_waits_for_is_a_task_of_its_own(server: Server) -> None:
    night = server.evening(SEVEN)
    tasks = {seat: task(night.phone(seat).page) for seat in (ANA, BORIS, CHAI)}
    assert tasks == {ANA: "Discarding.must", BORIS: "Discarding.must", CHAI: ""}
    assert task(server.evening(ANAS_TURN).phone(ANA).page) == "Acting.may"


def test_what_was_sent_is_said_at_once_in_the_colour_of_its_own_seat(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    ana = night.phone(ANA)
    answer = ana.propose(DevelopmentBought(seat=ANA))
    assert "Sent. The host will record it." in text_of(answer)
    assert 'class="proposal p-red"' in answer.text


def test_an_answer_is_seen_and_the_others_step_back(server: Server) -> None:
    night = server.evening(ANAS_TURN)
    night.phone(ANA).tap("/offer", give="wool", want="ore")
    boris = night.phone(BORIS)
    assert 'class="button main" name="answer" value="accept"' in boris.page
    boris.tap("/answer", note=1, answer="accept")
    assert part(boris.page, "answered") == "You said yes. Now Ana chooses."
    assert 'value="accept"' not in boris.page
    assert 'class="verdicts quiet"' in boris.page
    boris.tap("/answer", note=1, answer="decline")
    assert part(boris.page, "answered") == "You said no."
    assert 'class="button" name="answer" value="accept"' in boris.page


def offering(night: Night, query: str) -> str:
    return night.phone(ANA).get(f"/phone?do=offer&{query}").text


def test_an_offer_without_anything_in_return_is_not_sent_where_gifts_are_forbidden(server: Server) -> None:
    page = offering(server.evening(ANAS_TURN), "give=wool")
    assert '<button class="button main" disabled>' in page
    assert "That&#39;s a gift" in page
    assert "disabled" not in offering(server.evening(ANAS_TURN), "give=wool&want=ore")


@pytest.mark.parametrize(("query", "words"), [("give=wool", "Give it away"), ("want=wool", "Ask for a gift")])
def test_a_gift_is_called_one_where_gifts_are_allowed(server: Server, query: str, words: str) -> None:
    night = server.evening(ANAS_TURN, RuleChanged(key="gifts", value="allowed"))
    page = offering(night, query)
    assert words in page
    assert "Ask the others" not in page


def test_at_the_end_each_column_has_its_name_and_points(server: Server) -> None:
    page = server.evening(WON).phone(BORIS).page
    shown = re.search(r'<ol class="podium of4">(.*?)</ol>', page, re.S)
    assert shown is not None
    names = re.findall(r'<span aria-hidden="true">(\w+)</span>', shown[1])
    points = re.findall(r'<span class="block"><b>(\d+)</b>', shown[1])
    assert names == ["Ana", "Boris", "Dana", "Chai"]
    assert points == ["10", "9", "6", "3"]
    assert len(EVENING) == WON
