"""Logs that a test opened are closed after it."""

from collections.abc import Iterator

import pytest

from tests.service.kit import close_logs


@pytest.fixture(autouse=True)
def closing() -> Iterator[None]:
    yield
    close_logs()
