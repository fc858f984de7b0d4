"""The folder in which workers share their metrics."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from narrator.cli.workers import shared_metrics

FORKED = """
import os
from narrator.cli.workers import shared_metrics
with shared_metrics():
    folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    child = os.fork()
    if not child:
        raise SystemExit
    os.waitpid(child, 0)
    print(os.path.isdir(folder))
print(os.path.isdir(folder))
"""
CLEANED_AWAY = """
import os
from narrator.cli.workers import shared_metrics
with shared_metrics():
    os.rmdir(os.environ["PROMETHEUS_MULTIPROC_DIR"])
    from narrator.web.monitoring.metrics import Metrics
    Metrics("1.0").entries.inc()
    print(*os.listdir(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_worker_that_ends_leaves_the_folder_to_the_others() -> None:
    assert output_of(FORKED).split() == ["True", "False"]


def test_a_worker_starts_although_the_system_has_cleaned_the_folder_away() -> None:
    assert "counter_" in output_of(CLEANED_AWAY)


def output_of(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, text=True).stdout


def test_each_run_starts_with_an_empty_folder_and_removes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)
    for _ in range(2):
        with shared_metrics():
            folder = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])
            assert [*folder.iterdir()] == []
            (folder / "counter_1.db").touch()
        assert not folder.exists()
        assert "PROMETHEUS_MULTIPROC_DIR" not in os.environ
