"""A bot knows what its seat saw: its own cards to the last, of the others what a perfect memory would."""

from random import Random

import pytest

from narrator.bot.characters import BOT_LEVELS
from narrator.bot.observation import KnownCards, observe
from narrator.core.table.cards import Cards
from narrator.core.table.events import CardStolen, DevelopmentBought, KnightPlayed, TurnEnded
from narrator.core.table.phase import Acting, Stealing
from narrator.core.table.state import GameState
from tests.support.games import ANA, BORIS, CHAI, given, new_game, record_of
from tests.support.positions import decided_events, moments, shuffled


def robbing() -> GameState:
    """Ana may rob Boris, who has two cards of which nobody knows the kinds."""
    state = given(new_game(3), hands={BORIS: 2}, settlements={BORIS: ["A1-A2-B2"]})
    return given(state, hands={BORIS: 2}, step=Stealing((BORIS,), Acting()))


@pytest.mark.parametrize(("seat", "knows"), [(ANA, True), (BORIS, True), (CHAI, False)])
def test_a_stolen_card_is_seen_by_the_two_alone(seat: int, knows: bool) -> None:
    record = record_of(robbing(), CardStolen(seat=ANA, victim=BORIS, resource="ore"))
    hands = observe(record, seat).state.hands
    assert hands is not None
    assert (hands.bounds(ANA).low == Cards(ore=1)) == knows


@pytest.mark.parametrize(("seat", "sees"), [(ANA, ("knight",)), (BORIS, ())])
def test_a_development_card_is_seen_by_its_owner_alone(seat: int, sees: tuple[str, ...]) -> None:
    state = given(new_game(3), hands={ANA: 3})
    assert observe(record_of(state, DevelopmentBought(seat=ANA, card="knight")), seat).development == sees


def test_a_card_that_was_played_is_gone_and_a_new_one_waits_a_turn() -> None:
    state = given(new_game(3), hands={ANA: 6}, seats={ANA: {"development_cards": 1}})
    record = record_of(state, DevelopmentBought(seat=ANA, card="monopoly"))
    observation = observe(record, ANA)
    assert (observation.development, observation.playable) == (("monopoly",), ())
    record.add(KnightPlayed(seat=ANA))
    assert observe(record, ANA).development == ("monopoly",)


def test_a_bot_that_takes_a_chair_over_is_told_its_cards() -> None:
    state = given(new_game(3), hands={ANA: 2}, seats={ANA: {"development_cards": 1}})
    observation = observe(record_of(state), ANA, KnownCards(Cards(ore=2), ("knight",)))
    assert (observation.hand, observation.playable) == (Cards(ore=2), ("knight",))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_others_hide_never_changes_a_decision(seed: int) -> None:
    rng = Random(seed)
    for place, (record, seat) in enumerate(moments(2 + seed % 3, seed, 4, most=160)):
        level = BOT_LEVELS[place % len(BOT_LEVELS)]
        assert decided_events(record, seat, level, 7) == decided_events(shuffled(record, seat, rng), seat, level, 7)


def test_where_a_host_leaves_trades_out_a_bot_still_knows_its_own_hand() -> None:
    state = new_game(3, trade_entry="none")
    state = given(state, hands={BORIS: 2}, settlements={BORIS: ["A1-A2-B2"]}, step=Stealing((BORIS,), Acting()))
    record = record_of(state, CardStolen(seat=ANA, victim=BORIS, resource="ore"), TurnEnded(seat=ANA))
    assert record.state.hands is not None
    assert record.state.hands.bounds(ANA).low == Cards()
    assert observe(record, ANA).hand == Cards(ore=1)
