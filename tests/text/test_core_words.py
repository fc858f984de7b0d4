"""Everything that the core can say has words: refusals, consequences, explanations, house rules."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import narrator.core
from narrator.core.message import Refused, irregular, msg
from narrator.core.reading.explain import number_names
from narrator.core.reading.mistakes import consequences
from narrator.core.record.judging import refusals
from narrator.core.record.record import Record, fold
from narrator.core.table.events import Amended, AnyEvent, DiceRolled, TurnEnded
from narrator.core.table.house_rules import PRESETS, RULE_KEYS, RULE_TYPES, allowed_values
from narrator.text.catalog import has_message
from narrator.text.languages import LANGUAGES
from narrator.text.render import TableLocale, say, say_consequence, say_refusal, say_rule
from tests.support.examples import examples
from tests.support.games import NAMES, new_game
from tests.support.games import given as situation
from tests.support.random_games import TABLES, random_game, seeds, taps

VOICES = [TableLocale(language, NAMES, theme) for language in LANGUAGES for theme in ("classic", "clawtan")]


def check(text: str) -> None:
    """No placeholder left, nothing of Python; a value that somebody sent may be echoed, even `{}`."""
    assert text
    assert not re.search(r"\{[a-z_]|  |\bNone\b(?! of)|hand\.\d", text), text


def test_every_code_in_the_core_has_a_sentence() -> None:
    core = Path(narrator.core.__file__).parent
    source = "\n".join(path.read_text() for path in core.rglob("*.py"))
    codes = set(re.findall(r'(?:impossible|irregular|_piece_refusals)\(\s*"([a-z_]+\.[a-z_]+)"', source))
    assert len(codes) > 90
    assert {code for code in codes if not has_message(f"refusal.{code}")} == set()


@examples(30)
@given(seeds, st.sampled_from([(3, {}), *TABLES]), st.integers(0, 120), st.lists(taps(3), min_size=1, max_size=15))
def test_every_refusal_can_be_said_in_every_language(
    seed: int, table: tuple[int, dict[str, str]], played: int, tapped: list[AnyEvent]
) -> None:
    state, _, events = random_game(seed, table[0], "official_6e", played, **table[1])
    record = fold(state, events)
    for event in tapped:
        for reason in record.refusals(event):
            for locale in VOICES:
                check(say_refusal(reason, locale))


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 1},
        {"players": 4, "layout": "beginner_56"},
        {"players": 6, "layout": "spiral"},
        {"target_vp": 99},
        {"moon": 1},
        {"preset": "moon"},
        {"players": 5, "component_set": "base_3_4"},
        {"tracking": "board", "layout": "manual"},
    ],
    ids=str,
)
def test_a_refused_set_up_is_explained_in_every_language(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        new_game(**wrong)
    for reason in refused.value.reasons:
        for locale in VOICES:
            check(say_refusal(reason, locale))


@examples(12)
@given(seeds, st.sampled_from([(4, {}), *TABLES]), st.data())
def test_every_consequence_can_be_said_in_every_language(
    seed: int, table: tuple[int, dict[str, str]], data: st.DataObject
) -> None:
    state, _, events = random_game(seed, table[0], "official_6e", 160, **table[1])
    record = fold(state, events)
    entry = data.draw(st.integers(1, len(events)))
    told = consequences(record, Amended(entry=entry))
    for message in told:
        for locale in VOICES:
            check(say_consequence(message, locale))


@pytest.mark.parametrize("players", [2, 4])
def test_every_number_has_a_name(players: int) -> None:
    state = Record(new_game(players)).state
    for name in number_names(state):
        what, _, whose = name.partition(".")
        about = {"resource": whose} if what == "bank" else {"seat": int(whose)} if whose else {}
        for locale in VOICES:
            check(say(msg(f"number.{what}", **about), locale))


@pytest.mark.parametrize("key", RULE_KEYS)
def test_every_house_rule_has_a_name_and_a_sentence_for_each_value(key: str) -> None:
    low_and_high = allowed_values(key)
    is_range = bool(getattr(RULE_TYPES[key], "__metadata__", ()))
    values = range(low_and_high[0], low_and_high[1] + 1) if is_range else low_and_high
    for locale in VOICES:
        check(say(msg(f"rule.{key}"), locale))
        for value in values:
            check(say_rule(key, value, locale))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_house_rule_is_named_by_its_title_and_not_by_its_key(language: str) -> None:
    locale = TableLocale(language, NAMES)
    refused = say_refusal(irregular("rules.locked", key="bank_limit"), locale)
    assert say(msg("rule.bank_limit"), locale) in refused
    assert "bank_limit" not in refused


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["hand.too_few", "tokens.too_few"])
def test_having_none_is_not_said_as_a_count(code: str, language: str) -> None:
    locale = TableLocale(language, NAMES)
    none = msg(f"refusal.{code}.zero", seat=1)
    assert say_refusal(irregular(code, seat=1, need=2, have=0), locale) == say(none, locale)
    assert say_refusal(irregular(code, seat=1, need=2, have=1), locale) != say(none, locale)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_entry_number_that_can_be_sent_is_said(language: str) -> None:
    check(say_refusal(irregular("taken_back.unknown", to=10**9), TableLocale(language, NAMES)))


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_name_and_a_line(preset: str) -> None:
    for locale in VOICES:
        check(say(msg(f"preset.{preset}"), locale))
        check(say(msg(f"preset.{preset}.line"), locale))


@pytest.mark.parametrize("title", ["longest_road", "largest_army", "winner"])
@pytest.mark.parametrize(
    ("giver", "taker", "names"),
    [(None, 1, {"Boris"}), (0, None, {"Ana"}), (0, 1, {"Ana", "Boris"})],
    ids=["taken", "lost", "moves"],
)
def test_a_title_that_an_amendment_moves_names_whom_it_concerns(
    title: str, giver: int | None, taker: int | None, names: set[str]
) -> None:
    for locale in VOICES:
        said = say_consequence(msg(f"consequence.{title}", giver=giver, taker=taker), locale)
        check(said)
        assert {name for name in ("Ana", "Boris", "Chai") if name in said} == names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("step", ["actions", "trade", "build"])
def test_T_02_a_second_roll_is_refused_because_the_dice_were_rolled(step: str, language: str) -> None:
    table = new_game(turn_phases="combined" if step == "actions" else "separate")
    (reason,) = refusals(situation(table, step=step), DiceRolled(seat=0, total=8))
    locale = TableLocale(language, NAMES)
    assert say_refusal(reason, locale) == say(msg("refusal.step.not_now.rolled"), locale)
    (early,) = refusals(situation(table, step="roll"), TurnEnded(seat=0))
    assert say_refusal(early, locale) == say(msg("refusal.step.not_now.roll"), locale)
