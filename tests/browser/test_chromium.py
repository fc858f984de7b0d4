"""The browser is found, installed, or asked for in one line; never done without."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.browser import chromium

APT = """#!/bin/sh
echo "$DEBIAN_FRONTEND $*" >> "$(dirname "$0")/asked"
[ "$5" = chromium-headless-shell ] && [ -e "$(dirname "$0")/old" ] && exit 100
[ "$2" = install ] && [ ! -e "$(dirname "$0")/broken" ] && ln -s /bin/true "$(dirname "$0")/$5"
[ ! -e "$(dirname "$0")/broken" ] || { echo "E: no network" >&2; exit 100; }
"""
INSTALLED = "noninteractive -qq install --yes --no-install-recommends"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has nothing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "OS_RELEASE", tmp_path / "os-release")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    return tmp_path


def program(path: Path, name: str, text: str = "") -> Path:
    (path / name).write_text(text)
    (path / name).chmod(0o755)
    return path / name


def debian(path: Path) -> None:
    (path / "os-release").write_text('PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian\n')
    program(path, "apt-get", APT)
    for tool in ("dirname", "ln"):
        (path / tool).symlink_to(next(at for at in (Path("/usr/bin", tool), Path("/bin", tool)) if at.exists()))


def complaint() -> str:
    with pytest.raises(SystemExit) as stopped:
        chromium.main()
    return str(stopped.value.code)


@pytest.mark.parametrize("name", chromium.NAMES)
def test_a_browser_is_found_by_any_of_its_names(path: Path, name: str) -> None:
    found = program(path, name)
    assert chromium.chromium() == str(found)
    chromium.main()


def test_the_one_that_was_asked_for_comes_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(path, "chromium")
    own = program(path, "my-chrome")
    monkeypatch.setenv("CHROMIUM", str(own))
    assert chromium.chromium() == str(own)


def test_root_on_debian_installs_it_with_the_fonts_and_says_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    debian(path)
    chromium.main()
    assert capsys.readouterr().out == f"{chromium.INSTALLING}\n"
    assert (path / "asked").read_text().splitlines() == [
        "noninteractive -qq update",
        f"{INSTALLED} chromium-headless-shell fonts-noto-core fonts-noto-color-emoji",
    ]
    assert chromium.chromium() == str(path / "chromium-headless-shell")
    chromium.main()
    assert len((path / "asked").read_text().splitlines()) == 2


def test_a_debian_without_the_small_one_gets_the_other(path: Path) -> None:
    debian(path)
    (path / "old").touch()
    chromium.main()
    asked = (path / "asked").read_text().splitlines()
    assert asked[2:] == [f"{INSTALLED} chromium fonts-noto-core fonts-noto-color-emoji"]
    assert chromium.chromium() == str(path / "chromium")


def test_an_installation_that_fails_says_why_in_one_line(path: Path) -> None:
    debian(path)
    (path / "broken").touch()
    said = complaint()
    assert said.startswith(chromium.MISSING)
    assert said.endswith("E: no network")
    assert "\n" not in said


@pytest.mark.parametrize("why", ["not root", "not Debian", "no apt-get"])
def test_elsewhere_one_line_says_what_to_install(path: Path, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    debian(path)
    if why == "not root":
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
    elif why == "not Debian":
        (path / "os-release").write_text("ID=ubuntu\nID_LIKE=debian\n")
    else:
        (path / "apt-get").unlink()
    assert complaint() == chromium.MISSING
    assert "\n" not in chromium.MISSING
    assert not (path / "asked").exists()


def test_the_command_fails_without_a_browser(path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from tests.support.browser import chromium; chromium.can_install = lambda: False; chromium.main()",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{chromium.MISSING}\n")


def test_without_a_browser_the_tests_fail(path: Path) -> None:
    with pytest.raises(chromium.NoChromium, match="The browser tests need Chromium"):
        chromium.chromium()
