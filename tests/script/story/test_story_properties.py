"""What must hold of every story: it names only what happened, keeps its length, says nothing twice, and can be said."""

import re
from itertools import count, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.record.record import Record, fold
from narrator.core.table.events import Amended, Corrected
from narrator.core.table.phase import Over
from narrator.script.story.model import Sentence, Story
from narrator.script.story.story import ON_THE_WAY, story_of
from narrator.script.story.wordings import WORDINGS
from narrator.text.catalog import has_message
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say
from narrator.text.sources.all import SOURCES
from tests.support.examples import examples
from tests.support.games import NAMES, new_game
from tests.support.player import Policy, TrueTable
from tests.support.random_games import TABLES
from tests.support.stories import fold_of, played
from tests.support.story_truth import CHECKS, HEADS, Truth, base_of, follows
from tests.support.web import game_in
from tools.make_games import FOLDER

VOICES = [TableLocale(language, NAMES, theme) for language in LANGUAGES for theme in ("classic", "clawtan")]
TOTALS = {"seesaw", "road_travels", "thefts", "trade_pair", "no_trades", "hot", "cold"}
TOTALS |= {
    "lucky",
    "unlucky",
    "won_lucky",
    "won_unlucky",
    "poor_won",
    "best_won",
    "best_last",
    "poor_second",
    "poor_second_far",
}
ONCE = ({"drought", "drought_end"}, {"robber_stay", "empty"}, {"discard", "discards"}, {"match", "match_won"})
SAMPLES = ("title_aside_and_back", "six_partner_wins", "two_play_catan_for_two", "four_claim_their_win")


def check(record: Record) -> Story | None:
    story = story_of(record.head)
    if story is None:
        return None
    truth = Truth(record.head)
    for sentence in (story.headline, *story.sentences):
        truth.holds(sentence)
    for paragraph in story.paragraphs:
        assert base_of(paragraph[0].kind) == paragraph[0].kind
        assert all(follows(before, after) for before, after in pairwise(paragraph))
    check_order(story, truth)
    keys = [sentence.message.key for sentence in story.sentences]
    assert len(keys) == len(set(keys))
    assert len(keys) <= 14
    assert len(story.paragraphs) <= 5
    return story


def check_order(story: Story, truth: Truth) -> None:
    """Whole-game figures come when it is over, nothing is told too often, and who wins is seen before."""
    kinds = [base_of(one.kind) for one in story.sentences]
    early = {base_of(one.kind) for paragraph in story.paragraphs[:-1] for one in paragraph}
    assert not early & TOTALS
    assert all(sum(kind in alike for kind in kinds) <= 1 for alike in ONCE)
    if truth.winner is not None and truth.head.state.round >= 4:
        body = [
            one
            for paragraph in story.paragraphs[1:-2]
            for one in paragraph
            if one.kind.removesuffix("_while") in ON_THE_WAY
        ]
        seen = {seat for one in body for seat in named(one)}
        assert truth.winner in seen


def named(one: Sentence) -> set[int]:
    params = one.message.params
    return {params.get("seat", -1), params.get("other", -1), *params.get("names", ())}


@examples(3)
@given(st.integers(0, 10**6), st.sampled_from([(3, {}), (4, {}), *TABLES]))
def test_a_story_names_only_what_happened_and_nothing_twice(seed: int, table: tuple[int, dict[str, Any]]) -> None:
    record = played(seed, table[0], **table[1])
    story = check(record)
    assert story is not None
    if isinstance(record.head.state.phase, Over):
        assert len(story.sentences) >= 8


@examples(5)
@given(st.integers(0, 10**6), st.integers(0, 250))
def test_so_does_one_of_a_game_that_is_still_played(seed: int, most: int) -> None:
    record = played(seed, 4, most)
    story = check(record)
    assert (story is None) == (record.head.state.round == 0 or not Truth(record.head).rolls())
    if story is not None:
        assert story.headline.kind == "head_running"
        assert story.sentences[-1].kind == "next"


@pytest.mark.parametrize("name", SAMPLES)
def test_so_do_those_of_sample_games_in_every_language_and_theme(name: str) -> None:
    setup, events = game_in(FOLDER / f"{name}.json")
    story = check(fold_of(setup, events))
    assert story is not None
    for voice in VOICES:
        for sentence in (story.headline, *story.sentences):
            said = say(sentence.message, voice)
            assert said
            assert not re.search(r"[{}]|  |\bNone\b", said), said


def test_an_entry_that_is_taken_out_takes_its_sentence_along() -> None:
    setup, events = game_in(FOLDER / "title_aside_and_back.json")
    record = fold_of(setup, events)
    told = {sentence.kind: sentence for sentence in check(record).sentences}  # type: ignore[union-attr]
    cut = told["road_cut"]
    amended = fold_of(setup, [*events, Amended(entry=cut.entries[0], waived=True)])
    story = check(amended)
    assert story is not None
    assert cut.entries not in [sentence.entries for sentence in story.sentences if sentence.kind == "road_cut"]


def test_a_table_that_stops_has_a_story_without_a_winner() -> None:
    record = played(7, 4, 300)
    record.add(Corrected(what="step", value="over"))
    story = check(record)
    assert story is not None
    assert story.headline.kind == "head_stopped"
    assert story.paragraphs[-2][0].kind.startswith("stopped")


def test_without_a_board_only_what_is_known_is_told() -> None:
    state = new_game(4, tracking="counts")
    story = check(fold(state, list(TrueTable(state, 1, Policy()).events(200))))
    assert story is not None
    boards = {"best", "even", "scarce", "rich", "unsettled", "robber_stay", "lucky", "unlucky", "drought"}
    assert not boards & {sentence.kind for sentence in story.sentences}


def test_where_nobody_counts_there_is_no_story() -> None:
    state = new_game(3, tracking="script")
    record = fold(state, [])
    assert story_of(record.head) is None


def test_one_game_always_reads_the_same_and_two_don_t() -> None:
    games = [played(seed, 4, 450) for seed in (1, 2, 3)]
    first = [[one.message.key for one in check(game).sentences] for game in games]  # type: ignore[union-attr]
    assert first == [[one.message.key for one in check(game).sentences] for game in games]  # type: ignore[union-attr]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert len(set(first[one]) & set(first[other])) < len(first[one]) / 2


def test_every_kind_has_its_wordings_and_a_test_of_its_truth() -> None:
    for kind, wordings in WORDINGS.items():
        found = next(number for number in count(1) if not has_message(f"story.{kind}.{number}")) - 1
        assert found == wordings, kind
    written = {key.split(".")[1] for key in SOURCES if key.startswith("story.") and key.split(".")[-1].isdigit()}
    assert written == set(WORDINGS)
    assert set(HEADS) == {kind for kind in WORDINGS if kind.startswith("head_")}
    assert set(CHECKS) - {"won", "nobody"} == {base_of(kind) for kind in WORDINGS if not kind.startswith("head_")}
