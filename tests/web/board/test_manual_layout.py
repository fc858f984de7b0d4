"""A board painted by hand: written into an address and read from it, whatever stands there."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.core.message import Refused
from narrator.core.table.box import BASE_BOX, LARGE_BOX, Box
from narrator.core.table.coordinates import island_for
from narrator.core.table.house_rules import HouseRules
from narrator.core.table.layouts import beginner_board
from narrator.core.table.setup import board_for
from narrator.web.board.manual_layout import (
    HARBOUR_OF_LETTER,
    NUMBER_OF_LETTER,
    TERRAIN_OF_LETTER,
    Painting,
    apply_brush,
    board_setup,
    count_left_pieces,
    encode_painting,
    parse_painting,
)

BOXES = [BASE_BOX, LARGE_BOX]


def paintings(box: Box) -> st.SearchStrategy[Painting]:
    places = island_for(box.hexes)
    return st.builds(
        Painting,
        st.dictionaries(st.sampled_from(places.hexes), st.sampled_from(sorted(TERRAIN_OF_LETTER.values()))),
        st.dictionaries(st.sampled_from(places.hexes), st.sampled_from(sorted(NUMBER_OF_LETTER.values()))),
        st.dictionaries(st.sampled_from(places.coast), st.sampled_from(sorted(HARBOUR_OF_LETTER.values()))),
    )


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(BOXES).flatmap(lambda box: st.tuples(st.just(box), paintings(box))))
def test_what_is_painted_is_read_as_it_was_written(drawn: tuple[Box, Painting]) -> None:
    box, painting = drawn
    assert parse_painting(box, *encode_painting(box, painting)) == painting


brushes = st.one_of(
    st.sampled_from(sorted(count_left_pieces(BASE_BOX, Painting({}, {}, {})))),
    st.text(max_size=12),
    st.builds("number-{}".format, st.integers(-3, 99)),
)
spots = st.one_of(st.sampled_from(island_for(19).hexes), st.sampled_from(island_for(19).coast), st.text(max_size=8))


@settings(max_examples=30, deadline=None)
@given(paintings(BASE_BOX), brushes, spots)
def test_any_dab_can_be_written_down(painting: Painting, brush: str, at: str) -> None:
    once = apply_brush(painting, brush, at)
    assert len(encode_painting(BASE_BOX, once)[0]) == 38


@pytest.mark.parametrize(
    ("brush", "at"), [("land-forest", "0,0,0"), ("number-8", "0,0,0"), ("harbour-ore", island_for(19).coast[3])]
)
def test_the_same_dab_again_takes_it_away_and_another_replaces_it(brush: str, at: str) -> None:
    nothing = Painting({}, {}, {})
    once = apply_brush(nothing, brush, at)
    assert once != nothing
    assert apply_brush(once, brush, at) == nothing
    other = {"land-forest": "land-hills", "number-8": "number-6", "harbour-ore": "harbour-any"}[brush]
    assert apply_brush(once, other, at) == apply_brush(nothing, other, at)


def test_a_desert_has_no_number() -> None:
    numbered = apply_brush(Painting({}, {}, {}), "number-8", "0,0,0")
    desert = apply_brush(numbered, "land-desert", "0,0,0")
    assert desert == Painting({"0,0,0": "desert"}, {}, {})
    assert apply_brush(desert, "number-8", "0,0,0") == desert


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=60), st.text(alphabet="0123456789.abglow²", max_size=60))
def test_a_painting_from_anywhere_is_read_or_left_out(tiles: str, harbours: str) -> None:
    painting = parse_painting(BASE_BOX, tiles, harbours)
    assert parse_painting(BASE_BOX, *encode_painting(BASE_BOX, painting)) == painting
    with suppress(Refused):
        board_for(board_setup(painting, BASE_BOX), BASE_BOX, HouseRules())


def test_the_brushes_say_how_many_pieces_of_the_box_are_left() -> None:
    empty = count_left_pieces(BASE_BOX, Painting({}, {}, {}))
    assert (sum(v for k, v in empty.items() if k.startswith("land")), empty["land-desert"]) == (19, 1)
    drawn = beginner_board("beginner_6e")
    assert set(count_left_pieces(BASE_BOX, Painting(drawn.terrain, drawn.numbers, drawn.harbours)).values()) == {0}
