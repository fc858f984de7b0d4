"""What a newcomer's phone says of its player: the points in words, what gives the next one, what a seven would cost."""

import pytest

from narrator.core.reading.result import standings
from narrator.core.table.phase import Rolling
from narrator.core.table.state import GameState
from narrator.text.languages import LANGUAGES
from narrator.web.phone.personal import Coach, coach
from tests.support.games import ANA, BORIS, given, new_game
from tests.support.web import table_at


def of(state: GameState, seat: int = ANA, detail: str = "first_game", language: str = "en") -> Coach:
    standing = next(one for one in standings(state) if one.seat == seat)
    found = coach(table_at(state, language=language), standing, detail)
    assert found is not None
    return found


def middle(**situation: object) -> GameState:
    """Ana has two settlements and a city, and one road that leads nowhere yet."""
    return given(
        new_game(),
        settlements={ANA: ["A1-A2-B2", "C1-C2-D1"]},
        cities={ANA: ["D3-E2-E3"]},
        roads={ANA: ["A1|B2"]},
        **situation,  # type: ignore[arg-type]
    )


def test_the_points_are_shown_in_words() -> None:
    assert of(middle()).points_text == "So far: 2 settlements (2 points) and 1 city (2 points)."


def test_a_title_is_named_among_them() -> None:
    armed = given(new_game(), settlements={ANA: ["A1-A2-B2"]}, seats={ANA: {"knights": 3}})
    assert of(armed).points_text == "So far: 1 settlement (1 point) and Largest Army (2 points)."
    assert of(given(new_game())).points_text == "", "who has none is told nothing"


def test_every_way_to_the_next_point_is_shown_with_what_it_counts() -> None:
    ways = [(one.icon, one.points, one.words) for one in of(middle()).ways_to_point]
    assert ways == [
        ("city", 1, "A city, in place of one of your settlements. You take the settlement back."),
        ("settlement", 1, "A settlement: one more road gets you to a free corner."),
        ("largest_army", 2, "Largest Army: you've played 0 of 3 knights."),
        ("longest_road", 2, "Longest Route: your road is 1 long, you need 5."),
    ]


def test_who_has_played_before_is_told_the_nearest_alone_and_few_words_tell_none() -> None:
    normal = of(middle(), detail="normal")
    assert [one.icon for one in normal.ways_to_point] == ["city"]
    assert normal.points_text == ""
    (ana,) = [one for one in standings(middle()) if one.seat == ANA]
    assert coach(table_at(middle()), ana, "terse") is None
    assert coach(table_at(middle()), None, "first_game") is None


def test_before_a_seven_who_holds_too_much_is_warned_and_on_turn_told_what_to_do() -> None:
    held = middle(hands={ANA: 8, BORIS: 7})
    assert of(held).seven_risk == ("8 cards: you'd lose 4 on a seven.", "Trade or build before your turn ends.")
    assert of(held, BORIS).seven_risk == ()
    others = middle(hands={ANA: 8}, turn=BORIS, step=Rolling())
    assert of(others).seven_risk == ("8 cards: you'd lose 4 on a seven.",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_shown_in_every_language(language: str) -> None:
    found = of(middle(hands={ANA: 8}), language=language)
    said = {found.points_text, *found.seven_risk, *(one.words for one in found.ways_to_point)}
    assert len(said) == 7
    assert not any("{" in words for words in said)
