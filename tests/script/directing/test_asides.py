"""At most one aside: a decision first, then what is new, then what still stands. A muted table hears decisions only."""

from msgspec.structs import replace

from narrator.core.table.events import CardsDiscarded, DevelopmentBought
from narrator.script.directing.direct import staged
from narrator.script.directing.importance import urgency
from narrator.script.scene import Scene
from tests.kit import ANA, BORIS, CHAI, given, new_game, record_of
from tests.script.directing.test_scenes import rolled, scene_of

HOLDS_A_CARD = given(new_game(), step="roll", seats={ANA: {"development_cards": 1}})


def aside(scene: Scene) -> str | None:
    return None if scene.aside is None else scene.aside.id


def test_a_decision_comes_before_what_is_only_said_also_when_it_still_stands() -> None:
    script, scene = staged(record_of(HOLDS_A_CARD))
    (prompt,) = script.prompts
    assert prompt.choices
    assert aside(scene) == prompt.id
    assert urgency(prompt, was_there=True) < urgency(replace(prompt, choices=()), was_there=False)


def test_what_was_shown_and_still_stands_gives_way_to_what_was_not() -> None:
    record = record_of(given(new_game(), step="roll", hands={BORIS: 8, CHAI: 8}), rolled(7))
    assert aside(staged(record)[1]) == "tell_hand_sizes"
    record.add(CardsDiscarded(seat=BORIS, count=4))
    script, scene = staged(record)
    assert [prompt.id for prompt in script.prompts] == ["tell_hand_sizes", "unsure"]
    assert aside(scene) == "unsure"


def test_what_a_seven_has_said_itself_comes_after_what_it_has_not() -> None:
    script, scene = staged(record_of(given(new_game(), step="roll"), rolled(7)))
    assert [prompt.id for prompt in script.prompts] == ["nobody_over_limit", "robber_must_move"]
    assert aside(scene) == "robber_must_move"


def test_a_muted_table_is_asked_what_it_has_to_decide_and_nothing_else() -> None:
    table = given(new_game(), hands={ANA: 3})
    bought = DevelopmentBought(seat=ANA)
    assert (aside(scene_of(table, bought)), aside(scene_of(table, bought, muted=True))) == ("bought_this_turn", None)
    assert aside(scene_of(HOLDS_A_CARD, muted=True)) == "knight_before_roll"
