"""At most one aside: a decision first, then what is new, then what still stands. A muted table hears decisions only;
what happens in every game is none."""

from typing import Any

import pytest
from msgspec.structs import replace

from narrator.core.table.cards import Cards
from narrator.core.table.events import (
    AnyEvent,
    CardsDiscarded,
    DevelopmentBought,
    KnightPlayed,
    PlayersTraded,
    RoadBuilt,
    RulingMade,
    SettlementBuilt,
)
from narrator.core.table.phase import Acting, MovingRobber
from narrator.core.table.state import GameState
from narrator.script.scenes.director import current_scene, urgency
from narrator.script.scenes.model import Scene
from tests.support.games import ANA, BORIS, CHAI, given, hexagon, new_game, path, record_of, spot
from tests.support.scenes import rolled, scene_of

CLAIMS = given(new_game(auto_win="claim"), seats={ANA: {"revealed_points": 10}})
HALF = Cards(10, 10, 10, 10, 10)
FORBIDDEN: dict[str, Any] = {"robber_to_desert": "forbidden", "friendly_robber": "on"}
"""A table that has two things to note while the robber moves."""


def aside(scene: Scene) -> str | None:
    return None if scene.aside is None else scene.aside.id


def test_a_decision_comes_before_what_is_only_said_also_when_it_still_stands() -> None:
    script, scene = current_scene(record_of(CLAIMS))
    (prompt,) = script.prompts
    assert prompt.choices
    assert aside(scene) == prompt.id == "claim_win"
    assert urgency(prompt, was_there=True) < urgency(replace(prompt, choices=()), was_there=False)


def test_what_was_shown_and_still_stands_gives_way_to_what_was_not() -> None:
    table = given(new_game(**FORBIDDEN), step=MovingRobber(Acting()), robber=hexagon("B2"), hands={ANA: 1})
    record = record_of(table)
    assert [prompt.id for prompt in current_scene(record)[0].prompts] == ["robber_to_desert", "friendly_robber"]
    record.add(PlayersTraded(seat=ANA, partner=BORIS, give={"ore": 1}, receive={}, waived=True))
    script, scene = current_scene(record)
    assert [prompt.id for prompt in script.prompts][:3] == ["robber_to_desert", "friendly_robber", "gift"]
    assert aside(scene) == "gift"


def test_a_muted_table_is_asked_what_it_has_to_decide_and_nothing_else() -> None:
    table = given(new_game(), step="roll", settlements={ANA: ["C4-C5-D4"]}, bank=new_game().bank._replace(ore=0))
    assert (aside(scene_of(table, rolled(8))), aside(scene_of(table, rolled(8), muted=True))) == ("short_bank", None)
    assert aside(scene_of(CLAIMS, muted=True)) == "claim_win"


# What happens in every game.


def rich(roads: list[str], settlements: dict[int, list[str]], step: str = "actions", **rules: Any) -> GameState:
    """Ana can pay for anything, and the bank has room for it."""
    start = new_game(**rules)
    return given(start, step=step, hands={ANA: 9}, bank=HALF, roads={ANA: roads}, settlements=settlements)


ORDINARY: dict[str, tuple[GameState, tuple[AnyEvent, ...]]] = {
    "a settlement in a gap": (
        rich(["C2|C3"], {BORIS: ["B1-C1-C2"], CHAI: ["B3-C3-C4"]}),
        (SettlementBuilt(seat=ANA, at=spot("B2-C2-C3")),),
    ),
    "a road up to somebody's building": (
        rich(["C2|C3"], {BORIS: ["C2-D1-D2"]}),
        (RoadBuilt(seat=ANA, at=path("C2|D2")),),
    ),
    "a settlement at a harbour": (
        rich(["C5 E", "C5 NE"], {}),
        (SettlementBuilt(seat=ANA, at=spot("C5 NE")),),
    ),
    "a card bought": (rich([], {}), (DevelopmentBought(seat=ANA),)),
    "a card to play before the roll": (given(new_game(), step="roll", seats={ANA: {"development_cards": 1}}), ()),
    "a knight with another card in hand": (
        given(new_game(), seats={ANA: {"development_cards": 2}}),
        (KnightPlayed(seat=ANA),),
    ),
    "a seven at which nobody discards": (given(new_game(), step="roll"), (rolled(7),)),
    "a seven at which somebody does": (given(new_game(), step="roll", hands={BORIS: 8}), (rolled(7),)),
    "a discard that nobody saw": (
        given(new_game(), step="roll", hands={BORIS: 8, CHAI: 8}),
        (rolled(7), CardsDiscarded(seat=BORIS, count=4)),
    ),
    "a trade without details": (
        given(new_game(), hands={ANA: 2, BORIS: 2}),
        (PlayersTraded(seat=ANA, partner=BORIS, give={}, receive={}, waived=True),),
    ),
}


@pytest.mark.parametrize("name", ORDINARY)
def test_what_happens_in_every_game_is_no_aside(name: str) -> None:
    table, events = ORDINARY[name]
    assert aside(scene_of(table, *events)) is None


def test_where_a_harbour_has_to_wait_it_is_noted() -> None:
    table = rich(["C5 E", "C5 NE"], {}, step="build", turn_phases="separate")
    assert aside(scene_of(table, SettlementBuilt(seat=ANA, at=spot("C5 NE")))) == "harbour_this_turn"


def test_what_the_table_has_ruled_on_itself_is_noted_also_where_it_is_ordinary() -> None:
    ruled = RulingMade(case="prompt.bought_this_turn", text="Never on a Friday.")
    assert aside(scene_of(rich([], {}), ruled, DevelopmentBought(seat=ANA))) == "bought_this_turn"
