"""Commands that run in the tests' own process leave it as it is."""

import pytest
from gevent import monkey


@pytest.fixture(autouse=True)
def unpatched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monkey, "patch_all", lambda: None)
