"""Commands that run in the tests' own process leave it, and the user's own games, as they are."""

from pathlib import Path

import pytest
from gevent import monkey


@pytest.fixture(autouse=True)
def unpatched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey, "patch_all", lambda: None)


@pytest.fixture(autouse=True)
def own_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A command without `--db` finds no games of the person who runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data-folder"))
