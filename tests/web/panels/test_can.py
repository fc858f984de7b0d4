"""What can I do now: each action with its price, where it may go, what it is good for, what is missing."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.reading.public_view import public_view
from narrator.core.table.cards import Cards
from narrator.core.table.events import RoadBuilt, SettlementBuilt
from narrator.core.table.hands import Hands
from narrator.core.table.phase import Trading
from narrator.core.table.state import GameState
from narrator.script.narrate import narrate
from narrator.text.languages import LANGUAGES
from narrator.web.panels.choose_panel import stage_panel
from narrator.web.panels.panel import Button, Panel
from narrator.web.panels.phone_panel import phone_panel
from tests.support.games import ANA, BORIS, given, new_game, path, play, spot
from tests.support.web import acting, buttons, links, panel_at, table_at

QUESTION = "What can I do now?"
REACHING: dict[str, Any] = {"settlements": {ANA: ["A1-A2-B2"]}, "roads": {ANA: ["A1|B2", "B1|B2"]}}
"""Ana's two roads end at a free corner."""


def on_phone(state: GameState, detail: str, seat: int = ANA, query: str = "", language: str = "en") -> Panel:
    table = table_at(state, query, language)
    return phone_panel(table, seat, narrate(public_view(table.head)).now, detail)


def actions(state: GameState, language: str = "en") -> dict[str, Button]:
    return {str(button.icon): button for button in buttons(on_phone(state, "first_game", language=language))}


def test_a_newcomer_sees_every_action_with_its_price() -> None:
    found = actions(acting(**REACHING))
    assert list(found) == ["road", "settlement", "city", "buy", "bank_trade", "trade"]
    assert found["settlement"].cost == ("lumber", "brick", "wool", "grain")
    assert found["city"].cost == ("grain", "grain", "ore", "ore", "ore")
    assert all(button.caption for button in found.values()), "each says what it is good for"


def test_a_piece_leads_to_its_spots_alone() -> None:
    state = acting(**REACHING)
    settlement = actions(state)["settlement"]
    assert (settlement.href, settlement.explanation) == ("?do=build&piece=settlement", "1 spot, marked on the board")
    assert settlement.href is not None
    spots = on_phone(state, "first_game", query=settlement.href).spots
    assert [spot.kind for spot in spots] == ["settlement"]


def test_what_can_not_be_built_keeps_its_place_and_says_why() -> None:
    found = actions(acting(cities={ANA: ["A1-A2-B2"]}))
    assert (found["city"].is_disabled, found["city"].explanation) == (True, "no settlement to upgrade")
    assert (found["settlement"].is_disabled, found["settlement"].explanation) == (True, "no free corner within reach")


def test_where_nobody_knows_what_a_hand_holds_its_size_says_how_many_are_missing() -> None:
    found = actions(acting(**REACHING, hands={ANA: 3}))
    assert {name: button.shortfall for name, button in found.items() if button.shortfall} == {
        "settlement": "1 card short",
        "city": "2 cards short",
        "bank_trade": "You don't have enough of any kind.",
    }
    assert not any(button.missing_cards for button in found.values())


def holding(cards: Cards, **changes: Any) -> GameState:
    """Ana's hand is known card by card."""
    state = acting(**REACHING, **changes, hands={ANA: cards.total()})
    assert state.hands is not None
    return replace(state, hands=Hands((cards, *state.hands.base[1:])))


def test_where_it_is_known_the_own_phone_says_which_cards_are_missing() -> None:
    found = actions(holding(Cards(ore=4)))
    assert found["road"].shortfall == "You still need one wood and one brick."
    assert found["road"].missing_cards == ("lumber", "brick")
    assert found["city"].missing_cards == ("grain", "grain")
    assert found["buy"].missing_cards == ("wool", "grain")
    assert found["bank_trade"].shortfall == ""


def test_what_is_enough_is_not_dear_and_a_rate_that_no_kind_pays_is_said() -> None:
    found = actions(holding(Cards(lumber=1, brick=1, wool=1, grain=1)))
    assert [name for name, button in found.items() if not button.shortfall] == ["road", "settlement", "trade"]
    assert found["buy"].missing_cards == ("ore",)
    assert found["bank_trade"].shortfall == "You don't have enough of any kind."


