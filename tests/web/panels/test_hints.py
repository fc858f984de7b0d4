"""Ruling K-02 on the pages: a hint comes when somebody asks, and only where tonight's rules have hints."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.play.placement import booklet_settlements
from narrator.core.reading.hints import best_places
from narrator.core.reading.public_view import public_view
from narrator.core.table.events import RoadBuilt, SettlementBuilt
from narrator.core.table.phase import PlacingSettlement
from narrator.core.table.state import GameState, Tracking
from narrator.script.narrate import narrate
from narrator.text.languages import LANGUAGES
from narrator.web.panels.panel import Panel
from narrator.web.panels.phone_panel import phone_panel
from tests.support.games import ANA, BORIS, given, new_game, path, play, spot
from tests.support.web import acting, links, panel_at, table_at, tap

ASK = "Give me a hint"


def placing(hints: str = "on_request", **setup: Any) -> GameState:
    """Ana looks for her first place."""
    return given(new_game(hints=hints, **setup), step=PlacingSettlement(1), round=0)


def on_phone(state: GameState, seat: int, query: str = "") -> Panel:
    table = table_at(state, query)
    return phone_panel(table, seat, narrate(public_view(table.head)).now)


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
    best = best_places(state.game.board, [spot.at for spot in panel.spots])
    ranked = {spot.rank: spot.at for spot in panel.spots if spot.rank}
    assert ranked == {1: best[0].at, 2: best[1].at, 3: best[2].at}
    assert [tip.odds for tip in panel.hints] == [f"{found.rolls} of 36 rolls" for found in best]
    assert [tip.rank for tip in panel.hints] == [1, 2, 3]
    assert len(panel.spots) == 54, "the others can be tapped all the same"


def test_K_02_a_suggestion_shows_the_land_round_it_and_says_why() -> None:
    first = panel_at(placing(), "?hint=1").hints[0]
    assert [(tile.terrain, tile.number, tile.dots, tile.is_red) for tile in first.tiles] == [
        ("forest", 3, 2, False),
        ("mountains", 8, 5, True),
        ("pasture", 5, 4, False),
    ]
    assert first.words == (
        "Three different resources: wood, ore and wool.",
        "Next, two roads away: pasture 4, hills 10 and forest 3.",
    )


def test_K_02_who_places_a_road_sees_where_each_leads() -> None:
    settled = play(new_game(hints="on_request"), SettlementBuilt(seat=ANA, at=spot("A1-A2-B2")))
    assert ASK in links(panel_at(settled))
    panel = panel_at(settled, "?hint=1")
    assert {one.rank: one.at for one in panel.spots if one.rank} == {
        1: path("A1|B2"),
        2: path("A2|B2"),
        3: path("A1|A2"),
    }
    assert [tip.is_road for tip in panel.hints] == [True] * 3
    assert panel.hints[0].words[0] == "One more road to fields 12, hills 6 and forest 11."
    assert panel.hints[2].harbour == "any"
    assert "3:1 port" in panel.hints[2].words[-1]


def test_K_02_where_the_booklet_marks_the_spot_it_says_why_there() -> None:
    first = new_game(hints="on_request", layout="beginner_6e")
    marked = booklet_settlements(first, ANA)
    begun = panel_at(given(first, step=PlacingSettlement(1), round=0), "?hint=1")
    assert {one.at for one in begun.spots if one.rank} <= set(marked), "the first may stand anywhere"
    by_the_booklet = play(
        first,
        SettlementBuilt(seat=ANA, at=booklet_settlements(first, ANA)[0]),
        RoadBuilt(seat=ANA, at=path("D1|E1")),
    )
    assert len(panel_at(by_the_booklet).spots) == 1
    assert ASK not in links(panel_at(by_the_booklet))
    (why,) = tap(by_the_booklet, "Why here?").hints
    assert why.rank == 1
    assert why.odds.endswith("of 36 rolls")
    without = replace(by_the_booklet, rules=replace(by_the_booklet.rules, hints="off"))
    assert "Why here?" not in links(panel_at(without))


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
