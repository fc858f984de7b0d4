"""Every test runs with both stores. Logs that it opened are closed after it."""

from collections.abc import Iterator

import pytest

from tests import stores
from tests.service.kit import close_logs


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    stores.both(metafunc)


@pytest.fixture(autouse=True)
def store(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    stores.kind = request.param
    if stores.kind == "postgres":  # what lies beside the games lies in no folder of the tester's own
        monkeypatch.setenv("XDG_DATA_HOME", str(request.getfixturevalue("tmp_path") / "data"))
    yield stores.kind
    close_logs()
    stores.empty()
    stores.kind = stores.DEFAULT
