"""What a newcomer's own phone says besides, and that nobody else's does."""

import pytest
from msgspec.structs import replace

from narrator.core.table.events import Corrected, DiceRolled, StepDone
from narrator.core.table.phase import PlacingSettlement
from narrator.core.table.setup import Setup
from narrator.text.languages import LANGUAGES
from tests.support.browser.situations import PLACED, ROLLED, holding, trio
from tests.support.games import ANA, BORIS, CHAI
from tests.support.html import Element
from tests.support.web_people import Night, Server

FIRST: Setup = replace(trio(hints="on_request"), detail="first_game")
HANDS = tuple(holding({ANA: 9, BORIS: 4, CHAI: 8}))
QUESTION = "What can I do now?"
SEVEN_OF_ANA = "9 cards: you'd lose 4 on a seven."
SEVEN_OF_CHAI = "8 cards: you'd lose 4 on a seven."


@pytest.fixture
def night(server: Server) -> Night:
    """A first game: Ana has rolled, and holds nine cards."""
    return server.night(FIRST, [*ROLLED, *HANDS])


def lit(page: Element) -> set[str]:
    return {one.get("data-hex") for one in page.with_class("lit")}


def test_only_whose_turn_it_is_reads_what_can_be_done(night: Night) -> None:
    assert QUESTION in night.phone(ANA).page().text
    assert QUESTION not in night.phone(BORIS).page().text
    assert QUESTION not in night.phone("watch").page().text
    assert QUESTION not in night.host.page("/stage").text


def test_what_a_seven_would_cost_stands_only_on_the_phone_of_whom_it_would(night: Night) -> None:
    pages = {seat: night.phone(seat).page().text for seat in (ANA, BORIS, CHAI, "watch")}
    assert {seat for seat, page in pages.items() if SEVEN_OF_ANA in page} == {ANA}
    assert {seat for seat, page in pages.items() if SEVEN_OF_CHAI in page} == {CHAI}
    assert not any(words in night.host.page("/stage").text for words in (SEVEN_OF_ANA, SEVEN_OF_CHAI))


def test_the_next_point_stands_below_the_own_points(night: Night) -> None:
    page = night.phone(BORIS).page().text
    assert (
        page.index("of 10 points") < page.index("So far: 2 settlements (2 points).") < page.index("How to score next")
    )
    assert "How to score next" not in night.phone("watch").page().text


def test_the_own_cards_stand_by_kind_on_the_phone_of_whose_they_are(server: Server) -> None:
    night = server.night(FIRST, PLACED)
    night.enter(DiceRolled(seat=ANA, total=6))
    hands = night.record.state.hands
    assert hands is not None
    shown = {seat: own_cards(night.phone(seat).page()) for seat in (ANA, BORIS, CHAI, "watch")}
    assert shown.pop("watch") == {}
    assert shown == {seat: {k: n for k, n in hands.base[seat]._asdict().items() if n} for seat in (ANA, BORIS, CHAI)}
    assert own_cards(night.host.page("/stage")) == {}


def test_cards_that_nobody_can_be_sure_of_lie_face_down(server: Server) -> None:
    night = server.night(FIRST, PLACED)
    held = night.record.state.seats[BORIS].hand_size
    night.enter(Corrected(what="hand", seat=BORIS, value=held + 2))
    assert own_cards(night.phone(BORIS).page())["back"] == 2


def own_cards(page: Element) -> dict[str, int]:
    """What a phone shows in its reader's hand."""
    cards = [card for hand in page.with_class("own-cards") for card in hand.all("listitem")]
    return {
        card.in_class("pic").classes[-1].removeprefix("of-"): int(card.every("b")[0].text.removeprefix("× "))
        for card in cards
    }


def test_few_words_say_none_of_it(server: Server) -> None:
    night = server.night(replace(FIRST, detail="terse"), [*ROLLED, *HANDS])
    page = night.phone(ANA).page().text
    assert not any(words in page for words in (QUESTION, SEVEN_OF_ANA, "How to score next"))


def test_who_is_new_at_a_table_of_old_hands_is_told_all_the_same(server: Server) -> None:
    night = server.night(trio(), [*ROLLED, *HANDS])
    phone = night.phone(BORIS)
    assert "So far: 2 settlements (2 points)." not in phone.page().text
    phone.client.set_cookie("new", "yes")
    assert "So far: 2 settlements (2 points)." in phone.page().text


def test_after_a_roll_each_phone_lights_the_hexes_that_paid_its_player(server: Server) -> None:
    night = server.night(FIRST, PLACED)
    night.enter(DiceRolled(seat=ANA, total=6))
    paid = {seat: lit(night.phone(seat).page()) for seat in (ANA, BORIS, CHAI)}
    state = night.record.state
    for seat, hexes in paid.items():
        corners = [at for at, building in state.buildings.items() if building.seat == seat]
        own = {at for corner in corners for at in state.game.board.island.hexes_at[corner]}
        assert hexes == {at for at in own if state.game.board.numbers.get(at) == 6}
    assert len(set(map(frozenset, paid.values()))) > 1, "they are not the same for all"
    assert lit(night.phone("watch").page()) == set()


def test_the_map_of_who_was_paid_is_open(server: Server) -> None:
    night = server.night(FIRST, PLACED)
    night.enter(DiceRolled(seat=ANA, total=6))
    pages = [night.phone(seat).page() for seat in (BORIS, CHAI)]
    assert [("open" in page.with_id("map").attributes) == bool(lit(page)) for page in pages] == [True, True]
    assert any(lit(page) for page in pages)


def test_who_places_may_ask_on_their_own_phone_and_sees_pictures_and_words(server: Server) -> None:
    night = server.night(FIRST, PLACED[:3])
    assert isinstance(night.record.state.phase, PlacingSettlement)
    page = night.phone(BORIS).page("/phone?hint=1")
    assert len(page.with_class("board", "tile")) == 9
    assert page.text.count("of 36 rolls") == 3
    assert len(page.with_attribute("data-rank")) == 3
    assert "of 36 rolls" not in night.phone(ANA).page("/phone?hint=1").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phone_is_coached_in_its_own_language(night: Night, language: str) -> None:
    page = night.phone(ANA, language).page()
    for classes in (["seven-risk"], ["made-of"], ["ahead"], ["row", "can"]):
        assert page.with_class(*classes)
    if language != "en":
        assert not any(words in page.text for words in (QUESTION, SEVEN_OF_ANA, "How to score next", "So far"))


def test_while_the_board_is_laid_there_is_nothing_to_coach(server: Server) -> None:
    page = server.night(FIRST, [StepDone(step="frame")]).phone(ANA).page()
    assert not page.with_class("ahead")
    assert not page.with_class("seven-risk")
