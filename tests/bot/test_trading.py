"""A bot offers what helps both, and takes what helps itself more than the other."""

from typing import Any

import pytest

from narrator.bot.characters import BOT_LEVELS
from narrator.bot.observation import KnownCards
from narrator.bot.trading import answer_offer, choose_offer
from narrator.core.record.record import Record
from narrator.core.table.cards import Cards, Resource
from narrator.core.table.events import CardStolen
from narrator.core.table.phase import Acting, Stealing
from narrator.core.table.state import BotLevel
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


OWN = KnownCards(Cards(brick=2, grain=2, ore=2))


def test_an_offer_is_for_a_card_that_is_missing_and_given_from_what_is_there() -> None:
    made = choose_offer(short_of_ore(), ANA, "master", OWN)
    assert made is not None
    assert made.want == {"ore": 1}
    assert set(made.give) <= {"brick", "grain"}


def test_an_offer_is_not_made_twice() -> None:
    first = choose_offer(short_of_ore(), ANA, "master", OWN)
    assert first is not None
    second = choose_offer(short_of_ore(), ANA, "master", OWN, earlier_offers=[(first.give, first.want)])
    assert second is None or (second.give, second.want) != (first.give, first.want)


def test_where_players_do_not_trade_nothing_is_offered() -> None:
    assert choose_offer(short_of_ore(domestic_trade="off"), ANA, "master", OWN) is None


def test_who_is_not_on_turn_offers_nothing() -> None:
    assert choose_offer(short_of_ore(), BORIS, "master", KnownCards(Cards(ore=3))) is None


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_the_card_for_a_city_is_welcome(level: BotLevel) -> None:
    assert answer_offer(short_of_ore(), ANA, BORIS, {"ore": 1}, {"brick": 1}, level, OWN).accepts


@pytest.mark.parametrize("level", BOT_LEVELS)
def test_a_bad_trade_is_declined(level: BotLevel) -> None:
    assert not answer_offer(short_of_ore(), ANA, BORIS, {"brick": 1}, {"ore": 2}, level, OWN).accepts


def test_what_is_not_there_is_not_traded_away() -> None:
    said = answer_offer(short_of_ore(), ANA, BORIS, {"ore": 1}, {"wool": 1}, "friend", OWN)
    assert (said.accepts, said.reason.key) == (False, "bot.why.decline.lacks")


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
        said.append(answer_offer(record, ANA, 2, {"ore": 1}, {"brick": 1}, "master", OWN))
    assert said[0] == said[1]
