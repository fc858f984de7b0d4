"""Ruling K-02 on the pages: a hint comes when somebody asks, and only where tonight's rules have hints."""

from typing import Any

import pytest

from narrator.core.play.placement import marked_settlements
from narrator.core.reading.hints import best_places
from narrator.core.reading.public_view import view_for
from narrator.core.table.events import RoadBuilt, SettlementBuilt
from narrator.core.table.phase import PlacingSettlement
from narrator.core.table.state import GameState, Tracking
from narrator.script.narrate import narrate
from narrator.text.languages import LANGUAGES
from narrator.web.panels.panel import Panel
from narrator.web.panels.phone import own_panel
from tests.kit import ANA, BORIS, given, new_game, path, play
from tests.web.kit import acting, links, panel_at, table_at, tap

ASK = "Give me a hint"


def placing(hints: str = "on_request", **setup: Any) -> GameState:
    """Ana looks for her first place."""
    return given(new_game(hints=hints, **setup), step=PlacingSettlement(1), round=0)


def on_phone(state: GameState, seat: int, query: str = "") -> Panel:
    table = table_at(state, query)
    return own_panel(table, seat, narrate(view_for(table.head)).now)


def test_K_02_without_the_rule_nobody_can_ask() -> None:
    assert ASK not in links(panel_at(placing("off")))
    assert panel_at(placing("off"), "?hint=1").hints == ()


def test_K_02_nothing_is_said_before_somebody_asks() -> None:
    panel = panel_at(placing())
    assert ASK in links(panel)
    assert panel.hints == ()
    assert not any(spot.rank for spot in panel.spots)


def test_K_02_who_asks_sees_the_three_best_places_numbered_on_the_board_and_in_words() -> None:
    state = placing()
    panel = tap(state, ASK)
    assert state.game.board is not None
    best = best_places(state.game.board, [spot.at for spot in panel.spots])
    ranked = {spot.rank: spot.at for spot in panel.spots if spot.rank}
    assert ranked == {1: best[0].at, 2: best[1].at, 3: best[2].at}
    assert [str(found.cards) in words for found, words in zip(best, panel.hints, strict=True)] == [True] * 3
    assert len(panel.spots) == 54, "the others can be tapped all the same"


def test_K_02_where_the_booklet_marks_the_only_spot_there_is_nothing_to_ask() -> None:
    first = new_game(hints="on_request", layout="beginner_6e")
    assert ASK in links(panel_at(given(first, step=PlacingSettlement(1), round=0))), "the first may stand anywhere"
    by_the_booklet = play(
        first,
        SettlementBuilt(seat=ANA, at=marked_settlements(first, ANA)[0]),
        RoadBuilt(seat=ANA, at=path("D1|E1")),
    )
    assert len(panel_at(by_the_booklet).spots) == 1
    assert ASK not in links(panel_at(by_the_booklet))


def test_K_02_the_hint_goes_away_again() -> None:
    assert tap(placing(), ASK, "Hide the hint").hints == ()


def test_K_02_a_place_against_the_rules_is_never_a_hint() -> None:
    assert panel_at(placing(), "?any=1&hint=1").hints == ()


def test_K_02_in_a_turn_only_where_a_settlement_may_stand() -> None:
    state = acting(roads={ANA: ["A1|A2", "A1 E"]}, settlements={ANA: ["A1-A2-B2"]})
    asked = panel_at(given(new_game(hints="on_request"), hands={ANA: 8}), "?do=build&hint=1")
    assert asked.hints == (), "no road of hers leads anywhere"
    assert ASK not in links(panel_at(state, "?do=build")), "this table has no hints"


@pytest.mark.parametrize("language", LANGUAGES)
def test_K_02_without_a_board_there_is_advice_in_every_language(language: str) -> None:
    panel = panel_at(placing(tracking="counts"), "?hint=1", language=language)
    assert len(set(panel.hints)) == 3
    assert panel_at(placing(tracking="script"), "?hint=1", language=language).hints == panel.hints


@pytest.mark.parametrize("tracking", ["counts", "script"])
def test_K_02_while_the_table_is_laid_there_is_nothing_to_ask(tracking: Tracking) -> None:
    assert ASK not in links(panel_at(new_game(hints="on_request", tracking=tracking)))


def test_K_02_a_phone_asks_for_its_own_player_alone() -> None:
    state = placing()
    assert ASK in links(on_phone(state, ANA))
    assert len(on_phone(state, ANA, "?hint=1").hints) == 3
    assert on_phone(state, BORIS, "?hint=1").hints == ()
