"""`narrator replay`, as people and programs call it."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from narrator.cli.main import main
from tools.make_games import FOLDER

GAME = {
    "format": "narrator/1",
    "setup": {
        "players": [{"name": "Ana", "colour": "red"}, {"name": "Boris", "colour": "blue"}],
        "board": {"layout": "beginner_5e"},
    },
    "events": [],
}


def replay(path: Path, *options: str) -> tuple[Result, list[Any]]:
    result = CliRunner().invoke(main, ["replay", str(path), *options])
    return result, [json.loads(line) for line in result.stdout.splitlines()]


def write(tmp_path: Path, *events: Any, name: str = "game.json") -> Path:
    path = tmp_path / name
    path.write_text(json.dumps({**GAME, "events": events}))
    return path


def test_the_last_state_is_one_line_of_the_contracts_shape() -> None:
    result, lines = replay(FOLDER / "road_cut.json")
    assert (result.exit_code, len(lines)) == (0, 1)
    assert list(lines[0]) == [
        "seq",
        "phase",
        "step",
        "seat",
        "round",
        "owed",
        "bank",
        "development_deck",
        "seats",
        "longest_road",
        "largest_army",
        "robber",
        "winner",
        "unsure",
    ]
    assert list(lines[0]["seats"][0]) == [
        "name",
        "colour",
        "hand",
        "points",
        "road_length",
        "knights",
        "development_cards",
        "roads_left",
        "settlements_left",
        "cities_left",
    ]


def test_each_prints_a_state_after_every_entry() -> None:
    result, lines = replay(FOLDER / "road_cut.json", "--each")
    assert result.exit_code == 0
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))


def test_choices_are_legal_events_that_a_known_hand_can_pay() -> None:
    game = json.loads((FOLDER / "road_cut.json").read_text())
    _, lines = replay(FOLDER / "road_cut.json", "--each", "--choices")
    following = zip(lines, game["events"][1:], strict=False)
    built = [(state, event) for state, event in following if event["type"] in ("road_built", "settlement_built")]
    assert len(built) > 20
    assert all(event in state["choices"] for state, event in built)
    costly = {"road_built", "settlement_built", "city_built", "development_bought"}
    poor = [state for state in lines if state["phase"] == "turn" and not state["seats"][state["seat"]]["hand"]]
    assert poor
    assert not [event for state in poor for event in state["choices"] if event["type"] in costly]


def test_a_game_without_events_is_at_its_set_up(tmp_path: Path) -> None:
    _, lines = replay(write(tmp_path))
    assert (lines[0]["seq"], lines[0]["phase"], lines[0]["round"], lines[0]["seat"]) == (0, "setup", 0, 0)


def test_a_refused_entry_is_one_line_with_its_number_and_exit_status_one(tmp_path: Path) -> None:
    result, lines = replay(write(tmp_path, {"type": "step_done", "step": "frame"}, {"type": "turn_ended", "seat": 1}))
    assert result.exit_code == 1
    assert lines == [
        {
            "seq": 2,
            "refused": [
                {
                    "code": "step.not_now",
                    "kind": "irregular",
                    "message": "We're still setting up. Finish that and choose who starts.",
                },
                {"code": "turn.not_yours", "kind": "irregular", "message": "It's Ana's turn, so Boris has to wait."},
            ],
        }
    ]


def test_with_each_the_states_before_a_refused_entry_are_there(tmp_path: Path) -> None:
    _, lines = replay(write(tmp_path, {"type": "step_done", "step": "frame"}, {"type": "nothing"}), "--each")
    assert [line["seq"] for line in lines] == [1, 2]
    assert lines[1]["refused"][0]["code"] == "event.unknown_type"


def test_a_waived_entry_stands(tmp_path: Path) -> None:
    waived = {"type": "dice_rolled", "seat": 1, "total": 8, "waived": True}
    result, lines = replay(write(tmp_path, waived))
    assert (result.exit_code, lines[0]["phase"], lines[0]["seat"]) == (0, "turn", 1)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_file_with_a_game_a_line_goes_on_after_a_broken_one(tmp_path: Path, name: str) -> None:
    text = f"{json.dumps(GAME)}\nnot a game\n\n{json.dumps(GAME)}\n".encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(text) if name.endswith("gz") else text)
    result, lines = replay(path)
    assert result.exit_code == 1
    assert [line["seq"] for line in lines] == [0, 0, 0]
    assert ["refused" in line for line in lines] == [False, True, False]


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("missing.json", None, "file.unreadable"),
        ("cut.jsonl.gz", gzip.compress(json.dumps(GAME).encode() * 50)[:-30], "file.unreadable"),
        ("not.jsonl.gz", b"plain text", "file.unreadable"),
        ("cut.json", json.dumps(GAME).encode()[:-5], "file.not_json"),
        ("binary.json", bytes(range(256)), "file.not_json"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(
    tmp_path: Path, name: str, content: bytes | None, code: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    result, lines = replay(path)
    assert result.exit_code == 1
    assert (lines[-1]["seq"], lines[-1]["refused"][0]["code"]) == (0, code)
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("language", "first"),
    [("en", "Welcome to Catan"), ("es", "Catán"), ("ru", "Катан"), ("th", "คาทาน")],
)
def test_with_a_language_the_script_is_printed_instead_of_states(language: str, first: str) -> None:
    result = CliRunner().invoke(main, ["replay", str(FOLDER / "road_cut.json"), "--lang", language])
    said = result.stdout.splitlines()
    assert result.exit_code == 0
    assert first in said[0]
    numbers = [int(line.split()[0]) for line in said]
    entries = len(json.loads((FOLDER / "road_cut.json").read_text())["events"])
    assert numbers == sorted(set(numbers)), "a tap has one line, or none where the voice is silent"
    assert numbers[-1] == entries


def test_a_language_without_words_falls_back_to_the_nearest_and_says_so() -> None:
    near = CliRunner().invoke(main, ["script", "--lang", "es-MX"])
    assert "«es-MX»" in near.stderr
    assert near.stdout == CliRunner().invoke(main, ["script", "--lang", "es"]).stdout
    far = CliRunner().invoke(main, ["script", "--lang", "fi"])
    assert "“fi”" in far.stderr
    assert far.stdout == CliRunner().invoke(main, ["script", "--lang", "en"]).stdout


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (
            [{"type": "step_done", "step": "frame"}, {"type": "turn_ended", "seat": 1}],
            "La partida 1 se detuvo en la anotación 2. Primero terminemos",
        ),
        ("no", "La partida 1 no se puede abrir. En el archivo"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--lang", "ru"), ("--each",)])
def test_people_read_a_sentence_in_the_terminals_language_and_programs_their_line(
    tmp_path: Path, events: Any, said: str, options: tuple[str, ...]
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**GAME, "events": events}))
    result = CliRunner().invoke(main, ["replay", str(path), *options], env={"LANG": "es_MX.UTF-8", "LC_ALL": ""})
    assert result.exit_code == 1
    assert result.stderr.startswith(said)
    assert len(result.stderr.splitlines()) == 1
    assert "{" not in result.stderr
    assert list(json.loads(result.stdout.splitlines()[-1])) == ["seq", "refused"]


def test_a_refused_game_among_many_is_named_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(GAME)}\nnot a game\n{json.dumps(GAME)}\n")
    result = CliRunner().invoke(main, ["replay", str(path)], env={"LANG": "en", "LC_ALL": ""})
    assert result.stderr.startswith("Game 2 can't be opened. ")
    assert len(result.stderr.splitlines()) == 1


def test_refusals_speak_the_language_that_was_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path, {"type": "turn_ended", "seat": 1})
    result = CliRunner().invoke(main, ["replay", str(path), "--lang", "ru"])
    assert result.exit_code == 1
    refused = json.loads(result.stdout.splitlines()[-1])["refused"]
    assert all(any("а" <= letter <= "я" for letter in reason["message"]) for reason in refused)
