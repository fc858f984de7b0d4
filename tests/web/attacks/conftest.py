"""Every attack runs with both stores, on a server of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import stores
from tests.web.people import Server, served


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.both(metafunc)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    stores.kind = request.param
    if stores.kind == "postgres":  # what lies beside the games lies in no folder of the tester's own
        monkeypatch.setenv("XDG_DATA_HOME", str(request.getfixturevalue("tmp_path") / "data"))
    yield stores.kind
    stores.empty()
    stores.kind = stores.DEFAULT


@pytest.fixture
def server(store: str, tmp_path: Path) -> Iterator[Server]:
    yield from served(tmp_path)
