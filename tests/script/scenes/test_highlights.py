"""The moments of a game that a replay can jump to."""

from narrator.core.record.record import Record, fold
from narrator.core.table.events import TakenBack
from narrator.core.table.setup import initial_state
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.replay_steps import highlights
from narrator.web.replay.routes import demo_game
from tests.support.evening import EVENING, SETUP


def evening(entries: int) -> Record:
    return fold(initial_state(SETUP), EVENING[:entries])


def test_they_are_the_scenes_that_are_moments_each_at_its_entry() -> None:
    record = demo_game()
    found = {highlight.entry: highlight for highlight in highlights(record)}
    for entry in range(1, len(record.log) + 1):
        _, scene = current_scene(record.copy_up_to(entry))
        is_last_of_tap = entry == len(record.log) or record.log[entry].group != record.log[entry - 1].group
        if not is_last_of_tap and record.log[entry - 1].group is not None:
            continue
        if entry in found:
            assert (found[entry].kind, found[entry].hero) == (scene.kind, scene.hero), entry
        else:
            assert not scene.is_moment or scene.kind == "win", entry


def test_what_was_taken_back_is_none() -> None:
    record = evening(120)
    entries = [highlight.entry for highlight in highlights(record)]
    record.add(TakenBack(to=entries[-1] - 1))
    assert [highlight.entry for highlight in highlights(record)] == entries[:-1]
