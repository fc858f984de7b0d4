"""Whatever is tapped, sensible or not, undone or amended: there is a scene, for the stage and every phone, in words."""

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from narrator.core.message import Refused
from narrator.core.record.record import Record, fold
from narrator.core.table.events import Amended, AnyEvent, TakenBack
from narrator.script.scenes.director import current_scene
from narrator.script.scenes.model import IMPORTANCE
from narrator.text.render import TableLocale, say
from tests.support.examples import examples
from tests.support.games import NAMES
from tests.support.random_games import TABLES, random_game, taps
from tests.support.scene_words import said_in
from tests.support.scenes import scene_for_seat
from tests.support.sentences import check_said

VOICE = TableLocale("en", (*NAMES, "Zoe"))


def changes(entry: int, tapped: AnyEvent | None) -> AnyEvent:
    """The same tap as something that was entered wrong, or forgotten."""
    fact = None if isinstance(tapped, TakenBack | Amended) else tapped
    return Amended(entry=entry, event=fact, waived=True)


def check_scene(record: Record) -> None:
    _, scene = current_scene(record)
    seats = len(record.state.seats)
    assert scene.kind in IMPORTANCE
    assert scene.hero
    assert all(player.seat < seats for player in scene.picture.players)
    assert all(seat < seats for seat in scene.picture.podium)
    numbers = [said.entry for said in scene.spoken]
    assert numbers == sorted(set(numbers))
    assert numbers[-1] <= len(record.log)
    for message in said_in(scene):
        check_said(say(message, VOICE))
    for seat in range(seats):
        for message in scene_for_seat(record, seat).hero:
            check_said(say(message, VOICE))


@examples(40)
@given(
    st.integers(0, 10**6),
    st.sampled_from([(3, {}), (4, {}), *TABLES]),
    st.integers(0, 140),
    st.lists(st.tuples(taps(3), st.integers(0, 60)), max_size=25),
)
def test_there_is_a_scene_after_any_tap(
    seed: int, table: tuple[int, dict[str, Any]], played: int, tapped: list[tuple[AnyEvent, int]]
) -> None:
    state, _, events = random_game(seed, table[0], "official_6e", played, **table[1])
    record = fold(state, events)
    check_scene(record)
    for event, entry in tapped:
        with suppress(Refused):
            record.add(changes(entry, event) if entry % 5 == 1 else event)
            check_scene(record)
