"""What of a table's scene is one's own: you take, give, must or may, and what only the others are told."""

from typing import Any

import pytest

from narrator.core.record.choices import legal_events
from narrator.core.record.record import Record
from narrator.core.table.events import (
    AnyEvent,
    CardsDiscarded,
    CardStolen,
    Corrected,
    DiceRolled,
    RoadBuildingPlayed,
    TakenBack,
    VictoryDeclared,
)
from narrator.script.scenes.director import current_scene
from narrator.text.render import TableLocale
from narrator.web.auth.preferences import Preferences
from narrator.web.phone.personal import Personal, PersonalMessage, personal_view
from narrator.web.rendering.page_query import PageQuery
from narrator.web.rendering.table_context import TableContext
from tests.support.browser.situations import PLACED, ROLLED, holding
from tests.support.core_evening import table as new_table
from tests.support.games import ANA, BORIS, CHAI, record_of

SEVEN = (*PLACED, *holding({ANA: 9, BORIS: 4, CHAI: 8}), DiceRolled(seat=ANA, total=7))
ROAD_MOVES = (*ROLLED, Corrected(what="longest_road", value=ANA), Corrected(what="longest_road", value=BORIS))


def of(seat: int | None, *events: AnyEvent, language: str = "en") -> Personal:
    record = record_of(new_table(), *events)
    script, scene = current_scene(record)
    return personal_view(scene, script.now, at(record, language), seat)


def at(record: Record, language: str = "en") -> TableContext:
    locale = TableLocale(language, tuple(seat.name for seat in record.state.seats))
    return TableContext("g", record, record.head, record.state, locale, Preferences(language), PageQuery())


def shown(own: PersonalMessage | None) -> dict[str, Any]:
    assert own is not None
    return {"way": own.kind, "cards": [(cards.picture, cards.count, cards.direction) for cards in own.cards]}


def paid(total: int) -> bool:
    """Whether a roll of Ana's gives anybody a card."""
    return bool(current_scene(record_of(new_table(), *PLACED, DiceRolled(seat=ANA, total=total)))[1].picture.players)


def stolen_from_boris() -> tuple[AnyEvent, ...]:
    """A seven without discards, and the robber beside a building of Boris's."""
    begun = (*PLACED, DiceRolled(seat=ANA, total=7))
    for move in legal_events(record_of(new_table(), *begun).state):
        after = (*begun, move)
        for theft in legal_events(record_of(new_table(), *after).state) if move.type == "robber_moved" else ():
            if isinstance(theft, CardStolen) and theft.victim == BORIS:
                return (*after, theft)
    raise AssertionError("nobody can rob Boris")


def test_who_takes_cards_sees_them_with_the_number_and_nobody_elses() -> None:
    news = of(CHAI, *ROLLED).news
    assert shown(news) == {"way": "takes", "cards": [("grain", 1, "takes")]}
    assert news is not None
    assert (news.roll, news.words) == (6, "You get")


def test_who_takes_nothing_of_a_roll_is_told_so_beside_the_number() -> None:
    own = of(BORIS, *ROLLED)
    assert own.news is not None
    assert (own.news.kind, own.news.roll, own.news.words) == ("none", 6, "Nothing for you this time")
    assert own.task is None


def test_nobody_is_told_that_they_take_nothing_where_nobody_takes_something() -> None:
    nobody = next(total for total in range(2, 13) if total != 7 and not paid(total))
    assert of(BORIS, *PLACED, DiceRolled(seat=ANA, total=nobody)) == Personal()


def test_news_comes_before_what_may_be_done_and_both_are_there() -> None:
    own = of(ANA, *ROLLED)
    assert shown(own.headline)["way"] == "takes"
    assert shown(own.task) == {"way": "may", "cards": []}


@pytest.mark.parametrize(("seat", "owed"), [(ANA, 4), (CHAI, 4)])
def test_who_must_discard_sees_that_first_with_so_many_cards(seat: int, owed: int) -> None:
    own = of(seat, *SEVEN)
    assert shown(own.headline) == {"way": "must", "cards": [("back", owed, "owes")]}


def test_who_need_not_discard_is_told_so_as_long_as_others_must() -> None:
    for discarded in ((), (CardsDiscarded(seat=CHAI, count=4),)):
        own = of(BORIS, *SEVEN, *discarded)
        assert own.task is None
        assert own.news is not None
        assert (own.news.kind, own.news.words) == ("keeps", "You keep your cards")
    done = (CardsDiscarded(seat=CHAI, count=4), CardsDiscarded(seat=ANA, count=4))
    assert of(BORIS, *SEVEN, *done) == Personal()


def test_who_has_discarded_is_told_neither_to_discard_nor_that_they_keep_their_cards() -> None:
    assert of(CHAI, *SEVEN, CardsDiscarded(seat=CHAI, count=4)) == Personal()


def test_who_rolls_a_seven_that_costs_nobody_cards_is_told_to_move_the_robber() -> None:
    own = of(ANA, *PLACED, DiceRolled(seat=ANA, total=7))
    assert own.headline is not None
    assert own.headline.words == "Move the robber"


def test_theft_is_told_to_the_one_who_loses_and_to_the_one_who_takes() -> None:
    events = stolen_from_boris()
    assert shown(of(BORIS, *events).headline) == {"way": "gives", "cards": [("back", 1, "gives")]}
    assert shown(of(ANA, *events).headline) == {"way": "takes", "cards": [("back", 1, "takes")]}
    assert of(CHAI, *events) == Personal()


def test_what_was_paid_for_a_roll_that_is_undone_is_given_back() -> None:
    own = of(CHAI, *ROLLED, TakenBack(to=len(ROLLED) - 1))
    assert shown(own.headline) == {"way": "gives", "cards": [("grain", 1, "gives")]}


def test_a_title_is_told_to_both_with_what_it_does_to_their_points() -> None:
    lost, won = of(ANA, *ROAD_MOVES).news, of(BORIS, *ROAD_MOVES).news
    assert lost is not None
    assert won is not None
    assert (lost.words, lost.points, lost.icon) == ("You lose Longest Route.", (4, 2), "longest_road")
    assert (won.words, won.points) == ("Longest Route is yours.", (2, 4))
    assert of(CHAI, *ROAD_MOVES).news is None


def test_the_winner_is_told_so_and_the_others_are_not() -> None:
    over = (*ROLLED, VictoryDeclared(seat=ANA, waived=True))
    winner = of(ANA, *over).news
    assert winner is not None
    assert winner.words == "You win!"
    assert of(BORIS, *over) == Personal()


@pytest.mark.parametrize(("entries", "sign"), [(len(PLACED), "dice"), (len(PLACED) - 1, "road")])
def test_what_one_must_do_has_its_picture(entries: int, sign: str) -> None:
    record = record_of(new_table(), *PLACED[:entries])
    due = of(current_scene(record)[0].now.seat, *PLACED[:entries]).task
    assert due is not None
    assert due.icon == sign


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Place two roads for free"),
        ("es", "Coloca dos carreteras gratis"),
        ("ru", "Поставьте две дороги бесплатно"),
        ("th", "วางถนนฟรีได้ 2 เส้น"),
    ],
)
def test_who_may_place_free_roads_is_told_how_many(language: str, words: str) -> None:
    due = of(ANA, *ROLLED, RoadBuildingPlayed(seat=ANA, waived=True), language=language).task
    assert due is not None
    assert due.words == words


def test_who_only_watches_has_nothing_of_their_own() -> None:
    assert of(None, *ROLLED) == Personal()
