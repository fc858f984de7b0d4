"""Every attack runs with both stores, on a server of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.both_stores import pytest_generate_tests, store  # noqa: F401 (a hook and a fixture)
from tests.support.web_people import Server, served


@pytest.fixture
def server(store: str, tmp_path: Path) -> Iterator[Server]:  # noqa: F811 (the fixture)
    yield from served(tmp_path)
