"""A bot offers what helps both, and takes what helps itself more than the other."""

from typing import Any

import pytest

from narrator.bot import LEVELS, Own, answer, offer
from narrator.bot.characters import Level
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards, Resource
from narrator.core.table.events import CardStolen
from narrator.core.table.phase import Acting, Stealing
from tests.support.games import ANA, BORIS, given, new_game, record_of


def short_of_ore(**rules: Any) -> Record:
    """Ana could build a city with one ore more, and has bricks to spare; Boris holds three cards."""
    state = given(
        new_game(3, **rules),
        hands={ANA: 6, BORIS: 3},
        settlements={ANA: ["A1-A2-B2", "D2-D3-E2"], BORIS: ["C4-C5-D4"]},
        seats={ANA: {"revealed_points": 5}},
    )
    return record_of(state)


OWN = Own(Cards(brick=2, grain=2, ore=2))


def test_an_offer_is_for_a_card_that_is_missing_and_given_from_what_is_there() -> None:
    made = offer(short_of_ore(), ANA, "master", OWN)
    assert made is not None
    assert made.want == {"ore": 1}
    assert set(made.give) <= {"brick", "grain"}


def test_an_offer_is_not_made_twice() -> None:
    first = offer(short_of_ore(), ANA, "master", OWN)
    assert first is not None
    second = offer(short_of_ore(), ANA, "master", OWN, made=[(first.give, first.want)])
    assert second is None or (second.give, second.want) != (first.give, first.want)


def test_where_players_do_not_trade_nothing_is_offered() -> None:
    assert offer(short_of_ore(domestic_trade="off"), ANA, "master", OWN) is None


def test_who_is_not_on_turn_offers_nothing() -> None:
    assert offer(short_of_ore(), BORIS, "master", Own(Cards(ore=3))) is None


@pytest.mark.parametrize("level", LEVELS)
def test_the_card_for_a_city_is_welcome(level: Level) -> None:
    assert answer(short_of_ore(), ANA, BORIS, {"ore": 1}, {"brick": 1}, level, OWN).accepts


@pytest.mark.parametrize("level", LEVELS)
def test_a_bad_trade_is_declined(level: Level) -> None:
    assert not answer(short_of_ore(), ANA, BORIS, {"brick": 1}, {"ore": 2}, level, OWN).accepts


def test_what_is_not_there_is_not_traded_away() -> None:
    said = answer(short_of_ore(), ANA, BORIS, {"ore": 1}, {"wool": 1}, "friend", OWN)
    assert (said.accepts, said.why.key) == (False, "bot.why.decline.lacks")


def test_a_card_of_which_only_two_know_does_not_change_an_answer() -> None:
    said = []
    kinds: tuple[Resource, ...] = ("ore", "wool")
    for resource in kinds:
        state = given(
            new_game(3),
            hands={ANA: 6, BORIS: 3},
            settlements={ANA: ["A1-A2-B2"], BORIS: ["C4-C5-D4"]},
            turn=2,
            step=Stealing((BORIS,), Acting()),
        )
        record = record_of(state, CardStolen(seat=2, victim=BORIS, resource=resource))
        said.append(answer(record, ANA, 2, {"ore": 1}, {"brick": 1}, "master", OWN))
    assert said[0] == said[1]
