"""Where each system keeps a program's files."""

from pathlib import Path

import pytest

from narrator.store.data_folder import data_folder, default_file
from narrator.store.sql_log import SqlLog

HOME = Path("/home/ana")


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, "/home/ana/.local/share/narrator"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/narrator"),
        ("linux", {"XDG_DATA_HOME": ""}, "/home/ana/.local/share/narrator"),
        ("linux", {"XDG_DATA_HOME": "not/absolute"}, "/home/ana/.local/share/narrator"),
        ("freebsd14", {}, "/home/ana/.local/share/narrator"),
        ("darwin", {"XDG_DATA_HOME": "/data"}, "/home/ana/Library/Application Support/narrator"),
        ("win32", {}, "/home/ana/AppData/Local/narrator"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/narrator"),
    ],
)
def test_each_system_has_its_place(platform: str, environment: dict[str, str], folder: str) -> None:
    assert data_folder(platform, environment, HOME).as_posix() == folder


def test_without_an_address_the_usual_file_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    SqlLog().close()
    assert default_file() == tmp_path / "narrator" / "narrator.db"
    assert default_file().exists()
