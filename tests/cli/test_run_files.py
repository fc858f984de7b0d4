"""The files of docs/run: a unit that systemd takes, a container file whose every part is there."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click import Command, Context

from narrator.cli.main import main
from narrator.cli.maintenance import server_path
from narrator.storage.files.keys import house_key_for

ROOT = Path(__file__).parents[2]
RUN = ROOT / "docs" / "run"
ANALYZE = shutil.which("systemd-analyze")


def service() -> configparser.SectionProxy:
    """Of a setting that is given several times, the last one."""
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string((RUN / "narrator.service").read_text(encoding="utf-8"))
    return unit["Service"]


def command() -> list[str]:
    """What the unit starts."""
    return service()["ExecStart"].split()


def test_the_unit_starts_a_command_that_there_is() -> None:
    program, name, *options = command()
    assert program == "/opt/narrator/bin/narrator"
    serve = main.commands[name]
    assert isinstance(serve, Command)
    taken = serve.make_context(name, options, parent=Context(main)).params
    assert taken["proxy"] == ("127.0.0.1",)
    assert taken["closed"]


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = (RUN / "narrator.service").read_text(encoding="utf-8")
    unit = tmp_path / "narrator.service"
    unit.write_text(text.replace(command()[0], sys.executable), encoding="utf-8")
    done = subprocess.run([str(ANALYZE), "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False)
    about = [line for line in done.stderr.splitlines() if "narrator.service" in line]
    assert about == []


def settings() -> dict[str, str]:
    lines = (RUN / "narrator.env").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_the_page_and_the_settings_name_the_same_file() -> None:
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    assert service()["EnvironmentFile"] == "/etc/narrator.env"
    files = set(re.findall(r"sqlite:///(/\S+)", page))
    assert settings()["NARRATOR_DATABASE_URL"].removeprefix("sqlite:///") in files
    assert {Path(file).parent for file in files} == {Path("/var/lib") / service()["StateDirectory"]}


def test_the_page_shows_the_units_command_with_workers_added() -> None:
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^ExecStart=(.*)$", page, re.MULTILINE)
    assert shown.split() == [
        *(word.replace("narrator.example", "games.cafe.example") for word in command()),
        "--workers",
        "4",
    ]
    (reload,) = re.findall(r"^(ExecReload=.*)$", page, re.MULTILINE)
    assert f"#{reload}\n" in (RUN / "narrator.service").read_text(encoding="utf-8")


def test_with_postgresql_the_house_key_is_in_the_only_folder_that_the_unit_may_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", settings()["XDG_DATA_HOME"])
    folder = f"/var/lib/{service()['StateDirectory']}"
    for database in (settings()["NARRATOR_DATABASE_URL"], "postgresql://narrator@localhost/narrator"):
        assert str(house_key_for(server_path(database)).path) == f"{folder}/narrator.key"


def test_the_unit_limits_memory_and_system_calls() -> None:
    text = (RUN / "narrator.service").read_text(encoding="utf-8")
    assert {"MemoryHigh", "MemoryMax", "TasksMax"} <= set(service())
    assert "SystemCallFilter=@system-service\n" in text
    assert service()["SystemCallArchitectures"] == "native"


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not here")
def test_systemd_finds_the_unit_well_closed_off() -> None:
    check = [str(ANALYZE), "security", "--offline=true", "--no-pager", "--threshold=20", str(RUN / "narrator.service")]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-200:]


def test_the_container_file_copies_only_what_there_is_and_all_that_is_needed() -> None:
    text = (RUN / "Containerfile").read_text(encoding="utf-8")
    copied = [word for line in re.findall(r"^COPY (.*)$", text, re.MULTILINE) for word in line.split()[:-1]]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert {"narrator", "templates", "translations", "pyproject.toml", "hatch_build.py"} <= set(copied)
    (started,) = re.findall(r"^CMD (\[.*\])$", text, re.MULTILINE)
    assert started.startswith('["narrator", "serve"')
