"""Lessons: each once, when its rule first matters, to whom it concerns; and all of them by the end."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

import pytest

from narrator.app.games.record_cache import judge_and_append
from narrator.core.record.record import Record
from narrator.core.table.events import CardsDiscarded, DiceRolled, RulesAgreed, TakenBack, TurnEnded
from narrator.core.table.phase import Over
from narrator.core.table.setup import initial_state
from narrator.core.table.state import GameState
from narrator.folders import folder
from narrator.script.introduction import introduction_pages
from narrator.script.lessons.lessons import IN_GAME_ORDER, LESSONS, lesson, lessons_taught, possible_lessons
from narrator.script.model import Lesson, Prompt
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.timeline_fold import TimelineFold
from narrator.storage.files.game_file import read_event, read_game
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from tests.support.first_games import GAMES, TABLE, first_game, played, records, shown
from tests.support.games import ANA, BORIS, CHAI, NAMES, given, new_game, record_of
from tests.support.sentences import check_said
from tools.make_games import FOLDER

SOON = 12
"""So many taps a lesson may have to wait where much happens at once."""
LETTERS = 220
"""Thai is written without spaces: so many letters are some fifty syllables, fewer than 35 words."""

Reader = int | None


@cache
def taught_in(game: str) -> dict[Reader, list[tuple[int, str]]]:
    """Each reader's lessons with the entry that they were shown after."""
    found: dict[Reader, list[tuple[int, str]]] = defaultdict(list)
    for one in shown(game):
        if isinstance(one.scene.aside, Lesson):
            found[one.reader].append((one.entry, one.scene.aside.id))
    return found


@cache
def first_moments(game: str) -> dict[tuple[Reader, str], int]:
    """By the register alone: when each lesson first matters to each reader."""
    *_, record = records(game)
    found: dict[tuple[Reader, str], int] = {}
    for point in record.head.history():
        assert point.before is not None
        if isinstance(point.state.phase, Over):
            break
        for name, row in LESSONS.items():
            if row.event_type is not None and not isinstance(point.fact, row.event_type):
                continue
            who = row.condition(point.before.state, point.state, point.fact)
            readers = who if not isinstance(who, bool) else range(len(point.state.seats)) if who else ()
            for reader in (*readers, *([TABLE] if who and not row.is_private else [])):
                found.setdefault((reader, name), point.number)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_comes_once_and_never_before_its_first_moment(game: str) -> None:
    for reader, lessons in taught_in(game).items():
        names = [name for _, name in lessons]
        assert len(names) == len(set(names)), (reader, names)
        for entry, name in lessons:
            assert first_moments(game)[reader, name] <= entry


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_comes_at_its_first_moment_unless_another_or_a_decision_is_there(game: str) -> None:
    """Then it waits for the next tap."""
    asides = {(one.reader, one.entry): one.scene.aside for one in shown(game)}
    for reader, lessons in taught_in(game).items():
        for entry, name in lessons:
            for between in range(first_moments(game)[reader, name], entry):
                beside = asides.get((reader, between))
                is_busy = isinstance(beside, Lesson) or (isinstance(beside, Prompt) and bool(beside.choices))
                assert is_busy or (reader, between) not in asides, (name, between, entry)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_mattered_was_taught_by_the_end(game: str) -> None:
    *_, record = records(game)
    entries = [point.number for point in record.head.history() if not isinstance(point.state.phase, Over)]
    last = entries[-SOON] if len(entries) > SOON else 0
    for (reader, name), moment in first_moments(game).items():
        if moment < last:
            assert name in [found for _, found in taught_in(game)[reader]], (reader, name, moment)


def test_games_like_these_teach_nearly_all_that_there_is() -> None:
    come = {name for game in GAMES for lessons in taught_in(game).values() for _, name in lessons}
    assert set(LESSONS) - come <= {"short_bank", "title_aside", "victory_point", "match_point", "road_cut"}


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("road_cut", "road_cut"),
        ("title_aside_and_back", "title_aside"),
        ("bank_short_for_several", "short_bank"),
        ("no_road_piece_left", "pieces"),
        ("four_claim_their_win", "match_point"),
    ],
)
def test_odd_cases_are_taught_where_they_happen(game: str, name: str) -> None:
    found = read_game((FOLDER / f"{game}.json").read_bytes())
    record = Record(initial_state(found.setup))
    shown_after = []
    for raw in found.events:
        record.add_unchecked(read_event(raw))
        aside = current_scene(record, NarrationOptions("first_game"))[1].aside
        shown_after += [len(record.log)] if isinstance(aside, Lesson) and aside.id == name else []
    assert len(shown_after) == 1, name


@pytest.mark.parametrize("game", ["four", "three who build roads"])
def test_few_words_have_no_lessons_and_a_table_that_has_played_only_those_of_odd_cases(game: str) -> None:
    terse = [one.scene.aside for one in shown(game, NarrationOptions("terse"))]
    assert not any(isinstance(aside, Lesson) for aside in terse)
    normal = {
        one.scene.aside.id for one in shown(game, NarrationOptions("normal")) if isinstance(one.scene.aside, Lesson)
    }
    assert normal
    assert all(LESSONS[name].is_odd_case for name in normal)


def test_a_muted_table_has_no_lessons() -> None:
    assert not any(isinstance(one.scene.aside, Lesson) for one in shown("two", NarrationOptions(is_muted=True)))


# Whom it concerns.


def beginners(**changes: object) -> Record:
    table = given(new_game(detail="first_game"), **changes)  # type: ignore[arg-type]
    return record_of(table)


