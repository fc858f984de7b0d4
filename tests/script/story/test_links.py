"""Neighbours that belong together are told so, each link once; and every linked sentence can be reached."""

import pytest

from narrator.script.story.model import Find
from narrator.script.story.wordings import GAINS, WORDINGS, link_sentences
from tests.support.games import ANA, BORIS, CHAI
from tests.support.story_truth import LINKS, base_of

LINKED = [kind for kind in WORDINGS if base_of(kind) != kind]


def find(kind: str, seat: int, other: int = CHAI, when: int = 20) -> Find:
    return Find(kind, (10, 30) if kind == "drought" else (when,), {"seat": seat, "other": other}, 1, when)


def before(kind: str) -> Find:
    """Something that the link of a kind can speak of."""
    base, link = base_of(kind), kind.rpartition("_")[2]
    if link == "away":
        return find("road_taken", CHAI)
    if link == "while":
        return find("drought", BORIS, when=10)
    if link == "too":
        return find("leap" if base != "leap" else "monopoly", ANA)
    if link == "worse":
        return find("empty", CHAI if base == "robber_stay" else ANA)
    if base in GAINS:
        return find("empty", ANA)
    return find("leap", CHAI if base == "robber_stay" else ANA)


@pytest.mark.parametrize("kind", LINKED)
def test_every_linked_sentence_has_its_neighbour(kind: str) -> None:
    assert [one.kind for one in link_sentences([before(kind), find(base_of(kind), ANA)])][1] == kind


def test_what_has_nothing_to_do_with_each_other_stands_alone() -> None:
    part = [find("leap", ANA), find("discard", BORIS), find("monopoly", CHAI)]
    assert link_sentences(part) == part


def test_a_link_is_used_once() -> None:
    part = [find("leap", ANA), find("discard", ANA), find("leap", ANA), find("discard", ANA)]
    assert [one.kind for one in link_sentences(part)] == ["leap", "discard_but", "leap_but", "discard"]


def test_who_is_in_a_drought_does_nothing_meanwhile() -> None:
    both = [find("drought", ANA, when=10), Find("half_even", (20,), {"names": (ANA, BORIS)}, 1, 20)]
    assert link_sentences(both) == both


def test_a_title_that_moves_on_at_once_is_not_named_again() -> None:
    part = [find("road_taken", CHAI), find("road_moves", ANA, CHAI)]
    assert [one.kind for one in link_sentences(part)] == ["road_taken", "road_moves_away"]
    elsewhere = [find("army_taken", CHAI), find("road_moves", ANA, CHAI)]
    assert [one.kind for one in link_sentences(elsewhere)] == ["army_taken", "road_moves_but"]


def test_there_are_five_links() -> None:
    assert {kind.rpartition("_")[2] for kind in LINKED} == set(LINKS)
