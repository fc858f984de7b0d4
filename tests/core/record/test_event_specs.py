"""The register of facts: every kind has its row, and the rows name only what there is."""

from typing import get_args

from narrator.core.record.event_specs import EVENT_SPECS, event_types_of
from narrator.core.table import phase as phases
from narrator.core.table.cards import PRICES
from narrator.core.table.events import AnyFact
from narrator.core.table.phase import Phase


def test_every_kind_of_fact_has_a_row():
    assert set(EVENT_SPECS) == set(get_args(AnyFact))


def test_the_rows_name_only_steps_that_some_phase_has():
    kinds = [kind for kind in vars(phases).values() if isinstance(kind, type) and issubclass(kind, Phase)]
    steps = {kind.step for kind in kinds if kind is not Phase}
    named = set().union(*(spec.steps or () for spec in EVENT_SPECS.values()))
    assert named - steps == set()


def test_whatever_has_a_price_is_bought_in_one_way():
    bought = [spec.purchase for spec in EVENT_SPECS.values() if spec.purchase is not None]
    assert sorted(bought) == sorted(PRICES)


def test_a_turn_is_made_of_these_parts():
    assert event_types_of("build") == ("road_built", "settlement_built", "city_built", "development_bought")
    assert event_types_of("trade") == ("bank_traded", "players_traded")
    assert event_types_of("token") == ("tokens_spent", "knight_given_up")
    assert event_types_of("card") == (
        *("knight_played", "road_building_played", "year_of_plenty_played", "monopoly_played", "points_revealed"),
    )