def aside_of(record: Record, seat: int | None = None) -> str | None:
    aside = current_scene(record, seat=seat)[1].aside
    return aside.id if isinstance(aside, Lesson) else None


def test_who_must_discard_learns_on_their_own_phone_what_the_table_learns_of_a_seven() -> None:
    record = beginners(step="roll", hands={BORIS: 9})
    record.add(DiceRolled(seat=ANA, total=7))
    assert (aside_of(record), aside_of(record, BORIS), aside_of(record, CHAI)) == ("seven", "discard", "seven")
    record.add(CardsDiscarded(seat=BORIS, count=4))
    assert aside_of(record, BORIS) == "seven", "what was less urgent follows"
    assert aside_of(record) != "seven"


def test_the_first_hand_that_is_too_full_teaches_the_whole_table_before_a_seven_does() -> None:
    record = beginners(hands={BORIS: 7, CHAI: 7}, settlements={BORIS: ["C5 N"]}, step="roll")
    readers = (None, ANA, BORIS, CHAI)
    record.add(DiceRolled(seat=ANA, total=2))
    record.add(TurnEnded(seat=ANA))
    assert "full_hand" not in [aside_of(record, reader) for reader in readers]
    record.add(DiceRolled(seat=BORIS, total=8))
    assert record.state.seats[BORIS].hand_size == 8
    seen = {reader: [aside_of(record, reader)] for reader in readers}
    record.add(TurnEnded(seat=BORIS))
    for reader, lessons in seen.items():
        assert "full_hand" in [*lessons, aside_of(record, reader)], reader
    record.add(DiceRolled(seat=CHAI, total=8))
    record.add(TurnEnded(seat=CHAI))
    assert "full_hand" not in [aside_of(record, reader) for reader in readers], "once is enough"


@pytest.mark.parametrize("name", ["development", "knight", "steal", "road_building", "year_of_plenty", "monopoly"])
def test_a_lesson_about_somebodys_action_is_no_order_to_those_who_look_on(name: str) -> None:
    words = say(lesson(name, new_game()).text, TableLocale("en", NAMES))
    assert words.startswith("Whoever "), words


@pytest.mark.parametrize("name", ["knight", "robber"])
def test_whom_the_robber_may_rob_is_said(name: str) -> None:
    assert "a player with a building on the new hex" in say(lesson(name, new_game()).text, TableLocale("en", NAMES))


@pytest.mark.parametrize("name", ["road", "costs", "settlement"])
def test_that_a_settlement_needs_an_own_road_is_taught_when_building_begins(name: str) -> None:
    assert "of your own roads" in say(lesson(name, new_game()).text, TableLocale("en", NAMES))


def test_an_undo_shows_the_lesson_of_the_table_that_it_leads_to() -> None:
    record = beginners(step="roll")
    record.add(DiceRolled(seat=ANA, total=7))
    assert aside_of(record) == "seven"
    record.add(TakenBack(to=0))
    assert aside_of(record) is None
    record.add(DiceRolled(seat=ANA, total=7))
    assert aside_of(record) == "seven", "it was not taught: it did not happen"


def test_who_agrees_to_the_rules_meanwhile_takes_no_lesson_away() -> None:
    record = beginners(step="roll")
    record.add(DiceRolled(seat=ANA, total=7))
    record.add(RulesAgreed(seat=BORIS))
    assert aside_of(record) == "seven"


# The register.


def test_every_lesson_is_on_the_hosts_shelf_and_has_a_drawing() -> None:
    assert sorted(IN_GAME_ORDER) == sorted(LESSONS)
    drawings = {row.drawing for row in LESSONS.values()} | {page.drawing for page in introduction_pages(new_game())} - {
        None
    }
    missing = {name for name in drawings if not (folder("templates") / "drawings" / f"{name}.svg").is_file()}
    assert not missing


def test_what_tonights_rules_leave_out_is_not_taught() -> None:
    plain = possible_lessons(new_game(development_cards="off", robber="off"))
    assert not {"knight", "monopoly", "robber", "steal", "seven"} & set(plain)
    assert {"road", "settlement", "city"} <= set(plain)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["classic", "clawtan"])
def test_a_lesson_has_at_most_thirty_five_words(language: str, theme: str) -> None:
    voice, state = TableLocale(language, NAMES, theme=theme), new_game()
    for text in texts(voice, state):
        check_said(text)
        assert len(text) <= LETTERS if language == "th" else len(text.split()) <= 35, text


def texts(voice: TableLocale, state: GameState) -> Iterator[str]:
    for name in LESSONS:
        found = lesson(name, state)
        yield say(found.title, voice)
        yield f"{say(found.title, voice)} {say(found.text, voice)}"


# What it costs.


def test_a_tap_takes_a_step_or_two_and_not_the_evening_again() -> None:
    walked: list[int] = []

    def step(count: int, point: object, by: object) -> int:
        walked.append(count)
        return count + 1

    fold = TimelineFold(0, step)
    record = Record(first_game("four"))
    for tapped in played("four")[1]:
        record = judge_and_append(record, tapped)
        walked.clear()
        assert fold.result_at(record.head) == len(record.head.timeline())
        assert len(walked) <= 1 + len(tapped)


def test_the_same_table_is_taught_the_same_whatever_was_asked_before() -> None:
    *_, record = records("two")
    again = Record(record.snapshot_at(0).state)
    for event in record.log:
        again.add_unchecked(event)
    assert lessons_taught(again.head, "first_game") == lessons_taught(record.head, "first_game")
