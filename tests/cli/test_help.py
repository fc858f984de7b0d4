"""`narrator --help` and the help of every command: plain, complete, 80 columns wide, with examples that work."""

import gzip
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from narrator import __version__
from narrator.cli.help import SECTIONS
from narrator.cli.main import main
from narrator.web.api.openapi import description
from tests.support.documents import ROOT
from tools.make_games import FOLDER as GAMES

COLUMNS = 80
CHEAP = ("club", "backup", "restore", "doctor", "key", "replay", "script")  # in the order in which they are run
ELSEWHERE = ("postgresql://", "/media/")  # what a reader has and a test does not


def help_of(*command: str) -> str:
    result = CliRunner().invoke(main, [*command, "--help"], terminal_width=COLUMNS)
    assert result.exit_code == 0
    return result.output


def examples_of(command: click.Command) -> list[str]:
    """The command lines of an epilog, without the remarks."""
    lines = (line.strip() for line in (command.epilog or "").splitlines())
    return [re.sub(r"\s+# .*", "", line) for line in lines if line.startswith("narrator")]


def all_examples() -> Iterator[tuple[str, str]]:
    yield from (("narrator", line) for line in examples_of(main))
    for name, command in main.commands.items():
        yield from ((name, line) for line in examples_of(command))


def test_every_command_is_in_one_section() -> None:
    listed = [name for names in SECTIONS.values() for name in names]
    assert sorted(listed) == sorted(main.commands)


def test_the_list_of_commands_has_whole_lines_of_at_most_80_columns() -> None:
    lines = help_of().splitlines()
    summaries = {line.split()[0]: line for line in lines if line.startswith("  ") and line.split()[0] in main.commands}
    assert summaries.keys() == main.commands.keys()
    assert [line for line in summaries.values() if not line.endswith(".") or line.endswith("...")] == []
    assert [line for line in lines if len(line) > COLUMNS] == []
    for title in SECTIONS:
        assert f"{title}:" in lines


@pytest.mark.parametrize("name", list(main.commands))
def test_every_command_and_option_is_explained(name: str) -> None:
    command = main.commands[name]
    assert command.help
    assert command.short_help
    options = [option for option in command.params if isinstance(option, click.Option)]
    assert [option.name for option in options if not (option.help or "").endswith(".")] == []
    assert [line for line in help_of(name).splitlines() if len(line) > COLUMNS] == []


@pytest.mark.parametrize("name", list(main.commands))
def test_every_command_has_an_example_of_its_own(name: str) -> None:
    found = examples_of(main.commands[name])
    assert found
    assert [line for line in found if line.split()[1] != name] == []
    shown = help_of(name)
    assert [line for line in found if line not in shown] == []


@pytest.mark.parametrize(("name", "line"), list(all_examples()))
def test_every_example_is_understood(name: str, line: str) -> None:
    words = shlex.split(line)[1:]
    if words[-1:] == ["--help"]:
        assert help_of(*words[:-1])
        return
    called, *args = words if words and not words[0].startswith("-") else ["serve", *words]
    with main.commands[called].make_context(called, args, parent=click.Context(main)) as context:
        assert context.params.keys() >= {option.name for option in main.commands[called].params}


def test_examples_that_need_nothing_else_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(GAMES / "road_cut.json", "game.json")
    one_line = (GAMES / "road_cut.json").read_bytes().replace(b"\n", b" ")
    Path("games.jsonl.gz").write_bytes(gzip.compress(one_line + b"\n" + one_line))
    environment = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "NARRATOR_DATABASE_URL": "", "LC_ALL": "C"}
    lines = [line for name in CHEAP for line in examples_of(main.commands[name])]
    runnable = [line for line in lines if not any(place in line for place in ELSEWHERE)]
    assert len(runnable) >= 15
    for line in runnable:
        result = CliRunner().invoke(main, shlex.split(line)[1:], env=environment)
        assert result.exit_code == 0, (line, result.output)
        assert result.output


def test_without_a_command_the_server_is_meant() -> None:
    for args in (["--port", "no"], ["serve", "--port", "no"]):
        result = CliRunner().invoke(main, args)
        assert result.exit_code == 2
        assert "narrator serve" in result.output or "main serve" in result.output
        assert "Invalid value for '--port'" in result.output


def test_the_version_is_in_one_place_and_everything_reads_it_there() -> None:
    assert CliRunner().invoke(main, ["--version"]).output == f"Narrator {__version__}\n"
    assert description()["info"]["version"] == __version__
    files = [ROOT / "pyproject.toml", *(ROOT / "narrator").rglob("*.py")]
    repeats = [path for path in files if f'"{__version__}"' in path.read_text(encoding="utf-8")]
    assert repeats == [ROOT / "narrator" / "__init__.py"]
