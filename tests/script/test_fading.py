"""Lines fade: twice in full, twice as usual, then in few words; "say more" brings them back."""

from collections import Counter, defaultdict
from statistics import median

import pytest

from narrator.core.message import Msg
from narrator.core.table.events import DiceRolled, TurnEnded
from narrator.script.model import Lesson, Prompt
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.scenes.model import Scene
from narrator.text.render import TableLocale, say
from tests.support.first_games import GAMES, TABLE, shown
from tests.support.games import BORIS, NAMES, given, new_game, record_of


def said(scene: Scene) -> list[Msg]:
    """What a reader sees or hears of the step, each line once."""
    instruction = scene.instruction.lines if scene.instruction else ()
    newest = scene.spoken[-1].clauses if scene.spoken else ()
    beside = [line for step in (scene.before, scene.next) if step for line in step.lines]
    return list({line.key: line for line in (*scene.hero, *instruction, *newest, *beside)}.values())


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_said_in_full_to_the_same_seat_or_table_a_third_time(game: str) -> None:
    heard: dict[int | None, Counter[str]] = defaultdict(Counter)
    for one in shown(game):
        heard[one.reader].update(line.key for line in said(one.scene) if line.key.endswith(".first_game"))
    assert heard[TABLE]
    for reader, lines in heard.items():
        often = {key: count for key, count in lines.items() if count > 2}
        assert not often, (reader, often)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "narration", [NarrationOptions(), NarrationOptions(is_muted=True)], ids=["with lessons", "muted"]
)
def test_no_reader_is_told_why_a_third_time_whoever_acts(game: str, narration: NarrationOptions) -> None:
    heard = Counter((one.reader, one.scene.why.key) for one in shown(game, narration) if one.scene.why)
    assert 2 in heard.values()
    assert max(heard.values()) == 2


@pytest.mark.parametrize("game", GAMES)
def test_what_others_do_is_told_twice_and_then_in_few_words(game: str) -> None:
    """On a phone; each line that has a shorter form."""
    heard: Counter[tuple[int | None, str]] = Counter()
    for one in shown(game):
        now = one.script.now
        if one.reader is not TABLE and now.seat not in (None, one.reader):
            assert not now.lines[0].key.endswith(".first_game"), now
            heard.update([(one.reader, now.lines[0].key)] if now.lines[0].key.endswith(".normal") else [])
    assert heard
    assert max(heard.values()) == 2


def turns(count: int, *, since: int = 0, reader: int | None = None, muted: bool = False) -> list[str]:
    """How the actions of a turn are said, turn after turn."""
    record = record_of(given(new_game(4, detail="first_game"), step="roll"))
    found = []
    for number in range(count):
        record.add(DiceRolled(seat=number % 4, total=2))
        script, _ = current_scene(record, NarrationOptions(detail_since=since, is_muted=muted), reader)
        found.append(script.now.lines[0].key.removeprefix("step.actions_no_cards."))
        record.add(TurnEnded(seat=number % 4))
    return found


def test_a_line_comes_in_full_then_shorter_then_in_few_words() -> None:
    """A lesson beside it takes its words away, in the first two turns: that counts for nothing."""
    assert turns(8)[:2] == ["terse", "terse"]
    assert turns(8)[2:] == ["first_game", "first_game", "normal", "normal", "terse", "terse"]


def test_a_muted_table_counts_what_no_lesson_took_away() -> None:
    assert turns(6, muted=True) == ["first_game", "first_game", "normal", "normal", "terse", "terse"]


def test_a_phone_counts_what_its_own_player_had_to_do() -> None:
    mine = turns(24, reader=BORIS)[1::4]
    assert mine[1:] == ["first_game", "first_game", "normal", "normal", "terse"]
    assert "first_game" not in turns(20, reader=BORIS)[0::4], "what others do is not explained at length"


def test_saying_more_begins_to_count_anew() -> None:
    assert turns(8)[6] == "terse"
    assert turns(8, since=12)[6:] == ["first_game", "first_game"]


def test_only_a_first_game_fades() -> None:
    record = record_of(given(new_game(4), step="roll"))
    for number in range(8):
        record.add(DiceRolled(seat=number % 4, total=2))
        assert current_scene(record)[0].now.lines[0].key == "step.actions_no_cards.normal"
        record.add(TurnEnded(seat=number % 4))


# How much a table reads.


def words(*lines: Msg) -> int:
    return sum(len(say(line, TableLocale("en", NAMES)).split()) for line in lines)


def on_screen(scene: Scene) -> int:
    """Everything that the tablet shows of a scene."""
    beside: tuple[Msg, ...] = ()
    if isinstance(scene.aside, Lesson):
        beside = (scene.aside.title, scene.aside.text)
    elif isinstance(scene.aside, Prompt):
        beside = (scene.aside.title, *(scene.aside.lines or (scene.aside.ruling,)), scene.aside.why)
    steps = [line for step in (scene.instruction, scene.before, scene.next) if step for line in step.lines]
    why = (scene.why,) if scene.why else ()
    return words(*scene.hero, *scene.more_lines, *why, *beside, *steps)


def test_half_of_all_scenes_of_a_first_game_have_at_most_forty_five_words() -> None:
    scenes = [one.scene for game in GAMES for one in shown(game) if one.reader is TABLE]
    assert median(map(on_screen, scenes)) <= 45
    assert median(words(*scene.hero) for scene in scenes) <= 12
