"""The voice: what happened and then what to do, each entry once."""

from narrator.core.record.choices import legal_events
from narrator.core.table.events import RoadBuilt, SettlementBuilt, StepDone
from narrator.script.scenes.director import current_scene
from tests.support.games import ANA, given, new_game, record_of
from tests.support.roads import lined, road
from tests.support.scenes import keys, rolled


def test_all_sixteen_placements_of_the_default_board_are_said_with_what_comes_next() -> None:
    record = record_of(new_game(layout="beginner_6e"))
    placed = 0
    while record.state.phase.part_of_game != "turn":
        event = next(event for event in legal_events(record.state) if isinstance(event, SettlementBuilt | RoadBuilt))
        record.add(event)
        script, scene = current_scene(record)
        newest = scene.spoken[-1]
        assert newest.entry == len(record.log)
        said = keys(newest.clauses)
        assert not {"event.settlement_placed", "event.road_placed"} & {*said}, "placements are seen, not heard"
        step = script.now.lines[-1].key.removesuffix(".normal")
        assert said[-1].startswith((step, "voice.settlement")) or said[-1] == "voice.turn"
        placed += 1
    assert placed == 16


def test_a_roll_is_number_who_takes_what_and_what_to_do() -> None:
    record = record_of(given(new_game(), step="roll", settlements={ANA: ["C5 N"]}), rolled(8))
    assert keys(current_scene(record)[1].spoken[-1].clauses) == [
        "event.dice_rolled",
        "event.income",
        "step.actions_no_cards.normal",
    ]


def test_a_title_and_one_point_to_go_are_said_after_what_led_to_them() -> None:
    record = record_of(lined(4, seats={ANA: {"revealed_points": 7}}), road(ANA, 5))
    said = keys(current_scene(record)[1].spoken[-1].clauses)
    assert said == ["event.road_built", "event.longest_road.taken", "scene.match_point", "step.actions_no_cards.normal"]


def test_steps_of_the_set_up_are_said_without_done() -> None:
    record = record_of(new_game(), StepDone(step="frame"), StepDone(step="hexes"))
    assert [keys(said.clauses) for said in current_scene(record)[1].spoken] == [["step.numbers_screen.normal"]]
