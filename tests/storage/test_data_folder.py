"""Where each system keeps a program's files."""

from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows, get_win_folder_from_env_vars

from narrator.storage.files.data_folder import default_file
from narrator.storage.storage import open_storage

pytestmark = pytest.mark.file

SYSTEMS = {"linux": Unix, "freebsd14": Unix, "darwin": MacOS, "win32": Windows}


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A home of one's own, and no word about other places."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)


def be_on(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(platformdirs, "PlatformDirs", SYSTEMS[system])
    monkeypatch.setattr("platformdirs.windows.get_win_folder", get_win_folder_from_env_vars)  # no system to ask


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {}, "{home}/.local/share/narrator"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/narrator"),
        ("linux", {"XDG_DATA_HOME": ""}, "{home}/.local/share/narrator"),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, "{home}/.local/share/narrator"),
        ("freebsd14", {}, "{home}/.local/share/narrator"),
        ("darwin", {}, "{home}/Library/Application Support/narrator"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/narrator"),
    ],
)
def test_each_system_has_its_place(
    system: str, environment: dict[str, str], folder: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    be_on(system, monkeypatch)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_file().as_posix() == f"{folder.format(home=tmp_path)}/narrator.db"


@pytest.mark.parametrize(
    ("system", "former"), [("darwin", "Library/Application Support/narrator"), ("win32", "local/narrator")]
)
def test_games_that_lie_where_they_used_to_lie_are_found_again(
    system: str, former: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    be_on(system, monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", "/elsewhere")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: "/elsewhere")
    assert default_file().as_posix() == "/elsewhere/narrator/narrator.db"
    (tmp_path / former).mkdir(parents=True)
    (tmp_path / former / "narrator.db").touch()
    assert default_file() == tmp_path / former / "narrator.db"


def test_without_an_address_the_usual_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    open_storage().close()
    assert default_file() == tmp_path / "narrator" / "narrator.db"
    assert default_file().exists()
