"""The voice over whole games: each thing once, the cause before its effect, the win last, and silence in between."""

from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec import Struct

from narrator.core.message import Msg
from narrator.core.reading.public_view import public_view
from narrator.core.record.record import Record
from narrator.core.table import events
from narrator.core.table.phase import Over, interlude_of
from narrator.core.table.state import GameState
from narrator.script.scenes.director import NarrationOptions, current_scene
from narrator.script.scenes.taps import recent_taps
from narrator.script.scenes.voice import EXPLAINED_ONCE, HARBOUR_LINES, SILENT_LINES
from narrator.text.languages import LANGUAGES
from narrator.text.render import say
from narrator.web.rendering.table_locale import table_locale
from tests.support.games import ANA, DANA, given, new_game, record_of
from tests.support.roads import cutting, lined
from tests.support.scene_walks import GAMES, records
from tests.support.scenes import keys, rolled

DETAILS = ("first_game", "normal", "terse")
MAX_REPEATED = 0.03  # of all clauses, within a turn
MAX_TERSE = 0.65  # of the letters that `normal` has
SPOKEN_OTHERWISE = {**EXPLAINED_ONCE, "event.dice_rolled": "voice.rolled", "event.first_turn": "voice.first_turn"}


class Heard(Struct):
    record: Record
    before: GameState
    clauses: tuple[Msg, ...]

    @property
    def turn(self) -> object:
        """The turn that is being played when it is said; its dice end the turn before."""
        state = self.record.state
        return state.phase.part_of_game, state.round, state.turn, interlude_of(state.phase)


def evening(game: str, detail: str) -> Iterator[Heard]:
    for record, before in records(game):
        _, scene = current_scene(record, NarrationOptions(detail=detail))
        yield Heard(record, before, scene.spoken[-1].clauses)


def same(line: Msg) -> str:
    return f"{line.key} {sorted(line.params.items(), key=str)}"


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("game", GAMES)
def test_hardly_any_clause_is_said_twice_in_one_turn(game: str, detail: str) -> None:
    orders: Counter[tuple[str, str]] = Counter()
    total = 0
    for heard in evening(game, detail):
        orders.update((str(heard.turn), same(line)) for line in heard.clauses if not line.key.startswith("event."))
        total += len(heard.clauses)
    repeated = sum(times - 1 for times in orders.values())
    assert repeated <= MAX_REPEATED * total, [key for key, times in orders.items() if times > 1]


@pytest.mark.parametrize("game", GAMES)
def test_what_happened_is_said_exactly_once(game: str) -> None:
    order = ""
    for heard in evening(game, "normal"):
        said = Counter(line.key for line in heard.clauses)
        if order.startswith("step.steal_from"):
            said["event.card_stolen"] += 1  # the order has named thief and victim
        order = heard.clauses[-1].key if heard.clauses else order
        (*_, tap) = recent_taps(public_view(heard.record.head, 8))
        assert tap.entry == len(heard.record.log)
        for key, times in Counter(line.key for line in tap.lines).items():
            is_left_out = key in SILENT_LINES or (key in HARBOUR_LINES and isinstance(tap.after.phase, Over))
            if not is_left_out:
                assert said[key] + said[SPOKEN_OTHERWISE.get(key, "")] == times, (key, heard.clauses)


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("game", GAMES)
def test_the_win_is_the_last_clause_and_nothing_is_explained_beside_it(game: str, detail: str) -> None:
    for heard in evening(game, detail):
        phase = heard.record.state.phase
        if isinstance(phase, Over) and phase.winner is not None and not isinstance(heard.before.phase, Over):
            assert heard.clauses[-1].key.startswith("event.won")
            assert not any(line.key.startswith(("event.harbour", "step.", "lesson.")) for line in heard.clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_few_words_have_at_most_two_thirds_of_the_letters(language: str) -> None:
    letters: Counter[str] = Counter()
    for detail in ("normal", "terse"):
        for heard in evening("four", detail):
            locale = table_locale(heard.record.state, language)
            letters[detail] += sum(len(say(line, locale)) for line in heard.clauses)
    assert letters["terse"] <= MAX_TERSE * letters["normal"]


def said_after(record: Record, detail: str = "normal") -> list[str]:
    return keys(current_scene(record, NarrationOptions(detail=detail))[1].spoken[-1].clauses)


def test_a_turn_changes_in_one_sentence() -> None:
    table = given(new_game(), step="actions")
    record = record_of(table, events.TurnEnded(seat=ANA))
    assert said_after(record) == ["voice.turn"]
    assert said_after(record, "terse") == ["voice.turn.terse"]


def test_an_order_is_said_once_in_a_turn_and_after_four_more_actions_comes_a_question() -> None:
    table = given(new_game(), step="roll", hands={ANA: 40})
    record = record_of(table, rolled(8))
    assert said_after(record)[-1] == "step.actions_no_cards.normal"
    trade = events.BankTraded(seat=ANA, give={"ore": 4}, receive={"wool": 1})
    for _ in range(3):
        record.add(trade)
        assert said_after(record) == ["event.bank_traded"]
    record.add(trade)
    assert said_after(record) == ["event.bank_traded", "voice.anything_else"]


def test_what_to_do_with_a_card_is_explained_once_at_a_table() -> None:
    table = given(new_game(), step="actions", hands={ANA: 9})
    record = record_of(table, events.DevelopmentBought(seat=ANA))
    assert said_after(record)[0] == "event.development_bought"
    record.add(events.DevelopmentBought(seat=ANA))
    assert said_after(record)[0] == "voice.development_bought"


def test_a_cut_road_is_said_before_the_title_that_it_costs() -> None:
    table = lined(6, 5, turn=DANA, cut=(DANA, 3), longest_road=ANA)
    record = record_of(table, cutting(DANA, 3))
    assert said_after(record)[:3] == ["event.settlement_built", "event.road_cut", "event.longest_road.moves"]
