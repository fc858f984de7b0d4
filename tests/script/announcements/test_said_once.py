"""A host says nothing twice: the last cards of a kind, a gift, and the points of a win."""

from narrator.core.message import Msg, msg
from narrator.core.reading.public_view import public_view
from narrator.core.table.cards import Cards
from narrator.core.table.events import AnyEvent, CityBuilt, DiceRolled, PlayersTraded
from narrator.core.table.state import GameState
from narrator.script.announcements.announce import announce
from tests.support.games import ANA, BORIS, given, new_game, record_of, spot


def told(state: GameState, event: AnyEvent) -> tuple[Msg, ...]:
    last = public_view(record_of(state, event).head, 1).last_transition
    assert last is not None
    return announce(last)


def test_the_last_cards_of_a_kind_are_announced_without_an_income_of_the_same() -> None:
    bank = Cards(19, 19, 19, 19, 1)
    state = given(new_game(), step="roll", bank=bank, cities={ANA: ["C5 N"]})
    lines = told(state, DiceRolled(seat=ANA, dice=(4, 4)))
    assert msg("event.short_sole", seat=ANA, resource="ore", n=1) in lines
    assert not any("ore" in line.params.get("cards", {}) for line in lines)


def test_a_gift_is_no_trade_for_nothing() -> None:
    state = given(new_game(gifts="allowed"), hands={ANA: 3, BORIS: 3})
    gift = msg("event.players_traded.gift", seat=ANA, other=BORIS, cards={"wool": 2})
    assert told(state, PlayersTraded(seat=ANA, partner=BORIS, give={"wool": 2}, receive={})) == (gift,)
    back = msg("event.players_traded.gift", seat=BORIS, other=ANA, cards={"ore": 1})
    assert told(state, PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={"ore": 1})) == (back,)


def test_a_win_does_not_count_the_points_again_that_its_building_told() -> None:
    state = given(new_game(), hands={ANA: 9}, settlements={ANA: ["C1-C2-D1"]}, seats={ANA: {"revealed_points": 8}})
    lines = told(state, CityBuilt(seat=ANA, at=spot("C1-C2-D1")))
    assert [line.key for line in lines] == ["event.city_built", "event.won_told"]
