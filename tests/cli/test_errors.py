"""Errors of the commands: what happened, then what to do, and only commands and options that exist."""

import ast
import re
import shlex
from datetime import date
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from narrator.cli import main as commands
from narrator.cli.main import main
from narrator.cli.terminal import extra_command, fail_with
from narrator.storage.backups import make_daily_backup
from narrator.storage.errors import StorageUnavailable
from narrator.text.languages import LANGUAGES
from narrator.text.sources.all import SOURCES
from tests.support.app import close_logs
from tests.support.evenings import Club

CODES = sorted(key.removeprefix("store.") for key in SOURCES if key.startswith("store."))
PARAMS = ("path", "why", "what", "url", "game", "variable", "file_variable")
ARGUMENTS = {"host": ["GAME"], "copy": ["FROM", "TO"], "replay": ["FILE"]}
WITH_GAMES = [name for name in main.commands if name not in ("replay", "script", "mcp")]


def run(*args: str, language: str = "en") -> Result:
    environment = {"LANG": f"{language}.UTF-8", "LC_ALL": "", "NARRATOR_DATABASE_URL": ""}
    return CliRunner().invoke(main, args, env=environment)


def damaged(file: bytes) -> bytes:
    """A file of games whose first page can't be read, but for its header."""
    return file[:100] + bytes(2900) + file[3000:]


def is_understood(line: str) -> bool:
    """Whether the command line, from `narrator` on, has a command with these arguments and options."""
    _, name, *args = shlex.split(line)
    try:
        main.commands[name].make_context(name, args, parent=click.Context(main)).close()
    except (click.UsageError, KeyError):
        return False
    return True


def reported(name: str, code: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command says of this trouble with the games."""
    context = main.commands[name].make_context(name, [*ARGUMENTS.get(name, ())], parent=click.Context(main))
    error = StorageUnavailable(code, **{param: f"¤{param}" for param in PARAMS})
    with context, pytest.raises(SystemExit):
        fail_with(error)
    return capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WITH_GAMES)
def test_no_command_advises_what_it_lacks(
    name: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    for code in CODES:
        said = reported(name, code, capsys)
        advised = re.search(r"\bnarrator [a-z]+.*", said)
        if advised:
            assert is_understood(advised[0]), (code, said)
        rest = said[: advised.start()] if advised else said.partition(" -m pip ")[0]
        assert re.findall(r"\s--[a-z]+", rest) == [], (code, said)


def test_what_is_not_understood_is_noticed() -> None:
    assert is_understood("narrator doctor --db sqlite:///games.db")
    assert not is_understood("narrator copy FROM TO --db sqlite:///games.db")
    assert not is_understood("narrator key --out")
    assert not is_understood("narrator dance")


def failing_keys() -> list[str]:
    """The messages with which a command ends, as its code names them."""
    folder = Path(commands.__file__).parent
    found = {f"store.{code}" for code in CODES}
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "fail":
                found |= {str(node.args[0].value)} if isinstance(node.args[0], ast.Constant) else set()
    return sorted(found)


@pytest.mark.parametrize("key", failing_keys())
def test_every_error_says_what_happened_and_then_what_to_do(key: str) -> None:
    happened, _, todo = str(SOURCES[key].text).partition(". ")
    assert happened
    assert todo[:1].isupper(), "one sentence alone does not say what to do"


def test_errors_were_found() -> None:
    assert {"restore.in_use", "mcp.no_link", "serve.no_port", "host.no_such_game", "store.damaged"} <= {*failing_keys()}


def test_copy_names_its_two_places_and_no_option(tmp_path: Path) -> None:
    said = run("copy", f"sqlite:///{tmp_path}/none.db", f"sqlite:///{tmp_path}/new.db")
    assert said.exit_code == 1
    assert said.stderr.endswith("choose another file: narrator copy FROM TO\n")
    assert "--db" not in said.output


def test_a_backup_that_is_not_there_is_not_looked_for_elsewhere(tmp_path: Path) -> None:
    said = run("restore", f"{tmp_path}/none.db", "--db", f"sqlite:///{tmp_path}/games.db")
    assert said.exit_code == 1
    assert said.stderr.endswith("narrator restore FILE\n")


def test_the_advice_of_the_doctor_is_about_the_games_that_it_checked(tmp_path: Path) -> None:
    Club(tmp_path).play("Ana", "Boris", "Chai", "Dana")
    close_logs()
    path = tmp_path / "games.db"
    make_daily_backup(str(path), date(2026, 5, 1))
    path.write_bytes(damaged(path.read_bytes()))
    found = run("doctor", "--db", f"sqlite:///{path}")
    advised = re.search(r"narrator restore .*", found.output)
    assert advised is not None
    assert run(*shlex.split(advised[0])[1:]).exit_code == 0
    assert run("doctor", "--db", f"sqlite:///{path}").exit_code == 0


def test_a_damaged_file_that_is_copied_is_restored_by_the_command_that_is_named(tmp_path: Path) -> None:
    Club(tmp_path).play("Ana", "Boris", "Chai", "Dana")
    close_logs()
    path = tmp_path / "games.db"
    path.write_bytes(damaged(path.read_bytes()))
    said = run("copy", f"sqlite:///{tmp_path}/games.db", f"sqlite:///{tmp_path}/new.db")
    assert said.exit_code == 1
    assert said.stderr.endswith(f"narrator restore --db sqlite:///{tmp_path}/games.db\n")


def test_packages_for_an_optional_part_are_those_of_the_project() -> None:
    assert "'psycopg[binary]<4,>=3.2'" in extra_command("postgres")
    assert "narrator" not in extra_command("mcp").partition(" -m pip install ")[2]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("serve", "--prot", "1"), "No such option"),
        (("serve", "--proxy", "a.example"), "Invalid value for '--proxy'"),
        (("dance",), "No such command 'dance'"),
        (("copy", "here"), "Missing argument 'TO'"),
    ],
)
def test_wrong_options_are_reported_as_click_does(args: tuple[str, ...], words: str) -> None:
    said = run(*args)
    assert said.exit_code == 2
    assert said.stderr.startswith("Usage: ")
    assert words in said.stderr
