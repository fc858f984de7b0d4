"""Game files from anywhere: what does not fit is named, and nothing but a refusal comes out."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.core.message import Refused
from narrator.core.table.setup import initial_state
from narrator.storage.files.game_file import read_event, read_game

pytestmark = pytest.mark.file

PLAYERS = [{"name": "Anna", "colour": "red"}, {"name": "บี", "colour": "blue"}]
GAME: dict[str, Any] = {"format": "narrator/1", "setup": {"players": PLAYERS, "board": {"layout": "spiral"}}}


def changed(**changes: Any) -> bytes:
    return json.dumps({**GAME, "setup": {**GAME["setup"], **changes}}).encode()


def reasons(text: bytes) -> list[tuple[str, Any]]:
    with pytest.raises(Refused) as caught:
        initial_state(read_game(text).setup)
    return [(reason.code, dict(reason.params)) for reason in caught.value.reasons]


def test_a_short_game_file_has_the_contracts_defaults() -> None:
    game = read_game(json.dumps(GAME).encode())
    state = initial_state(game.setup)
    assert (game.events, state.game.tracking, state.game.theme, state.game.detail) == ([], "board", "classic", "normal")
    assert state.rules.target_vp == 10
    assert (state.bank.total(), state.deck, state.last_entry) == (95, 25, 0)


def test_without_a_board_counts_are_kept() -> None:
    game = read_game(json.dumps({"format": "narrator/1", "setup": {"players": PLAYERS}}).encode())
    assert initial_state(game.setup).game.tracking == "counts"


def test_a_presets_theme_applies_when_none_is_set() -> None:
    assert initial_state(read_game(changed(rules={"preset": "seed_001"})).setup).game.theme == "clawtan"
    assert (
        initial_state(read_game(changed(rules={"preset": "seed_001"}, theme="classic")).setup).game.theme == "classic"
    )


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        (b"", "file.not_json", {"why": "Input data was truncated"}),
        (b'{"format": "narrator/1", "setup"', "file.not_json", {"why": "Input data was truncated"}),
        (json.dumps(GAME).encode() + b" {}", "file.not_json", None),
        (b"[]", "file.value", {"field": "$", "why": "[]"}),
        (b"{}", "file.missing_field", {"field": "format"}),
        (changed(moon=1), "file.unknown_field", {"field": "setup.moon"}),
        (changed(players=PLAYERS[:1]), "setup.players", {"found": 1}),
        (changed(players=[PLAYERS[0], PLAYERS[0]]), "seat.colour_taken", {"colour": "red"}),
        (changed(players=[{"name": "A", "colour": "pink"}]), "file.value", None),
        (changed(players=[{"colour": "red"}]), "file.missing_field", {"field": "setup.players[0].name"}),
        (changed(rules={"moon": 1}), "rules.unknown_key", {"key": "moon"}),
        (changed(rules={"target_vp": 7}), "rules.value", {"key": "target_vp", "value": 7, "allowed": [8, 20]}),
        (changed(rules={"preset": "x"}), "rules.unknown_preset", None),
        (changed(rules={"preset": ["x"]}), "rules.unknown_preset", None),
        (changed(rules={"tracking": "board"}), "rules.belongs_to_setup", {"key": "tracking"}),
        (changed(board={"layout": "manual"}), "board.hexes_missing", {}),
        (changed(board={"layout": "beginner_56"}), "board.layout_of_another_box", {"layout": "beginner_56"}),
        (changed(board=None, tracking="board"), "setup.board_missing", {}),
        (changed(board={"layout": "spiral", "seed": 10**400}), "file.value", None),
        (changed(theme="moon"), "file.value", None),
    ],
)
def test_a_broken_game_file_is_refused_by_name(text: bytes, code: str, params: dict[str, Any] | None) -> None:
    found = reasons(text)
    assert [name for name, _ in found] == [code]
    if params is not None:
        assert found[0][1] == params


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        ('{"seat": 0}', "file.missing_field", "type"),
        ('{"type": "moon_landed", "seat": 0}', "event.unknown_type", None),
        ('{"type": "turn_ended"}', "file.missing_field", "seat"),
        ('{"type": "turn_ended", "seat": "0"}', "file.value", "seat"),
        ('{"type": "turn_ended", "seat": -1}', "file.value", "seat"),
        ('{"type": "turn_ended", "seat": 0, "mood": "good"}', "file.unknown_field", "mood"),
        ('{"type": "dice_rolled", "seat": 0, "total": 13}', "file.value", "total"),
        ('{"type": "dice_rolled", "seat": 0, "total": 1' + "0" * 400 + "}", "file.value", "total"),
        ('{"type": "dice_rolled", "seat": 0}', "file.value", "$"),
        ('{"type": "dice_rolled", "seat": 0, "total": 7, "dice": [3, 4]}', "file.value", "$"),
        ('{"type": "bank_traded", "seat": 0, "give": {"gold": 1}, "receive": {}}', "file.value", "key in $.give"),
        ('{"type": "step_done", "step": "frame", "seat": 0}', "file.unknown_field", "seat"),
        ('{"type": 7, "seat": 0}', "file.value", "type"),
        ('{"type": "dice_rolled", "seat": 0, "dice": [3, 7]}', "file.value", "dice[1]"),
        ('{"type": "dice_rolled", "seat": 0, "dice": [3]}', "file.value", "dice"),
        ('{"type": "cards_gained", "gains": {"1": {"ore": "x"}}}', "file.value", "gains[...][...]"),
        ('{"type": "cards_gained", "gains": {"you": {"ore": 1}}}', "file.value", "key in $.gains"),
        ('{"type": "amended", "entry": 1, "event": {"type": "moon_landed"}}', "file.value", "event.type"),
        ('{"type": "amended", "entry": 1, "event": {"type": "turn_ended"}}', "file.missing_field", "event.seat"),
        ('{"type": "turn_ended", "seat": "0", ', "file.not_json", None),
        ('{"type": "turn_ended", "seat": 0', "file.not_json", None),
        ('{"type": "corrected", "what": "hand", "value": ' + "[" * 100_000, "file.not_json", None),
    ],
)
def test_a_broken_event_is_refused_by_name(event: str, code: str, field: str | None) -> None:
    with pytest.raises(Refused) as caught:
        read_event(event.encode())
    (reason,) = caught.value.reasons
    assert reason.code == code
    if field is not None:
        assert reason.params["field"] == field


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ('"north"', '"north"'),
        ('{"a":\n  [1,  2]}', '{"a": [1, 2]}'),
        ('"' + "ก" * 100 + '"', '"' + "ก" * 38 + "…"),
    ],
)
def test_a_value_that_does_not_fit_is_shown_short_and_in_no_language(sent: str, shown: str) -> None:
    with pytest.raises(Refused) as caught:
        read_event(f'{{"type": "turn_ended", "seat": {sent}}}'.encode())
    assert caught.value.reasons[0].params == {"field": "seat", "why": shown}


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(st.sampled_from(["players", "board", "rules", "tracking", "theme", "x"]), json_values))
def test_any_set_up_is_a_game_or_a_refusal(setup: dict[str, Any]) -> None:
    with contextlib.suppress(Refused):
        assert (
            initial_state(read_game(json.dumps({"format": "narrator/1", "setup": setup}).encode()).setup).last_entry
            == 0
        )


@settings(max_examples=200)
@given(st.binary(max_size=60))
def test_any_bytes_are_an_event_or_a_refusal(text: bytes) -> None:
    with pytest.raises(Refused):
        read_event(text)