def test_what_can_not_be_built_says_too_what_is_missing_for_it() -> None:
    state = replace(holding(Cards(brick=1)), roads={}, buildings={})
    settlement = actions(state)["settlement"]
    assert (settlement.is_disabled, settlement.missing_cards) == (True, ("lumber", "wool", "grain"))


def test_of_cards_that_may_be_anything_only_how_many_more_is_said() -> None:
    state = acting(**REACHING, hands={ANA: 1})
    assert actions(state)["city"].shortfall == "You still need one wheat and two ore, and 1 more card."
    assert actions(state)["city"].missing_cards == ("grain", "ore", "ore")


def test_the_hosts_tablet_counts_how_many_and_never_says_which() -> None:
    table = table_at(holding(Cards(ore=4)), "?do=build")
    found = buttons(stage_panel(table, narrate(public_view(table.head)).now))
    assert found
    assert not any(
        button.shortfall or button.missing_cards for button in found if button.icon in ("road", "settlement")
    )


@pytest.mark.parametrize("detail", ["normal", "first_game", "terse"])
def test_a_phone_is_not_told_of_a_button_that_only_the_host_has(detail: str) -> None:
    begun = play(
        new_game(layout="beginner_6e"),
        SettlementBuilt(seat=ANA, at=spot("D1-D2-E1")),
        RoadBuilt(seat=ANA, at=path("D1|E1")),
    )
    placing = on_phone(begun, detail, seat=BORIS)
    assert [one.is_marked for one in placing.spots] == [True]
    building = on_phone(acting(**REACHING), detail, query="?do=build&piece=road")
    for panel in (placing, building):
        assert (panel.all_spots_button, panel.lines, panel.help) == (None, (), "")
    stage = panel_at(begun)
    assert stage.all_spots_button is not None
    assert stage.all_spots_button.label in stage.help
    assert stage.lines == (), "what the host taps is not said aloud to the table"


def test_the_banks_rate_is_the_best_that_the_own_harbours_give() -> None:
    harbour = given(new_game(), hands={ANA: 4}, settlements={ANA: ["A1 N"]})
    assert "any" in harbour.seats[ANA].harbours
    assert "Give three cards" in actions(harbour)["bank_trade"].caption
    assert "Give four cards" in actions(acting())["bank_trade"].caption


@pytest.mark.parametrize("step", ["roll", "actions"])
def test_a_card_that_can_be_played_says_what_it_does(step: str) -> None:
    state = acting(step=step, seats={ANA: {"development_cards": 1}})
    assert actions(state)["monopoly"].caption == "Name a resource. Everyone else gives you all their cards of it."
    assert [button.caption for button in buttons(on_phone(state, "normal")) if button.icon == "monopoly"] == [""]


def test_where_trading_and_building_are_separate_only_what_is_open_is_shown() -> None:
    assert list(actions(acting(step=Trading()))) == ["bank_trade", "trade"]


def test_who_has_played_before_asks_for_it_and_few_words_have_none() -> None:
    state = acting(**REACHING)
    normal = on_phone(state, "normal")
    assert links(normal)[QUESTION] == "?can=1"
    assert "Build" in links(normal)
    asked = on_phone(state, "normal", query="?can=1")
    assert asked.rows[-1].look == "can"
    assert links(asked)["Explain less"] == "?"
    assert QUESTION not in links(on_phone(state, "terse"))
    assert on_phone(state, "terse", query="?can=1").rows[-1].look == "grid"


@pytest.mark.parametrize("detail", ["first_game", "normal"])
def test_only_whose_turn_it_is_can_do_anything(detail: str) -> None:
    assert on_phone(acting(**REACHING), detail, BORIS) == Panel()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_is_named_in_every_language(language: str) -> None:
    captions = {button.caption for button in actions(acting(**REACHING), language).values()}
    assert len(captions) == 6
    assert language == "en" or captions.isdisjoint(button.caption for button in actions(acting(**REACHING)).values())
